// Prism stands between client and service and tells, in a header, where traffic departs from the published document.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Reply } from '../../support/start-service.ts'
import { compiled } from '../../support/vitrine-process.ts'

/** It is a large program: when it ends by itself, Node keeps what it made of it for the next start. */
const endsByItself = "data:text/javascript,process.on('SIGTERM', () => process.exit())"

export type Prism = { port: number; stop: () => Promise<void> }

export async function startPrism(documentPath: string, upstream: string): Promise<Prism> {
  const program = createRequire(import.meta.url).resolve('@stoplight/prism-cli')
  const args = ['proxy', documentPath, upstream, '--port', '0', '--host', '127.0.0.1', '--cors', 'false']
  const child = spawn(process.execPath, ['--import', endsByItself, program, ...args], {
    env: { ...process.env, ...compiled },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  let said = ''
  const port = new Promise<number>((resolve, reject) => {
    let isListening = false
    const listen = (chunk: Buffer) => {
      if (isListening) return // it goes on to say a lot about every request
      said += chunk
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
      if (port === undefined) return
      isListening = true
      resolve(Number(port))
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    ended.then(() => reject(new Error(`Prism ended: ${said}`)))
  })
  const stop = () => {
    child.kill()
    return ended
  }
  return { port: await port, stop }
}

type Violation = { location: string[]; severity: string; message: string }

/** What Prism says about the request and about the answer. */
export function violations(reply: Reply): { request: Violation[]; response: Violation[] } {
  const all: Violation[] = JSON.parse(String(reply.headers['sl-violations'] ?? '[]'))
  const about = (part: string) => all.filter(({ location }) => location[0] === part)
  return { request: about('request'), response: about('response') }
}
