// The house has rooms, and arrows go one way: errors ← store ← operations ← ask ← cache, http ← surfaces, pages ← app ← bin.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What puts the rooms together; it may know them all. */
const assembly = ['app', 'about', 'agents']

/**
 * Which rooms a room may import. Tables, the files of src/ that are in no room (errors, limits, addresses and so on),
 * may be imported by every room, and themselves import tables only. A new room needs a line here.
 */
const arrows: Record<string, readonly string[]> = {
  store: [],
  'store/sqlite': ['store'],
  'store/postgres': ['store'],
  art: ['store'],
  ingest: ['store'],
  'ingest/demo': ['ingest', 'art', 'store'],
  operations: ['store'],
  knowledge: ['operations', 'store'],
  ask: ['operations', 'knowledge', 'store'],
  cache: [],
  http: ['cache', 'store'],
  workers: ['http'],
  pages: ['http', 'knowledge', 'operations'],
  client: [],
  doctor: ['operations'],
  traces: ['ask', 'http', 'store'],
  surfaces: ['cache', 'http', 'pages', 'ask', 'knowledge', 'operations', 'art', 'store'],
  assembly: [
    'store',
    'store/sqlite',
    'store/postgres',
    'operations',
    'knowledge',
    'ask',
    'art',
    'cache',
    'http',
    'pages',
    'surfaces',
    'traces',
  ],
}

/** Packages and modules that only some rooms may know. */
const reserved: Record<string, readonly string[]> = {
  fastify: ['http', 'surfaces'],
  'node:http': ['http', 'surfaces', 'doctor', 'traces', 'bin'],
  'node:sqlite': ['store/sqlite'],
  'prom-client': ['http', 'workers'],
  ioredis: ['http'],
  '@opentelemetry/api': ['traces'],
  '@opentelemetry/sdk-trace': ['traces'],
  '@resvg/resvg-js': ['art'],
  'lru-cache': ['cache', 'surfaces', 'store/postgres'],
}

/** Surfaces that are no protocol of their own: what several of them say. */
const sharedSurfaces = ['documents', 'read-content', 'shapes']

type Import = { from: string; to: string }

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found].map(match => ({ from: file, to: (match[1] ?? match[2] ?? match[3])! }))
}

const files = globSync(['src/**/*.ts', 'bin/**/*.ts', 'client/**/*.ts'], { cwd: root }).sort()

/** Made, not written. */
const made = ['client/contract.ts']
const imports = files.flatMap(importsOf)
const isOurs = ({ to }: Import) => to.startsWith('.')
const target = ({ from, to }: Import) => normalize(join(dirname(from), to))

/** They choose between stores; themselves they are none. */
const choosers = ['src/store/open.ts', 'src/store/reindex-worker.ts']

function roomOf(file: string): string {
  if (choosers.includes(file)) return 'assembly'
  const [top, room, inner] = file.split('/') as [string, string, string?]
  if (top !== 'src') return top
  if (inner === undefined) return assembly.includes(basename(room, '.ts')) ? 'assembly' : 'table'
  const nested = `${room}/${inner}`
  return nested in arrows ? nested : room
}

test('there is something to look at', () => {
  assert.ok(files.length > 50)
  assert.ok(imports.filter(isOurs).length > 100)
})

test('every file is in a room of the table', () => {
  const unknown = files.filter(file => !['bin', 'table'].includes(roomOf(file)) && !(roomOf(file) in arrows))
  assert.deepEqual(unknown, [])
})

test('arrows go one way', () => {
  const allowed = ({ from }: Import, to: string): boolean => {
    const room = roomOf(from)
    if (room === 'bin' || to === room || to === 'table') return true
    return arrows[room]?.includes(to) ?? false
  }
  const wrong = imports
    .filter(isOurs)
    .filter(({ to }) => !to.endsWith('.json'))
    .filter(one => !allowed(one, roomOf(target(one))))
    .map(one => `${one.from} imports ${target(one)}`)
  assert.deepEqual(wrong, [])
})

test('some things only some rooms know', () => {
  const wrong = imports
    .filter(({ from, to }) => {
      const room = roomOf(from)
      const knowers = reserved[to]
      return knowers !== undefined && room !== 'assembly' && !knowers.includes(room)
    })
    .map(({ from, to }) => `${from} imports ${to}`)
  assert.deepEqual(wrong, [])
})

test('surfaces do not know each other', () => {
  const surfaces = files.filter(file => roomOf(file) === 'surfaces')
  const names = surfaces.map(file => file.slice('src/surfaces/'.length, -'.ts'.length))
  /** `batch-request.ts` is a part of `batch.ts`; a folder is one surface. */
  const surfaceOf = (file: string): string => {
    const name = file.slice('src/surfaces/'.length, -'.ts'.length)
    if (name.includes('/')) return name.split('/', 1)[0]!
    return names.find(other => name.startsWith(`${other}-`)) ?? name
  }
  const wrong = imports
    .filter(isOurs)
    .filter(one => roomOf(one.from) === 'surfaces' && roomOf(target(one)) === 'surfaces')
    .filter(one => surfaceOf(one.from) !== surfaceOf(target(one)))
    .filter(one => !sharedSurfaces.includes(surfaceOf(target(one))))
    .map(one => `${one.from} imports ${target(one)}`)
  assert.deepEqual(wrong, [])
})

test('relative imports name the file', () => {
  const wrong = imports.filter(isOurs).filter(({ to }) => !/\.(?:ts|json)$/.test(to))
  assert.deepEqual(wrong, [])
})

test('files say what they are about, and stay small', () => {
  const vague = files.filter(file => /^(?:utils?|helpers?|misc|common|shared|lib|index)\.ts$/.test(basename(file)))
  assert.deepEqual(vague, ['src/operations/index.ts'])
  const written = files.filter(file => !made.includes(file))
  const long = written.filter(file => readFileSync(join(root, file), 'utf8').split('\n').length > 301)
  assert.deepEqual(long, [])
})

test('every dependency has its line among the decisions, and no line has outlived its dependency', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const installed = Object.keys({ ...dependencies, ...devDependencies })
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
