// Sends generated requests to a real server process and checks every answer.
//   npm run fuzz -- --requests 100000 --seed 1
// The same seed sends the same requests. The first failure is reduced and printed.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { importRecords } from '../../../src/records/transfer/import.ts'
import { openWritableStore } from '../../../src/store/sqlite/open.ts'
import { demoCommunity, fixtureRecords } from '../../support/contract-service.ts'
import { listening, type Running, start } from '../../support/vitrine-process.ts'
import { type Answer, answersIn, checkCommon, checkError, checkHead, makeCheck } from './answers.ts'
import { bytesOf, type FuzzedRequest, malformed, request } from './requests.ts'

/** One in so many requests is not HTTP. */
const malformedShare = 20
const parallel = 8

type FuzzResult = { answers: number; statuses: Map<number, number>; failure: string | null }

export async function fuzz({ requests, seed }: { requests: number; seed: number }): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'))
  const running = await serve(join(folder, 'fuzz.db'))
  try {
    const { api, web } = await listening(running)
    const document = await (await fetch(`${web}/openapi.json`)).json()
    const ports = { api: Number(new URL(api).port), web: Number(new URL(web).port) }
    const statuses = new Map<number, number>()
    const send: Send = async (host, bytes, method) => {
      const answers = answersIn(await exchange(ports[host], bytes, method === undefined), method ?? 'GET')
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      return answers
    }
    const [requestsHold, bytesHold] = [
      requestProperty(send, makeCheck(document, web)),
      bytesProperty(send, web),
    ] as const
    const each = Math.ceil(requests / parallel)
    const runs = Array.from({ length: parallel }, async (_, i) => {
      const options = { seed: seed * parallel + i }
      await fc.assert(requestsHold, { ...options, numRuns: each })
      await fc.assert(bytesHold, { ...options, numRuns: Math.ceil(each / malformedShare) })
    })
    const failed = (await Promise.allSettled(runs)).find(({ status }) => status === 'rejected')
    const failure = failed === undefined ? complaintsOf(running) : messageOf((failed as PromiseRejectedResult).reason)
    return { answers: [...statuses.values()].reduce((sum, count) => sum + count, 0), statuses, failure }
  } finally {
    running.child.kill('SIGTERM')
    await running.finished
    await rm(folder, { recursive: true })
  }
}

async function serve(store: string): Promise<Running> {
  const writable = await openWritableStore(store)
  await importRecords([...demoCommunity(), ...fixtureRecords()], { store: writable, now: Date.now })
  await writable.close()
  return start(['serve'], {
    VITRINE_STORE: store,
    VITRINE_DEMO: 'off',
    VITRINE_BASE_URL: 'http://localhost:0',
    VITRINE_WEB_URL: 'http://localhost:0',
    VITRINE_LIMIT_READ: '0',
    VITRINE_LIMIT_DISCOVERY: '0',
    VITRINE_LIMIT_MCP: '0',
  })
}

const messageOf = ({ message, cause }: Error): string => `${message}\n${(cause as Error | undefined)?.message ?? ''}`

/** Errors in the log, or the end of the process. */
function complaintsOf({ child, stdout, stderr }: Running): string | null {
  const logged = stdout().match(/^.*"level":[56]0.*$/gm) ?? []
  const ended = child.exitCode === null ? [] : [`The service ended with code ${child.exitCode}.`]
  return [...ended, ...logged.slice(0, 5), stderr()].filter(Boolean).join('\n') || null
}

/** Sends bytes on a new connection, which it closes on its side if `ends`, and receives until the other side closes it. */
function exchange(port: number, bytes: Buffer, ends: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(10_000, () => socket.destroy(new Error('The connection stayed open.')))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A service that has answered need not read the rest.
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNRESET' && code !== 'EPIPE') reject(new Error(message))
    })
    socket.on('close', () => resolve(Buffer.concat(chunks)))
    socket.write(bytes)
    if (ends) socket.end()
  })
}

/** Without a method the bytes may not be a request. */
type Send = (host: 'api' | 'web', bytes: Buffer, method?: string) => Promise<Answer[]>

function requestProperty(send: Send, check: ReturnType<typeof makeCheck>) {
  const sendOne = async (one: FuzzedRequest): Promise<Answer> => {
    const answers = await send(one.host, bytesOf(one), one.method)
    assert.equal(answers.length, 1)
    return answers[0]!
  }
  return fc.asyncProperty(request, async one => {
    const answer = await sendOne(one)
    check(one, answer)
    if (one.method === 'HEAD') checkHead(answer, await sendOne({ ...one, method: 'GET' }))
    const etag = answer.headers.get('etag')
    if (!one.valid || answer.status !== 200 || etag === undefined || one.target.length % 4 !== 0) return
    const others = one.headers.filter(([name]) => name !== 'If-None-Match')
    const again = await sendOne({ ...one, headers: [...others, ['If-None-Match', `"other", ${etag}`]] })
    assert.equal(again.status, 304)
  })
}

function bytesProperty(send: Send, webUrl: string) {
  return fc.asyncProperty(fc.constantFrom('api', 'web'), malformed, async (host, bytes) => {
    for (const answer of await send(host, bytes)) {
      checkCommon(answer)
      if (answer.status >= 400) checkError(answer, webUrl)
    }
  })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const { answers, statuses, failure } = await fuzz({ requests: Number(values.requests ?? 10_000), seed })
  const counts = [...statuses].sort(([one], [other]) => one - other).map(pair => pair.join(': '))
  console.log(`seed ${seed}: ${answers} answers; ${counts.join(', ')}`)
  if (failure !== null) console.log(failure)
  process.exitCode = failure === null ? 0 : 1
}
