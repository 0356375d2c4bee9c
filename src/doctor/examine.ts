// Runs the checks on a deployment, some at a time, and gathers what they found. Everything ends by a deadline.
import { type Asking, makeAsking } from './asking.ts'
import { type Check, type Finding, type Trouble, trouble } from './check.ts'
import { checks } from './checks.ts'
import { hostChecks } from './checks-hosts.ts'
import { isUnseen, makePatient, type Patient } from './patient.ts'

export type Report = {
  url: string
  api_url: string | null
  /** No check failed; there may be warnings. */
  ok: boolean
  started_at: string
  duration_ms: number
  findings: Finding[]
  /** Checks that could not be made because of something that failed. */
  unseen: string[]
}

export type Examination = {
  webUrl: string
  /** What the service says itself when absent. */
  apiUrl?: string | undefined
  /** Names, or beginnings of names, of checks to leave out. */
  skip?: readonly string[]
  totalMs?: number
  /** Called as findings come in. */
  onFinding?: (finding: Finding) => void
}

const usualTotalMs = 20_000
const atOnce = 6

export async function examine(examination: Examination): Promise<Report> {
  const started = Date.now()
  const over = AbortSignal.timeout(examination.totalMs ?? usualTotalMs)
  const asking = makeAsking(over)
  const findings: Finding[] = []
  const unseen: string[] = []
  const run = async (check: Check, patient: Patient): Promise<boolean> => {
    const found = await findingOf(check, patient)
    if (found === null) unseen.push(check.name)
    else findings.push(found)
    if (found !== null) examination.onFinding?.(found)
    return found?.level !== 'fail'
  }
  let apiUrl: string | null = null
  try {
    apiUrl = await throughChecks(examination, asking, over, run)
  } finally {
    asking.close()
  }
  const order = new Map([...hostChecks, ...checks].map(({ name }, i) => [name, i]))
  findings.sort((a, b) => order.get(a.name)! - order.get(b.name)!)
  const ok = findings.every(({ level }) => level !== 'fail')
  const times = { started_at: new Date(started).toISOString(), duration_ms: Date.now() - started }
  return { url: examination.webUrl, api_url: apiUrl, ok, ...times, findings, unseen }
}

type Run = (check: Check, patient: Patient) => Promise<boolean>

/** First whether anybody is there; the rest only then. */
async function throughChecks(
  { webUrl, apiUrl, skip = [] }: Examination,
  asking: Asking,
  over: AbortSignal,
  run: Run,
): Promise<string | null> {
  const [webHost, apiHost] = hostChecks
  const patientAt = makePatient(webUrl, asking, over)
  if (!(await run(webHost, patientAt('')))) return apiUrl ?? null
  const found = apiUrl ?? (await apiUrlOf(patientAt('')).catch(() => null))
  const patient = patientAt(found ?? '')
  if (!(await run(apiHost, patient)) && found !== null) patient.giveUp(new URL(found).origin)
  const wanted = checks.filter(({ name }) => !skip.some(beginning => name.startsWith(beginning)))
  const early = wanted.filter(({ last }) => last !== true)
  const work = async () => {
    for (let check = early.shift(); check !== undefined; check = early.shift()) await run(check, patient)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const check of wanted) if (check.last) await run(check, patient)
  return found
}

/** Where the service says that its API host is: in its status, or in its description when that is broken. */
async function apiUrlOf({ webUrl, read }: Patient): Promise<string | null> {
  const status = await read(`${webUrl}/status`)
  const said = status.headers['content-type']?.includes('json') ? status.json()?.links?.api : undefined
  if (URL.canParse(String(said))) return String(said)
  const [server] = (await read(`${webUrl}/openapi.json`)).json()?.servers ?? []
  const url = String(server?.variables?.base_url?.default ?? server?.url)
  return URL.canParse(url) ? url : null
}

async function findingOf(check: Check, patient: Patient): Promise<Finding | null> {
  const { name, about, cure, worst, look } = check
  try {
    return { name, about, level: 'ok', saw: await look(patient), cure: null }
  } catch (thrown) {
    if (isUnseen(thrown)) return null
    const told = isTrouble(thrown) ? thrown : trouble(`the answer is not as expected (${(thrown as Error).message})`)
    return { name, about, level: worst ?? told.level, saw: told.message, cure: told.cure ?? cure }
  }
}

const isTrouble = (error: unknown): error is Trouble => error instanceof Error && 'level' in error
