// Two instances behind a balancer are restarted in turn while they are read from; on each, questions are being answered.
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeModel } from '../support/servers/fake-model.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { startBalancer } from './balancer.ts'
import { closedLoop, type Outcome } from './load.ts'
import { type Check, check, type Plan, type Row } from './row.ts'
import { type Served, scratch, serve } from './service.ts'

export const restart: Row = { name: 'restart', fault: 'rolling restart under load', run }

const streamsEach = 3

async function run({ short }: Plan): Promise<Check[]> {
  const times = short ? 4 : 20
  const store = join(scratch(), 'store.db')
  await vitrine(['seed', '--creations', '300'], { VITRINE_STORE: store })
  const stops: (() => Promise<void>)[] = []
  // It never answers, so that answers are under way when the service stops.
  const model = await startFakeModel({ after: stop => void stops.push(stop) }, () => {})
  const env = { VITRINE_STORE: store, VITRINE_LLM_URL: model.url, VITRINE_LLM_MODEL: 'silent' }
  const balancer = await startBalancer()
  const instances = await Promise.all([serve(env), serve(env)])
  try {
    await Promise.all(instances.map(({ ports }) => balancer.add(ports.api)))
    const load = startLoad(balancer.port)
    const ends: boolean[] = []
    for (let i = 0; i < times; i++) {
      const at = i % instances.length
      ends.push(...(await restarted(instances[at]!)))
      balancer.remove(instances[at]!.ports.api)
      instances[at] = await serve(env)
      await balancer.add(instances[at]!.ports.api)
      await sleep(300)
    }
    return figures(await load.stop(), ends, times)
  } finally {
    balancer.close()
    for (const stop of stops) await stop()
    await Promise.all(instances.map(instance => instance.stop()))
  }
}

function startLoad(port: number) {
  let asked = 0
  let goesOn = true
  const kept = ['/public/share/community', '/public/share/tags', '/public/share/community/landing']
  const path = () => (asked++ % 3 === 0 ? `/public/share/community?q=water+${asked}` : kept[asked % kept.length]!)
  const rounds = async () => {
    const outcomes: Outcome[] = []
    while (goesOn) outcomes.push(...(await closedLoop({ port, seconds: 1, path, connections: 8 })))
    return outcomes
  }
  const running = rounds()
  return {
    stop: () => {
      goesOn = false
      return running
    },
  }
}

/** Stops an instance in the midst of its answers; tells of each whether it came to a proper end. */
async function restarted(instance: Served): Promise<boolean[]> {
  const streams = await Promise.all(Array.from({ length: streamsEach }, () => openStream(instance.ports.web)))
  await instance.stop()
  return Promise.all(streams.map(stream => stream.ended))
}

const question = JSON.stringify({ query: 'How many creations are there?', prefer: { streaming: true } })

async function openStream(port: number) {
  const socket = connect(port, '127.0.0.1')
  let read = ''
  socket.setEncoding('utf8').on('data', text => {
    read += text
  })
  socket.on('error', () => {})
  const ended = once(socket, 'close').then(() => /event: complete\ndata: .*\n\n/.test(read))
  socket.write(
    `POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${question.length}\r\n\r\n${question}`,
  )
  for (let i = 0; i < 200 && !read.includes('event: start'); i++) await sleep(10)
  return { ended }
}

function figures(outcomes: readonly Outcome[], ends: readonly boolean[], times: number): Check[] {
  const failed = outcomes.filter(({ status }) => status !== 200)
  const proper = ends.filter(Boolean).length
  const kinds = failed
    .slice(0, 5)
    .map(({ status, ms, text }) => `${status} after ${Math.round(ms)} ms ${text.slice(0, 40)}`)
    .join(', ')
  return [
    check(
      '0 failed requests',
      `${failed.length} of ${outcomes.length} in ${times} restarts${kinds && `: ${kinds}`}`,
      failed.length === 0 && outcomes.length > 0,
    ),
    check(
      'open SSE streams get a final event',
      `${proper} of ${ends.length}`,
      proper === ends.length && ends.length > 0,
    ),
  ]
}
