import type { Finding, Level } from '../../src/doctor/check.ts'
import type { Report } from '../../src/doctor/examine.ts'
import { type Command, parseFlags, print, printable } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { originIn, serviceUrl } from '../remote.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check a running service from outside: every surface, headers, documents, limits.',
  usage: `doctor [--url <web host>] [--api-url <API host>] [--skip <check> …] [--json]

  --url       address of the web host; default VITRINE_URL, then VITRINE_WEB_URL
  --api-url   address of the API host; default as reported by the service
  --skip      skip checks whose name starts with this, such as "ask job"; can be repeated
  --json      the report as JSON

  Exits with 1 if a check failed. It sends about 120 requests, within the default limits of a client.`,
  async run(args) {
    const options = {
      url: { type: 'string' },
      'api-url': { type: 'string' },
      skip: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    } as const
    const { values } = parseFlags('doctor', args, options)
    const apiUrl = values['api-url'] === undefined ? undefined : originIn('--api-url', values['api-url'])
    const { examine } = await import('../../src/doctor/examine.ts')
    const bar = progressBar()
    const onFinding = ({ name }: Finding) => bar.status(`checked ${name}`)
    const report = await examine({ webUrl: serviceUrl(values.url), apiUrl, skip: values.skip ?? [], onFinding })
    bar.clear()
    await print(values.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, colours()))
    return report.ok ? 0 : 1
  },
}

type Colours = Record<Level, (text: string) => string>

const noColours: Colours = { ok: text => text, warn: text => text, fail: text => text }
const withColours: Colours = {
  ok: text => `\u001b[32m${text}\u001b[0m`,
  warn: text => `\u001b[33m${text}\u001b[0m`,
  fail: text => `\u001b[31m${text}\u001b[0m`,
}
const colours = (): Colours => (process.stdout.isTTY && !process.env.NO_COLOR ? withColours : noColours)

/** One line per check; failed checks also have the requirement and a remedy. */
export function reportText(report: Report, colours: Colours = noColours): string {
  const { findings, unseen, url, api_url, duration_ms } = report
  const width = Math.max(...findings.map(({ name }) => name.length)) + 2
  const count = (level: Level) => findings.filter(finding => finding.level === level).length
  const skipped = unseen.length === 0 ? '' : `, ${unseen.length} skipped because of them`
  return [
    `${url}${api_url === null ? '' : ` with ${api_url}`}`,
    '',
    ...findings.map(finding => findingText(finding, width, colours)),
    '',
    `${count('fail')} failed${skipped}, ${count('warn')} warnings, ${count('ok')} ok, in ${(duration_ms / 1000).toFixed(1)} s.`,
    '',
  ].join('\n')
}

function findingText({ level, name, saw, about, cure }: Finding, width: number, colours: Colours): string {
  const first = `${colours[level](level.padEnd(6))}${name.padEnd(width)}${printable(saw)}`
  if (cure === null) return first
  const indent = ' '.repeat(6)
  return `${first}\n${indent}${about}\n${indent}→ ${printable(cure)}`
}
