// Starts the real service on a real store in a folder of its own, on ports the system chooses.

import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, type ServiceOptions, startService } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { importRecords } from '../../src/records/transfer/import.ts'
import { neutralSite, type Site } from '../../src/site/site.ts'
import { openWritableStore } from '../../src/store/open.ts'
import { demoSite } from './demo-site.ts'

/** `from`: the address of this machine that the request comes from. */
export type Ask = {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  from?: string
}

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  text: string
  json: () => ReturnType<typeof JSON.parse>
}

export type Running = Omit<Service, 'site'> & {
  config: Config
  site: Site
  /** With what the service takes from its community. */
  currentSite: () => Site
  /** Sends a request to the API host, or to the web host. */
  api: (path: string, ask?: Ask) => Promise<Reply>
  web: (path: string, ask?: Ask) => Promise<Reply>
  /** Brings records into the running service's store, as another process would. */
  bring: (records: readonly unknown[]) => Promise<void>
}

/** Whoever knows when the service is no longer needed: a test, or the module `node:test` for a whole file. */
export type Scope = { after: (stop: () => Promise<void>) => void }

/** Where a service keeps its data; tests of other kinds of stores put theirs here. */
export const storePlaces = { next: async (folder: string): Promise<string> => join(folder, 'test.db') }

/** No rate limits and a long timeout unless a test sets them: neither the number of requests nor the load matters. */
export async function start(
  scope: Scope,
  { config = {}, records = smallCommunity(), site = demoSite, ...options }: StartOptions = {},
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const settings: Config = {
    ...readConfig({}),
    baseUrl: 'http://localhost:0',
    webUrl: 'http://localhost:0',
    listen: { api: { port: 0, loopback: true }, web: { port: 0, loopback: true }, shared: false },
    store: await storePlaces.next(folder),
    limits: { read: 0, discovery: 0, mcp: 0 },
    readTimeoutMs: 20_000,
    logLevel: 'silent',
    ...config,
  }
  const bring = (more: readonly unknown[]) => bringIn(settings.store, more, site ?? neutralSite)
  await bring(records)
  const service = await startService(settings, { drainMs: 0, ...(site && { site }), ...options }).catch(async error => {
    await rm(folder, { recursive: true })
    throw error
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= service.close()
    return closed
  }
  scope.after(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  return {
    ...service,
    close,
    config: settings,
    site: site ?? neutralSite,
    currentSite: service.site,
    api: (path, more) => ask(service.ports.api, path, more),
    web: (path, more) => ask(service.ports.web, path, more),
    bring,
  }
}

/** `site: null`: the site pack of the configuration. */
export type StartOptions = Omit<ServiceOptions, 'site'> & {
  config?: Partial<Config>
  records?: readonly unknown[]
  site?: Site | null
}

async function bringIn(path: string, records: readonly unknown[], { kinds }: Site): Promise<void> {
  const store = await openWritableStore(path)
  try {
    const { complete } = await importRecords(records, { store, now: Date.now, kinds: kinds.map(({ key }) => key) })
    if (!complete) throw new Error('The records of the test could not be imported.')
  } finally {
    await store.close()
  }
}

export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, from }: Ask = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false, localAddress: from }, res => {
      const chunks: Buffer[] = []
      res.on('data', chunk => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString()
        const { statusCode: status = 0, headers, rawHeaders } = res
        resolve({ status, headers, rawHeaders, body: bytes, text, json: () => JSON.parse(text) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends bytes as they are, and gives back all that came until the other side closed the connection. */
export function raw(port: number, text: string | Buffer, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', error => (chunks.length > 0 ? resolve(Buffer.concat(chunks).toString('latin1')) : reject(error)))
    socket.setTimeout(20_000, () => socket.destroy(new Error('The connection stayed open.')))
    socket.write(text)
    if (end) socket.end()
  })
}

/** The answers in what `raw` gave: status, headers in lower case, body. Only for answers that tell their length. */
export function answersIn(text: string): { status: number; headers: Record<string, string>; body: string }[] {
  const answers = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** Three creators, forty public creations, a private one, translations, follows and scores. */
export function smallCommunity(): unknown[] {
  const creators = ['mira', 'ann', 'zed'].map((handle, i) => ({
    type: 'creator',
    handle,
    displayName: `${handle[0]!.toUpperCase()}${handle.slice(1)} Sol`,
    bio: `I make things <b>number ${i}</b>.`,
    joinedAt: `2026-01-0${i + 1}T10:00:00Z`,
  }))
  const creations = Array.from({ length: 40 }, (_, i) => ({
    type: 'creation',
    handle: creators[i % 3]!.handle,
    slug: `thing-${i}`,
    kind: (['app', 'tracker', 'game', 'widget', 'experience'] as const)[i % 5],
    title: `Thing ${i}`,
    summary: `A small thing, the ${i}th of its kind.`,
    category: i % 2 ? 'health' : 'play',
    tags: i % 4 ? ['hydration'] : ['hydration', 'rare'],
    featured: i % 10 === 0,
    translations: i % 8 ? {} : { fr: { title: `Chose ${i}`, summary: `Une petite chose, la ${i}e.` } },
    stats: { views: i * 10, plays: i * 5, likes: i * 2, remixes: i % 7 },
    publishedAt: `2026-02-${String((i % 28) + 1).padStart(2, '0')}T10:00:00Z`,
  }))
  return [
    { type: 'category', slug: 'health', labels: { en: 'Health', fr: 'Santé' } },
    { type: 'category', slug: 'play', labels: { en: 'Play' } },
    { type: 'tag', key: 'hydration', labels: { en: 'Hydration' } },
    ...creators,
    ...creations,
    { type: 'creation', handle: 'mira', slug: 'secret-plan', title: 'Secret plan', visibility: 'private' },
    { type: 'follow', follower: 'ann', following: 'mira' },
    { type: 'score', handle: 'mira', slug: 'thing-0', player: 'ann', score: 120, unit: 'points' },
  ]
}
