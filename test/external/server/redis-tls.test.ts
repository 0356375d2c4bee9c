// Rate limits counted in a Redis that is reached by TLS and wants a password.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { redisPlace } from '../../../src/config/values.ts'
import { type Certificate, makeAuthority } from '../../support/servers/certificates.ts'
import { freePort, startRedis } from '../../support/servers/redis-server.ts'
import { ask, type Scope, start } from '../../support/start-service.ts'
import {
  type Finished,
  listening,
  scratchFolder,
  start as startProcess,
  until,
  vitrine,
} from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const ours = makeAuthority(folder, 'ours')
const theirs = makeAuthority(folder, 'theirs')
// What NODE_EXTRA_CA_CERTS is for other processes.
setDefaultCACertificates([...getCACertificates(), readFileSync(ours.cert, 'utf8')])

const password = 'open/sesame'
const limit = 40
/** Instances of one service share it, with their store or by this setting. */
const cursorSecret = 'the secret of all instances'
const patientMs = 5000

const withTls = (port: number, { cert, key }: Certificate): string[] => [
  ...['--tls-port', String(port), '--tls-cert-file', cert, '--tls-key-file', key],
  ...['--tls-ca-cert-file', ours.cert, '--tls-auth-clients', 'no'],
]

async function startSecured(scope: Scope, certificate: Certificate): Promise<string> {
  const port = await freePort()
  const redis = await startRedis(scope, undefined, withTls(port, certificate))
  await redis.ask('CONFIG', 'SET', 'requirepass', password)
  return `127.0.0.1:${port}`
}

const secured = await startSecured({ after }, ours.issue('IP:127.0.0.1', 'DNS:localhost'))
const withPassword = (place: string, given = password) => `rediss://:${encodeURIComponent(given)}@${place}`

/** `log`: all it has said, in every detail. */
type Serving = { port: number; log: () => string }

async function serveHere(scope: Scope, redis: string): Promise<Serving> {
  let log = ''
  const write = (line: string) => {
    log += line
  }
  const limits = { read: limit, discovery: limit, mcp: limit }
  const counting = { redis: redisPlace(redis), redisWaitMs: patientMs, limits, cursorSecret, trustProxy: ['127.0.0.1'] }
  const service = await start(scope, { config: { ...counting, logLevel: 'trace' }, logTo: { write } })
  return { port: service.ports.api, log: () => log }
}

async function serveByWorker(scope: Scope, redis: string): Promise<Serving> {
  const running = startProcess(['serve'], {
    VITRINE_BASE_URL: 'http://localhost:0',
    VITRINE_WEB_URL: 'http://localhost:0',
    VITRINE_STORE: join(folder, 'test.db'),
    VITRINE_DEMO: 'off',
    VITRINE_REDIS: redis,
    VITRINE_REDIS_WAIT_MS: String(patientMs),
    VITRINE_LIMIT_READ: String(limit),
    VITRINE_CURSOR_SECRET: cursorSecret,
    VITRINE_TRUST_PROXY: '127.0.0.1',
    VITRINE_LOG_LEVEL: 'trace',
    VITRINE_WORKERS: '1',
    NODE_EXTRA_CA_CERTS: ours.cert,
  })
  scope.after(async () => {
    running.child.kill('SIGKILL')
    await running.finished
  })
  const log = () => running.stdout() + running.stderr()
  return { port: Number(new URL((await listening(running)).api).port), log }
}

async function allowed(services: Serving[], requests: number, client: string): Promise<number> {
  const from = { headers: { 'X-Forwarded-For': client } }
  const askOne = (i: number) => ask(services[i % services.length]!.port, '/public/share/tags', from)
  const replies = await Promise.all(Array.from({ length: requests }, (_, i) => askOne(i)))
  for (const { status } of replies) assert.ok(status === 200 || status === 429, `status ${status}`)
  return replies.filter(({ status }) => status === 200).length
}

/** On a busy machine an instance may be there before its connection is. */
async function shareLimits(services: Serving[]): Promise<void> {
  let client = 0
  const together = async () => (await allowed(services, 2 * limit, `203.0.113.${client++ % 250}`)) === limit
  await until('they allow the limit together', together).catch(error => {
    throw new Error(services.map(({ log }) => log()).join('\n'), { cause: error })
  })
  for (const { log } of services) assert.doesNotMatch(log(), /sesame/)
}

/** Counts by itself, says why, and does not say the password. */
async function countsAlone(service: Serving, why: RegExp): Promise<void> {
  const warning = () => /.*Redis does not count rate limits.*/.exec(service.log())?.[0]
  // It says so at the start or, when the machine was too busy to find out by then, when it is asked.
  await until('the reason is known', () => why.test(service.log()))
  await until('it has given up', async () => {
    await allowed([service], 2, '192.0.2.2')
    return warning() !== undefined
  })
  assert.equal(await allowed([service], limit + 10, '192.0.2.1'), limit)
  assert.match(warning()!, why)
  assert.doesNotMatch(service.log(), /sesame/)
}

suite('a Redis with TLS', { concurrency: 2 }, () => {
  test('counts for instances and workers that know its authority', async t => {
    const byName = secured.replace('127.0.0.1', 'localhost')
    const services = [serveHere(t, withPassword(secured)), serveByWorker(t, withPassword(byName))]
    await shareLimits(await Promise.all(services))
  })

  test('is done without when its certificate is from another authority', async t => {
    const place = await startSecured(t, theirs.issue('IP:127.0.0.1'))
    const why = /"message":"[^"]*certificate[^"]*NODE_EXTRA_CA_CERTS/
    await countsAlone(await serveHere(t, withPassword(place)), why)
  })

  test('is done without by an instance that has the wrong password', async t => {
    await countsAlone(await serveHere(t, withPassword(secured, 'close/sesame')), /"message":"WRONGPASS/)
  })

  test('is done without when its certificate is for another name', async t => {
    const place = await startSecured(t, ours.issue('DNS:redis.example'))
    await countsAlone(await serveHere(t, withPassword(place)), /"code":"ERR_TLS_CERT_ALTNAME_INVALID"/)
  })
})

test('no password is shown by the commands, however it was written', async () => {
  const shown = ({ stdout, stderr }: Finished) => stdout + stderr
  const written = [
    withPassword('a:6379'),
    'rediss://me:sesame@a:6379,:sesame@b:6379',
    ...['/', '?', ','].map(mark => `rediss://me:open${mark}sesame@a:6379`),
  ]
  for (const found of await Promise.all(written.map(url => vitrine(['config'], { VITRINE_REDIS: url })))) {
    assert.match(shown(found), /VITRINE_REDIS/)
    assert.doesNotMatch(shown(found), /sesame/)
  }
})
