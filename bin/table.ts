// A table that fits the width of the terminal: long texts are cut, and the least important columns are left out.
import { fitted, padded, plainLine, widthOf } from './display-width.ts'

export type Column<Row> = {
  title: string
  of: (row: Row) => string | number | null
  /** Right-aligned: numbers. */
  right?: true
  /** May be cut to this width while there is a choice; columns without it are not cut. */
  least?: number
  /** Left out when there is no room for all; the highest number first. */
  spare?: number
}

const gap = 2
const bold = (text: string): string => `\u001b[1m${text}\u001b[0m`

export type Terminal = { columns: number; colours: boolean }

/** Pipes and some terminals report no width. */
export const terminal = (): Terminal => ({ columns: process.stdout.columns || 80, colours: !process.env.NO_COLOR })

export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { columns: room, colours }: Terminal,
) {
  const cells = new Map(columns.map(column => [column, rows.map(row => textOf(column.of(row)))]))
  const visible = withRoom(columns, cells, room)
  const widths = widthsOf(visible, cells, room)
  const line = (texts: string[]) =>
    texts
      .map((text, i) => padded(fitted(text, widths[i]!), widths[i]!, visible[i]!.right === true))
      .join(' '.repeat(gap))
      .trimEnd()
  const head = line(visible.map(({ title }) => title))
  const body = rows.map((_, row) => line(visible.map(column => cells.get(column)![row]!)))
  return [colours ? bold(head) : head, ...body].map(text => `${text}\n`).join('')
}

type Cells<Row> = Map<Column<Row>, string[]>

const textOf = (value: string | number | null): string =>
  value === null ? '-' : typeof value === 'number' ? value.toLocaleString('en') : plainLine(value)

const wanted = <Row>(column: Column<Row>, cells: Cells<Row>): number =>
  Math.max(widthOf(column.title), ...cells.get(column)!.map(widthOf))

const least = <Row>(column: Column<Row>, cells: Cells<Row>): number =>
  Math.min(wanted(column, cells), column.least ?? Number.POSITIVE_INFINITY)

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number + gap, -gap)

function withRoom<Row>(columns: readonly Column<Row>[], cells: Cells<Row>, room: number): Column<Row>[] {
  const visible = [...columns]
  while (sum(visible.map(column => least(column, cells))) > room) {
    const spare = Math.max(...visible.map(column => column.spare ?? 0))
    if (spare === 0) break
    visible.splice(
      visible.findIndex(column => column.spare === spare),
      1,
    )
  }
  return visible
}

/** Minimum width of a column on very narrow terminals. */
const narrowest = 6

function widthsOf<Row>(visible: readonly Column<Row>[], cells: Cells<Row>, room: number): number[] {
  const wished = visible.map(column => wanted(column, cells))
  const allowed = visible.map(column => least(column, cells))
  const forced = visible.map((column, i) => (column.least === undefined ? allowed[i]! : narrowest))
  return shrinkToFit(shrinkToFit(wished, allowed, room), forced, room)
}

/** Shrinks the widest column that may be cut, until all fit. */
function shrinkToFit(wished: readonly number[], floors: readonly number[], room: number): number[] {
  const widths = [...wished]
  for (let over = sum(widths) - room; over > 0; over--) {
    const rest = widths.map((width, i) => (width > floors[i]! ? width : 0))
    const widest = rest.indexOf(Math.max(...rest))
    if (rest[widest] === 0) break
    widths[widest]!--
  }
  return widths
}
