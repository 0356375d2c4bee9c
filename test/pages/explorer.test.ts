// The explorer: what each choice leaves, how filters are removed, and pages that list all tags and categories.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { smallCommunity, start } from '../support/start-service.ts'

const rare = Array.from({ length: 310 }, (_, i) => ({
  type: 'creation',
  handle: 'ann',
  slug: `rare-${i}`,
  title: `Rare ${i}`,
  kind: i % 2 ? 'game' : 'app',
  category: `area-${i}`,
  tags: [`tag-${i}`, ...(i % 3 ? ['common'] : []), ...(i % 5 ? ['daily'] : [])],
  locale: i % 4 ? 'en' : 'es-MX',
  remixOf: i % 9 ? undefined : { handle: 'mira', slug: 'thing-0' },
  publishedAt: '2026-03-01T00:00:00Z',
}))
const odd = {
  type: 'creation',
  handle: 'ann',
  slug: 'odd',
  title: 'Odd',
  tags: ['constructor'],
  category: 'constructor',
}
const { web, webUrl, api } = await start({ after }, { records: [...smallCommunity(), ...rare, odd] })

async function htmlOf(path: string): Promise<string> {
  const { status, text } = await web(path, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, `${path} ${text}`)
  return text
}

type Chip = { path: string; label: string; count: number | null; name: string | undefined }

const unescaped = (text: string) => text.replaceAll('&amp;', '&')

function chipsIn(text: string, label: string): Chip[] {
  const part = [...text.matchAll(/<(nav|details)([^>]*)>([\s\S]*?)<\/\1>/g)].find(
    ([, , attributes, content]) => attributes!.includes(`"${label}"`) || content!.includes(`<summary>${label}<`),
  )
  const links = part?.[3]?.matchAll(
    /<a class="chip" href="([^"]+)"([^>]*)>.*?<span dir="auto">([^<]*)<\/span>(?: <small>([\d,]+)<\/small>)?<\/a>/g,
  )
  return [...(links ?? [])].map(([, url, attributes, name, count]) => ({
    path: unescaped(url!).slice(webUrl.length),
    label: name!,
    count: count === undefined ? null : Number(count.replace(',', '')),
    name: /aria-label="([^"]*)"/.exec(attributes!)?.[1],
  }))
}

const resultsIn = (text: string): number =>
  Number(/role="status">(?:More than )?([\d,]+) creation/.exec(text)![1]!.replace(',', ''))

suite('choices', () => {
  for (const path of [
    '/community',
    '/community?kind=game',
    '/community?category=health&sort=liked',
    '/community?tag=common',
    '/community?featuredOnly=true&tag=hydration',
  ]) {
    test(`${path} says how many creations each choice leaves`, async () => {
      const text = await htmlOf(path)
      const kinds = chipsIn(text, 'Kind')
      const counted = [...kinds, ...chipsIn(text, 'Categories'), ...chipsIn(text, 'Tags')]
      // What leaves nothing is no choice.
      assert.ok(kinds.length > 1 && kinds.every(({ count }) => count !== null && count > 0))
      const current = new Set([path])
      for (const choice of counted.filter(({ count }) => count !== null)) {
        if (current.has(choice.path)) continue
        const left = resultsIn(await htmlOf(choice.path))
        // A chosen value is removed by its chip, which says how many it leaves.
        const isChosen = text.includes(`href="${webUrl}${choice.path.replaceAll('&', '&amp;')}" aria-current`)
        if (!isChosen) assert.equal(choice.count, left, `${choice.label} at ${choice.path}`)
      }
    })
  }

  test('tags and categories without creations are no choice', async () => {
    const text = await htmlOf('/community?category=area-1')
    assert.deepEqual(chipsIn(text, 'Tags').map(({ label }) => label).sort(), ['common', 'daily', 'tag-1']) // biome-ignore format: one line
  })

  test('other filters and searches have choices without counts, which leave something', async () => {
    const paths = [
      'creator=ann',
      'language=es',
      'remixOf=mira/thing-0',
      'tag=common,daily',
      'q=rare',
      'creator=ann&tag=daily',
    ]
    for (const path of paths) {
      const text = await htmlOf(`/community?${path}`)
      const tags = chipsIn(text, 'Tags')
      assert.ok(tags.length > 3, path)
      assert.ok(
        [...tags, ...chipsIn(text, 'Kind'), ...chipsIn(text, 'Categories')].every(({ count }) => count === null),
      )
      for (const tag of tags.slice(0, 3)) assert.ok(resultsIn(await htmlOf(tag.path)) > 0, tag.path)
    }
  })

  test('a tag is added to those that are chosen, up to five', async () => {
    const one = chipsIn(await htmlOf('/community?tag=daily'), 'Tags').find(({ label }) => label === 'common')!
    assert.equal(new URL(webUrl + one.path).searchParams.get('tag'), 'common,daily')
    assert.equal(one.count, null)
    assert.deepEqual(chipsIn(await htmlOf('/community?tag=a,b,c,d,e'), 'Tags'), [])
  })
})

suite('what the page says', () => {
  const introOf = (text: string) => /<div id="intro">(.*?)<\/div>/s.exec(text)![1]!

  test('a selection has its size and its most used tags', async () => {
    const intro = introOf(await htmlOf('/community?kind=app'))
    assert.match(
      intro,
      /<h1>Apps<\/h1><p class="lead"><span role="status">\d+ creations<\/span><\/p><nav class="popular"/,
    )
    for (const [, url] of intro.matchAll(/href="([^"]+)"/g)) {
      assert.ok(resultsIn(await htmlOf(unescaped(url!).slice(webUrl.length))) > 0)
    }
    assert.match(introOf(await htmlOf('/community?category=area-1')), /<span role="status">1 creation<\/span><\/p>/)
  })

  test('a search has its words, can be cleared, and offers only kinds that it finds', async () => {
    const text = await htmlOf('/community?q=rare&category=area-7&sort=liked')
    assert.match(introOf(text), /<h1>Results for “rare”<\/h1>/)
    assert.match(text, /<title>Results for “rare” · /)
    const cleared = unescaped(/href="([^"]+)"><bdi>Clear search/.exec(text)![1]!)
    assert.equal(new URL(cleared).search, '?sort=liked&category=area-7')
    const kinds = chipsIn(await htmlOf('/community?q=rare'), 'Kind').map(({ label }) => label)
    assert.deepEqual(kinds.toSorted(), ['All', 'Apps', 'Games'])
    assert.match((await web('/community.md?q=rare')).text, /\n# Results for “rare”\n/)
  })

  test('a search shows tags that it names, also by a single word or misspelled', async () => {
    const tagsFound = async (q: string) =>
      [...(await htmlOf(`/community?q=${q}`)).matchAll(/<section class="found">.*?<\/section>/gs)].join('')
    assert.match(await tagsFound('common+thing'), /tag=common"/)
    assert.match(await tagsFound('hydratoin'), /tag=hydration"/)
    assert.equal(await tagsFound('thing'), '')
  })

  test('a misspelled search is named as it was corrected, and its words are marked', async () => {
    const text = await htmlOf('/community?q=hydratoin')
    assert.match(introOf(text), /<h1>Results for “hydration”<\/h1>/)
    assert.match(text, /<p class="searched" role="status">Nothing was found for <b><bdi>hydratoin<\/bdi>/)
    assert.match((await web('/community.md?q=hydratoin')).text, /\n# Results for “hydration”\n/)
    assert.match(await htmlOf('/community?q=rare+7'), /dir="auto"><mark>Rare<\/mark> <mark>7<\/mark><\/a>/)
    assert.doesNotMatch(await htmlOf('/community?q=%3Cimg+rare%3E'), /<mark>(?!Rare)/)
    assert.doesNotMatch(await htmlOf('/community'), /<mark>/)
  })

  test('a search has its kinds, however little it finds', async () => {
    assert.deepEqual(chipsIn(await htmlOf('/community?q=odd'), 'Kind').map(({ label }) => label), ['All', 'Apps']) // biome-ignore format: one line
  })

  test('a category, a kind and a tag have a head of their own', async () => {
    assert.match(introOf(await htmlOf('/community?category=health')), /<img class="emblem" .*\/categories">Categories</)
    assert.match(introOf(await htmlOf('/community?kind=game')), /<span class="emblem" aria-hidden="true"><svg/)
    assert.match(
      introOf(await htmlOf('/community?tag=daily')),
      /<span class="emblem" aria-hidden="true">#.*\/tags">Tags</,
    )
    for (const query of ['', '?kind=game&tag=daily', '?kind=game&q=rare'])
      assert.doesNotMatch(await htmlOf(`/community${query}`), /class="emblem"/)
  })

  test('the list has columns, which are named once', async () => {
    const text = await htmlOf('/community?view=list&q=rare')
    const titles = /<div class="column-titles" aria-hidden="true">(.*?)<\/div>/s.exec(text)![1]!
    const names = [...titles.matchAll(/<span>([^<]+)<\/span>/g)].map(([, name]) => name)
    assert.deepEqual(names, ['Creations', 'Creator', 'Kind', 'Plays', 'Likes', 'Published'])
    assert.match(text, /<time datetime="2026-03-01T00:00:00Z" title="Published">Mar 1, 2026<\/time>/)
    assert.doesNotMatch(await htmlOf('/community?q=rare'), /column-titles|<time/)
  })

  test('what a search offers leaves something; few results need no menus', async () => {
    const text = await htmlOf('/community?q=rare&language=es')
    const choices = [...chipsIn(text, 'Categories'), ...chipsIn(text, 'Tags'), ...chipsIn(text, 'Kind')]
    assert.ok(choices.length > 10)
    for (const { path } of choices.slice(0, 12)) assert.ok(resultsIn(await htmlOf(path)) > 0, path)
    assert.ok(!(await htmlOf('/community?q=odd')).includes('<details class="labels"'))
  })

  test('a search with few results leads to the question', async () => {
    const ask = `href="${webUrl}/ask?query=odd"`
    assert.ok((await htmlOf('/community?q=odd')).includes(ask))
    assert.ok((await htmlOf('/community?q=odd&kind=game')).includes(ask))
    assert.ok(!(await htmlOf('/community?q=rare')).includes('/ask?query='))
  })

  test('several filters are cleared at once, without the search', async () => {
    const text = await htmlOf('/community?q=thing&category=health&kind=game&sort=liked')
    const cleared = unescaped(/href="([^"]+)"><span>Clear filters/.exec(text)![1]!)
    assert.equal(new URL(cleared).search, '?q=thing&sort=liked')
    for (const query of ['q=thing', 'category=health', 'kind=game', 'q=thing&category=health']) {
      assert.ok(!(await htmlOf(`/community?${query}`)).includes('Clear filters'), query)
    }
  })

  test('categories and tags are closed menus, also if one is chosen', async () => {
    for (const query of ['', '?category=health', '?tag=hydration']) {
      const text = await htmlOf(`/community${query}`)
      assert.equal(text.match(/<details class="labels" name="labels">/g)?.length, 2, query)
      assert.equal(text.includes('class="one-category"'), query.startsWith('?category'))
    }
  })
})

suite('filters in use', () => {
  const query =
    'sort=liked&category=health&kind=game&featuredOnly=true&tag=hydration,rare&creator=mira&language=es&remixOf=mira/thing-0&q=thing'
  test('each can be removed, and the others stay', async () => {
    const text = await htmlOf(`/community?${query}`)
    const active = chipsIn(text, 'Active filters')
    // The chips of kinds show these two, and remove them.
    const [all, ...toggles] = chipsIn(text, 'Kind')
    assert.deepEqual(toggles.map(({ label }) => label), ['Games', 'Featured']) // biome-ignore format: one line
    assert.equal(new URL(webUrl + all!.path).searchParams.get('kind'), null)
    assert.equal(new URL(webUrl + toggles[1]!.path).searchParams.get('featuredOnly'), null)
    const labels = ['Health', 'Hydration', 'rare', '@mira', 'Language: Spanish', 'Remixes: mira/thing-0']
    assert.deepEqual(active.map(({ label }) => label), labels) // biome-ignore format: one line
    const set = new URLSearchParams(query)
    for (const { path, label, name } of active) {
      assert.equal(name, `Remove filter: ${label}`)
      const left = new URL(webUrl + path).searchParams
      const changed = [...set].filter(([key, value]) => left.get(key) !== value)
      assert.equal(changed.length, 1, path)
      await htmlOf(path)
    }
    const withoutRare = active.find(({ label }) => label === 'rare')!
    assert.equal(new URL(webUrl + withoutRare.path).searchParams.get('tag'), 'hydration')
    assert.ok(!(await htmlOf('/community?sort=liked')).includes('Active filters'))
  })

  test('unknown values are shown as they are, and can be removed', async () => {
    const text = await htmlOf('/community?category=toString&tag=__proto__,constructor&language=x-none')
    const active = chipsIn(text, 'Active filters')
    assert.deepEqual(active.map(({ label }) => label), ['toString', '__proto__', 'constructor', 'Language: x-none']) // biome-ignore format: one line
    assert.equal(resultsIn(text), 0)
    assert.equal(resultsIn(await htmlOf('/community?category=constructor&tag=constructor')), 1)
  })

  test('a search keeps them, and feeds have them', async () => {
    const text = await htmlOf(`/community?${query}&locale=fr`)
    const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const { q: _, ...kept } = Object.fromEntries(new URLSearchParams(query))
    assert.deepEqual(Object.fromEntries(fields), { ...kept, locale: 'fr' })
    const { sort: _sort, ...filters } = Object.fromEntries(new URLSearchParams(query))
    for (const path of ['/feed.atom', '/feed.json']) {
      const links = [...text.split('<footer>', 1)[0]!.matchAll(/href="([^"]+)"/g)].map(([, url]) => unescaped(url!))
      const feeds = links.filter(url => url.startsWith(webUrl + path))
      assert.equal(feeds.length, 2, 'in the head and on the page')
      for (const url of feeds) {
        assert.deepEqual(Object.fromEntries(new URL(url).searchParams), { ...filters, locale: 'fr' })
        assert.equal((await web(url.slice(webUrl.length))).status, 200)
      }
    }
    assert.ok((await htmlOf('/community?sort=recent')).includes(`href="${webUrl}/feed.atom"`))
  })
})

suite('all tags and categories', () => {
  const expected = {
    '/tags': new Set(['hydration', 'rare', 'common', 'daily', 'constructor', ...rare.map(({ tags }) => tags[0]!)]),
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
            /<li><a href="([^"]+)">(?:<img[^>]+>)?<span(?: dir="auto">|><b dir="auto">)[^<]*<\/(?:span|b)><small>([\d,]+)</g,
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
      // Tags have a group of the most used ones; the others are in the order of the alphabet.
      const ordered = path === '/tags' ? counts.slice(0, 12) : counts
      assert.deepEqual(
        ordered,
        ordered.toSorted((a, b) => b - a),
        'most used first',
      )
      assert.deepEqual(found.toSorted(), [...keys].sort())

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
    assert.match(first, /<h1>Tags <small>315<\/small><\/h1>/)
    const headings = [...first.matchAll(/<section[^>]*><h2[^>]*>([^<]+)</g)].map(([, heading]) => heading)
    assert.deepEqual(headings.slice(0, 2), ['Most used', 'T'])
    assert.match(first, /<p class="range">1–300 of 315</)
    const next = unescaped(/rel="next" href="([^"]+)"/.exec(first)![1]!).slice(webUrl.length)
    const second = await htmlOf(next)
    assert.match(second, /<p class="range">301–315 of 315</)
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
