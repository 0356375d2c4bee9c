// Odd requests by the hundred thousand; `--requests 1000000` is the long run.
import { fuzz } from '../fuzz/fuzz.ts'
import { type Check, check, type Plan, type Row } from './row.ts'

export const fuzzing: Row = { name: 'fuzz', fault: 'fuzzed requests', run }

async function run({ short, requests }: Plan): Promise<Check[]> {
  const { requests: sent, seconds, statuses, failure } = await fuzz({ requests: short ? 5_000 : requests, seed: 17 })
  const unintended = statuses.get(500) ?? 0
  return [
    check(
      'every 4xx/5xx is our error body, no unintended 500, the published OpenAPI holds',
      `${sent} answers in ${Math.round(seconds)} s, ${unintended} × 500${failure === null ? '' : `; ${failure}`}`,
      failure === null && unintended === 0,
    ),
  ]
}
