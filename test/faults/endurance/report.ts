// What a run showed, as a table, and what of it must hold.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, check, largest, ms, percentile } from '../row.ts'
import { timeChart } from './chart.ts'
import { isFailure, type Outcome, type Record } from './run.ts'

/** Failures this long after a fault are still its consequence. */
const recoveryMs = 15_000
/** Memory and files of the last third may be so much more than in the first. */
const growth = 1.25

export function verdict(record: Record, lost: readonly string[], repeatedImports: number): Check[] {
  const { outcomes, jobs, faults } = record
  const failures = outcomes.filter(isFailure)
  const inFault = ({ at, ms }: Outcome) => faults.some(({ from, to }) => at + ms >= from && at <= to + recoveryMs)
  const unexplained = failures.filter(outcome => !inFault(outcome))
  const wrong = outcomes.filter(outcome => outcome.wrong !== undefined)
  const others = outcomes.filter(outcome => !isFailure(outcome) && ![200, 202].includes(outcome.status))
  const lostJobs = jobs.filter(({ state }) => state === 'lost')
  const first = (texts: readonly string[]) => (texts.length === 0 ? '' : ` (${texts.slice(0, 3).join('; ')})`)
  return [
    check(
      'no wrong answers',
      `${wrong.length} of ${outcomes.length}${first(wrong.map(one => one.wrong!))}`,
      wrong.length === 0,
    ),
    check(
      'nothing lost',
      `${lost.length} records${first(lost)}; ${repeatedImports} imports were repeated`,
      lost.length === 0,
    ),
    check('no job lost', `${lostJobs.length} of ${jobs.length}`, lostJobs.length === 0 && jobs.length > 0),
    check(
      'no other status',
      `${others.length}${first(others.map(one => `${one.client} ${one.status}`))}`,
      others.length === 0,
    ),
    check(
      `no failure outside of faults and the ${recoveryMs / 1000} s after them`,
      `${unexplained.length}${first(unexplained.map(one => `${one.client} ${one.status} at ${Math.round(one.at / 1000)} s`))}`,
      unexplained.length === 0,
    ),
    ...stable(record),
  ]
}

function stable({ samples }: Record): Check[] {
  const third = Math.ceil(samples.length / 3)
  const most = (part: typeof samples, of: 'memory' | 'files') =>
    largest(part.flatMap(({ processes }) => processes.map(process => process[of])))
  return (['memory', 'files'] as const).map(of => {
    const [before, after] = [most(samples.slice(0, third), of), most(samples.slice(-third), of)]
    const text = (value: number) => (of === 'memory' ? `${Math.round(value / 2 ** 20)} MB` : `${value}`)
    const name = of === 'memory' ? 'memory' : 'open files'
    return check(
      `${name} of a process: at most ${growth} × more in the last third than in the first`,
      `${text(before)}, then ${text(after)}`,
      after <= before * growth,
    )
  })
}

export function markdown(record: Record, checks: readonly Check[]): string {
  const { outcomes, faults, minutes } = record
  const rows = [...Map.groupBy(outcomes, ({ client }) => client)].map(([client, all]) => {
    const failed = all.filter(isFailure).length
    const times = all.map(one => one.ms)
    return `| ${client} | ${all.length} | ${failed} | ${ms(percentile(times, 50))} | ${ms(percentile(times, 99))} |`
  })
  const byFault = [...Map.groupBy(faults, ({ name }) => name)].map(([name, all]) => {
    const during = outcomes.filter(
      outcome =>
        isFailure(outcome) &&
        all.some(({ from, to }) => outcome.at + outcome.ms >= from && outcome.at <= to + recoveryMs),
    )
    return `| ${name} | ${all.length} | ${during.length} |`
  })
  const held = checks.map(
    ({ must, figure, holds }) => `| ${must} | ${figure} | ${holds ? 'holds' : '**does not hold**'} |`,
  )
  return [
    `${minutes} minutes, ${outcomes.length} requests, ${faults.length} faults.`,
    ['| must hold | measured | |', '| --- | --- | --- |', ...held].join('\n'),
    ['| fault | times | failed requests |', '| --- | --- | --- |', ...byFault].join('\n'),
    ['| client | requests | failed | p50 | p99 |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

const docs = join(import.meta.dirname, '../../../docs')

export function write(record: Record, report: string): void {
  mkdirSync(join(docs, 'charts'), { recursive: true })
  writeFileSync(join(docs, 'charts', 'endurance.svg'), timeChart(record))
  const page = join(docs, 'reliability.md')
  const [begin, end] = ['<!-- made by npm run test:endurance -->', '<!-- end -->']
  const text = readFileSync(page, 'utf8')
  const section = `${begin}\n\n${report}\n\n`
  writeFileSync(page, text.slice(0, text.indexOf(begin)) + section + text.slice(text.indexOf(end)))
}
