import { type Command, parseFlags, print } from '../command.ts'
import { readRemote, remoteFlags, remoteUsage } from '../remote.ts'

export const statusCommand: Command = {
  name: 'status',
  summary: 'Show health and rate limits of a running service.',
  usage: ['status [--url <web host>] [--json]', '', ...remoteUsage(12)].join('\n'),
  async run(args) {
    const { values } = parseFlags('status', args, remoteFlags)
    const { url, 'api-url': apiUrl, json } = values
    const { data, textFor } = await readRemote({ url, apiUrl, json }, client => client.status())
    const { status } = await import('../views.ts')
    await print(textFor(status))
    return data.status === 'outage' ? 1 : 0
  },
}
