// Runs the checks on a deployment, a few at a time, within a deadline, and collects the findings.
import { linkedDocuments } from '../discovery.ts'
import { getStatus } from '../endpoints/status/status.ts'
import type { Check, Finding } from './check.ts'
import { type CheckFailure, checkFailure } from './check-failure.ts'
import { checks } from './checks.ts'
import { hostChecks } from './checks-hosts.ts'
import { type HttpProbe, makeHttpProbe } from './http-probe.ts'
import { isUnseen, makeTarget, type Target } from './target.ts'

export type Report = {
  url: string
  api_url: string | null
  /** No check failed; there may be warnings. */
  ok: boolean
  started_at: string
  duration_ms: number
  findings: Finding[]
  /** Checks that were skipped because another one failed. */
  unseen: string[]
}

type Examination = {
  webUrl: string
  /** By default, what the service itself reports. */
  apiUrl?: string | undefined
  /** Names, or prefixes of names, of checks to skip. */
  skip?: readonly string[]
  totalMs?: number
  /** Called for each finding. */
  onFinding?: (finding: Finding) => void
}

const defaultTotalMs = 20_000
const concurrency = 6

export async function examine(examination: Examination): Promise<Report> {
  const started = Date.now()
  const over = AbortSignal.timeout(examination.totalMs ?? defaultTotalMs)
  const probe = makeHttpProbe(over)
  const findings: Finding[] = []
  const unseen: string[] = []
  const run = async (check: Check, target: Target): Promise<boolean> => {
    const found = await findingOf(check, target)
    if (found === null) unseen.push(check.name)
    else findings.push(found)
    if (found !== null) examination.onFinding?.(found)
    return found?.level !== 'fail'
  }
  let apiUrl: string | null = null
  try {
    apiUrl = await throughChecks(examination, probe, over, run)
  } finally {
    probe.close()
  }
  const order = new Map([...hostChecks, ...checks].map(({ name }, i) => [name, i]))
  findings.sort((a, b) => order.get(a.name)! - order.get(b.name)!)
  const ok = findings.every(({ level }) => level !== 'fail')
  const times = { started_at: new Date(started).toISOString(), duration_ms: Date.now() - started }
  return { url: examination.webUrl, api_url: apiUrl, ok, ...times, findings, unseen }
}

type Run = (check: Check, target: Target) => Promise<boolean>

/** The other checks run only if the web host answers. */
async function throughChecks(
  { webUrl, apiUrl, skip = [] }: Examination,
  probe: HttpProbe,
  over: AbortSignal,
  run: Run,
): Promise<string | null> {
  const [webHost, apiHost] = hostChecks
  const targetAt = makeTarget(webUrl, probe, over)
  if (!(await run(webHost, targetAt('')))) return apiUrl ?? null
  const found = apiUrl ?? (await apiUrlOf(targetAt('')).catch(() => null))
  const target = targetAt(found ?? '')
  if (!(await run(apiHost, target)) && found !== null) target.giveUp(new URL(found).origin)
  const wanted = checks.filter(({ name }) => !skip.some(beginning => name.startsWith(beginning)))
  const early = wanted.filter(({ last }) => last !== true)
  const work = async () => {
    for (let check = early.shift(); check !== undefined; check = early.shift()) await run(check, target)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  for (const check of wanted) if (check.last) await run(check, target)
  return found
}

/** The API host according to the status document or, if that is broken, to openapi.json. */
async function apiUrlOf({ webUrl, read }: Target): Promise<string | null> {
  const status = await read(webUrl + getStatus.path)
  const said = status.headers['content-type']?.includes('json') ? status.json()?.links?.api : undefined
  if (URL.canParse(String(said))) return String(said)
  const [server] = (await read(webUrl + linkedDocuments.openapi.path)).json()?.servers ?? []
  const url = String(server?.variables?.base_url?.default ?? server?.url)
  return URL.canParse(url) ? url : null
}

async function findingOf(check: Check, target: Target): Promise<Finding | null> {
  const { name, about, cure, worst, look } = check
  try {
    return { name, about, level: 'ok', saw: await look(target), cure: null }
  } catch (thrown) {
    if (isUnseen(thrown)) return null
    const reason = isCheckFailure(thrown)
      ? thrown
      : checkFailure(`the answer is not as expected (${(thrown as Error).message})`)
    return { name, about, level: worst ?? reason.level, saw: reason.message, cure: reason.cure ?? cure }
  }
}

const isCheckFailure = (error: unknown): error is CheckFailure => error instanceof Error && 'level' in error
