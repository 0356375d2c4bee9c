// The doctor is content with a fresh start, and names each fault of a broken deployment.
import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { reportText } from '../../../bin/commands/doctor.ts'
import { checks } from '../../../src/doctor/checks.ts'
import { hostChecks } from '../../../src/doctor/checks-hosts.ts'
import { examine, type Report } from '../../../src/doctor/examine.ts'
import {
  type Breakage,
  instead,
  type Passing,
  send,
  startBreakingProxy,
  withHeaders,
} from '../../support/servers/breaking-proxy.ts'
import { makeStandIn } from '../../support/stand-in-ask.ts'
import { type Scope, type StartOptions, start } from '../../support/start-service.ts'
import { vitrine } from '../../support/vitrine-process.ts'
import { breakages } from './breakages.ts'

const faultsIn = ({ findings }: Report) => findings.filter(({ level }) => level !== 'ok')

/** Ready for questions, as `serve` makes it: on a busy machine the first one may wait longer than the doctor does. */
async function startReady(scope: Scope, options: StartOptions) {
  const running = await start(scope, options)
  await running.prepare()
  return running
}

const proxy = startBreakingProxy({ after })
const service = proxy.then(async ({ apiUrl, webUrl, state }) => {
  const many = 1_000_000
  const limits = { read: many, discovery: many, mcp: many }
  const config = { baseUrl: apiUrl, webUrl, limits, trustProxy: ['127.0.0.1', '::1'] }
  const running = await startReady({ after }, { config })
  state.ports = running.ports
  return running
})

async function examined(breakage: Breakage, apiUrl?: string): Promise<Report> {
  await service
  const { webUrl, state } = await proxy
  state.breakage = breakage
  return examine({ webUrl, apiUrl, skip: ['ask job'] })
}

type Case = (typeof breakages)[string] & { what: string }

/** Faults of answers that different checks find are examined together; all others alone. */
const groups = Object.entries(breakages).reduce<Case[][]>((found, [what, breakage]) => {
  const one = { what, ...breakage }
  const group = found.find(others => others.every(other => canBeTogether(one, other)))
  if (group === undefined) found.push([one])
  else group.push(one)
  return found
}, [])

function canBeTogether(one: Case, other: Case): boolean {
  const changesOnlyAnswers = ({ breakage: { request, gathers } }: Case) =>
    request === undefined && gathers === undefined
  return changesOnlyAnswers(one) && changesOnlyAnswers(other) && !one.found.some(name => other.found.includes(name))
}

function together(group: readonly Case[]): Breakage {
  if (group.length === 1) return group[0]!.breakage
  return {
    answer: async (given, passing) => {
      let answer = given
      for (const { breakage } of group) answer = await breakage.answer!(answer, passing)
      return answer
    },
  }
}

// Side by side, because one of them waits for a job most of the time.
describe('a deployment', { concurrency: 2 }, () => {
  describe('a fresh start', { concurrency: 1 }, () => {
    const limits = { read: 120, discovery: 60, mcp: 60 }

    test('has no faults, within the limits of one client, in a report for people', async t => {
      const { webUrl, apiUrl } = await startReady(t, { config: { limits } })
      const { code, stdout, stderr } = await vitrine(['doctor', '--url', webUrl])
      assert.deepEqual([code, stderr], [0, ''], stdout)
      assert.match(stdout, new RegExp(`^${webUrl} with ${apiUrl}\n`))
      for (const { name } of [...hostChecks, ...checks])
        assert.ok(stdout.includes(`\nok    ${name} `), `${name}\n${stdout}`)
      assert.match(stdout, new RegExp(`\n0 failed, 0 warnings, ${checks.length + 2} ok, in \\d+\\.\\d s\\.\n$`))
    })

    test('looked at twice in a minute, only says to come back', async t => {
      const { webUrl } = await startReady(t, { config: { limits } })
      const skip = ['ask job']
      await examine({ webUrl, skip })
      const second = await examine({ webUrl, skip })
      const faults = faultsIn(second)
      assert.ok(faults.length > 0)
      for (const { level, saw, cure } of faults) {
        assert.deepEqual([level, /returns 429/.test(saw)], ['warn', true], saw)
        assert.match(cure!, /again in \d+ s/)
      }
    })
  })

  describe('behind a proxy', { concurrency: 1 }, () => {
    test('that works there are no faults', async () => {
      assert.deepEqual(faultsIn(await examined({})), [])
    })

    for (const group of groups) {
      test(`the doctor sees when ${group.map(({ what }) => what).join(', ')}`, async () => {
        const report = await examined(together(group))
        const faults = faultsIn(report)
        const expected = group.flatMap(({ found }) => found)
        assert.deepEqual(faults.map(({ name }) => name).sort(), expected.sort(), reportText(report))
        for (const { found, saw, cure, level = 'fail' } of group) {
          const first = faults.find(({ name }) => name === found[0])!
          assert.equal(first.level, level)
          assert.match(first.saw, saw)
          assert.match(first.cure!, cure)
        }
        assert.equal(
          report.ok,
          group.every(({ level }) => level === 'warn'),
        )
      })
    }
  })
})

test('events that are held back are noticed when answers take their time', async t => {
  const { apiUrl, webUrl, state } = await startBreakingProxy(t)
  const { ask } = makeStandIn()
  const thoughtful: typeof ask = async function* (question, context) {
    for await (const event of ask(question, context)) {
      if (event.event === 'complete') {
        event.data._meta.processing_time_ms = 400
        event.data.answer = 'Let me think.'
      }
      yield event
      if (event.event === 'start') await sleep(400)
    }
  }
  state.ports = (await start(t, { ask: thoughtful, config: { baseUrl: apiUrl, webUrl } })).ports
  const everythingElse = checks.map(({ name }) => name).filter(name => name !== 'ask stream')
  const streamed = async (breakage: Breakage) => {
    state.breakage = breakage
    return (await examine({ webUrl, skip: everythingElse })).findings.find(({ name }) => name === 'ask stream')!
  }
  assert.equal((await streamed({})).saw, 'start, result, complete')
  assert.match((await streamed({ gathers: true })).saw, /held back/)
})

test('clients that are all counted as one are noticed', async t => {
  const { apiUrl, webUrl, state } = await startBreakingProxy(t)
  const config = { baseUrl: apiUrl, webUrl, limits: { read: 120, discovery: 600, mcp: 60 } }
  state.ports = (await startReady(t, { config })).ports
  const crowd = async (passing: Passing) => {
    await Promise.all(Array.from({ length: 201 }, () => send(passing.port, { ...passing, method: 'HEAD' })))
  }
  state.breakage = {
    answer: async (given, passing) => {
      if (passing.path === '/llms-full.txt') await crowd(passing)
      return given
    },
  }
  const faults = faultsIn(await examine({ webUrl, skip: ['ask job'] }))
  assert.deepEqual(
    faults.map(({ name, level, saw }) => [name, level, saw]),
    [['separate limits', 'warn', 'requests of other clients were counted with this one: 201 in discovery']],
  )
  assert.match(faults[0]!.cure!, /VITRINE_TRUST_PROXY/)
})

describe('wrong addresses', () => {
  const inside = 'http://inside.localhost:1'

  test('a service that takes its API host for another is told which setting to change', async () => {
    const { apiUrl } = await proxy
    const renamed: Breakage = {
      answer: given => ({
        ...withHeaders(given, { 'content-length': undefined }),
        body: Buffer.from(given.body.toString('latin1').replaceAll(apiUrl, inside), 'latin1'),
      }),
    }
    const blind = await examined(renamed)
    assert.match(blind.findings.find(({ name }) => name === 'api host')!.saw, /inside\.localhost:1.*no server listens/)
    assert.match(blind.findings.find(({ name }) => name === 'api host')!.cure!, /vitrine serve/)
    assert.ok(blind.unseen.includes('read get_popular_tags'))
    const told = await examined(renamed, apiUrl)
    const faults = Object.fromEntries(faultsIn(told).map(({ name, cure }) => [name, cure]))
    assert.equal(faults.addresses, `Set VITRINE_BASE_URL=${apiUrl}.`)
    assert.ok(faults.links && faults['mcp API /mcp'] && faults['document /.well-known/mcp'])
  })

  test('an address that leads on to another is told which', async () => {
    const moved: Breakage = {
      answer: given => withHeaders(instead(given, 301, 'text/html', ''), { location: 'https://example.com/healthz' }),
    }
    const report = await examined(moved)
    assert.deepEqual([report.ok, report.findings.length], [false, 1])
    assert.equal(report.findings[0]!.cure, 'Pass --url https://example.com.')
  })

  test('the API host is recognised', async () => {
    await service
    const { apiUrl, webUrl, state } = await proxy
    state.breakage = {}
    const { findings } = await examine({ webUrl: apiUrl })
    assert.deepEqual(
      findings.map(({ level, cure }) => [level, cure]),
      [['fail', `Pass the web host: --url ${webUrl}.`]],
    )
  })
})

describe('the command', { concurrency: true }, () => {
  test('says what to do when nobody is there, and exits with 1', async () => {
    const { code, stdout } = await vitrine(['doctor', '--url', 'http://localhost:1', '--json'])
    assert.equal(code, 1)
    const report: Report = JSON.parse(stdout)
    assert.deepEqual([report.ok, report.url, report.findings.length], [false, 'http://localhost:1', 1])
    assert.match(report.findings[0]!.cure!, /vitrine serve/)
  })

  test('ends by its deadline when nobody answers', async t => {
    const { findings } = await examine({ webUrl: await deaf(t), totalMs: 300 })
    assert.deepEqual(
      findings.map(({ level, saw }) => [level, /time was up/.test(saw)]),
      [['fail', true]],
    )
  })

  test('suggests an address for what is none', async () => {
    for (const [given, hint] of [
      ['localhost:4000', 'http://localhost:4000'],
      ['example.com', 'https://example.com'],
      ['https://example.com/docs', 'https://example.com'],
    ] as const) {
      const { code, stderr } = await vitrine(['doctor', '--url', given])
      assert.equal(code, 2)
      assert.ok(stderr.includes(`Did you mean ${hint}?`), stderr)
    }
  })
})

/** Takes connections and says nothing. */
async function deaf(t: { after: (stop: () => void) => void }): Promise<string> {
  const { createServer } = await import('node:net')
  const server = createServer(() => {})
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
