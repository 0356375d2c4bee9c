// Pages that lead from one list to the next: people, followers, all creations of a creator.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { smallCommunity, start } from '../support/start-service.ts'
import { creation, creator, nextIn, pagesOf } from './navigating.ts'

const fans = Array.from({ length: 100 }, (_, i) => `fan-${i}`)
const busy = Array.from({ length: 60 }, (_, i) => creation('busy-bee', `hive-${i}`))
const service = await start(test, {
  records: [
    ...smallCommunity(),
    creator('busy-bee', 'Busy <Bee>'),
    ...busy,
    ...fans.map(handle => creator(handle)),
    ...fans.map(follower => ({ type: 'follow', follower, following: 'busy-bee' })),
    creation('zed', 'followers'),
  ],
})
const { webUrl } = service
const { get, textOf, walk } = pagesOf(service)

type Listed = { items: { handle: string }[]; pagination: { nextUrl: string | null } }

suite('people', () => {
  const names = /<small><bdi>@([a-z0-9-]+)<\/bdi><\/small>/g

  test('the directory has everybody once, in the order of the API, in both forms', async () => {
    for (const sort of ['followers', 'recent', 'creations']) {
      const expected: string[] = []
      for (let next: string | null = `/public/share/creators?sort=${sort}`; next !== null; ) {
        const { items, pagination }: Listed = (await service.api(next)).json().data
        expected.push(...items.map(({ handle }) => handle))
        next = pagination.nextUrl && new URL(pagination.nextUrl).pathname + new URL(pagination.nextUrl).search
      }
      assert.equal(expected.length, 104)
      assert.deepEqual(await walk(`/creators?sort=${sort}`, names), expected)
      assert.deepEqual(await walk(`/creators.md?sort=${sort}`, /\(@([a-z0-9-]+)\): creations/g), expected)
    }
  })

  test('a search finds names, keeps its order and language, and says when it finds nobody', async () => {
    assert.deepEqual(await walk('/creators?q=bee', names), ['busy-bee'])
    assert.deepEqual(await walk('/creators?q=bussy', names), ['busy-bee'])
    assert.match(
      await textOf('/creators?q=bussy'),
      /<span role="status">[^<]*<b><bdi>busy<\/bdi><\/b>[^<]*<b><bdi>bussy<\/bdi>/,
    )
    assert.match(await textOf('/creators.md?q=bussy'), /Showing results for busy instead of bussy\./)
    assert.doesNotMatch(await textOf('/creators?q=bee'), /class="searched"/)
    const found = await walk('/creators?q=fan&sort=recent&locale=de', names)
    assert.deepEqual(found.toSorted(), fans.toSorted())
    const text = await textOf('/creators?q=fan&sort=recent&locale=de')
    assert.match(text, /<input type="hidden" name="sort" value="recent"><input type="hidden" name="locale" value="de">/)
    assert.equal(new URL(nextIn(text)!).searchParams.get('locale'), 'de')
    assert.ok(text.includes(`<link rel="canonical" href="${webUrl}/creators?locale=de">`))
    assert.ok((await textOf('/creators?q=zqxjv')).includes('class="empty"'))
    assert.equal((await get('/creators?sort=best')).status, 422)
    assert.equal((await get('/creators?cursor=x')).status, 400)
    assert.equal((await get('/creators?q=&sort=&cursor=&limit=&locale=')).status, 200)
  })

  test('the explorer and every page lead to it', async () => {
    for (const locale of serviceLocales) {
      const query = locale === 'en' ? '' : `?locale=${locale}`
      const { people } = languages[locale].words
      assert.ok((await textOf(`/${query}`)).includes(`<a href="${webUrl}/creators${query}">${people}</a>`), locale)
    }
    assert.ok((await textOf('/community?q=bee')).includes(`href="${webUrl}/creators?q=bee"`))
  })

  test('followers have pages; the numbers on the profile link to them', async () => {
    const profile = await textOf('/@busy-bee')
    assert.ok(profile.includes(`href="${webUrl}/@busy-bee/followers"`))
    // This creator follows no one, so the profile does not mention it.
    assert.ok(!profile.includes(`href="${webUrl}/@busy-bee/following"`))
    assert.ok((await textOf('/@fan-7')).includes(`href="${webUrl}/@fan-7/following"`))
    const found = await walk('/@busy-bee/followers', names)
    assert.deepEqual(found.filter(handle => handle !== 'busy-bee').toSorted(), fans.toSorted())
    const markdown = await walk('/@busy-bee/followers.md', /^- .*\(@([a-z0-9-]+)\)/gm)
    assert.deepEqual(markdown.toSorted(), fans.toSorted())
    assert.deepEqual((await walk('/@fan-7/following', names)).slice(1), ['busy-bee'])
    assert.ok((await textOf('/@busy-bee/following')).includes('does not follow anybody yet.'))
    assert.ok((await textOf('/@busy-bee/following.md')).includes('does not follow anybody yet.'))
    assert.equal((await get('/@busy-bee/followers?cursor=x')).status, 400)
    assert.equal((await get('/@nobody/followers')).status, 404)
    const second = nextIn(await textOf('/@busy-bee/followers?locale=fr'))!
    assert.match(await textOf(second), /<html lang="fr"/)
    assert.ok(
      (await textOf(second)).includes(
        `href="${webUrl}/@busy-bee/followers?locale=fr">${languages.fr.words.firstPage}<`,
      ),
    )
    // A cursor belongs to its list.
    assert.equal((await get(second.replace('followers', 'following'))).status, 400)
  })

  test('a creation with such a slug keeps its page', async () => {
    for (const path of ['/@zed/followers', '/@ZED/followers', '/@zed/followers.md']) {
      assert.ok((await textOf(path)).includes('Title followers'), path)
    }
    assert.ok((await textOf('/@zed/following')).includes('Followed by Zed Sol'))
  })
})

suite('all creations of a creator', () => {
  test('are on pages of the creator, without repeating who made them', async () => {
    for (const path of ['/@busy-bee', '/@busy-bee?locale=de']) {
      const found = await walk(path, /<h3><a href="[^"]*\/@busy-bee\/(hive-\d+)/g)
      assert.equal(found.length, busy.length)
      assert.equal(new Set(found).size, busy.length)
    }
    const first = await textOf('/@busy-bee')
    assert.equal(first.match(/class="avatar[^>]+\/art\/creator\/busy-bee/g)?.length, 1)
    assert.match(first, /<h2>Creations <small>60<\/small><\/h2>/)
    const second = await textOf(nextIn(first)!)
    assert.ok(second.includes(languages.en.words.firstPage) && second.includes('<h1 dir="auto">Busy &lt;Bee&gt;</h1>'))
    assert.equal(/<link rel="canonical" href="([^"]+)"/.exec(second)![1], new URL(nextIn(first)!).origin)
    assert.ok(!(await textOf('/@zed')).includes('class="next"'))
    for (const path of ['/@busy-bee?cursor=x', '/@busy-bee.md?cursor=x']) assert.equal((await get(path)).status, 400)
  })

  test('so are those of Markdown, which calls them creations', async () => {
    const found = await walk('/@busy-bee.md', /\/@busy-bee\/(hive-\d+)>/g)
    assert.equal(new Set(found).size, busy.length)
    assert.match(await textOf('/@busy-bee.md'), /60 creations, \[100 followers\]/)
  })
})
