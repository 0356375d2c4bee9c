// A table that fits the width of the terminal: long texts are cut, and the least important columns are left out.
import { fitted, padded, plainLine, widthOf } from './display-width.ts'

export type Column<Row> = {
  title: string
  value: (row: Row) => string | number | null
  /** For numbers. */
  alignRight?: true
  /** May be cut to this width, on very narrow terminals even further; columns without it are not cut. */
  minWidth?: number
  /** May be left out when not all columns fit; the highest number first. */
  dropOrder?: number
}

const gap = 2
const bold = (text: string): string => `\u001b[1m${text}\u001b[0m`

export type Terminal = { columns: number; colours: boolean }

/** Pipes and some terminals report no width. */
export const terminal = (): Terminal => ({ columns: process.stdout.columns || 80, colours: !process.env.NO_COLOR })

export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { columns: maxWidth, colours }: Terminal,
) {
  const cells = new Map(columns.map(column => [column, rows.map(row => textOf(column.value(row)))]))
  const visible = columnsThatFit(columns, cells, maxWidth)
  const widths = widthsOf(visible, cells, maxWidth)
  const line = (texts: string[]) =>
    texts
      .map((text, i) => padded(fitted(text, widths[i]!), widths[i]!, visible[i]!.alignRight === true))
      .join(' '.repeat(gap))
      .trimEnd()
  const head = line(visible.map(({ title }) => title))
  const body = rows.map((_, row) => line(visible.map(column => cells.get(column)![row]!)))
  return [colours ? bold(head) : head, ...body].map(text => `${text}\n`).join('')
}

type Cells<Row> = Map<Column<Row>, string[]>

const textOf = (value: string | number | null): string =>
  value === null ? '-' : typeof value === 'number' ? value.toLocaleString('en') : plainLine(value)

const naturalWidth = <Row>(column: Column<Row>, cells: Cells<Row>): number =>
  Math.max(widthOf(column.title), ...cells.get(column)!.map(widthOf))

const minWidthOf = <Row>(column: Column<Row>, cells: Cells<Row>): number =>
  Math.min(naturalWidth(column, cells), column.minWidth ?? Number.POSITIVE_INFINITY)

const totalWidth = (numbers: number[]): number => numbers.reduce((total, number) => total + number + gap, -gap)

function columnsThatFit<Row>(columns: readonly Column<Row>[], cells: Cells<Row>, maxWidth: number): Column<Row>[] {
  const visible = [...columns]
  while (totalWidth(visible.map(column => minWidthOf(column, cells))) > maxWidth) {
    const highest = Math.max(...visible.map(column => column.dropOrder ?? 0))
    if (highest === 0) break
    visible.splice(
      visible.findIndex(column => column.dropOrder === highest),
      1,
    )
  }
  return visible
}

/** Minimum width of a column that may be cut, on very narrow terminals. */
const forcedMinWidth = 6

function widthsOf<Row>(visible: readonly Column<Row>[], cells: Cells<Row>, maxWidth: number): number[] {
  const natural = visible.map(column => naturalWidth(column, cells))
  const allowed = visible.map(column => minWidthOf(column, cells))
  const forced = visible.map((column, i) => (column.minWidth === undefined ? allowed[i]! : forcedMinWidth))
  return shrinkToFit(shrinkToFit(natural, allowed, maxWidth), forced, maxWidth)
}

/** Shrinks the widest column that may be cut, until all fit. */
function shrinkToFit(natural: readonly number[], minimums: readonly number[], maxWidth: number): number[] {
  const widths = [...natural]
  for (let over = totalWidth(widths) - maxWidth; over > 0; over--) {
    const rest = widths.map((width, i) => (width > minimums[i]! ? width : 0))
    const widest = rest.indexOf(Math.max(...rest))
    if (rest[widest] === 0) break
    widths[widest]!--
  }
  return widths
}
