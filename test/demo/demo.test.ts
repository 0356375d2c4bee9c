import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { demoCreations, demoRecords } from '../../demo/demo.ts'
import { parseArtPath } from '../../src/art/art.ts'
import { checkRecord } from '../../src/records/check-record.ts'
import { type CreationRecord, kinds } from '../../src/records/records.ts'
import { assertShare, type Community, communityOf, fingerprint, idOf, isPublic } from '../support/demo-community.ts'

describe('the demo community', () => {
  let demo: Community
  let byId: Map<string, CreationRecord>
  before(() => {
    demo = communityOf({ creations: demoCreations })
    byId = new Map(demo.creation.map(creation => [idOf(creation), creation]))
  })

  test('has the promised size', () => {
    assert.equal(demo.creation.length, demoCreations)
  })

  test('has the size that the README tells', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const shown = demo.creation.filter(isPublic).length.toLocaleString('en')
    assert.ok(readme.includes(`a demo community of ${shown} public creations by ${demo.creator.length} creators`))
  })

  test('is the same every time, and another with another seed', () => {
    const first = fingerprint({ creations: demoCreations })
    assert.equal(fingerprint({ creations: demoCreations }), first)
    assert.notEqual(fingerprint({ creations: demoCreations, seed: 77 }), first)
    assert.notEqual(fingerprint({ creations: demoCreations, now: Date.UTC(2027, 0, 1) }), first)
  })

  test('comes in canonical form: checking changes nothing, and nothing is refused', () => {
    for (const record of demoRecords({ creations: demoCreations })) {
      const outcome = checkRecord(record, { now: () => 0 })
      assert.ok('checked' in outcome, `${JSON.stringify(record)}: ${JSON.stringify(outcome)}`)
      assert.deepEqual(outcome.checked.undated, [])
      assert.equal(JSON.stringify(outcome.checked.record), JSON.stringify(record))
    }
  })

  test('names everything once', () => {
    const unique = (values: string[]) => assert.equal(new Set(values).size, values.length)
    unique(demo.category.map(({ slug }) => slug))
    unique(demo.tag.map(({ key }) => key))
    unique(demo.creator.map(({ handle }) => handle))
    unique(demo.creation.map(idOf))
    unique(demo.follow.map(({ follower, following }) => `${follower} ${following}`))
    unique(demo.score.map(score => `${idOf(score)} ${score.player}`))
  })

  test('refers only to what it has', () => {
    const handles = new Set(demo.creator.map(({ handle }) => handle))
    const slugs = new Set(demo.category.map(({ slug }) => slug))
    const keys = new Set(demo.tag.map(({ key }) => key))
    for (const creation of demo.creation) {
      assert.ok(handles.has(creation.handle))
      assert.ok(creation.category === null || slugs.has(creation.category))
      for (const tag of creation.tags) assert.ok(keys.has(tag), tag)
      assert.ok(creation.remixOf === null || byId.has(idOf(creation.remixOf)))
    }
    for (const { follower, following } of demo.follow) {
      assert.ok(handles.has(follower) && handles.has(following))
      assert.notEqual(follower, following)
    }
    for (const score of demo.score) assert.ok(byId.has(idOf(score)) && handles.has(score.player))
  })

  test('has a first creator and a first creation that examples can count on', () => {
    assert.equal(demo.creator[0]?.handle, 'mira')
    const first = byId.get('mira/water-log')
    assert.equal(first?.title, 'Water Log')
    assert.equal(first.visibility, 'public')
    assert.ok(first.coverUrl && first.iconUrl)
    assert.ok(demo.score.some(score => idOf(score) === 'mira/water-log'))
    assert.ok(demo.creation.some(({ remixOf }) => remixOf && idOf(remixOf) === 'mira/water-log'))
  })

  test('has all kinds and shelves, and some of what is hidden, featured or bare', () => {
    const has = (test: (creation: CreationRecord) => boolean) => demo.creation.some(test)
    for (const kind of kinds) assert.ok(has(creation => creation.kind === kind))
    for (const { slug } of demo.category) assert.ok(has(creation => creation.category === slug))
    for (const visibility of ['public', 'unlisted', 'private']) {
      assert.ok(has(creation => creation.visibility === visibility))
    }
    assert.ok(has(({ category }) => category === null))
    assert.ok(has(({ coverUrl }) => coverUrl === null))
    assert.ok(has(({ featured }) => featured) && !has(creation => creation.featured && !isPublic(creation)))
    assertShare(new Set(demo.creation.map(({ title }) => title)).size, demo.creation.length, 0.9, 1)
  })

  test('shows only drawings that exist, and links only to example hosts', () => {
    for (const { coverUrl, iconUrl, screenshots } of demo.creation) {
      if (coverUrl) assert.equal(parseArtPath(coverUrl)?.kind, 'cover')
      if (iconUrl) assert.equal(parseArtPath(iconUrl)?.kind, 'icon')
      for (const url of screenshots) assert.equal(parseArtPath(url)?.kind, 'screenshot')
    }
    for (const { avatarUrl, links } of demo.creator) {
      if (avatarUrl) assert.equal(parseArtPath(avatarUrl)?.kind, 'avatar')
      for (const { url } of links) assert.ok(['example.com', 'example.org'].includes(new URL(url).host))
    }
  })

  test('happens in order, within fourteen months', () => {
    const now = Date.UTC(2026, 10, 1)
    const time = (date: string) => Date.parse(date)
    const joined = new Map(demo.creator.map(({ handle, joinedAt }) => [handle, time(joinedAt)]))
    const month = 30 * 86_400_000
    for (const { handle, publishedAt, updatedAt } of demo.creation) {
      assert.ok(
        joined.get(handle)! < time(publishedAt) && time(publishedAt) <= time(updatedAt) && time(updatedAt) <= now,
      )
      assert.ok(time(publishedAt) > now - 14.5 * month)
    }
    for (const score of demo.score) {
      assert.ok(time(byId.get(idOf(score))!.publishedAt) <= time(score.achievedAt) && time(score.achievedAt) <= now)
    }
  })

  test('has remixes of older creations, some of remixes of remixes', () => {
    const remixes = demo.creation.filter(({ remixOf }) => remixOf !== null)
    assertShare(remixes.length, demo.creation.length, 0.1, 0.22)
    const parentOf = (creation: CreationRecord) => (creation.remixOf ? byId.get(idOf(creation.remixOf))! : null)
    const depthOf = (creation: CreationRecord): number => {
      const parent = parentOf(creation)
      return parent ? 1 + depthOf(parent) : 0
    }
    for (const remix of remixes) assert.ok(parentOf(remix)!.publishedAt < remix.publishedAt)
    assert.ok(remixes.filter(remix => depthOf(remix) >= 3).length >= 5)
  })

  test('has counters that fit together', () => {
    for (const { stats } of demo.creation) {
      assert.ok(stats.views >= stats.plays && stats.plays >= stats.likes, JSON.stringify(stats))
      assert.ok(stats.remixes <= stats.plays || stats.remixes <= 3, JSON.stringify(stats))
    }
  })
})
