// Who takes part, how each is started and what the wishes are in its own words.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adopt, environment, program } from '../processes.ts'
import { directusSettings, openToEverybody } from './directus.ts'
import { get, graphql, type Requests, sorts, type Wishes } from './wishes.ts'

/** Files are made when they are asked for. */
export type Places = { store: string; sqlite: () => string; json: () => string; postgres: string }
export type Command = { args: string[]; env?: Record<string, string> }

export type Contestant = {
  name: string
  version: () => string
  /** What must be there before it starts: the packages of `package.json`, a filled PostgreSQL database. */
  needs: readonly ('packages' | 'postgres')[]
  /** Where its data lies and how it was set up. */
  setUp: string
  /** `spare` is another free port, for whoever needs two. */
  command: (places: Places, port: number, spare: number) => Command
  /** What must be done once it runs. */
  prepare?: (url: string) => Promise<void>
  requests: Requests
}

const here = import.meta.dirname
const root = join(here, '..', '..')
export const packages = join(here, 'node_modules')

/** Of a package of the comparison, of one of the project, or of the project itself. */
export function versionOf(name?: string): string {
  const places = name === undefined ? [root] : [join(packages, name), join(root, 'node_modules', name)]
  const place = places.map(folder => join(folder, 'package.json')).find(path => existsSync(path))!
  return (JSON.parse(readFileSync(place, 'utf8')) as { version: string }).version
}

export function start({ args, env = {} }: Command) {
  const settings = environment({ NODE_ENV: 'production', ...env })
  return adopt(spawn(process.execPath, args, { env: settings, cwd: here, stdio: ['ignore', 'ignore', 'inherit'] }))
}

/** The others are compared with it. */
export const baselineName = 'Fastify by hand'

export const contestants = (wishes: Wishes): Contestant[] => [
  vitrine(wishes),
  uncached(vitrine(wishes)),
  byHand(wishes),
  postgraphile(wishes),
  directus(wishes),
  jsonServer(wishes),
]

export const vitrine = ({ pages, apps, words }: Wishes): Contestant => ({
  name: 'Vitrine',
  version: () => versionOf(),
  needs: [],
  setUp: 'default settings with SQLite; rate limits off',
  command: ({ store }, port, spare) => ({
    args: [program, 'serve'],
    env: {
      VITRINE_STORE: store,
      VITRINE_BASE_URL: `http://localhost:${port}`,
      VITRINE_WEB_URL: `http://localhost:${spare}`,
      VITRINE_LIMIT_READ: '0',
      VITRINE_LIMIT_MCP: '0',
    },
  }),
  requests: {
    feed: pages.map(page => get('/public/share/community', page)),
    app: apps.map(({ handle, slug }) => get(`/public/share/app/${handle}/${slug}`)),
    search: words.map(q => get('/public/share/community', { q })),
  },
})

const uncached = (cached: Contestant): Contestant => ({
  ...cached,
  name: 'Vitrine, no cache',
  setUp: 'the same with `VITRINE_CACHE_MB=0`',
  command: (places, port, spare) => {
    const { args, env } = cached.command(places, port, spare)
    return { args, env: { ...env, VITRINE_CACHE_MB: '0' } }
  },
})

const byHand = ({ pages, apps, words }: Wishes): Contestant => ({
  name: baselineName,
  version: () => versionOf('fastify'),
  needs: [],
  setUp:
    'hand-written handlers with SQLite, indexes, FTS5 and response schemas (`bench/peers/plain.ts`); no cache, limits, ETags or compression',
  command: ({ sqlite }, port) => ({ args: [join(here, 'plain.ts'), JSON.stringify({ store: sqlite(), port })] }),
  requests: {
    feed: pages.map(page => get('/creations', page)),
    app: apps.map(({ handle, slug }) => get(`/creations/${handle}/${slug}`)),
    search: words.map(q => get('/search', { q })),
  },
})

const fields =
  'rowId handle slug kind title summary category tags coverUrl iconUrl featured views plays likes remixes publishedAt'

const postgraphile = ({ pages, apps, words }: Wishes): Contestant => ({
  name: 'PostGraphile',
  version: () => versionOf('postgraphile'),
  needs: ['packages', 'postgres'],
  setUp: 'Amber preset on PostgreSQL with an index for each sort order; search uses a GIN index',
  command: ({ postgres }, port) => {
    const data = ['-P', 'postgraphile/presets/amber', '-c', postgres, '-s', 'public']
    const place = ['-p', String(port), '-n', '127.0.0.1']
    return { args: [join(packages, 'postgraphile', 'dist', 'cli-run.js'), ...data, ...place] }
  },
  requests: {
    feed: pages.map(({ sort, category }) => {
      const given = `first: 24, orderBy: ${sorts[sort].toUpperCase()}_DESC, condition: $condition`
      const query = `query($condition: CreationCondition) { allCreations(${given}) { nodes { ${fields} } } }`
      return graphql(query, category === undefined ? {} : { condition: { category } })
    }),
    app: apps.map(({ handle, slug }) => {
      const found = `creationByHandleAndSlug(handle: $handle, slug: $slug) { ${fields} description }`
      return graphql(`query($handle: String!, $slug: String!) { ${found} }`, { handle, slug })
    }),
    search: words.map(words =>
      graphql(`query($words: String!) { searchCreations(words: $words) { nodes { ${fields} } } }`, { words }),
    ),
  },
})

const columns = fields
  .replace('rowId', 'id')
  .replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  .replaceAll(' ', ',')

const directus = ({ pages, apps, words }: Wishes): Contestant => ({
  name: 'Directus',
  version: () => versionOf('directus'),
  needs: ['packages', 'postgres'],
  setUp:
    'PostgreSQL with the same indexes, memory cache on, public read access; without `isolated-vm`, which reads do not use',
  command: ({ postgres }, port) => ({
    args: [join(packages, 'directus', 'cli.js'), 'start'],
    env: directusSettings(postgres, port),
  }),
  prepare: openToEverybody,
  requests: {
    feed: pages.map(({ sort, category }) => {
      const order = { limit: '24', fields: columns, sort: `-${sorts[sort]}` }
      return get('/items/creation', { ...order, 'filter[category][_eq]': category })
    }),
    app: apps.map(({ handle, slug }) => {
      const address = { 'filter[handle][_eq]': handle, 'filter[slug][_eq]': slug }
      return get('/items/creation', { limit: '1', ...address })
    }),
    search: words.map(search => get('/items/creation', { limit: '24', fields: columns, search })),
  },
})

const jsonServer = ({ pages, apps, words }: Wishes): Contestant => ({
  name: 'json-server',
  version: () => versionOf('json-server'),
  needs: ['packages'],
  setUp: 'all rows in one JSON file',
  command: ({ json }, port) => {
    const place = ['-p', String(port), '-H', '127.0.0.1']
    return { args: [join(packages, 'json-server', 'lib', 'cli', 'bin.js'), json(), ...place, '-q', '--ro'] }
  },
  requests: {
    feed: pages.map(({ sort, category }) => {
      const order = { _limit: '24', _sort: sorts[sort], _order: 'desc' }
      return get('/creation', { ...order, category })
    }),
    app: apps.map(({ handle, slug }) => get('/creation', { handle, slug })),
    search: words.map(q => get('/creation', { q, _limit: '24' })),
  },
})
