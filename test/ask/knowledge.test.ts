import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeAddresses } from '../../src/addresses.ts'
import { agentAuthErrors } from '../../src/agent-auth.ts'
import { knowledgeOf } from '../../src/discovery/self-description.ts'
import { errors } from '../../src/errors.ts'
import { loadKnowledge } from '../../src/knowledge/knowledge.ts'
import { productTools } from '../../src/mcp/product-server.ts'
import { operations } from '../../src/operations/index.ts'
import type { SitePage } from '../../src/site/site.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { demoSite } from '../support/demo-site.ts'
import { start } from '../support/start-service.ts'

const subject = {
  site: demoSite,
  limits: { read: 120, discovery: 60, mcp: 60 },
  addresses: makeAddresses('https://api.example.com', 'https://example.com'),
}
const knowledge = knowledgeOf(subject)
const markdownOf = (slug: string): string => knowledge.page(slug)?.markdown ?? assert.fail(`There is no page ${slug}.`)

suite('values', () => {
  test('a page that asks for a value that is not there cannot be loaded', () => {
    assert.throws(() => loadKnowledge({ webUrl: 'https://example.com' }), /asks for \{\{[\w.]+\}\}, which has no value/)
  })

  test("the operator's pages stand next to ours, in their languages", () => {
    const page = (slug: string, locale: string, menu: 'docs' | 'nav', title: string): SitePage => ({
      slug,
      locale,
      menu,
      title,
      summary: 's.',
      keywords: '',
      order: 25,
      markdown: 'At most {{limits.read}} reads.\n\n## Part\n\nText.',
      updated: '2026-11-15',
      file: `pages/${locale}/${slug}.md`,
      line: 7,
    })
    const pages = [
      page('rules', 'de', 'docs', 'Regeln'),
      page('rules', 'en', 'docs', 'Rules'),
      page('über', 'ja', 'nav', '概要'),
    ]
    const both = knowledgeOf({ ...subject, site: { ...demoSite, pages: [...demoSite.pages, ...pages] } })
    assert.equal(both.pages.length, knowledge.pages.length + 1)
    assert.deepEqual([both.page('rules')!.title, both.page('rules', 'de')!.title], ['Rules', 'Regeln'])
    assert.deepEqual([both.page('rules', 'fr')!.locale, both.page('über', 'fr')!.locale], ['en', 'ja'])
    assert.deepEqual(
      [both.page('rules')!.url, both.page('rules', 'de')!.url, both.sitePages[0]!.url],
      ['https://example.com/docs/rules', 'https://example.com/docs/rules?locale=de', 'https://example.com/pages/über'],
    )
    assert.match(both.page('rules')!.markdown, /At most 120 reads/)
    const order = both.pages.map(({ slug }) => slug)
    assert.ok(order.indexOf('rules') > order.indexOf('plans') && order.indexOf('rules') < order.indexOf('building'))
  })

  test('numbers follow the tables', () => {
    const other = knowledgeOf({ ...subject, limits: { read: 7, discovery: 0, mcp: 9 } })
    assert.match(other.page('limits')!.markdown, /\| `read` \| 7 \|/)
    assert.match(other.page('limits')!.markdown, /\| `discovery` \| no limit \|/)
  })
})

suite('pages', () => {
  test('have no unfilled values, a date, and sections with anchors of their own', () => {
    for (const { slug, markdown, updated, sections } of knowledge.pages) {
      assert.doesNotMatch(markdown, /\{\{[\w.]+\}\}/, slug)
      assert.match(updated, /^\d{4}-\d{2}-\d{2}$/, slug)
      const anchors = sections.map(({ anchor }) => anchor)
      assert.deepEqual(anchors, [...new Set(anchors)], slug)
    }
  })

  test('links between pages exist', () => {
    const found = knowledge.pages.flatMap(({ markdown }) => [
      ...markdown.matchAll(/https:\/\/example\.com\/docs\/([\w-]+)(?:#([\w-]+))?/g),
    ])
    assert.ok(found.length > 10)
    for (const [link, slug, anchor] of found) {
      const page = knowledge.page(slug!)
      assert.ok(page, link)
      if (anchor !== undefined) assert.match(page.markdown, new RegExp(`^##+ ${anchor}$`, 'm'), link)
    }
  })

  test('list every operation with its parameters, every error, tool and batch operation', () => {
    for (const { name, path, fields } of operations) {
      const { text } = knowledge.page('read-api')!.sections.find(section => section.title === name)!
      assert.ok(text.includes(`GET https://api.example.com${path}`), name)
      for (const field of fields) assert.ok(text.includes(`| \`${field.name}\` |`), `${name} ${field.name}`)
      assert.ok(markdownOf('batch').includes(`- \`${name}\`: `), name)
    }
    for (const [name, { status, code }] of Object.entries(errors)) {
      assert.match(markdownOf('errors'), new RegExp(`### ${name}\n\nHTTP ${status}, \`code\` ${code}`))
    }
    for (const { code } of agentAuthErrors) assert.ok(markdownOf('agent-auth').includes(`\`${code}\``), code)
    for (const { name } of productTools(demoSite)) assert.ok(markdownOf('mcp').includes(`- \`${name}\`: `), name)
  })

  test('the examples work', async t => {
    const service = await start(t, { records: fixtureRecords() })
    const addresses = makeAddresses(service.apiUrl, service.webUrl)
    const told = knowledgeOf({ ...subject, site: service.currentSite(), addresses })
    const lines = told.pages.flatMap(({ markdown }) => [...markdown.matchAll(/^curl '(.*)'$/gm)])
    assert.ok(lines.length > operations.length)
    for (const [, url] of lines) {
      const { pathname, search, port } = new URL(url!)
      const ask = Number(port) === service.ports.api ? service.api : service.web
      assert.equal((await ask(pathname + search)).status, 200, url!)
    }
  })
})

/** Questions and the page that answers them. */
const questions: Record<string, string> = {
  'What is Pocketry?': 'product',
  'can I buy a subscription through the API': 'plans',
  'How do I publish an app?': 'building',
  'How do I log in?': 'signing-in',
  'Do I need an API key?': 'agent-auth',
  'which languages are supported?': 'read-api',
  'how do I get the next page?': 'pagination',
  'should I retry a 503?': 'errors',
  'maximum body size': 'limits',
  'which API version should I send?': 'versioning',
  'several reads in one request': 'batch',
  'connect Claude over MCP': 'mcp',
  'where is the sitemap': 'discovery',
  'is the service down?': 'status',
  'what changed recently': 'changelog',
}

test('search finds the page and the section, and nothing for unknown words', () => {
  for (const [question, slug] of Object.entries(questions)) {
    assert.equal(knowledge.search(question, 1)[0]?.page.slug, slug, question)
  }
  for (const title of ['Top-up packs', 'get_popular_tags']) {
    assert.equal(knowledge.search(title.toLowerCase(), 1)[0]?.section.title, title)
  }
  for (const query of ['zyzzyva quokka', '']) assert.deepEqual(knowledge.search(query, 5), [])
})
