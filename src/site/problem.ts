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

/** Counted from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}
