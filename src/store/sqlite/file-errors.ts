// SQLite's messages name neither the file nor a remedy.

/** By result code: the lowest byte of an extended one. */
const cures: Record<number, string> = {
  8: 'It can only be read. Check the permissions of the file and its folder.',
  10: 'Check the disk, and how large files may become.',
  11: 'The file is damaged. Restore a backup with vitrine restore.',
  13: 'Free some space and try again.',
  14: 'Check the path and the permissions of its folder.',
  26: 'The file is damaged or something else. Restore a backup with vitrine restore.',
}

type SqliteError = Error & { code: 'ERR_SQLITE_ERROR'; errcode: number }

const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

/** SQLite's message and a remedy, if `error` or its cause comes from SQLite. */
export function sqliteReason(error: unknown): { reason: string; cure: string } | undefined {
  if ((error as { namesFile?: true } | undefined)?.namesFile) return undefined
  const found = [error, (error as Error | undefined)?.cause].find(isSqliteError)
  return found && { reason: found.message, cure: cures[found.errcode & 0xff] ?? '' }
}

/** Adds the name of the file to an error. */
export function namingFile(error: unknown, what: string): unknown {
  const found = sqliteReason(error)
  if (!found) return error
  return Object.assign(new Error(`${what}: ${found.reason}. ${found.cure}`.trim(), { cause: error }), {
    namesFile: true,
  })
}
