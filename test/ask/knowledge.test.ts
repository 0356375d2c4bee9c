import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { makeAddresses } from '../../src/addresses.ts'
import { agentAuthErrors } from '../../src/agent-auth.ts'
import { knowledgeOf, tablesOf } from '../../src/discovery/self-description.ts'
import { errors } from '../../src/errors.ts'
import { loadKnowledge } from '../../src/knowledge/knowledge.ts'
import { knowledgeValues, slugOf } from '../../src/knowledge/values.ts'
import { productTools } from '../../src/mcp/product-server.ts'
import { operations } from '../../src/operations/index.ts'
import { plans } from '../../src/site/plans.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

const folder = new URL('../../knowledge/en/', import.meta.url)
const subject = {
  productName: 'Pocketry',
  limits: { read: 120, discovery: 60, mcp: 60 },
  addresses: makeAddresses('https://api.example.com', 'https://example.com'),
}
const knowledge = knowledgeOf(subject)
const markdownOf = (slug: string): string => knowledge.page(slug)?.markdown ?? assert.fail(`There is no page ${slug}.`)

suite('values', () => {
  test('every value is used by some page', () => {
    const texts = readdirSync(folder)
      .filter(file => file.endsWith('.md'))
      .map(file => readFileSync(new URL(file, folder), 'utf8'))
    for (const name of Object.keys(knowledgeValues(tablesOf(subject)))) {
      assert.ok(
        texts.some(text => text.includes(`{{${name}}}`)),
        `No page uses {{${name}}}.`,
      )
    }
  })

  test('a page that asks for a value that is not there cannot be loaded', () => {
    assert.throws(() => loadKnowledge({ webUrl: 'https://example.com' }), /asks for \{\{\w+\}\}, which has no value/)
  })

  test('a page must say what it is', async t => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'vitrine-knowledge-'))
    t.after(() => rm(elsewhere, { recursive: true }))
    await mkdir(join(elsewhere, 'en'))
    await writeFile(join(elsewhere, 'en', '010-bare.md'), '---\ntitle: Bare\n---\n\nText.\n')
    assert.throws(
      () => loadKnowledge({ webUrl: '' }, [elsewhere]),
      /010-bare\.md needs title, summary, keywords and updated/,
    )
  })

  test("the operator's pages add to ours, and win over them", async t => {
    const theirs = await mkdtemp(join(tmpdir(), 'vitrine-knowledge-'))
    t.after(() => rm(theirs, { recursive: true }))
    await mkdir(join(theirs, 'en'))
    const page = (title: string) =>
      `---\ntitle: ${title}\nsummary: s.\nkeywords: k\nupdated: 2026-11-15\n---\n\nText.\n`
    await writeFile(join(theirs, 'en', '020-plans.md'), page('Our own plans'))
    await writeFile(join(theirs, 'en', '200-house-rules.md'), page('House rules'))
    const both = knowledgeOf({ ...subject, knowledge: theirs })
    assert.equal(both.page('plans')!.title, 'Our own plans')
    assert.equal(both.page('house-rules')!.title, 'House rules')
    assert.equal(both.pages.length, knowledge.pages.length + 1)
  })

  test('numbers follow the tables', () => {
    const other = knowledgeOf({ ...subject, limits: { read: 7, discovery: 0, mcp: 9 } })
    assert.match(other.page('limits')!.markdown, /\| `read` \| 7 \|/)
    assert.match(other.page('limits')!.markdown, /\| `discovery` \| no limit \|/)
    for (const { credits, usd } of plans) {
      assert.match(markdownOf('plans'), new RegExp(`${credits.toLocaleString('en-US')} credits.*\\b${usd} USD`))
    }
  })

  test('a product may be called anything', () => {
    assert.equal(slugOf('Étagère & Co.'), 'etagere-co')
    assert.equal(slugOf('作品集'), 'community')
    const odd = knowledgeOf({ ...subject, productName: '$& {{webUrl}} "shop"' })
    assert.ok(odd.page('product')!.title.includes('"shop"'))
  })
})

suite('pages', () => {
  test('no braces are left, and every page has a day', () => {
    for (const { slug, markdown, updated } of knowledge.pages) {
      assert.doesNotMatch(markdown, /\{\{\w+\}\}/, slug)
      assert.match(updated, /^\d{4}-\d{2}-\d{2}$/, slug)
    }
  })

  test('sections have anchors of their own', () => {
    for (const { slug, sections } of knowledge.pages) {
      const anchors = sections.map(({ anchor }) => anchor)
      assert.deepEqual(anchors, [...new Set(anchors)], slug)
    }
  })

  test('links among pages lead to a page and a section', () => {
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

  test('every operation is told with all its parameters', () => {
    for (const { name, path, fields } of operations) {
      const { text } = knowledge.page('read-api')!.sections.find(section => section.title === name)!
      assert.ok(text.includes(`GET https://api.example.com${path}`), name)
      for (const field of fields) assert.ok(text.includes(`| \`${field.name}\` |`), `${name} ${field.name}`)
    }
  })

  test('every error, agent code, tool and batch operation is told', () => {
    for (const [name, { status, code }] of Object.entries(errors)) {
      assert.match(markdownOf('errors'), new RegExp(`### ${name}\n\nHTTP ${status}, \`code\` ${code}`))
    }
    for (const { code } of agentAuthErrors) assert.ok(markdownOf('agent-auth').includes(`\`${code}\``), code)
    for (const { name } of productTools()) assert.ok(markdownOf('mcp').includes(`- \`${name}\`: `), name)
    for (const { name } of operations) assert.ok(markdownOf('batch').includes(`- \`${name}\`: `), name)
  })

  test('the examples work', async t => {
    const service = await start(t, { records: fixtureRecords() })
    const told = knowledgeOf({ ...subject, addresses: makeAddresses(service.apiUrl, service.webUrl) })
    const lines = told.pages.flatMap(({ markdown }) => [...markdown.matchAll(/^curl '(.*)'$/gm)])
    assert.ok(lines.length > operations.length)
    for (const [, url] of lines) {
      const { pathname, search, port } = new URL(url!)
      const ask = Number(port) === service.ports.api ? service.api : service.web
      assert.equal((await ask(pathname + search)).status, 200, url!)
    }
  })
})

/** What people would type, and the page that answers it. */
const questions: Record<string, string> = {
  'What is Pocketry?': 'product',
  'How much does it cost?': 'plans',
  'Do unused credits expire?': 'plans',
  'can I buy a subscription through the API': 'plans',
  'How do I publish an app?': 'building',
  'delete my creation': 'building',
  'what is a remix': 'building',
  'How do I log in?': 'signing-in',
  'Do I need an API key?': 'agent-auth',
  'does it support OAuth': 'agent-auth',
  'list trending apps': 'read-api',
  'who follows a creator': 'read-api',
  'which languages are supported?': 'read-api',
  'how do I get the next page?': 'pagination',
  'what does error 422 mean?': 'errors',
  'should I retry a 503?': 'errors',
  'How many requests per minute may I send?': 'limits',
  'maximum body size': 'limits',
  'which API version should I send?': 'versioning',
  'when will an endpoint be removed': 'versioning',
  'several reads in one request': 'batch',
  'replay a POST safely': 'batch',
  'connect Claude over MCP': 'mcp',
  'which MCP tools are there': 'mcp',
  'where is the sitemap': 'discovery',
  'is the service down?': 'status',
  'what changed recently': 'changelog',
}

suite('search', () => {
  for (const [question, slug] of Object.entries(questions)) {
    test(question, () => assert.equal(knowledge.search(question, 1)[0]?.page.slug, slug))
  }

  test('finds the section, not only the page', () => {
    assert.equal(knowledge.search('top-up packs', 1)[0]?.section.title, 'Top-up packs')
    assert.equal(knowledge.search('get_popular_tags', 1)[0]?.section.title, 'get_popular_tags')
  })

  test('finds nothing where there is nothing', () => {
    assert.deepEqual(knowledge.search('zyzzyva quokka', 5), [])
    assert.deepEqual(knowledge.search('', 5), [])
  })
})
