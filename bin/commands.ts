// The commands, in the order of the help.
import type { Command } from './command.ts'
import { askCommand } from './commands/ask.ts'
import { backupCommand } from './commands/backup.ts'
import { callCommand } from './commands/call.ts'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { openapiCommand } from './commands/openapi.ts'
import { readingCommands } from './commands/reading.ts'
import { reindexCommand } from './commands/reindex.ts'
import { restoreCommand } from './commands/restore.ts'
import { seedCommand } from './commands/seed.ts'
import { serveCommand } from './commands/serve.ts'
import { siteCommand } from './commands/site.ts'
import { statusCommand } from './commands/status.ts'
import { syncCommand } from './commands/sync.ts'

export const commands: readonly Command[] = [
  serveCommand,
  importCommand,
  syncCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  reindexCommand,
  seedCommand,
  siteCommand,
  callCommand,
  ...readingCommands,
  askCommand,
  statusCommand,
  doctorCommand,
  openapiCommand,
  configCommand,
  completionCommand(() => commands),
]

export function overview(): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`)
  return [
    'vitrine: the public read side of a community of creations',
    '',
    'Usage: vitrine <command> [arguments]',
    '',
    ...rows,
    '  help        Explain a command: vitrine help <command>.',
    '',
    'Settings come from VITRINE_… environment variables; vitrine config lists them.',
    '',
  ].join('\n')
}

export function explain({ summary, usage }: Command): string {
  return `${summary}\n\nUsage: vitrine ${usage}\n`
}
