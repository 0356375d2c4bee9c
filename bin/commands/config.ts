import { describeSettings } from '../../src/config/listing.ts'
import { type Command, parseFlags, print, printable } from '../command.ts'
import { loadConfig } from '../stores.ts'

export const configCommand: Command = {
  name: 'config',
  summary: 'List every setting with its value, where that comes from and what it means.',
  usage: `config [--json]

  --json   as JSON`,
  async run(args) {
    const { values } = parseFlags('config', args, { json: { type: 'boolean' } })
    const rows = describeSettings(process.env)
    await print(values.json ? `${JSON.stringify(rows, null, 2)}\n` : table(rows))
    // Fails if a setting is invalid, after the list has been printed.
    loadConfig()
    return 0
  },
}

function table(rows: ReturnType<typeof describeSettings>): string {
  const columns = rows.map(({ name, value, from, meaning }) => [name, printable(value) || '-', from, meaning])
  const all = [['setting', 'value', 'from', 'meaning'], ...columns]
  const widths = [0, 1, 2].map(column => Math.max(...all.map(row => row[column]!.length)))
  return all.map(row => `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`).join('')
}
