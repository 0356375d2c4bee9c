// Folders import in one direction: tables ← records ← store ← operations ← ask, pages, endpoints, mcp ← app ← bin.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that put the parts together. They may import every folder. */
const assembly = [
  'src/app.ts',
  'src/discovery/self-description.ts',
  'src/endpoints/open.ts',
  'src/store/open.ts',
  'src/store/reindex-worker.ts',
]

/**
 * Which folders a folder may import. Subfolders belong to their folder unless they have a line of their own. Tables, the
 * files directly in src/ (errors, limits, addresses and so on), languages and site may be imported by all.
 */
const allowedImports: Record<string, readonly string[]> = {
  table: ['util'],
  util: [],
  site: [],
  overload: [],
  languages: [],
  config: [],
  records: [],
  'records/transfer': ['records', 'store'],
  'records/sync': ['records', 'records/transfer', 'store'],
  store: ['records'],
  'store/sqlite': ['store', 'records'],
  'store/postgres': ['store', 'records'],
  art: ['records'],
  demo: ['art', 'records'],
  operations: ['records', 'store'],
  knowledge: ['operations', 'store'],
  ask: ['operations', 'knowledge', 'store'],
  cache: [],
  server: ['cache', 'config', 'store'],
  processes: ['server'],
  pages: ['art', 'server', 'knowledge', 'operations', 'store'],
  client: [],
  doctor: ['client', 'discovery', 'endpoints', 'mcp', 'operations', 'pages'],
  traces: ['ask', 'config', 'server', 'store'],
  routes: ['art', 'cache', 'knowledge', 'operations', 'pages', 'server', 'store'],
  mcp: ['ask', 'cache', 'knowledge', 'operations', 'server', 'store'],
  endpoints: ['ask', 'cache', 'mcp', 'operations', 'pages', 'routes', 'server', 'store'],
  openapi: ['endpoints', 'operations', 'server'],
  discovery: ['ask', 'knowledge', 'mcp', 'operations', 'pages', 'routes', 'server'],
}

/** Packages and modules that only some folders may import. */
const reserved: Record<string, readonly string[]> = {
  fastify: ['server', 'routes', 'endpoints', 'mcp'],
  'node:http': ['server', 'routes', 'endpoints', 'mcp', 'openapi', 'doctor', 'traces', 'bin'],
  'node:sqlite': ['store/sqlite', 'records/sync'],
  mysql2: ['records/sync'],
  'prom-client': ['server', 'processes'],
  ioredis: ['server'],
  '@opentelemetry/api': ['traces'],
  '@opentelemetry/sdk-trace': ['traces'],
  '@resvg/resvg-js': ['art'],
  harfbuzzjs: ['art'],
  'lru-cache': ['ask', 'cache', 'routes', 'store/postgres'],
}

/** The most code files in one folder. */
const folderLimit = 20

type Import = { from: string; to: string }

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found].map(match => ({ from: file, to: (match[1] ?? match[2] ?? match[3])! }))
}

const files = globSync(['src/**/*.ts', 'bin/**/*.ts', 'client/**/*.ts', 'demo/**/*.ts'], { cwd: root }).sort()

/** Generated files. */
const generated = ['client/contract.ts']
const imports = files.flatMap(importsOf)
const isRelative = ({ to }: Import) => to.startsWith('.')
const target = ({ from, to }: Import) => normalize(join(dirname(from), to))

function folderOf(file: string): string {
  if (assembly.includes(file) || file.startsWith('src/assembly/')) return 'assembly'
  const path = file.split('/').slice(0, -1)
  if (path.shift() !== 'src') return file.split('/', 1)[0]!
  if (path.length === 0) return 'table'
  const two = path.slice(0, 2).join('/')
  return two in allowedImports ? two : path[0]!
}

test('every folder has a line in the table', () => {
  const unknown = files.filter(
    file => !['bin', 'assembly'].includes(folderOf(file)) && !(folderOf(file) in allowedImports),
  )
  assert.deepEqual(unknown, [])
})

test('folders import in one direction', () => {
  const isAllowed = ({ from }: Import, to: string): boolean => {
    const folder = folderOf(from)
    if (['bin', 'assembly', to].includes(folder) || ['table', 'util', 'site', 'languages', 'overload'].includes(to))
      return true
    return allowedImports[folder]!.includes(to)
  }
  const wrong = imports
    .filter(isRelative)
    .filter(({ to }) => !to.endsWith('.json'))
    .filter(one => !isAllowed(one, folderOf(target(one))))
    .map(one => `${one.from} imports ${target(one)}`)
  assert.deepEqual(wrong, [])
})

test('no file imports itself through others, not even for a type', () => {
  const targets = Map.groupBy(imports.filter(isRelative), ({ from }) => from)
  const path: string[] = []
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    path.push(file)
    for (const one of targets.get(file) ?? []) visit(target(one))
    path.pop()
  }
  for (const file of files) visit(file)
  assert.deepEqual(cycles, [])
})

test('reserved packages are imported only where allowed', () => {
  const wrong = imports
    .filter(({ from, to }) => {
      const folder = folderOf(from)
      const users = reserved[to]
      return users !== undefined && folder !== 'assembly' && !users.includes(folder)
    })
    .map(({ from, to }) => `${from} imports ${to}`)
  assert.deepEqual(wrong, [])
})

test('no folder has too many files', () => {
  const code = globSync('{src,bin,client,browser,demo,test}/**/*.{ts,js,mjs}', {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const counts = new Map<string, number>()
  for (const file of code) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  assert.deepEqual(
    [...counts].filter(([, count]) => count > folderLimit),
    [],
  )
})

test('files say what they are about, and stay small', () => {
  const vague = files.filter(file => /^(?:utils?|helpers?|misc|common|shared|lib|index)\.ts$/.test(basename(file)))
  assert.deepEqual(vague, ['src/operations/index.ts'])
  const written = files.filter(file => !generated.includes(file))
  const long = written.filter(file => readFileSync(join(root, file), 'utf8').split('\n').length > 301)
  assert.deepEqual(long, [])
})

test('every dependency has its line among the decisions, and no line has outlived its dependency', () => {
  const installed = ['package.json', 'test/external/package.json'].flatMap(file => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).map(file => readFileSync(join(root, file), 'utf8'))
  const explained = new Set(decisions.flatMap(text => [...text.matchAll(/`([^`\n]+)`/g)]).map(([, name]) => name))
  assert.deepEqual(
    installed.filter(name => !explained.has(name)),
    [],
  )
  const table = readFileSync(join(root, 'docs/decisions/0002-dependencies.md'), 'utf8')
  const listed = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) => cell!.match(/[^`, ]+/g)!)
  assert.deepEqual(
    listed.filter(name => !installed.includes(name)),
    [],
  )
})
