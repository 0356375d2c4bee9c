// The one table that a run prints.

export type Row = {
  part: string
  name: string
  figure: string
  /** What the figure was compared with, or more of the same measurement. */
  beside: string
  required: string
  /** Null when nothing is required. */
  holds: boolean | null
  /** The numbers behind the texts, for programs. */
  values: Record<string, number>
}

type Bound = { atLeast: number } | { atMost: number } | { below: number }

/** What a bound asks for in words, and whether a value keeps to it. */
export function judge(value: number, bound: Bound, show: (value: number) => string): Pick<Row, 'required' | 'holds'> {
  if ('atLeast' in bound) return { required: `≥ ${show(bound.atLeast)}`, holds: value >= bound.atLeast }
  if ('atMost' in bound) return { required: `≤ ${show(bound.atMost)}`, holds: value <= bound.atMost }
  return { required: `< ${show(bound.below)}`, holds: value < bound.below }
}

export const noBound: Pick<Row, 'required' | 'holds'> = { required: '', holds: null }

/** All bounds of one row. */
export function judgeAll(...judged: Pick<Row, 'required' | 'holds'>[]): Pick<Row, 'required' | 'holds'> {
  return { required: judged.map(one => one.required).join(', '), holds: judged.every(one => one.holds) }
}

const headings = ['', 'figure', 'beside', 'required', 'holds']

export function tableText(rows: readonly Row[]): string {
  const cells = rows.map(row => [row.name, row.figure, row.beside, row.required, verdict(row)])
  const widths = headings.map((heading, i) => Math.max(heading.length, ...cells.map(line => line[i]!.length)))
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  const lines = [lineOf(headings)]
  let part = ''
  rows.forEach((row, i) => {
    if (row.part !== part) lines.push('', row.part)
    part = row.part
    lines.push(lineOf(cells[i]!))
  })
  return `${lines.join('\n')}\n`
}

const verdict = ({ holds }: Row) => (holds === null ? '' : holds ? 'yes' : 'NO')

/** 100000 as `100 thousand`, 1000000 as `1 million`. */
export function sizeName(creations: number): string {
  if (creations >= 1_000_000) return `${creations / 1_000_000} million`
  return creations >= 1_000 ? `${creations / 1_000} thousand` : String(creations)
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en')
export const ratioText = (value: number): string => value.toFixed(2)
