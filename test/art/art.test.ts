import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { categories } from '../../demo/categories.ts'
import { type ArtKind, artKinds, artPath, drawArt, parseArtPath } from '../../src/art/art.ts'
import { defaultKinds as kinds } from '../../src/site/site.ts'
import { assertWellFormed } from './well-formed.ts'

/** Names as the demo community gives them: every kind in every category, several of each. */
function* names(): Generator<string> {
  for (const kind of kinds) {
    for (const { slug } of categories) {
      for (let i = 0; i < 12; i++) yield `${kind}-${slug}-${(i * 0x1357b + 0xabc).toString(16)}-${1 + (i % 3)}`
    }
  }
}

const drawings: { kind: ArtKind; name: string; svg: string }[] = [...names()].flatMap(name =>
  artKinds.map(kind => ({ kind, name, svg: drawArt(kind, name) })),
)

function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map(match => match[1]!)
}

describe('art', () => {
  test('is well-formed SVG of the size its kind has', () => {
    const sizes: Record<ArtKind, string> = {
      cover: '0 0 1200 800',
      icon: '0 0 256 256',
      avatar: '0 0 256 256',
      screenshot: '0 0 390 844',
    }
    for (const { kind, svg } of drawings) {
      assertWellFormed(svg)
      assert.ok(Buffer.byteLength(svg) <= 3000)
      assert.ok(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${sizes[kind]}"`))
    }
  })

  test('has no script, no text, nothing from elsewhere and no slip of arithmetic', () => {
    for (const { svg } of drawings) {
      const withoutNamespace = svg.replace(' xmlns="http://www.w3.org/2000/svg"', '')
      assert.doesNotMatch(withoutNamespace, /<script|<text|<style|<foreignObject|<image|href|on[a-z]+=|http|data:/i)
      assert.doesNotMatch(svg, /NaN|undefined|Infinity|null|e-\d/)
      for (const reference of svg.matchAll(/url\(([^)]*)\)/g)) assert.match(reference[1]!, /^#/)
    }
  })

  test('follows from its name alone, and differs from name to name', () => {
    for (const { kind, name, svg } of drawings) assert.equal(drawArt(kind, name), svg)
    const anonymous = drawings.map(({ svg }) => idsOf(svg).reduce((text, id) => text.replaceAll(id, ''), svg))
    const distinct = new Set(anonymous).size
    assert.ok(distinct > drawings.length * 0.6, `${distinct} of ${drawings.length} look different`)
  })

  test('exists for every name there can be', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789-']
    const anyName = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 80 })
    const likely = fc.tuple(fc.constantFrom(...kinds, 'x'), anyName, anyName).map(parts => parts.join('-').slice(0, 80))
    fc.assert(
      fc.property(fc.constantFrom(...artKinds), fc.oneof(anyName, likely), (kind, name) => {
        const svg = drawArt(kind, name)
        assertWellFormed(svg)
        assert.ok(Buffer.byteLength(svg) <= 3000)
        assert.doesNotMatch(svg, /NaN|undefined/)
      }),
      {
        numRuns: 500,
        seed: 20260526,
        examples: [
          ['cover', 'app-constructor-a'],
          ['icon', 'game-valueof-b'],
        ],
      },
    )
  })
})

describe('paths of art', () => {
  test('lead back to kind and name', () => {
    for (const { kind, name } of drawings) assert.deepEqual(parseArtPath(artPath(kind, name)), { kind, name })
  })

  test('other paths are refused', () => {
    const names = ['.svg', 'a.png', 'a.svg/', 'a.svg?x=1', 'A.svg', 'a b.svg', 'a/b.svg', '../a.svg', 'a.svg\n']
    const paths = [...names, `${'a'.repeat(81)}.svg`].map(name => `/art/cover/${name}`)
    const others = ['/art/poster/a.svg', '/art/constructor/a.svg', 'art/cover/a.svg', '/ART/cover/a.svg', '']
    for (const path of [...paths, ...others]) assert.equal(parseArtPath(path), null, path)
  })
})
