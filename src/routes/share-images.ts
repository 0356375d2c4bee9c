// Images for link previews of creations, creators and the site, drawn on request.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type Type from 'typebox'
import { dataUrl, markColour } from '../art/mark.ts'
import { shareArt } from '../art/share-art.ts'
import type { ShareColors, ShareFacts } from '../art/share-image/share-image.ts'
import type { SiteImage } from '../art/share-image/site-image.ts'
import type { Raster } from '../art/share-image/thread.ts'
import { categoryArtPath, creationArtPath, creatorArtPath } from '../art-paths.ts'
import { fail, moved } from '../errors.ts'
import { type Context, call, fromStrings, type Operation, prepare } from '../operations/define.ts'
import { getAppShare, getCommunityFeed, getCreatorProfile } from '../operations/index.ts'
import { serviceLanguage } from '../operations/locale.ts'
import type { AppShare, CreatorProfile } from '../operations/shapes.ts'
import { readerAt } from '../pages/layout/reader.ts'
import { parseQuery } from '../server/request/query.ts'
import { documentHeaders, shareImageHeaders, sitemapHeaders } from '../server/response/caching.ts'
import type { Serve, Served } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { allColors } from '../site/colors.ts'
import { introIn, taglineIn } from '../site/introduction.ts'
import type { Site } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import type { Locales, Name } from '../store/store.ts'
import { chosenLabels } from './explorer-choices.ts'

/** `serve` uses a separate cache, since images are large. */
type ShareImageParts = { site: Site; context: Context; serve: Serve; raster: Raster }

/** The facts to draw, and the headers of the image. */
type Drawn = { facts: ShareFacts; headers: readonly string[] }
type FactsOf = (json: string, parts: ShareImageParts) => Drawn

export function addShareImages(router: Router, parts: ShareImageParts): void {
  addImages(router, '/art/share/:handle/:slug', getAppShare, creationFacts, parts)
  addImages(router, '/art/share/:handle', getCreatorProfile, creatorFacts, parts)
  addCategoryImage(router, parts)
  addSiteImage(router, parts)
}

const iconOf = (site: Site): string => (site.icon === null ? markColour(site) : dataUrl(site.icon))

function addCategoryImage(router: Router, parts: ShareImageParts): void {
  const { context, serve } = parts
  router.route({
    method: ['GET', 'HEAD'],
    url: '/art/share/site/category/:slug',
    config: { route: 'share image category' },
    handler: async (request, reply) => {
      const { slug, locale } = valuesOf(request) as { slug: string; locale?: string }
      const { locales } = prepare(getCommunityFeed, { category: slug, ...(locale && { locale }) }, context)
      const { categories } = await chosenLabels({ category: slug }, [], { store: context.store, locales })
      const [label] = categories.values()
      if (label === undefined) throw fail('not_found', 'No public creation is in this category.')
      await serve(
        request,
        reply,
        drawn({ facts: categoryFacts(slug, label, locales, parts), headers: sitemapHeaders }, parts),
      )
    },
  })
}

function categoryFacts(slug: string, label: string, locales: Locales, { site, context }: ShareImageParts): ShareFacts {
  const { words } = serviceLanguage(locales)
  const product = nameIn(site, locales[0])
  const path = categoryArtPath(slug.toLowerCase())
  return {
    productName: product,
    label: words.categories,
    title: label,
    text: words.categoryLead.replace('{name}', () => label).replace('{product}', () => product),
    bylines: [new URL(context.addresses.webUrl).host],
    art: shareArt(path, path, site),
  }
}

/** In the languages of the service. */
function addSiteImage(router: Router, { site, context, serve, raster }: ShareImageParts): void {
  router.route({
    method: ['GET', 'HEAD'],
    url: '/art/site/share.png',
    config: { route: 'share image site' },
    handler: async (request, reply) => {
      const { locale } = readerAt(request.raw.url!)
      const content = async () => ({
        bytes: await raster.draw({ site: siteImage(site, locale, context) }),
        type: 'image/png',
        headers: documentHeaders,
        compressible: false,
      })
      await serve(request, reply, { key: `site share image ${locale}`, content, fixed: true })
    },
  })
}

function siteImage(site: Site, locale: string, { addresses }: Context): SiteImage {
  const { paper, ink, accent, tint } = allColors(site.colors)
  const factsIn = (locale: string) => ({
    productName: nameIn(site, locale),
    label: '',
    title: taglineIn(site, locale),
    text: introIn(site, locale),
    bylines: [new URL(addresses.webUrl).host],
  })
  return {
    facts: [factsIn(locale), factsIn('en')],
    colors: { paper: paper.light, ink: ink.light, accent: accent.light, tint: tint.light },
    icon: iconOf(site),
  }
}

function addImages(router: Router, url: string, operation: Operation, factsOf: FactsOf, parts: ShareImageParts): void {
  const { context, serve } = parts
  router.route({
    method: ['GET', 'HEAD'],
    url,
    config: { route: `share image ${operation.tag}` },
    handler: async (request, reply) => {
      const { json, renamed } = await call(operation, fromStrings(operation, valuesOf(request)), context)
      if (renamed !== null) throw moved(imageUrl(renamed, request, context))
      await serve(request, reply, drawn(factsOf(json(), parts), parts))
    },
  })
}

function drawn({ facts, headers }: Drawn, { site, raster }: ShareImageParts): Served {
  const colors = coloursOf(site)
  const content = async () => ({
    bytes: await raster.draw({ facts, icon: iconOf(site), ...(colors && { colors }) }),
    type: 'image/png',
    headers,
    compressible: false,
  })
  // The image depends on its facts alone, so it stays valid when other data changes.
  const key = `share image ${hash('sha256', JSON.stringify([facts, headers]), 'base64url')}`
  // Not by its URL: whether the record still exists is checked each time.
  return { key, content, fixed: true, negotiated: true }
}

/** Those of the light theme; undefined for a site without its own. */
function coloursOf({ colors }: Site): ShareColors | undefined {
  if (Object.keys(colors).length === 0) return undefined
  const { paper, ink, accent } = allColors(colors)
  return { paper: paper.light, ink: ink.light, second: accent.light }
}

/** The same image under the current name. */
function imageUrl({ handle, slug }: Name, { raw }: FastifyRequest, { addresses }: Context): string {
  const { locale } = parseQuery(raw.url!, languages)
  const query = locale === undefined ? '' : `?${new URLSearchParams({ locale })}`
  return addresses.shareImage(handle, slug) + query
}

const languages = new Set(['locale'])

function valuesOf({ params, raw }: FastifyRequest): Record<string, string> {
  const values = params as Record<string, string>
  const last = Object.keys(values).at(-1)!
  const name = values[last]!
  if (!name.endsWith('.png')) throw fail('not_found', 'Share images end in .png.')
  return { ...values, [last]: name.slice(0, -'.png'.length), ...parseQuery(raw.url!, languages) }
}

const creationFacts: FactsOf = (json, { site, context }) => {
  const app = JSON.parse(json) as Type.Static<typeof AppShare>
  const { handle, slug, title, summary, category, creator } = app
  const generated = creationArtPath({ ...app, category: category?.slug ?? null })
  const facts: ShareFacts = {
    productName: nameIn(site),
    label: category?.label ?? '',
    title,
    text: summary,
    bylines: [`${creator.displayName} · @${handle}`, `@${handle}`],
    art: shareArt(pathOf(app.imageUrl, context), generated, site),
  }
  return { facts, headers: shareImageHeaders(handle, slug) }
}

const creatorFacts: FactsOf = (json, { site, context }) => {
  const { profile } = JSON.parse(json) as Type.Static<typeof CreatorProfile>
  const { handle, displayName, bio, url } = profile
  const facts: ShareFacts = {
    productName: nameIn(site),
    label: `@${handle}`,
    title: displayName,
    text: bio,
    bylines: [url.replace(/^https?:\/\//, '')],
    art: shareArt(pathOf(profile.imageUrl, context), creatorArtPath(handle, displayName), site),
  }
  return { facts, headers: shareImageHeaders(handle) }
}

/** Paths on the web host; others are absolute. */
const pathOf = (url: string, { addresses }: Context): string =>
  url.startsWith(`${addresses.webUrl}/`) ? url.slice(addresses.webUrl.length) : url
