// A real nginx with the very configuration of deploy/, but for its addresses and folders. It goes with the process that
// started it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, type Scope } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'

/** As many ports that nobody listens on, all of them different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => (server.address() as { port: number }).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}

type Options = {
  port: number
  /** The ports of the instances. */
  instances: readonly number[]
  change?: (configuration: string) => string
}

export async function startNginx(scope: Scope, { port, instances, change = text => text }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nginx-'))
  mkdirSync(join(folder, 'cache'))
  const [line = ''] = deployed().match(/^ *server app-1:8080.*$/m) ?? []
  const servers = instances.map(instance => line.replace('app-1:8080', `127.0.0.1:${instance}`))
  const text = deployed()
    .replaceAll('/tmp/', `${folder}/`)
    .replace(/(?:^ *server app-\d:8080.*\n)+/m, `${servers.join('\n')}\n`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('include mime.types', 'include /etc/nginx/mime.types')
    .replace('/var/cache/nginx', join(folder, 'cache'))
    .replace('/dev/stdout', join(folder, 'access.log'))
    .replace('worker_processes auto', 'worker_processes 1;\nuser root')
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, change(text))
  execFileSync('nginx', ['-t', '-q', '-c', file])
  const script = '"$@" & cat; kill -QUIT $!; wait $!'
  const command = ['nginx', '-c', file, '-g', 'daemon off;']
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...command], { stdio: ['pipe', 'ignore', 'ignore'] })
  scope.after(async () => {
    guard.stdin.end()
    if (guard.exitCode === null) await once(guard, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const isUp = () => ask(port, '/proxy-healthz').then(() => true, () => false) // biome-ignore format: one line reads better
  await until('nginx answers', isUp)
}

const deployed = (): string => readFileSync(new URL('../../../deploy/nginx/nginx.conf', import.meta.url), 'utf8')
