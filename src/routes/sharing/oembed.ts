// oEmbed (oembed.com): for the address of a creation or a creator, what sites need to show it as a card.
import type Type from 'typebox'
import type { Addresses } from '../../addresses.ts'
import { mediaTypes } from '../../discovery.ts'
import { type ErrorDetail, fail } from '../../errors.ts'
import { answer, type Checked, type Context, prepare } from '../../operations/define.ts'
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import { isLocale } from '../../operations/locale.ts'
import type { AppShare, CreatorProfile } from '../../operations/shapes.ts'
import { shareSize } from '../../pages/layout/page.ts'
import { readerOf } from '../../pages/layout/reader.ts'
import { embedCode, embedSize } from '../../pages/sharing/embed-code.ts'
import { parseQuery } from '../../server/request/query.ts'
import { communityHeaders, lifetimes } from '../../server/response/caching.ts'
import type { Serve } from '../../server/response/serve.ts'
import type { Router } from '../../server/router.ts'
import type { Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { containBidi } from '../../util/text.ts'
import { xml } from '../../util/xml.ts'

type OembedParts = { site: Site; context: Context; serve: Serve }

type Oembed = Readonly<Record<string, string | number>>

const formats: Readonly<Record<string, { type: string; write: (oembed: Oembed) => string }>> = {
  json: { type: mediaTypes.json, write: oembed => JSON.stringify(oembed) },
  xml: { type: 'text/xml; charset=utf-8', write: asXml },
}

const parameters: ReadonlySet<string> = new Set(['url', 'format', 'maxwidth', 'maxheight'])

export function addOembed(router: Router, { site, context, serve }: OembedParts): void {
  router.route({
    method: ['GET', 'HEAD'],
    url: '/oembed',
    config: { route: 'oembed' },
    handler: async (request, reply) => {
      const { format = 'json', ...given } = parseQuery(request.raw.url!, parameters)
      if (!Object.hasOwn(formats, format)) {
        throw fail('invalid_request', 'format must be json or xml.', { status: 501 })
      }
      const limits = limitsIn(given)
      const checked = requested(given.url, context)
      const { type, write } = formats[format]!
      const content = async () => {
        const oembed = await oembedOf(checked, limits, site, context)
        return { bytes: Buffer.from(write(oembed)), type, headers: communityHeaders }
      }
      const key = `oembed ${format} ${limits.maxwidth} ${limits.maxheight} ${checked.key}`
      await serve(request, reply, { key, content })
    },
  })
}

type Limits = { maxwidth: number; maxheight: number }

function limitsIn(given: Record<string, string>): Limits {
  const details: ErrorDetail[] = []
  const read = (name: keyof Limits): number => {
    const text = given[name]
    if (text === undefined) return Number.POSITIVE_INFINITY
    if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
    details.push({ field: name, reason: `${name} must be a whole number from 1 to 99999.` })
    return 0
  }
  const limits = { maxwidth: read('maxwidth'), maxheight: read('maxheight') }
  if (details.length > 0) throw fail('validation_failed', details.map(({ reason }) => reason).join(' '), { details })
  return limits
}

/** The read of the creation or creator with this address, in the language of the address. */
function requested(text: string | undefined, context: Context): Checked {
  const reason = 'url must be the address of a creation or a creator on this site.'
  if (text === undefined || !URL.canParse(text)) {
    throw fail('validation_failed', reason, { details: [{ field: 'url', reason }] })
  }
  const url = new URL(text)
  const name = nameAt(url, context.addresses)
  if (name === null) throw fail('not_found', reason)
  const locale = url.searchParams.get('locale')
  const input = isLocale(locale) ? { ...name, locale } : name
  return prepare('slug' in name ? getAppShare : getCreatorProfile, input, context)
}

const namePattern = /^\/(?:embed\/)?@([A-Za-z0-9-]{1,63})(?:\/([A-Za-z0-9-]{1,80}))?\/?$/

function nameAt({ protocol, host, pathname }: URL, { webUrl, creator }: Addresses): Record<string, string> | null {
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const web = new URL(webUrl)
  if (host === web.host) {
    const [, handle, slug] = namePattern.exec(pathname) ?? []
    if (handle === undefined) return null
    return slug === undefined ? { handle } : { handle, slug }
  }
  // Creators may have addresses of their own, such as mira.example.com.
  const [handle = ''] = host.split('.')
  return pathname === '/' && handle !== '' && URL.parse(creator(handle))?.host === host ? { handle } : null
}

async function oembedOf(checked: Checked, limits: Limits, site: Site, context: Context): Promise<Oembed> {
  const { addresses } = context
  const { json } = await answer(checked, context)
  const reader = readerOf(checked.locales)
  const { title, author, authorUrl, handle, slug } = factsOf(checked, JSON.parse(json()))
  const width = Math.min(embedSize.width, limits.maxwidth)
  const height = Math.min(embedSize.height, limits.maxheight)
  const url = reader.to(addresses.embed(handle, slug))
  return {
    version: '1.0',
    type: 'rich',
    title: containBidi(title),
    author_name: containBidi(author),
    author_url: authorUrl,
    provider_name: nameIn(site, reader.locale),
    provider_url: `${addresses.webUrl}/`,
    cache_age: lifetimes.community.maxAge,
    width,
    height,
    html: embedCode({ url, title, width, height }),
    ...thumbnail(reader.to(addresses.shareImage(handle, slug)), limits),
  }
}

type Facts = { title: string; author: string; authorUrl: string; handle: string; slug?: string }

function factsOf({ operation }: Checked, data: unknown): Facts {
  if (operation === getAppShare) {
    const { title, creator, handle, slug } = data as Type.Static<typeof AppShare>
    return { title, author: creator.displayName, authorUrl: creator.url, handle, slug }
  }
  const { displayName, url, handle } = (data as Type.Static<typeof CreatorProfile>).profile
  return { title: displayName, author: displayName, authorUrl: url, handle }
}

/** The limits apply to thumbnails, too, and there is only one size. */
function thumbnail(url: string, { maxwidth, maxheight }: Limits): Oembed {
  const { width, height } = shareSize
  if (width > maxwidth || height > maxheight) return {}
  return { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height }
}

function asXml(oembed: Oembed): string {
  const elements = Object.entries(oembed).map(([name, value]) => `<${name}>${xml(String(value))}</${name}>\n`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${elements.join('')}</oembed>\n`
}
