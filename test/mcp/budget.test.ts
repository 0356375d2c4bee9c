// Tools keep within their size, whatever people wrote, and say what was cut.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { Compile } from 'typebox/compile'
import { budget } from '../../src/mcp/tools/budget.ts'
import { operations } from '../../src/operations/index.ts'
import { closed } from '../support/contract-service.ts'
import { resultOf } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const at = '2026-03-01T00:00:00Z'
const url = (n: number) => `https://cdn.example.org/${String(n).padStart(2_000, 'x')}.png`
const urls = Array.from({ length: 10 }, (_, n) => url(n))

const creator = (handle: string, more: object = {}) => ({
  type: 'creator',
  handle,
  displayName: handle,
  bio: '',
  joinedAt: at,
  ...more,
})
const creation = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: slug,
  summary: 'é😀'.repeat(200),
  kind: 'game',
  publishedAt: at,
  updatedAt: at,
  ...more,
})
const many = Array.from({ length: 12 }, (_, n) => n)

const service = await start(
  { after },
  {
    records: [
      creator('long', { bio: 'b'.repeat(1_000), links: urls.map(url => ({ label: 'Link', url })) }),
      creator('plain'),
      // Emoji are two units long; quotes become two characters of JSON.
      creation('plain', 'texts', { description: '😀'.repeat(10_000), instructions: '"quoted",'.repeat(1_100) }),
      creation('plain', 'one-text', { description: 'd'.repeat(10_000), instructions: 'short' }),
      creation('long', 'everything', {
        description: 'd '.repeat(5_000),
        instructions: 'i '.repeat(5_000),
        screenshots: urls,
        coverUrl: url(1),
        iconUrl: url(2),
      }),
      ...many.map(n =>
        creation('long', `remix-${n}`, { coverUrl: url(n), remixOf: { handle: 'long', slug: 'everything' } }),
      ),
    ],
  },
)

async function called(name: string, given: object) {
  const { content, structuredContent } = await resultOf(service, ['api', '/mcp'], 'tools/call', {
    name,
    arguments: given,
  })
  const [text, note] = content.flatMap(({ type, text }: { type: string; text: string }) =>
    type === 'text' ? text : [],
  )
  const { length } = JSON.stringify(structuredContent)
  assert.ok(length <= budget, `${name}: ${length}`)
  assert.ok(text.length <= length)
  assert.ok(text.isWellFormed())
  const { output } = operations.find(operation => operation.name === name)!
  const isValid: boolean = Compile(closed(output)).Check(structuredContent)
  assert.ok(isValid)
  return { answer: structuredContent, note }
}

const whole = async (path: string) => (await service.api(path)).json().data

/** A text that was cut is the beginning of the whole one. */
function assertCut(text: string, from: string): void {
  assert.ok(text.length < from.length && text.endsWith('…'), text.slice(-10))
  assert.ok(from.startsWith(text.slice(0, -1)))
}

suite('the size of answers', () => {
  test('long texts are cut, and only they', async () => {
    const { answer, note } = await called('get_app_share', { handle: 'plain', slug: 'texts' })
    const original = await whole('/public/share/app/plain/texts')
    assertCut(answer.description, original.description)
    assertCut(answer.instructions, original.instructions)
    assert.equal([...answer.description].length, [...answer.instructions].length)
    assert.equal(answer.moreFromCreator.length, original.moreFromCreator.length)
    assert.equal(
      note,
      `Texts are cut to ${[...answer.description].length} characters each; the same read over HTTP gives them whole. This keeps the answer short.`,
    )
  })

  test('what fits is not cut', async () => {
    const { answer, note } = await called('get_app_share', { handle: 'plain', slug: 'one-text' })
    assert.deepEqual([answer, note], [await whole('/public/share/app/plain/one-text'), undefined])
  })

  test('lists of creations are cut first, then texts, then all lists, and the note names each', async () => {
    const { answer, note } = await called('get_app_share', { handle: 'long', slug: 'everything' })
    const original = await whole('/public/share/app/long/everything')
    assertCut(answer.description, original.description)
    assert.ok(answer.screenshots.length < original.screenshots.length)
    assert.deepEqual(answer.screenshots, original.screenshots.slice(0, answer.screenshots.length))
    assert.equal(answer.remixes.total, 12)
    for (const told of [
      /Lists are cut to 1 creations/,
      /Texts are cut to 200 characters/,
      /All lists are cut to \d+ entries/,
    ])
      assert.match(note, told)
  })

  test('a shortened page has a cursor for the rest', async () => {
    const { items } = await whole('/public/share/community?limit=48')
    const { answer, note } = await called('get_community_feed', { limit: 48 })
    assert.ok(answer.items.length < items.length)
    assert.equal(answer.pagination.returned, answer.items.length)
    assert.match(note, new RegExp(`Cut to ${answer.items.length} of .*next_cursor`))
    const found = [...answer.items]
    for (let cursor = answer.next_cursor; cursor !== null; ) {
      const { answer: next } = await called('get_community_feed', { limit: 48, cursor })
      found.push(...next.items)
      cursor = next.next_cursor
    }
    assert.deepEqual(found, items)
  })

  test('lists without pages are cut alike and say so', async () => {
    const { answer, note } = await called('get_community_landing', {})
    assert.match(note, /Lists are cut to \d+ creations each/)
    const lengths = answer.rails.map(({ items }: { items: unknown[] }) => items.length)
    assert.ok(lengths[0] > 0)
    assert.deepEqual(lengths, lengths.fill(lengths[0]))
  })

  test('every operation stays within the budget', async () => {
    for (const { name, fields } of operations) {
      const limit = fields.find(field => field.name === 'limit')?.schema.maximum
      const all: Record<string, unknown> = { handle: 'long', slug: 'everything', limit }
      const given = fields.filter(field => field.name in all).map(field => [field.name, all[field.name]])
      await called(name, Object.fromEntries(given))
    }
  })
})
