// The blocks of the compose file: the whole of it, and a new version put in place.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from '../docs-blocks.ts'
import { until } from '../vitrine-process.ts'
import { bodyOf, nothingIsLost, type Stage } from './docker-asking.ts'

const api = 'http://api.localhost:8080'
const compose = 'docker compose -f deploy/compose.yaml'
const instances = ['app-1', 'app-2']

export async function runsTogether({ text }: Block, stage: Stage): Promise<string> {
  const said = await stage.machine.run(text, 15)
  assert.match(said, /"items":\[\{/)
  assert.match(said, /"rejected":0\b/)
  await servicesAreHealthy(stage)
  assert.match(await bodyOf(stage, 'http://localhost:8080/'), /<html/)
  await until('the records are seen', () =>
    bodyOf(stage, `${api}/public/share/app/mira/water-log`).then(body => body.includes('Title of water-log'), () => false)) // biome-ignore format: one line reads better
  await onlyTheProxyIsReached(stage)
  const shares = await bothAnswer(stage)
  const records = await exportIsWhole(stage)
  return `five services healthy, records served, ${records} exported and brought in elsewhere; of 40 reads ${shares.join(' and ')} by each instance, limits counted together in Redis; they have no way out`
}

async function servicesAreHealthy({ machine }: Stage): Promise<void> {
  const lines = (await machine.run(`${compose} ps --format '{{.Service}} {{.Health}}'`)).trim().split('\n').sort()
  assert.deepEqual(lines, ['app-1', 'app-2', 'postgres', 'proxy', 'redis'].map(name => `${name} healthy`)) // biome-ignore format: one line reads better
}

async function onlyTheProxyIsReached({ machine }: Stage): Promise<void> {
  const ports = (await machine.run(`docker ps --format '{{.Names}} {{.Ports}}'`)).trim().split('\n')
  assert.deepEqual(ports.filter(line => line.includes('->')).map(line => line.split(' ')[0]), ['vitrine-proxy-1']) // biome-ignore format: one line reads better
  const wayOut = (service: string) => machine.run(`${compose} exec -T ${service} cat /proc/net/route`)
  const isDefault = /^\S+\s+00000000\s/m
  for (const service of [...instances, 'postgres', 'redis']) assert.doesNotMatch(await wayOut(service), isDefault)
  assert.match(await wayOut('proxy'), isDefault)
}

/** Reads that the proxy cannot have kept, and how many of them each instance has answered; they count them together. */
async function bothAnswer(stage: Stage): Promise<number[]> {
  const before = await Promise.all(instances.map(name => metricsOf(stage, name)))
  for (let n = 0; n < 40; n++) await bodyOf(stage, `${api}/public/share/community?limit=1&q=together${n}`)
  const after = await Promise.all(instances.map(name => metricsOf(stage, name)))
  const shares = after.map((metrics, i) => readsIn(metrics) - readsIn(before[i]!))
  assert.equal(shares.reduce((sum, share) => sum + share, 0), 40) // biome-ignore format: one line reads better
  for (const share of shares) assert.ok(share > 0, shares.join(' '))
  for (const metrics of after) assert.match(metrics, /^vitrine_limits_shared 1$/m)
  return shares
}

function metricsOf({ machine }: Stage, service: string): Promise<string> {
  const script = `fetch('http://127.0.0.1:9100/metrics').then(answer => answer.text()).then(console.log)`
  return machine.run(`${compose} exec -T ${service} node -e "${script}"`)
}

const readsIn = (metrics: string): number =>
  [...metrics.matchAll(/^vitrine_http_requests_total\{[^}]*route="[^"]*community[^}]*\} (\d+)/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0)

/** What the block has exported is the same once it was brought into an empty store and exported from there. */
async function exportIsWhole(stage: Stage): Promise<number> {
  const sorted = (text: string) => text.trim().split('\n').sort()
  const exported = sorted(readFileSync(join(stage.folder, 'backup.ndjson'), 'utf8'))
  assert.ok(exported.length > 2_400, `${exported.length} records`)
  assert.ok(exported.some(line => line.includes('Title of water-log')))
  const node = `docker run --rm --interactive -e VITRINE_STORE=/data/other.db -v vitrine-other:/data vitrine:0.1.0`
  await stage.machine.run(`${node} import - < backup.ndjson && ${node} export > other.ndjson
docker volume rm vitrine-other`)
  assert.deepEqual(sorted(readFileSync(join(stage.folder, 'other.ndjson'), 'utf8')), exported)
  return exported.length
}

/** At less than the limits of one client; what is the same each time comes from the proxy. */
const reads = [
  { url: `${api}/public/share/community?limit=2&q=n$n`, pause: 0.7 },
  { url: 'http://localhost:8080/docs?n=$n', pause: 1.5 },
  { url: `${api}/public/share/tags`, pause: 0.05 },
]

/** A new version: other text in the program makes another image. */
export async function replacesOneByOne({ text }: Block, stage: Stage): Promise<string> {
  const { machine, folder } = stage
  const ids = () => machine.run(`${compose} ps --format '{{.Service}} {{.ID}}' ${instances.join(' ')}`)
  const before = (await ids()).trim().split('\n')
  const file = join(folder, 'src/app.ts')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// A new version.\n`)
  const answers = await nothingIsLost(stage, reads, () => machine.run(text, 15))
  await servicesAreHealthy(stage)
  const after = (await ids()).trim().split('\n')
  assert.deepEqual(after.filter(line => before.includes(line)), [], 'Both instances are others.') // biome-ignore format: one line reads better
  for (const name of instances)
    assert.match(await machine.run(`${compose} exec -T ${name} tail -n 1 src/app.ts`), /A new version/)
  const meanwhile = await killedIsNotMissed(stage)
  return `both instances are of the new version, ${answers}; one killed and back, ${meanwhile}`
}

async function killedIsNotMissed(stage: Stage): Promise<string> {
  const { machine } = stage
  const started = () =>
    machine.run(`docker inspect --format '{{.State.StartedAt}} {{.State.Health.Status}}' vitrine-app-1-1`)
  const before = await started()
  // Asked from outside, Docker would take it for a stop that is wanted.
  const script = `for (const pid of require('fs').readdirSync('/proc').filter(Number)) if (pid > 1 && pid != process.pid && require('fs').readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('serve')) process.kill(pid, 'SIGKILL')`
  return nothingIsLost(stage, reads, async () => {
    await machine.run(`${compose} exec -T app-1 node -e "${script}"`)
    const isBack = async () => {
      const now = await started()
      return now !== before && now.includes(' healthy')
    }
    await until('the killed instance is back', isBack, 90_000)
  })
}
