// Generated images: of creations, creators and categories without pictures.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { drawGenerated } from '../../src/art/generated.ts'
import { hexOf, oklchOf } from '../../src/art/tones.ts'
import { categoryArtPath, creationArtPath, creatorArtPath, parseGeneratedPath } from '../../src/art-paths.ts'
import { neutralSite, type Site } from '../../src/site/site.ts'
import { creationId } from '../../src/store/identity.ts'
import { initialsOf, isInitials } from '../../src/util/initials.ts'
import { assertWellFormed } from './well-formed.ts'

const maxBytes = 4000

const draw = (path: string, site: Site = neutralSite): string => {
  const art = parseGeneratedPath(path)
  assert.ok(art, path)
  return drawGenerated(art, site)
}

const creationPath = (i = 0, category: string | null = 'games') =>
  creationArtPath({ id: creationId('mira', `thing-${i}`), category })

function assertSafe(svg: string): void {
  assertWellFormed(svg)
  assert.ok(Buffer.byteLength(svg) <= maxBytes, String(Buffer.byteLength(svg)))
  assert.ok(svg.isWellFormed())
  assert.doesNotMatch(
    svg.replace(' xmlns="http://www.w3.org/2000/svg"', ''),
    /<script|<style|<image|href|\bon[a-z]+=|http|data:/i,
  )
  assert.doesNotMatch(svg, /NaN|undefined|Infinity|null|e-\d/)
}

const hostile = [
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '& < > " \'',
  "'; drop",
  '\u202eevil\u202c',
  '\u2067\u2066',
  '\ud800 broken',
  '\0\u0007',
  '\ufffe\uffff',
  `Z${'\u0301'.repeat(100)}algo`,
  '﷽',
  '𒐫𒐫',
  '../../etc',
  '%2e%2e%2f',
  '.',
  '-',
  '',
  '   ',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '1️⃣',
]

suite('initials', () => {
  const expected: Record<string, string | null> = {
    'Water Log': 'WL',
    'libssl-dev': 'LI',
    curl: 'CU',
    "Ann O'Neil": 'AO',
    "- 'tis the season": 'TS',
    '’tis the sëason': 'TS',
    x: 'X',
    'The Hobbit, or There and Back Again': 'TA',
    'Two-Evening Hat': 'TH',
    'Näh‑Kiste': 'NÄ',
    'Ann 水': 'A',
    'x-ray': 'XR',
    "O'Neil": 'ON',
    'école élémentaire': 'ÉÉ',
    'ßeta test': 'ßT',
    '“Quoted” title': 'QT',
    'Debian Perl Group': 'PE',
    'Debian Qt/KDE Maintainers': 'QK',
    'Debian Go Packaging Team': 'GO',
    'Perl Team': 'PE',
    'Team Rocket': 'TR',
    'Task Force': 'TF',
    'Équipe Perl Group': 'PE',
    '2048': '20',
    水の記録: '水',
    'سجل الماء': 'س',
    נמש: 'נ',
    नमस्ते: 'न',
    조은: '조',
    'Жук игра': 'ЖИ',
    '🎲 Dice': 'DI',
    '🎲': '🎲',
    '···': null,
    '': null,
  }
  for (const [text, initials] of Object.entries(expected))
    test(`of ${text || 'nothing'}`, () => assert.equal(initialsOf(text), initials))

  test('of ASCII text follow the rules of all text', () => {
    // The wide space makes it another text without another word.
    const property = fc.property(fc.string({ minLength: 1 }), text => {
      assert.equal(initialsOf(text), initialsOf(`${text}\u2003`))
    })
    fc.assert(property, { numRuns: 1000, seed: 20260526 })
  })

  test('of any text can be drawn', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), text => {
        const initials = initialsOf(text)
        assert.ok(initials === null || isInitials(initials), JSON.stringify(initials))
      }),
      { numRuns: 2000, seed: 20260526, examples: hostile.map(text => [text]) },
    )
  })
})

suite('generated images', () => {
  test('are the same for the same path, and differ between creations', () => {
    const paths = Array.from({ length: 200 }, (_, i) => creationPath(i))
    assert.ok(new Set(paths.map(path => draw(path))).size > paths.length * 0.95)
    for (const path of paths) assert.equal(draw(path), draw(path))
  })

  test('are small, well-formed and without active content for any name and text', () => {
    for (const name of [...hostile, 'Water Log', '水の記録', 'سجل الماء'])
      assertSafe(draw(creatorArtPath('mira', name)))
    for (let i = 0; i < 300; i++) {
      assertSafe(draw(creationPath(i, i % 3 === 0 ? null : `category-${i}`)))
      assertSafe(draw(categoryArtPath(`category-${i}`)))
      assertSafe(draw(creatorArtPath(`creator-${i}`, 'Ann Lee')))
    }
  })

  test('of creators show initials as escaped text; of creations show no text', () => {
    assert.match(draw(creatorArtPath('mira', 'Mira Sol')), />MS<\/text>/)
    for (let i = 0; i < 50; i++) assert.doesNotMatch(draw(creationPath(i)), /<text/)
  })

  test('of the creations on one page use many different drawings', () => {
    for (const first of [0, 24, 48, 72]) {
      const shapes = Array.from({ length: 24 }, (_, i) => draw(creationPath(first + i)).replace(/#[0-9a-f]{6}/g, ''))
      const elements = new Set(shapes.map(svg => svg.replace(/[\d.]+/g, '')))
      assert.ok(elements.size >= 16, String(elements.size))
    }
  })

  test('stay the same from version to version', () => {
    const digest = (path: string) => hash('sha256', draw(path)).slice(0, 16)
    const paths = ['/art/creation/games/0123abcd.svg', '/art/creation/-/fedcba98.svg', '/art/creator/mira/MS.svg']
    assert.deepEqual([...paths, '/art/category/games.svg'].map(digest), [
      'be8568ab4f431583',
      '73088136ca435ff2',
      '16193ea3b80f6872',
      'c2b53ba54084a6a3',
    ])
  })

  test('of categories have an icon if a word of the slug is known, else initials', () => {
    const hasIcon = (slug: string) => draw(categoryArtPath(slug)).includes('stroke-linejoin="round"')
    for (const slug of ['games', 'board-games', 'food', 'utilities', 'libs']) assert.ok(hasIcon(slug), slug)
    const initials = { zope: 'Zo', x11: 'X1', 'gnu-r': 'Gr', s: 'S', rust: 'Rs', ruby: 'Rb' }
    for (const [slug, text] of Object.entries(initials)) {
      assert.ok(!hasIcon(slug), slug)
      assert.ok(draw(categoryArtPath(slug)).includes(`>${text}</text>`), slug)
      assert.doesNotMatch(drawGenerated({ of: 'category', category: slug }, neutralSite, false), /<text/)
    }
    for (const slug of ['games', 'sound', 'yarn', 'gear']) assertSafe(draw(categoryArtPath(slug)))
  })

  test('of categories differ in background, plate and colour', () => {
    const slugs = Array.from({ length: 60 }, (_, i) => `category-${i}`)
    const drawn = slugs.map(slug => drawGenerated({ of: 'category', category: slug }, neutralSite, true))
    const shapes = drawn.map(svg => svg.replace(/#[0-9a-f]{6}|<text.*<\/text>/g, '').replace(/[\d.]+/g, ''))
    assert.ok(new Set(shapes).size >= 25, String(new Set(shapes).size))
    const neighbours = shapes.filter((shape, i) => i > 0 && shape === shapes[i - 1])
    assert.ok(neighbours.length <= 4, String(neighbours.length))
    assert.equal(new Set(drawn).size, drawn.length)
  })

  test('have colours of their category; without one, of the site', () => {
    const mainHue = (svg: string) => oklchOf(/fill="(#[0-9a-f]{6})"/.exec(svg)![1]!).hue
    const distance = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))
    const hues = Array.from({ length: 20 }, (_, i) => mainHue(draw(creationPath(i))))
    for (const hue of hues) assert.ok(distance(hue, hues[0]!) < 45, `${hue} ${hues[0]}`)
    const games = mainHue(draw(creationPath(0, 'games')))
    assert.ok(distance(games, mainHue(draw(creationPath(0, 'music')))) > 45)
    const red = { light: '#c02020', dark: '#ff8080' }
    for (let i = 0; i < 20; i++) {
      const hue = mainHue(draw(creationPath(i, null), { ...neutralSite, colors: { accent: red } }))
      assert.ok(distance(hue, oklchOf(red.light).hue) < 30, String(hue))
    }
  })

  test('have colours near the accent colour of the site', () => {
    for (const light of ['#5132c8', '#a3402a', '#0b6b53']) {
      const site = { ...neutralSite, colors: { accent: { light, dark: light } } }
      for (let i = 0; i < 40; i++) {
        const { hue } = oklchOf(/fill="(#[0-9a-f]{6})"/.exec(draw(categoryArtPath(`category-${i}`), site))![1]!)
        const distance = Math.abs(((hue - oklchOf(light).hue + 540) % 360) - 180)
        assert.ok(distance <= 135, `${light} ${hue}`)
      }
    }
  })

  test('are grey where the accent colour of the site is grey', () => {
    const grey = { ...neutralSite, colors: { accent: { light: '#444444', dark: '#cccccc' } } }
    const chroma = (site: Site) => oklchOf(/fill="(#[0-9a-f]{6})"/.exec(draw(creationPath(), site))![1]!).chroma
    assert.ok(chroma(grey) < chroma(neutralSite) / 2)
  })

  test('paths of anything else are refused', () => {
    const paths = [
      '/art/creation/0123abcd.svg',
      '/art/creation/games/0123ABCD.svg',
      '/art/creation/games/0123abcd.svg/',
      '/art/creation/games/0123abcd/A.svg',
      '/art/creation/%00/0123abcd.svg',
      '/art/creation/../games/0123abcd.svg',
      '/art/creator/mira/ABC.svg',
      '/art/creator/mira/%.svg',
      '/art/creator/mira/%ED%A0%80.svg',
      '/art/creator/mira/%00.svg',
      '/art/creator/mira/%E2%80%AE.svg',
      `/art/creator/mira/${'a'.repeat(400)}.svg`,
      '/art/creator/Mira/A.svg',
      '/art/creator/mira.svg',
      '/art/category/a/b.svg',
      '/art/category/.svg',
      '',
    ]
    for (const path of paths) assert.equal(parseGeneratedPath(path), null, path)
    assertSafe(draw('/art/creator/mira/%3Cb.svg'))
  })
})

test('colours survive the conversion', () => {
  for (const hex of ['#000000', '#ffffff', '#5132c8', '#c02020', '#1c7a4c', '#808080']) {
    const { lightness, chroma, hue } = oklchOf(hex)
    assert.equal(hexOf(lightness, chroma, hue), hex)
  }
})
