// Sends odd but routable requests through Prism, and fails on the first answer that breaks the published document.
//   node test/fuzz/prism.ts --requests 2000 --seed 1
// Prism is slow, so this is no part of the tests; test/fuzz/fuzz.ts checks the same schemas at full speed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { ask } from '../../support/start-service.ts'
import { startPrism, violations } from '../support/prism-proxy.ts'
import { serve } from './service.ts'
import { target } from './targets.ts'

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const numRuns = Number(values.requests ?? 2000)

const folder = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'))
const service = await serve(join(folder, 'fuzz.db'))
const document = join(folder, 'openapi.json')
await writeFile(document, await (await fetch(`${service.web}/openapi.json`)).text())
const prism = await startPrism(document, service.api)

const accepted = fc.constantFrom('*/*', 'application/json', 'application/problem+json')
const routable = target
  .map(({ text }) => text)
  .filter(text => /^\/public\/share\/[\x21-\x7e]*$/.test(text) && decodes(text))

/** Prism itself falls over what does not. */
function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

const statuses = new Map<number, number>()
const property = fc.asyncProperty(routable, accepted, async (path, accept) => {
  const reply = await ask(prism.port, path, { headers: { Accept: accept } })
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  const { response } = violations(reply)
  if (response.length > 0) throw new Error(`${reply.status} ${path}: ${JSON.stringify(response)}`)
})
try {
  const details = await fc.check(property, { numRuns, seed })
  console.log(`seed ${seed}, ${details.numRuns} requests; ${[...statuses].map(pair => pair.join(': ')).join(', ')}`)
  if (details.failed) console.log((details.errorInstance as Error).message)
  process.exitCode = details.failed ? 1 : 0
} finally {
  await prism.stop()
  await service.stop()
  await rm(folder, { recursive: true })
}
