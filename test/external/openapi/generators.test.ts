// openapi.json for other programs: the strictest linter, what code generators need, and one of them in use.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from '../../../build/compile.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openapiDocument } from '../../../src/openapi/document.ts'
import { demoSite } from '../../support/demo-site.ts'
import { document, type Loose } from '../../support/openapi-reader.ts'
import { start } from '../../support/start-service.ts'
import { cleanEnvironment, scratchFolder } from '../../support/vitrine-process.ts'
import { toolPackages } from '../support/tools.ts'

const run = promisify(execFile)
const service = await start({ after })

/** Every object of the document with its path, except what is an example. */
function* objectsIn(value: Loose, path: readonly string[] = []): Generator<[path: readonly string[], value: Loose]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value]
  for (const [name, part] of Object.entries(value)) {
    if (name !== 'example' && name !== 'examples') yield* objectsIn(part, [...path, name])
  }
}

const operations = Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Loose>(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('redocly finds no error and no warning', async () => {
  // Public addresses, because a rule warns of servers on localhost.
  const subject = {
    ...readConfig({}),
    site: demoSite,
    baseUrl: 'https://api.vitrine.test',
    webUrl: 'https://vitrine.test',
  }
  const file = join(scratchFolder(), 'openapi.json')
  await writeFile(file, JSON.stringify(openapiDocument(subject)))
  const args = [
    join(toolPackages, '@redocly/cli/bin/cli.js'),
    'lint',
    '--extends=recommended-strict',
    // The licence of the data is the operator's, and unknown here.
    '--skip-rule=info-license',
    '--format=json',
    file,
  ]
  const env = cleanEnvironment({ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' })
  const { stdout } = await run(process.execPath, args, { env })
  assert.match(stdout, /"errors": 0,\s*"warnings": 0/)
})

test('server URLs are literal', () => {
  const lists = [document.servers, ...operations.map(({ operation }) => operation.servers ?? [])]
  const servers = lists.flat()
  assert.ok(servers.length > operations.length / 2)
  for (const { url, variables } of servers) {
    assert.equal(variables, undefined)
    assert.equal(new URL(url).origin, url)
  }
})

test('no header is a date', () => {
  const headers = [
    ...Object.values<Loose>(document.components.headers),
    ...Object.values<Loose>(document.components.parameters).filter(parameter => parameter.in === 'header'),
    ...[...objectsIn(document)].filter(([path]) => path.at(-2) === 'headers').map(([, header]) => header),
  ]
  assert.ok(headers.length > 20)
  for (const header of headers) assert.ok(!/^date/.test(header.schema?.format ?? ''), JSON.stringify(header))
})

test('every enum is a named schema', () => {
  const enums = [...objectsIn(document)].filter(([, value]) => Array.isArray(value.enum))
  assert.ok(enums.length > 10)
  const unnamed = enums.map(([path]) => path.join('/')).filter(path => !/^components\/schemas\/\w+$/.test(path))
  assert.deepEqual(unnamed, [])
})

test('what answers GET is documented wherever POST is', async () => {
  const paths = operations.filter(({ method }) => method === 'post').map(({ path }) => path)
  assert.ok(paths.length > 10)
  for (const path of paths) {
    const { status } = await service.web(path.replace('{locale}', 'es'))
    assert.equal(document.paths[path].get !== undefined, status === 200, `GET ${path}: ${status}`)
  }
})

// openapi-typescript needs the JavaScript API of the compiler, which TypeScript 7 does not have.
const compiler = createRequire(import.meta.url).resolve('@ts-morph/common/dist/typescript.js')
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: pathToFileURL(compiler).href, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
})

test('the output of openapi-typescript compiles and calls every operation', async () => {
  const folder = scratchFolder()
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const served = JSON.stringify((await service.web('/openapi.json')).json())
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTypes(served)))
  const program = join(folder, 'openapi-client.ts')
  await cp(fileURLToPath(new URL('../fixtures/openapi-client.ts', import.meta.url)), program)
  await symlink(toolPackages, join(folder, 'node_modules'))
  const settings = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]).catch(error => error)
  assert.equal(compiled.stdout, '')
  const { stdout } = await run(process.execPath, [program, service.apiUrl, service.webUrl], { timeout: 60_000 })
  const { called, ...printed } = JSON.parse(stdout)
  // Three operations always refuse; two paths are on both hosts.
  assert.equal(Object.keys(called).length, operations.length - 3 + 2)
  const { kind, title } = (await service.api('/public/share/community?sort=recent')).json().data.items[0]
  assert.deepEqual(printed, {
    kind,
    title,
    answered: Array(6).fill(true),
    locales: ['es', 'es'],
    job: printed.job,
    batch: [['items', 'total', 'hasMore', 'next_cursor'], 'not_found'],
    service: 'operational',
    tools: 7,
    refused: Array(3).fill('agent_auth_not_available'),
    missing: 'not_found',
  })
  assert.ok(document.components.schemas.AskJobStatus.enum.includes(printed.job))
})
