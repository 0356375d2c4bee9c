// The blocks that build the image and run it as one container.
import assert from 'node:assert/strict'
import type { Block } from '../docs-blocks.ts'
import { community } from '../scratch-store.ts'
import { until } from '../vitrine-process.ts'
import { ask, bodyOf, nothingIsLost, type Stage } from './docker-asking.ts'

/** How many creations the service at an address has. */
const totalAt = async (stage: Stage, api: string, host?: string): Promise<number> =>
  JSON.parse(await bodyOf(stage, `${api}/public/share/community?limit=1`, host)).data.total

const statusOf = ({ machine }: Stage, filter: string): Promise<string> =>
  machine.run(`docker ps --filter ${filter} --format '{{.Status}}'`)

/** In the foreground, until somebody interrupts it. */
export async function runsAtOnce({ text }: Block, stage: Stage): Promise<string> {
  const { machine } = stage
  const typed = machine.type(text)
  const isReady = async () => typed.child.exitCode !== null || (await ask(stage, 'http://localhost:4010/readyz')).status === 200 // biome-ignore format: one line reads better
  await until('the container answers', isReady, 15 * 60_000)
  assert.equal(typed.child.exitCode, null, typed.output().slice(-4_000))
  assert.match(await bodyOf(stage, 'http://localhost:4000/'), /<html/)
  const total = await totalAt(stage, 'http://localhost:4010')
  assert.ok(total > 1_000, `${total} creations`)
  await until('it is healthy', async () => (await statusOf(stage, 'ancestor=vitrine')).includes('(healthy)'), 60_000)
  const id = (await machine.run('docker ps --quiet --filter ancestor=vitrine')).trim()
  assert.equal((await machine.run(`docker exec ${id} id -u`)).trim(), '1000')
  const megabytes = await sizeBesideNode(stage)
  await typed.interrupt()
  await until('it has ended', async () => (await statusOf(stage, 'ancestor=vitrine')) === '')
  assert.equal((await machine.run(`docker inspect --format '{{.State.ExitCode}}' ${id}`)).trim(), '0')
  // The next block has a volume of the same name, and is to begin with an empty one.
  await machine.run(`docker rm ${id} && docker volume rm vitrine`)
  return `pages on 4000, ${total} creations on 4010, healthy as uid 1000, ${megabytes} MB beside Node, ended by Ctrl-C`
}

async function sizeBesideNode({ machine }: Stage): Promise<number> {
  const sizes = await machine.run(`docker image inspect --format '{{.Size}}' vitrine node:26-slim`)
  const [all, node] = sizes.trim().split('\n').map(Number) as [number, number]
  return Math.round((all - node) / 1e6)
}

const [api, apiHost] = ['http://127.0.0.1:4010', 'api.example.com']

/** In the background, hardened; with records brought in and a backup. */
export async function runsForLong({ text }: Block, stage: Stage): Promise<string> {
  const { machine } = stage
  const said = await machine.run(text)
  assert.match(said, /"rejected":0\b/)
  await until('it is healthy', async () => (await statusOf(stage, 'name=^vitrine$')).includes('(healthy)'), 60_000)
  assert.match(await bodyOf(stage, `${api}/public/share/app/mira/water-log`, apiHost), /Title of water-log/)
  assert.equal(await totalAt(stage, api, apiHost), community.filter(({ type }) => type === 'creation').length)
  assert.match(await bodyOf(stage, 'http://127.0.0.1:4000/', 'www.example.com'), /<html/)
  await assert.rejects(machine.run('docker exec vitrine touch /app/anything'), /Read-only file system/)
  await backupIsWhole(stage)
  const replaced = await workersAreReplaced(stage)
  const seconds = await stops(stage)
  return `records are served and in the backup, read-only; ${replaced}; stopped in ${seconds} s, its data is there for the next`
}

async function backupIsWhole({ machine }: Stage): Promise<void> {
  const exported = (settings: string) =>
    machine.run(`docker exec ${settings} vitrine node bin/vitrine.mjs export | sort | sha256sum`)
  assert.equal(await exported('-e VITRINE_STORE=/data/backup.db'), await exported(''))
}

/** What the document says of `docker kill --signal=HUP`. */
async function workersAreReplaced(stage: Stage): Promise<string> {
  const { machine } = stage
  const workers = async () => (await machine.run('docker top vitrine -o pid,args')).split('\n').filter(line => line.includes('node')).map(line => line.trim().split(/\s+/)[0]!) // biome-ignore format: one line reads better
  const before = await workers()
  assert.ok(before.length > 1, before.join(' '))
  // Each is another client, as the proxy of the settings would say.
  const headers = [`Host: ${apiHost}`, 'X-Forwarded-For: 203.0.$((n / 250 % 250)).$((n % 250))']
  const asked = { url: `${api}/public/share/community?limit=2&q=a$n`, pause: 0.01, headers }
  const answers = await nothingIsLost(stage, [asked, asked], async () => {
    await machine.run('docker kill --signal=HUP vitrine')
    // The first of them is the one that keeps the others.
    const isDone = async () => {
      const now = await workers()
      return now.length === before.length && before.filter(pid => now.includes(pid)).length === 1
    }
    await until('the workers are others', isDone, 60_000)
  })
  return `${before.length - 1} workers replaced, ${answers}`
}

async function stops(stage: Stage): Promise<number> {
  const { machine } = stage
  const began = Date.now()
  await machine.run('docker stop vitrine')
  const seconds = Math.round((Date.now() - began) / 100) / 10
  assert.equal((await machine.run(`docker inspect --format '{{.State.ExitCode}}' vitrine`)).trim(), '0')
  await machine.run('docker rm vitrine')
  await machine.run(`docker run --detach --name vitrine -v vitrine:/data -p 4010:4010 vitrine`)
  await until('another container answers', async () => (await ask(stage, `${api}/readyz`)).status === 200, 60_000)
  assert.match(await bodyOf(stage, 'http://localhost:4010/public/share/app/mira/water-log'), /Title of water-log/)
  await machine.run('docker rm --force vitrine && docker volume rm vitrine')
  return seconds
}
