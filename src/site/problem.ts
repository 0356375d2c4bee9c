// Problems of a site pack, with file and position.

export type Problem = {
  /** Relative to the folder. */
  file: string
  line?: number
  column?: number
  message: string
}

export const problemText = ({ file, line, column, message }: Problem): string =>
  `${file}${line === undefined ? '' : `:${line}:${column}`}: ${message}`

/** Line and column of an offset, counted from 1. */
export function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return offset => {
    let line = 0
    for (let high = starts.length; high - line > 1; ) {
      const middle = (line + high) >> 1
      if (starts[middle]! <= offset) line = middle
      else high = middle
    }
    return { line: line + 1, column: offset - starts[line]! + 1 }
  }
}
