// The explorer: what each choice leaves, what a selection is called, and how filters are removed.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { chipsIn as chipsOf, pageReader, resultsIn, startExplorer, unescaped } from './explorer-support.ts'

const service = await startExplorer({ after })
const { web, webUrl } = service
const htmlOf = pageReader(service)
const chipsIn = (text: string, label: string) => chipsOf(text, label, webUrl)

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
    const text = await htmlOf('/community?category=area-1&kind=game')
    assert.deepEqual(chipsIn(text, 'Tags').map(({ label }) => label).sort(), ['common', 'daily', 'tag-1']) // biome-ignore format: one line
  })

  test('other filters and searches have counts if their lists are short', async () => {
    const isShort = {
      'language=es': true,
      'remixOf=mira/thing-0': true,
      'tag=common,daily': true,
      'q=rare+1': true,
      'creator=ann&tag=daily&kind=game': true,
      'q=rare+1&category=area-11': true,
      'creator=ann': false,
      'q=rare': false,
    }
    for (const [path, isCounted] of Object.entries(isShort)) {
      const text = await htmlOf(`/community?${path}`)
      const choices = ['Tags', 'Kind', 'Categories'].map(name => chipsIn(text, name).slice(0, 6))
      if (!path.includes('area')) assert.ok(choices[0]!.length > 1, path)
      for (const { count, path: url, label } of choices.flat()) {
        assert.equal(count !== null, isCounted, `${path}: ${label}`)
        const left = resultsIn(await htmlOf(url))
        const isChosen = text.includes(`href="${webUrl}${url.replaceAll('&', '&amp;')}" aria-current`)
        if (isCounted && !isChosen) assert.equal(count, left, `${path}: ${label}`)
        else assert.ok(left > 0, url)
      }
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

  test('a selection has its size and, at the end, its most used tags', async () => {
    const text = await htmlOf('/community?kind=app')
    assert.match(introOf(text), /<h1>Apps<\/h1><p class="lead"><span role="status">\d+ creations<\/span><\/p>/)
    const tags = /<div id="after"><nav class="popular".*?<\/nav>/s.exec(text)![0]
    for (const [, url] of tags.matchAll(/href="([^"]+)"/g)) {
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

  test('in Markdown, what is chosen can be removed, and is no choice', async () => {
    const { text } = await web('/community.md?category=health&featuredOnly=true')
    const lineOf = (name: string) => new RegExp(`^- ${name}: .*$`, 'm').exec(text)?.[0] ?? ''
    assert.match(lineOf('Without'), /\[Featured\]\([^)]*\/community\?category=health>\)/)
    assert.match(lineOf('Without'), /\/community\?featuredOnly=true>\)/)
    assert.match(lineOf('Kind'), /\[All\]/)
    assert.doesNotMatch(lineOf('Kind'), /\[Featured\]/)
    assert.doesNotMatch(lineOf('Categories'), /\/community\?featuredOnly=true>\)/)
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
    const note = /Showing results for <b><bdi>hydration<\/bdi><\/b> instead of <b><bdi>hydratoin<\/bdi><\/b>\./
    assert.match(text, note)
    assert.match(text, /<input id="q" type="search" name="q" value="hydration"/)
    assert.match((await web('/community.md?q=hydratoin')).text, /\n# Results for “hydration”\n/)
    assert.match(await htmlOf('/community?q=rare+7'), /dir="auto"><mark>Rare<\/mark> <mark>7<\/mark><\/a>/)
    assert.doesNotMatch(await htmlOf('/community?q=%3Cimg+rare%3E'), /<mark>(?!Rare)/)
    assert.doesNotMatch(await htmlOf('/community'), /<mark>/)
  })

  test('a card names a tag that it was found by, unless its texts do', async () => {
    const byTag = await htmlOf('/community?q=rare+common')
    assert.match(byTag, /<span class="found-by"><bdi>#<mark>Common<\/mark><\/bdi><\/span>/i)
    assert.doesNotMatch(byTag, /found-by">[^\n]*rare/i)
    assert.doesNotMatch(await htmlOf('/community?q=rare'), /found-by/)
    assert.doesNotMatch(await htmlOf('/community'), /found-by/)
  })

  test('a search has its kinds, unless all that it finds is of one kind', async () => {
    assert.ok(chipsIn(await htmlOf('/community?q=rare'), 'Kind').length > 2)
    assert.deepEqual(chipsIn(await htmlOf('/community?q=odd'), 'Kind'), [])
  })

  test('the search says where it looks', async () => {
    const hint = async (query: string) => /placeholder="([^"]*)"/.exec(await htmlOf(`/community${query}`))![1]
    assert.equal(await hint('?q=rare&sort=liked'), 'Search creations, tags and people')
    assert.equal(await hint('?category=health&kind=game'), 'Search in Health, Games')
    assert.equal(await hint('?category=health&locale=fr'), 'Chercher dans Santé')
  })

  test('the name of a category or a tag is not repeated by a filter, and the menu has the page above it', async () => {
    for (const [query, entry] of [
      ['category=health', 'Explore'],
      ['tag=daily', 'Tags'],
    ] as const) {
      // biome-ignore format: one line
      const text = await htmlOf(`/community?${query}`)
      assert.deepEqual(chipsIn(text, 'Active filters'), [])
      assert.match(text, new RegExp(`aria-current="page">${entry}<`))
      assert.equal(chipsIn(await htmlOf(`/community?${query}&q=thing`), 'Active filters').length, 1)
    }
    assert.equal(chipsIn(await htmlOf('/community?tag=daily,common'), 'Active filters').length, 2)
  })

  test('a tag with the name of the category is no choice', async () => {
    const offered = chipsIn(await htmlOf('/community?category=health'), 'Tags').map(({ label }) => label.toLowerCase())
    assert.ok(offered.length > 0 && !offered.includes('health'))
  })

  test('a category, a kind and a tag have a head of their own', async () => {
    assert.match(introOf(await htmlOf('/community?category=health')), /<img class="emblem" .*\/categories">Categories</)
    assert.match(introOf(await htmlOf('/community?kind=game')), /<span class="emblem" aria-hidden="true"><svg/)
    assert.match(
      introOf(await htmlOf('/community?tag=daily')),
      /<img class="emblem" src="[^"]+\/art\/creation\/.*\/tags">Tags</,
    )
    for (const query of ['', '?kind=game&tag=daily', '?kind=game&q=rare'])
      assert.doesNotMatch(await htmlOf(`/community${query}`), /class="emblem"/)
  })

  test('the list has columns, which are named once', async () => {
    const text = await htmlOf('/community?view=list&q=rare')
    const titles = /<div class="column-titles">(.*?)<\/div>/s.exec(text)![1]!
    const names = [...titles.matchAll(/<(?:span aria-hidden="true"|a [^>]+)>([^<]+)</g)].map(([, name]) => name)
    assert.deepEqual(names, ['Title', 'Creator', 'Kind', 'Plays', 'Likes', 'Remixes', 'Published'])
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
