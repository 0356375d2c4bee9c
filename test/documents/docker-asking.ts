// Asks what runs in containers, from where their ports are: once, or again and again while something is done to them.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './docker-machine.ts'

export type Stage = {
  machine: Machine
  /** What a reader has cloned, with records of their own. */
  folder: string
}

export type Answer = { status: number; body: string }

/** Status 0 when nobody answers. `host` is the public name that a proxy in front would hand on. */
export async function ask({ machine }: Stage, url: string, host = new URL(url).host): Promise<Answer> {
  const asked = `curl --silent --max-time 20 --header 'Host: ${host}' --write-out '\\n%{http_code}' '${url}' || true`
  const said = (await machine.run(asked)).trimEnd()
  const end = said.lastIndexOf('\n')
  return { status: Number(said.slice(end + 1)), body: said.slice(0, Math.max(end, 0)) }
}

export async function bodyOf(stage: Stage, url: string, host?: string): Promise<string> {
  const { status, body } = await ask(stage, url, host)
  assert.equal(status, 200, `${url}: ${body.slice(0, 400)}`)
  return body
}

/** A request that is sent again and again; `$n` in it is a number that grows. */
export type Asked = { url: string; pause: number; headers?: readonly string[] }

/** What was answered while something was done. Every answer that is not 200 is a fault. */
export async function nothingIsLost(
  stage: Stage,
  asked: readonly Asked[],
  what: () => Promise<unknown>,
): Promise<string> {
  const [enough, answers] = [join(stage.folder, '.enough'), join(stage.folder, '.answers')]
  rmSync(enough, { force: true })
  writeFileSync(answers, '')
  const typed = stage.machine.type(`${asked.map(loop).join('\n')}\nwait`)
  const hasEnded = new Promise(resolve => typed.child.once('exit', resolve))
  await what().finally(() => writeFileSync(enough, ''))
  await hasEnded
  const lines = readFileSync(answers, 'utf8').trim().split('\n')
  assert.deepEqual(lines.filter(line => !line.startsWith('200 ')), [], `of ${lines.length} requests`) // biome-ignore format: one line reads better
  assert.ok(lines.length > asked.length * 5, `only ${lines.length} requests were sent`)
  const slowest = Math.max(...lines.map(line => Number(line.split(' ')[1])))
  return `${lines.length} requests meanwhile, none lost, the slowest in ${slowest.toFixed(2)} s`
}

const loop = ({ url, pause, headers = [] }: Asked): string => {
  const flags = headers.map(header => ` --header "${header}"`).join('')
  return `(n=$((RANDOM * 1000)); until [ -e .enough ]; do
  n=$((n + 1))
  curl --silent --output /dev/null --max-time 20${flags} --write-out "%{http_code} %{time_total} ${url}\\n" "${url}" >> .answers || true
  sleep ${pause}
done) &`
}
