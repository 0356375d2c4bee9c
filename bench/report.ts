// The table that a run prints.
import type { Judged, Sample } from './floors.ts'

const headings = ['metric', 'measured', 'floor', 'goal', 'holds', 'details']

export function tableText(rows: readonly Judged[]): string {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, i) => Math.max(...lines.map(line => line[i]!.length)))
  const padded = (line: readonly string[]): string => line.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
  return lines.map(line => `${padded(line).trimEnd()}\n`).join('')
}

function cellsOf({ metric, measured, floor, holds, details }: Judged): string[] {
  const sign = floor.better === 'more' ? '≥' : '≤'
  const bound = (value: number | undefined): string => (value === undefined ? '' : `${sign} ${floor.unit(value)}`)
  return [metric, measuredText(measured, floor.unit), bound(floor.floor), bound(floor.goal), verdict(holds), details]
}

function measuredText({ cpu, wall, size }: Sample, unit: (value: number) => string): string {
  const texts = [
    ...(cpu === undefined ? [] : [`${unit(cpu)} CPU`]),
    ...(wall === undefined ? [] : [`${unit(wall)} wall`]),
    ...(size === undefined ? [] : [unit(size)]),
  ]
  return texts.join(', ')
}

const verdict = (holds: boolean): string => (holds ? 'yes' : 'NO')
