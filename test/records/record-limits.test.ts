// The limits of records: one table, which imports keep, the API announces and the docs list.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { operations } from '../../src/operations/index.ts'
import { recordLimits as limits } from '../../src/records/limits.ts'
import { document, resolved } from '../support/openapi-reader.ts'
import { start } from '../support/start-service.ts'

test('docs/import.md lists every limit with its value', () => {
  const text = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split(/^## Limits$/m)
  const rows = [...section.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)]
  const listed = Object.fromEntries(rows.map(([, name, value]) => [name, Number(value!.replaceAll(',', ''))]))
  assert.deepEqual(listed, limits)
})

describe('the API', () => {
  const letters = (length: number) => 'x'.repeat(length)
  /** Characters that take two units of UTF-16 each. */
  const wide = (length: number) => '𠀀'.repeat(length)
  const handle = letters(limits.handle)
  const slug = letters(limits.slug)
  const tags = Array.from({ length: limits.tags }, (_, i) => wide(limits.tagKey - 2) + String(i).padStart(2, '0'))
  const locales = Array.from({ length: limits.translations }, (_, i) => `en-x-t${i}`)
  const texts = { title: wide(limits.title), summary: wide(limits.summary) }
  const records = [
    {
      type: 'creator',
      handle,
      displayName: wide(limits.displayName),
      bio: wide(limits.bio),
      links: Array(limits.links).fill({ label: wide(limits.label), url: 'https://example.com/' }),
    },
    {
      type: 'creation',
      handle,
      slug,
      ...texts,
      description: wide(limits.description),
      instructions: wide(limits.instructions),
      category: slug,
      tags: [...tags.slice(1), `ß${letters(limits.tagKey - 1)}`],
      translations: Object.fromEntries(locales.map(locale => [locale, { title: texts.title }])),
      screenshots: Array(limits.screenshots).fill('/shot.png'),
      openUrl: `https://example.com/${letters(limits.url - 20)}`,
      links: Array(limits.links).fill({ label: wide(limits.label), url: 'https://example.com/', rel: 'store' }),
      license: wide(limits.license),
      version: wide(limits.version),
      platforms: Array.from({ length: limits.platforms }, (_, i) => wide(limits.platform - 2) + (10 + i)),
    },
    {
      type: 'category',
      slug,
      labels: Object.fromEntries(locales.slice(0, limits.labels).map(locale => [locale, wide(limits.label)])),
    },
    { type: 'score', handle, slug, player: handle, score: 1, unit: wide(limits.unit) },
  ]
  const paths: Record<string, string> = {
    get_community_feed: `/public/share/community?tag=${encodeURIComponent(tags[1]!)}&category=${slug}`,
    get_popular_tags: '/public/share/tags',
    get_community_landing: '/public/share/community/landing',
    get_creators: '/public/share/creators',
    get_creator_profile: `/public/share/user/${handle}`,
    get_creator_followers: `/public/share/user/${handle}/followers`,
    get_creator_following: `/public/share/user/${handle}/following`,
    get_app_share: `/public/share/app/${handle}/${slug}`,
    get_similar_apps: `/public/share/app/${handle}/${slug}/similar`,
  }

  test('answers with records at every limit, within what OpenAPI announces', async t => {
    const service = await start(t, { records })
    for (const { name, path } of operations) {
      const reply = await service.api(paths[name] ?? assert.fail(`No path for ${name}.`))
      assert.equal(reply.status, 200, reply.text)
      const { schema } = resolved(document.paths[path].get).responses['200'].content['application/json']
      const checker = Compile(schema)
      assert.ok(checker.Check(reply.json()), `${name}: ${JSON.stringify(checker.Errors(reply.json())).slice(0, 500)}`)
    }
    assert.equal((await service.api(paths.get_community_feed!)).json().data.total, 1)
    assert.equal((await service.api(paths.get_app_share!)).json().data.tags.length, limits.tags)
    const translated = await service.api(`${paths.get_app_share}?locale=${locales.at(-1)}`)
    assert.equal(translated.json().data.locale, locales.at(-1))
  })
})
