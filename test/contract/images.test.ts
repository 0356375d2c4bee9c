// `imageUrl`: present on every creation, creator and category of every read, and leads to an image.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { creationArtPath, creatorArtPath } from '../../src/art-paths.ts'
import { creationId } from '../../src/store/identity.ts'
import { assertWellFormed } from '../art/well-formed.ts'
import { hostileRecords } from '../support/hostile-community.ts'
import { start } from '../support/start-service.ts'

const creation = (slug: string, more: object = {}) => ({
  type: 'creation',
  handle: 'mira',
  slug,
  title: 'Water Log',
  publishedAt: '2026-03-01T10:00:00Z',
  ...more,
})
const png = (name: string) => `https://cdn.example.org/${name}.png`
const records = [
  { type: 'category', slug: 'health', labels: { en: 'Health' } },
  { type: 'creator', handle: 'mira', displayName: 'Mira Sol' },
  { type: 'creator', handle: 'zed', displayName: 'Zed', avatarUrl: '/faces/zed.png' },
  { type: 'follow', follower: 'zed', following: 'mira' },
  creation('cover', { coverUrl: png('cover'), iconUrl: png('icon') }),
  creation('icon', { iconUrl: png('icon') }),
  creation('bare', { kind: 'game', category: 'health', translations: { fr: { title: 'Journal de bord' } } }),
]

type Images = { [field: string]: unknown }

/** Every object with an image, anywhere in a response. */
function* imagesIn(value: unknown): Generator<Images> {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Images
  if ('coverUrl' in fields || 'avatarUrl' in fields) yield fields
  for (const part of Object.values(fields)) yield* imagesIn(part)
}

const service = await start(test, { records })
const { api, web, webUrl } = service
const paths = [
  '/public/share/community',
  '/public/share/community/landing',
  '/public/share/user/mira',
  '/public/share/user/mira/followers',
  '/public/share/creators',
  '/public/share/app/mira/bare/similar',
  '/public/share/user/zed/following',
  ...['cover', 'icon', 'bare'].map(slug => `/public/share/app/mira/${slug}`),
]

suite('imageUrl', () => {
  test('is the cover, else the icon, else generated; coverUrl and iconUrl stay as in the record', async () => {
    const { items } = (await api('/public/share/community')).json().data
    const imagesOf = (slug: string) => {
      const { coverUrl, iconUrl, imageUrl } = items.find((item: Images) => item.slug === slug)
      return { coverUrl, iconUrl, imageUrl }
    }
    assert.deepEqual(imagesOf('cover'), { coverUrl: png('cover'), iconUrl: png('icon'), imageUrl: png('cover') })
    assert.deepEqual(imagesOf('icon'), { coverUrl: null, iconUrl: png('icon'), imageUrl: png('icon') })
    const id = creationId('mira', 'bare')
    const art = webUrl + creationArtPath({ id, category: 'health' })
    assert.deepEqual(imagesOf('bare'), { coverUrl: null, iconUrl: null, imageUrl: art })
  })

  test('is the same in every language', async () => {
    const imageIn = async (locale: string) =>
      (await api(`/public/share/app/mira/bare?locale=${locale}`)).json().data.imageUrl
    assert.equal(await imageIn('fr'), await imageIn('en'))
  })

  test('of a creator is the avatar, else generated', async () => {
    const imageOf = async (handle: string) => (await api(`/public/share/user/${handle}`)).json().data.profile.imageUrl
    assert.equal(await imageOf('zed'), `${webUrl}/faces/zed.png`)
    assert.equal(await imageOf('mira'), webUrl + creatorArtPath('mira', 'Mira Sol'))
  })

  for (const path of paths) {
    test(`is on everything in ${path}, and generated ones can be loaded`, async () => {
      const found = [...imagesIn((await api(path)).json().data)]
      assert.ok(found.length > 0)
      for (const { imageUrl } of found) await assertImage(String(imageUrl))
    })
  }
})

async function assertImage(url: string): Promise<void> {
  assert.match(url, /^https?:/)
  if (!url.startsWith(`${webUrl}/art/`)) return
  const { status, headers, text } = await web(url.slice(webUrl.length))
  assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'], url)
  assert.match(headers['cache-control']!, /max-age=604800/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  assertWellFormed(text)
}

test('texts of members cannot break addresses or images', async t => {
  const hostile = await start(t, { records: hostileRecords() })
  const { items } = (await hostile.api('/public/share/community?limit=48')).json().data
  const urls = items.flatMap(({ imageUrl, creator }: { imageUrl: string; creator: { imageUrl: string } }) => [
    imageUrl,
    creator.imageUrl,
  ])
  for (const url of new Set<string>(urls)) {
    const { status, text } = await hostile.web(url.slice(hostile.webUrl.length))
    assert.equal(status, 200, url)
    assertWellFormed(text)
  }
})

suite('pages', () => {
  const page = async (path: string) => (await web(path, { headers: { accept: 'text/html' } })).text
  const images = (html: string) => [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)

  for (const path of ['/', '/community', '/@mira', '/@mira/bare', '/@mira/icon', '/@mira/cover']) {
    test(`${path} has images of fixed size, and one to fall back to for each of others`, async () => {
      const found = images(await page(path))
      assert.ok(found.length > 0)
      for (const tag of found) {
        assert.match(tag, / alt=""/)
        assert.match(tag, / width="\d+" height="\d+"/)
        const isGenerated = / src="[^"]*\/art\//.test(tag)
        assert.equal(/ data-art="/.test(tag), !isGenerated, tag)
        const fallback = / data-art="([^"]+)"/.exec(tag)?.[1]
        if (fallback !== undefined) await assertImage(fallback)
      }
    })
  }

  test('an icon is shown on the generated image', async () => {
    const text = await page('/@mira/icon')
    const [, art, icon] = /<span class="pictured"><img [^>]*src="([^"]*)"[^>]*><img src="([^"]*)"/.exec(text)!
    assert.match(art!, /\/art\/creation\//)
    assert.equal(icon, png('icon'))
  })

  test('structured data names the image', async () => {
    const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)/.exec(await page('/@mira/bare'))![1]!)
    assert.equal(data.image[1], (await api('/public/share/app/mira/bare')).json().data.imageUrl)
  })
})
