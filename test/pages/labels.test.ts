// The pages that list all tags and categories.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { drawGenerated } from '../../src/art/generated.ts'
import { parseGeneratedPath } from '../../src/art-paths.ts'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { categoryArts } from '../../src/pages/labels/category-art.ts'
import { neutralSite } from '../../src/site/site.ts'
import { start } from '../support/start-service.ts'
import { pageReader, rare, startExplorer, unescaped } from './explorer-support.ts'

const service = await startExplorer({ after })
const { web, webUrl, api } = service
const htmlOf = pageReader(service)

/** The sections with the creations of each label. */
const sectionsIn = (text: string) =>
  [...text.matchAll(/<h2><a [^>]*><bdi>([^<]+)<\/bdi> <small>([^<]+)<\/small><\/a><\/h2>(.*?)<\/section>/gs)].map(
    ([, label, count, cards]) => [label, count, cards!.match(/<li class="card">/g)?.length],
  )

suite('all tags and categories', () => {
  const expected = {
    '/tags': new Set(['hydration', 'rare', 'common', 'daily', 'constructor', ...rare.flatMap(({ tags }) => tags)]),
    '/categories': new Set(['health', 'play', 'constructor', ...rare.map(({ category }) => category)]),
  }
  for (const [path, keys] of Object.entries(expected)) {
    const name = path === '/tags' ? 'tag' : 'category'
    test(`${path} leads to all of them, with counts, as HTML and Markdown`, async () => {
      const found: string[] = []
      const counts: number[] = []
      let pages = 0
      for (let next: string | undefined = path; next !== undefined; pages++) {
        const text = await htmlOf(next)
        const links = [
          ...text.matchAll(
            /<li><a href="([^"]+)">(?:<img[^>]+>)?<span(?: dir="auto">|><b dir="auto">)[^<]*<\/(?:span|b)><small>([\d,]+)(?: creations?)?</g,
          ),
        ]
        for (const [, url, count] of links) {
          const { searchParams, search } = new URL(unescaped(url!))
          counts.push(Number(count))
          found.push(searchParams.get(name)!)
          if (found.length % 20 === 1) {
            const { data } = (await api(`/public/share/community${search}`)).json()
            assert.equal(data.total, Number(count), search)
          }
        }
        next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.slice(webUrl.length)
      }
      assert.equal(pages, path === '/tags' ? 2 : 4)
      // Tags have a group of the most used ones; then all are in the order of the alphabet.
      const ordered = path === '/tags' ? counts.slice(0, 12) : counts
      assert.deepEqual(
        ordered,
        ordered.toSorted((a, b) => b - a),
        'most used first',
      )
      const grouped = path === '/tags' ? found.slice(0, 12) : []
      assert.deepEqual(found.toSorted(), [...keys, ...grouped].sort())

      const listed: string[] = []
      for (let next: string | undefined = `${path}.md`; next !== undefined; ) {
        const { status, text } = await web(next)
        assert.equal(status, 200)
        listed.push(...[...text.matchAll(/^- \[.*\(`([^`]+)`\): \d+$/gm)].map(([, key]) => key!))
        next = /\[Next page\]\(<?([^)>]+)>?\)/.exec(text)?.[1]?.slice(webUrl.length)
      }
      assert.deepEqual(listed.toSorted(), [...keys].sort())
    })
  }

  test('tags have their number, groups, positions and a search', async () => {
    const first = await htmlOf('/tags')
    assert.match(first, /<h1>Tags <small>515<\/small><\/h1>/)
    const headings = [...first.matchAll(/<section[^>]*>(?:<div[^>]*>)?<h2[^>]*>([^<]+)</g)].map(
      ([, heading]) => heading,
    )
    assert.deepEqual(headings.slice(0, 2), ['Most used', 'The 500 most used of 515, from A to Z'])
    assert.match(first, /<section class="letter"[^>]*><h3[^>]*>T</)
    assert.match(first, /<p class="range">1–500 of 515</)
    const next = unescaped(/rel="next" href="([^"]+)"/.exec(first)![1]!).slice(webUrl.length)
    const second = await htmlOf(next)
    assert.match(second, /<p class="range">501–515 of 515</)
    assert.doesNotMatch(second, /Most used/)
    const found = await htmlOf('/tags?q=AG-29&locale=de')
    const labels = [...found.matchAll(/<span dir="auto">([^<]*)<\/span><small>/g)].map(([, label]) => label)
    assert.deepEqual(labels.toSorted(), ['tag-29', ...Array.from({ length: 10 }, (_, i) => `tag-29${i}`)])
    assert.match(found, /<h1>Schlagwörter <small>11<.*value="AG-29".*name="locale" value="de"/s)
    assert.match((await web('/tags.md?q=AG-29')).text, /11 of 11 tags that contain "AG-29".*`tag-29`/s)
    assert.match(await htmlOf('/tags?q=zqxjv'), /class="empty"/)
    assert.equal((await web('/tags?cursor=x')).status, 400)
  })

  test('the explorer, the sitemap and every language lead there', async () => {
    const sitemap = (await web('/sitemaps/docs.xml')).text
    for (const path of Object.keys(expected)) assert.ok(sitemap.includes(`<loc>${webUrl}${path}</loc>`))
    for (const locale of serviceLocales) {
      const { allTags, allCategories, categories, categoriesLead } = languages[locale].words
      const to = (path: string) => `href="${webUrl}${path}${locale === 'en' ? '' : `?locale=${locale}`}"`
      const text = await htmlOf(`/community?locale=${locale}`)
      assert.ok(text.includes(`${to('/tags')}>${allTags}<`), locale)
      assert.ok(text.includes(`${to('/categories')}>${allCategories}<`), locale)
      const page = await htmlOf(`/categories?locale=${locale}`)
      assert.ok(page.includes(`<h1>${categories} <small>`) && page.includes(categoriesLead), locale)
    }
  })
})

suite('the page of tags', () => {
  const creation = (i: number, tags: readonly string[]) => ({ type: 'creation', handle: 'ann', slug: `c-${i}`, title: `Creation ${i}`, tags }) // biome-ignore format: one line

  const ann = { type: 'creator', handle: 'ann', displayName: 'Ann' }

  test('shows what a few tags have', async t => {
    const records = [ann, creation(0, ['lace', 'wool']), creation(1, ['wool'])]
    const htmlOf = pageReader(await start(t, { records }))
    const text = await htmlOf('/tags')
    assert.deepEqual(sectionsIn(text), [
      ['wool', '2 creations', 2],
      ['lace', '1 creation', 1],
    ])
    // All creations are shown already.
    assert.doesNotMatch(text, /See all <small>/)
    assert.match(await htmlOf('/tags.md'), /## \[lace\].*\n\n- \[Creation 0\].*\n\n\[See all\]/)
  })

  test('of a small community shows pictures and names what has a tag', async t => {
    const records = [
      ann,
      creation(9, ['wool']),
      ...[0, 1, 2, 3, 4, 5].map(i => creation(i, i < 2 ? [`tag-${i}`, 'wool'] : [`tag-${i}`])),
    ]
    const text = await pageReader(await start(t, { records }))('/tags')
    const tiles = [...text.matchAll(/<li><a href="[^"]+"><img src="[^"]+"[^>]*><span dir="auto">([\w-]+)<\/span>(.*?)<\/a>/g)] // biome-ignore format: one line
    assert.equal(tiles.length, 7)
    assert.deepEqual(tiles[0]!.slice(1), ['wool', '<small>3 creations</small>'])
    assert.deepEqual(tiles.at(-1)!.slice(1), ['tag-5', '<small>1 creation · <bdi>Creation 5</bdi></small>'])
  })

  test('files Arabic words without their article, and kana by row', async t => {
    const labels = [
      'الماء',
      'ماء',
      'النوم',
      'ガーデン',
      'かさ',
      'ャ',
      'パン',
      '水',
      ...Array.from({ length: 40 }, (_, i) => `tag-${i}`),
    ]
    const records = [ann, ...labels.map((label, i) => creation(i, [label]))]
    const htmlOf = pageReader(await start(t, { records }))
    const lettersOf = async (locale: string) => {
      const text = await htmlOf(`/tags?locale=${locale}`)
      return [...text.matchAll(/<h3 [^>]*>([^<]+)<\/h3><ul class="tag-columns">(.*?)<\/ul>/gs)].map(
        ([, letter, list]) => [letter, [...list!.matchAll(/<span dir="auto">([^<]+)</g)].map(([, label]) => label)],
      )
    }
    const arabic = Object.fromEntries(await lettersOf('ar'))
    assert.deepEqual(arabic['م'].toSorted(), ['الماء', 'ماء'])
    assert.deepEqual(arabic['ن'], ['النوم'])
    const japanese = Object.fromEntries(await lettersOf('ja'))
    assert.deepEqual(japanese['か'], ['ガーデン', 'かさ'])
    assert.deepEqual([japanese['や'], japanese['は'], japanese['漢']], [['ャ'], ['パン'], ['水']])
  })

  test('shows no pictures if several tags would have the same one, but all creations of a small community', async t => {
    const htmlOf = pageReader(
      await start(t, { records: [ann, creation(0, ['lace', 'wool', 'shawl']), creation(1, [])] }),
    )
    const text = await htmlOf('/tags')
    const chips = [...text.matchAll(/<li><a class="chip" href="[^"]+"><span dir="auto">(\w+)<\/span><\/a>/g)]
    assert.deepEqual(chips.map(([, label]) => label).toSorted(), ['lace', 'shawl', 'wool'])
    assert.match(text, /<h2>Creations<\/h2><\/div><ul class="grid">/)
    assert.equal(text.match(/<li class="card">/g)?.length, 2)
    assert.match(await htmlOf('/tags.md'), /\n## Creations\n\n(?:- \[Creation \d\].*\n){2}/)
  })

  test('folds tags that are rarely used, if there are enough others', async t => {
    const frequent = Array.from({ length: 60 }, (_, i) => `tag-${i}`)
    const records = [0, 1, 2].map(i => creation(i, [...frequent.slice(i * 20, i * 20 + 20), `rare-${i}`]))
    const more = Array.from({ length: 9 }, (_, i) => creation(i + 3, frequent.slice((i % 3) * 20, (i % 3) * 20 + 20)))
    const htmlOf = pageReader(await start(t, { records: [ann, ...records, ...more] }))
    const text = await htmlOf('/tags')
    const folded = /<details class="rare"><summary>Rarely used <small>3<\/small><\/summary>(.*?)<\/details>/s.exec(text)![1]! // biome-ignore format: one line
    assert.deepEqual([...folded.matchAll(/<span dir="auto">([^<]+)</g)].map(([, label]) => label), ['rare-0', 'rare-1', 'rare-2']) // biome-ignore format: one line
    assert.doesNotMatch(await htmlOf('/tags?q=rare'), /<details/)
  })
})

suite('the page of categories', () => {
  const creation = (i: number, category: string) => ({ type: 'creation', handle: 'ann', slug: `c-${i}`, title: `Creation ${i}`, category }) // biome-ignore format: one line
  const ann = { type: 'creator', handle: 'ann', displayName: 'Ann' }

  test('has the creations of one or two categories', async t => {
    const records = [ann, creation(0, 'garden'), creation(1, 'garden'), creation(2, 'food')]
    const htmlOf = pageReader(await start(t, { records }))
    const text = await htmlOf('/categories')
    assert.doesNotMatch(text, /class="lead"/)
    assert.deepEqual(sectionsIn(text), [
      ['Garden', '2 creations', 2],
      ['Food', '1 creation', 1],
    ])
    assert.doesNotMatch(text, /See all <small>/)
    assert.match(await htmlOf('/categories.md'), /\n## \[Garden\].*\n\n(?:- \[Creation \d\].*\n){2}/)
  })

  test('has a few other creations below', async t => {
    const { category: _, ...other } = creation(1, '')
    const text = await pageReader(await start(t, { records: [ann, creation(0, 'garden'), other] }))('/categories')
    assert.match(text, /<h2>More on Pocketry<\/h2>.*Creation 1/s)
    assert.doesNotMatch(text, /See all <small>/)
  })

  test('of a large one has its first creations and a link to all of them', async t => {
    const records = [ann, ...Array.from({ length: 14 }, (_, i) => creation(i, 'garden'))]
    const text = await pageReader(await start(t, { records }))('/categories')
    assert.equal(text.match(/<li class="card">/g)?.length, 12)
    assert.match(text, /<h2><a href="[^"]+category=garden"><bdi>Garden<\/bdi> <small>\d+ creations<\/small><\/a><\/h2>/)
  })

  test('shows no icon and no monogram twice', () => {
    const named = (labels: readonly string[]) => labels.map(label => ({ slug: label.toLowerCase().replaceAll(' ', '-'), label })) // biome-ignore format: one line
    const arts = categoryArts([
      ...named(['Editors', 'Text', 'Fonts', 'GNOME', 'GNUstep', 'KDE', 'Rust', 'Text Editors']),
      { slug: 'x11', label: 'X Window System' },
      { slug: 'zz', label: '\u5065\u5eb7' },
      { slug: 'x', label: 'gui' },
    ])
    assert.deepEqual(
      arts.map(art => decodeURIComponent(art.replace(/^\/art\/category\/|\.svg$/g, ''))),
      ['editors', 'text/Te', 'fonts/Fo', 'gnome/Gn', 'gnustep/Gu', 'kde/KDE', 'rust/Rs', 'text-editors/TE', 'x11/XW', 'zz/\u5065', 'x/Gi'], // biome-ignore format: one line
    )
    for (const art of arts) assert.notEqual(parseGeneratedPath(art), null, art)
    assert.match(drawGenerated(parseGeneratedPath('/art/category/x/XW.svg')!, neutralSite), />XW<\/text>/)
    for (const path of ['/art/category/x/%3Cb.svg', '/art/category/x/ABCD.svg', '/art/category/x/%E0.svg'])
      assert.equal(parseGeneratedPath(path), null, path)
  })
})
