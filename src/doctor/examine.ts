// Runs the checks on a deployment, a few at a time, within a deadline, and collects the findings.
import { linkedDocuments } from '../discovery.ts'
import { getStatus } from '../endpoints/status/status.ts'
import type { Check, Finding } from './check.ts'
import { type CheckFailure, checkFailure } from './check-failure.ts'
import { checks } from './checks.ts'
import { hostChecks } from './checks-hosts.ts'
import { featuresOf, isEnabled } from './features.ts'
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

type ExamineOptions = {
  webUrl: string
  /** Default: the address that the service reports. */
  apiUrl?: string | undefined
  /** Names, or prefixes of names, of checks to skip. */
  skip?: readonly string[]
  totalMs?: number
  /** Called for each finding. */
  onFinding?: (finding: Finding) => void
}

const defaultTotalMs = 20_000
const concurrency = 6

export async function examine(options: ExamineOptions): Promise<Report> {
  const started = Date.now()
  const deadline = AbortSignal.timeout(options.totalMs ?? defaultTotalMs)
  const probe = makeHttpProbe(deadline)
  const findings: Finding[] = []
  const unseen: string[] = []
  const run = async (check: Check, target: Target): Promise<boolean> => {
    const finding = await findingOf(check, target)
    if (finding === null) unseen.push(check.name)
    else {
      findings.push(finding)
      options.onFinding?.(finding)
    }
    return finding?.level !== 'fail'
  }
  let apiUrl: string | null = null
  try {
    apiUrl = await runChecks(options, probe, deadline, run)
  } finally {
    probe.close()
  }
  const order = new Map([...hostChecks, ...checks].map(({ name }, i) => [name, i]))
  findings.sort((a, b) => order.get(a.name)! - order.get(b.name)!)
  const ok = findings.every(({ level }) => level !== 'fail')
  const times = { started_at: new Date(started).toISOString(), duration_ms: Date.now() - started }
  return { url: options.webUrl, api_url: apiUrl, ok, ...times, findings, unseen }
}

type Run = (check: Check, target: Target) => Promise<boolean>

/** The other checks run only if the web host answers. */
async function runChecks(
  { webUrl, apiUrl, skip = [] }: ExamineOptions,
  probe: HttpProbe,
  deadline: AbortSignal,
  run: Run,
): Promise<string | null> {
  const [webHost, apiHost] = hostChecks
  const targetAt = makeTarget(webUrl, probe, deadline)
  if (!(await run(webHost, targetAt('')))) return apiUrl ?? null
  const usedApiUrl = apiUrl ?? (await apiUrlOf(targetAt('')).catch(() => null))
  const target = targetAt(usedApiUrl ?? '')
  if (!(await run(apiHost, target)) && usedApiUrl !== null) target.skipOrigin(new URL(usedApiUrl).origin)
  const features = await featuresOf(target).catch(() => null)
  const selected = checks
    .filter(({ name }) => !skip.some(prefix => name.startsWith(prefix)))
    .filter(check => features === null || isEnabled(check, features))
  const pending = selected.filter(({ last }) => last !== true)
  const runPending = async () => {
    for (let check = pending.shift(); check !== undefined; check = pending.shift()) await run(check, target)
  }
  await Promise.all(Array.from({ length: concurrency }, runPending))
  for (const check of selected) if (check.last) await run(check, target)
  return usedApiUrl
}

/** The API host according to the status document or, if that is broken, to openapi.json. */
async function apiUrlOf({ webUrl, read }: Target): Promise<string | null> {
  const status = await read(webUrl + getStatus.path)
  const reported = status.headers['content-type']?.includes('json') ? status.json()?.links?.api : undefined
  if (URL.canParse(String(reported))) return String(reported)
  const [server] = (await read(webUrl + linkedDocuments.openapi.path)).json()?.servers ?? []
  const url = String(server?.variables?.base_url?.default ?? server?.url)
  return URL.canParse(url) ? url : null
}

async function findingOf(check: Check, target: Target): Promise<Finding | null> {
  const { name, about, cure, failureLevel, run } = check
  try {
    return { name, about, level: 'ok', saw: await run(target), cure: null }
  } catch (thrown) {
    if (isUnseen(thrown)) return null
    const reason = isCheckFailure(thrown)
      ? thrown
      : checkFailure(`the answer is not as expected (${(thrown as Error).message})`)
    return { name, about, level: failureLevel ?? reason.level, saw: reason.message, cure: reason.cure ?? cure }
  }
}

const isCheckFailure = (error: unknown): error is CheckFailure => error instanceof Error && 'level' in error
