// Sample outputs, generated from the schemas: by field name, else by type.
import type { Addresses } from '../addresses.ts'
import type { Examples } from '../site/site.ts'
import { labelFromKey } from '../util/text.ts'

type Schema = { [keyword: string]: unknown }
type Samples = Record<string, unknown>

const summary = 'A small helper for every day.'

/** By field, or by `Title.field` where a name has several meanings. */
function samplesFor(addresses: Addresses, { handle, slug, kind, category, tag }: Examples): Samples {
  const url = addresses.creation(handle, slug)
  const art = (kind: string) => addresses.media(`/art/${kind}/${handle}/${slug}.svg`)
  return {
    id: '5c1f0f3c9d1be2a47786',
    handle,
    slug,
    title: labelFromKey(slug),
    summary,
    text: summary,
    description: `${summary} It works **without a connection**.`,
    instructions: 'Open it and follow the first screen.',
    kind,
    key: tag,
    label: labelFromKey(tag),
    displayName: labelFromKey(handle),
    bio: 'I make small things for every day.',
    links: [{ label: 'Home page', url: 'https://example.org' }],
    avatarUrl: addresses.media(`/art/avatar/${handle}.svg`),
    coverUrl: art('cover'),
    'Creator.imageUrl': addresses.media(`/art/avatar/${handle}.svg`),
    'Profile.imageUrl': addresses.media(`/art/avatar/${handle}.svg`),
    'CreatorPreview.imageUrl': addresses.media(`/art/avatar/${handle}.svg`),
    'Creation.imageUrl': art('cover'),
    'AppShare.imageUrl': art('cover'),
    'CategoryTile.imageUrl': art('cover'),
    imageUrl: addresses.shareImage(handle, slug),
    iconUrl: art('icon'),
    screenshots: [art('cover')],
    url,
    'Creator.url': addresses.creator(handle),
    'Profile.url': addresses.creator(handle),
    'CreatorPreview.url': addresses.creator(handle),
    'PopularTag.url': addresses.community({ tag }),
    'CategoryTile.url': addresses.community({ category }),
    'CategoryTile.slug': category,
    'CategoryTile.label': labelFromKey(category),
    'Rail.id': 'trending',
    'Rail.title': 'Trending now',
    moreUrl: addresses.community({ sort: 'trending' }),
    apiUrl: addresses.creationApi(handle, slug),
    openUrl: 'https://example.org/open',
    'AppShare.links': [{ label: 'Source code', url: 'https://example.org/source', rel: 'source' }],
    license: 'MIT',
    'AppShare.version': '2.1',
    platforms: ['Web'],
    category: { slug: category, label: labelFromKey(category) },
    remixOf: null,
    'AppShare.remixes': { items: [], total: 0 },
    'AppShare.moreFromCreator': [],
    locale: 'en',
    next_cursor: null,
    nextUrl: null,
    hasMore: false,
    totalIsExact: true,
    limit: 24,
    views: 5400,
    plays: 1200,
    likes: 310,
    score: 120,
    unit: 'points',
    publishedAt: '2026-03-02T08:30:00Z',
    updatedAt: '2026-04-11T17:05:00Z',
    joinedAt: '2026-01-05T10:00:00Z',
    achievedAt: '2026-04-12T09:15:00Z',
  }
}

export function makeSampler(addresses: Addresses, examples: Examples): (schema: unknown) => unknown {
  const samples = samplesFor(addresses, examples)

  const object = (schema: Schema): unknown => {
    const title = typeof schema.title === 'string' ? schema.title : ''
    const fields = Object.entries(schema.properties as Record<string, Schema>).map(([field, part]) => {
      const sampleKey = [`${title}.${field}`, field].find(key => key in samples)
      const isAllowed = sampleKey !== undefined && (!Array.isArray(part.enum) || part.enum.includes(samples[sampleKey]))
      return [field, isAllowed ? samples[sampleKey] : sample(part)]
    })
    return Object.fromEntries(fields)
  }

  const sample = (schema: Schema): unknown => {
    if (schema.properties !== undefined) return object(schema)
    if (schema.items !== undefined) return [sample(schema.items as Schema)]
    if (Array.isArray(schema.anyOf)) return sample(schema.anyOf[0] as Schema)
    if (Array.isArray(schema.enum)) return schema.enum[0]
    return schema.default ?? byType[String(schema.type)]
  }

  return schema => sample(schema as Schema)
}

const byType: Record<string, unknown> = { integer: 1, number: 1, boolean: false, string: 'text', null: null }
