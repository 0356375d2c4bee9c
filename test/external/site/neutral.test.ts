// Nothing of the demo product appears on another site: neither with a site pack of another operator nor without one, on
// both kinds of stores. Everything that links, documents and descriptions lead to is read, in every language.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { serviceLocales } from '../../../src/languages/languages.ts'
import { loadSite } from '../../../src/site/read.ts'
import { foldText } from '../../../src/store/search-text.ts'
import { demoSite } from '../../support/demo-site.ts'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { type Reply, type Running, start } from '../../support/start-service.ts'

/** What the demo product is about. `the demo pack itself` below proves that these are its words in each language. */
const productWords: Record<string, RegExp> = {
  en: /pocketry|\bcredits?\b|\bUSD\b|mobile (?:app|product)|top-up|roll over|describ\w+ (?:an app|what you want|in plain)/i,
  de: /pocketry|\bcredits?\b|mobilen? App|mobiles Produkt|Tarif|Aufladepaket|in einfachen Worten beschr/i,
  es: /pocketry|créditos|app móvil|suscripci|recarga/i,
  fr: /pocketry|crédits|application mobile|abonnement|forfait/i,
  it: /pocketry|crediti\b|app mobile|abbonament|ricarica/i,
  pt: /pocketry|créditos|app móvel|assinatura|recarga/i,
  ja: /pocketry|クレジット|モバイルアプリ|サブスクリプション|プラン/i,
  ko: /pocketry|크레딧|모바일 앱|구독|요금제/i,
  zh: /pocketry|积分|手机应用|订阅|套餐/i,
  ar: /pocketry|أرصدة|رصيد|تطبيق الجوال|اشتراك/i,
  hi: /pocketry|क्रेडिट|मोबाइल ऐप|सब्सक्रिप्शन/i,
}
const anyProductWord = new RegExp(
  Object.values(productWords)
    .map(({ source }) => source)
    .join('|'),
  'iu',
)
/** Names of the demo community, which examples must not have. */
const demoNames = /water[- ]log|hydration|@mira\b|\bmira\.|[/:]mira\b|"mira"|q=water|\bwater tracker/i
/** Says that nothing is sold, or what agents must not do; the first is a table of error names of the specification. */
const allowed = /verified email or phone claim/g

const saidInDemo = (locale: string) => demoSite.facts.filter(fact => fact.locale === locale).map(({ say = '' }) => say)

test('the demo pack itself uses these words', () => {
  for (const locale of serviceLocales) {
    const found = saidInDemo(locale).filter(text => productWords[locale]!.test(text))
    assert.ok(found.length > 20, `${locale}: ${found.length}`)
  }
})

const records = [
  { type: 'category', slug: 'editors', labels: { en: 'Editors' } },
  { type: 'tag', key: 'fast', labels: { en: 'Fast' } },
  { type: 'creator', handle: 'ada', displayName: 'Ada', bio: 'I write plugins.' },
  { type: 'creator', handle: 'bob', displayName: 'Bob', bio: '' },
  { type: 'follow', follower: 'bob', following: 'ada' },
  { type: 'creation', handle: 'ada', slug: 'quick-find', kind: 'app', title: 'Quick Find', summary: 'Finds files.', category: 'editors', tags: ['fast'], stats: { views: 5, plays: 4, likes: 3, remixes: 0 } },
  { type: 'creation', handle: 'bob', slug: 'fold', kind: 'widget', title: 'Fold', summary: 'Folds code.', tags: ['fast'], remixOf: { handle: 'ada', slug: 'quick-find' } },
] // biome-ignore format: one record per line

/** Not texts, or not made here. */
const skipped = /\.(?:css|js|png|svg|ico|woff2?|webp|jpg)(?:\?|$)|\/art\/|\/assets\//
/** Other parameters choose other creations, but no other words. */
const readParameters = /^(?:\?locale=[\w-]+)?$/
const maxUrls = 2000

/** Reads everything that can be found from the entry points, in every language. */
async function crawl(service: Running): Promise<Map<string, string>> {
  const { apiUrl, webUrl } = service
  const found = new Map<string, string>()
  const queue = [
    '/',
    '/sitemap.xml',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/openapi.json',
    '/ask',
    '/app/x',
    '/no/such/page',
  ].map(path => webUrl + path)
  queue.push(...serviceLocales.map(locale => `${webUrl}/?locale=${locale}`), `${apiUrl}/app/x`, `${apiUrl}/mcp`)
  const seen = new Set(queue)
  const add = (url: string) => {
    if (seen.has(url) || skipped.test(url) || !readParameters.test(new URL(url).search) || seen.size > maxUrls) return
    seen.add(url)
    queue.push(url)
  }
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const { text } = await read(service, url)
    found.set(url, text)
    for (const link of linksIn(text, [apiUrl, webUrl])) add(link)
  }
  assert.ok(seen.size < maxUrls, 'the crawl ends')
  return found
}

function linksIn(text: string, hosts: string[]): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('\\/', '/')
  const pattern = new RegExp(`(?:${hosts.join('|')})(?:/[^\\s"'<>\\\\)\`|\\]}{,…]*)?`, 'g')
  return [...plain.matchAll(pattern)].map(([url]) => url.replace(/#.*$/, '').replace(/[.;:]+$/, ''))
}

function read(service: Running, url: string): Promise<Reply> {
  const { pathname, search, port } = new URL(url)
  const isApi = Number(port) === service.ports.api
  return (isApi ? service.api : service.web)(pathname + search, {
    headers: isApi ? {} : { accept: 'text/html,*/*;q=0.5' },
  })
}

/** Everything that MCP servers say about themselves, their views, and the answers of the agent auth endpoints. */
async function agentTexts(service: Running): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const send = async (host: 'api' | 'web', path: string, body: object) => {
    const { text } = await service[host](path, { method: 'POST', headers, body: JSON.stringify(body) })
    found.set(`${host} ${path} ${JSON.stringify(body)}`, text)
    return text
  }
  const init = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  for (const [host, path] of [['api', '/mcp'], ['web', '/mcp'], ['web', '/webmcp']] as const) {
    const call = (method: string, params: object = {}) => send(host, path, { jsonrpc: '2.0', id: 1, method, params })
    await call('initialize', init)
    await call('tools/list')
    await call('resources/templates/list')
    const { result } = JSON.parse(await call('resources/list')) as { result: { resources: { uri: string }[] } }
    for (const { uri } of result.resources) await call('resources/read', { uri })
  } // biome-ignore format: a table
  for (const name of ['register', 'claim', 'revoke']) await send('web', `/agent/auth/${name}`, { method: 'email_code' })
  return found
}

const subjects = ['product.what', 'building.how', 'signin.where', 'signin.ways', 'refuse.buy']
/** Facts of the demo product; their questions must stay unanswered on other sites. */
const prices = ['plans.overview', 'plans.cheapest', 'credits.what', 'credits.rollover', 'topup.what', 'buy.where']

/** The first questions of the demo pack about each of these subjects, in every language. */
async function answers(service: Running, subjects: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const ofDemo = demoSite.facts.filter(({ id }) => subjects.includes(id))
  const questions = ofDemo.flatMap(({ locale, ask = [] }) => ask.slice(0, 3).map(query => ({ locale, query })))
  const requests = [
    { locale: 'en', query: 'Buy me the biggest plan.' },
    { locale: 'en', query: '' },
  ]
  for (const { locale, query: asked } of [...questions, ...requests]) {
    const query = asked.replaceAll('{{product}}', 'this site')
    const body = JSON.stringify({ query, locale })
    const reply = await service.web('/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { query: _echo, query_id: _id, ...rest } = reply.json()
    // Words of the question are an echo, too.
    const echoed = foldText(query)
    const added = (rest.metadata.search ?? '').split(' ').filter((word: string) => !echoed.includes(word))
    found.set(`${locale}: ${query}`, JSON.stringify({ ...rest, metadata: { ...rest.metadata, search: added } }))
  }
  return found
}

function mentions(texts: Map<string, string>): string[] {
  return [...texts].flatMap(([where, text]) => {
    const found = anyProductWord.exec(text.replaceAll(allowed, '')) ?? demoNames.exec(text)
    return found === null ? [] : [`${where}: …${text.slice(Math.max(0, found.index - 60), found.index + 60)}…`]
  })
}

const cluster = await startCluster()
after(cluster.stop)
const foreign = loadSite('test/fixtures/site-pack')
const sites = {
  'with another site pack': await start({ after }, { records, site: foreign }),
  'without a site pack': await start({ after }, { records, site: null }),
  'without a site pack, on PostgreSQL': await start(
    { after },
    { records, site: null, config: { store: await cluster.newDatabase() } },
  ),
}

for (const [name, service] of Object.entries(sites)) {
  suite(name, () => {
    test('pages, documents, feeds and descriptions do not mention the demo product', async () => {
      const texts = await crawl(service)
      assert.ok(texts.size > 300, String(texts.size))
      assert.deepEqual(mentions(texts), [])
    })

    test('nor do MCP servers and agent auth', async () => assert.deepEqual(mentions(await agentTexts(service)), []))

    test('nor does ask, which says that it does not know', async () => {
      assert.deepEqual(mentions(await answers(service, subjects)), [])
      const texts = await answers(service, prices)
      assert.ok(texts.size > serviceLocales.length * prices.length)
      assert.deepEqual(mentions(texts), [])
      if (service.site === foreign) return // which has a page about its own fee
      const answered = [...texts].filter(([, text]) => JSON.parse(text).metadata.intent === 'fact')
      assert.deepEqual(answered, [])
    })
  })
}
