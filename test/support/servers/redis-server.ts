// Real Redis (or Valkey) servers on ports of their own, one or a cluster. They go with the process that started them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'

export type RedisServer = {
  port: number
  url: string
  /** Sends a command and gives back the answer. */
  ask(...command: (string | number)[]): Promise<unknown>
  signal(signal: NodeJS.Signals): void
  /** As if the machine had lost power. */
  kill(): Promise<void>
}

type Scope = { after: (stop: () => Promise<void>) => void }

/** Or another program that takes the same settings, such as Valkey's. */
const redisProgram = process.env.VITRINE_TEST_REDIS_SERVER || 'redis-server'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export async function startRedis(scope: Scope, port?: number, settings: string[] = []): Promise<RedisServer> {
  const place = port ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-redis-'))
  const args = ['--port', String(place), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const { guard, pid } = await guarded([redisProgram, ...args, ...settings])
  const client = new Redis({ host: '127.0.0.1', port: place, retryStrategy: times => Math.min(times * 20, 200) })
  client.on('error', () => {})
  await client.ping()
  const kill = async () => {
    client.disconnect()
    if (guard.exitCode !== null) return
    process.kill(pid, 'SIGKILL')
    guard.stdin!.end()
    await once(guard, 'exit')
  }
  scope.after(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    port: place,
    url: `redis://127.0.0.1:${place}`,
    ask: (name, ...rest) => client.call(String(name), ...rest),
    signal: signal => process.kill(pid, signal),
    kill,
  }
}

/** When the process that holds the other end of the guard's input is gone, by whatever means, the server goes too. */
async function guarded(command: string[]): Promise<{ guard: ChildProcess; pid: number }> {
  const script = 'command -v "$1" > /dev/null || exit; "$@" > /dev/null & echo $!; cat; kill -9 $!'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...command], { stdio: ['pipe', 'pipe', 'ignore'] })
  const none = once(guard, 'close').then(() => [])
  const [line] = (await Promise.race([once(guard.stdout!, 'data'), none])) as [Buffer?]
  if (line === undefined) throw new Error(`There is no program ${command[0]} to start.`)
  return { guard, pid: Number(line) }
}

/** Three servers that share the slots of one cluster; `more` are settings of the one on a port. */
export async function startRedisCluster(
  scope: Scope,
  more = (_node: number, _port: number): string[] => [],
): Promise<RedisServer[]> {
  const settings = [
    '--cluster-enabled',
    'yes',
    '--cluster-node-timeout',
    '1000',
    '--cluster-require-full-coverage',
    'no',
  ]
  const ports = await Promise.all([0, 1, 2].map(freePort))
  const nodes = await Promise.all(
    ports.map((port, node) => startRedis(scope, port, [...settings, ...more(node, port)])),
  )
  const bounds = [0, 5461, 10_923, 16_384]
  for (const [i, node] of nodes.entries()) {
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', bounds[i]!, bounds[i + 1]! - 1)
    if (i > 0) await node.ask('CLUSTER', 'MEET', '127.0.0.1', nodes[0]!.port)
  }
  const isWhole = async (node: RedisServer) => {
    const info = String(await node.ask('CLUSTER', 'INFO'))
    return info.includes('cluster_state:ok') && info.includes('cluster_slots_ok:16384')
  }
  while (!(await Promise.all(nodes.map(isWhole))).every(Boolean)) await new Promise(resolve => setTimeout(resolve, 50))
  return nodes
}
