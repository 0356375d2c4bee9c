// Badges with a counter of a creation, for README files and web pages.
import type { FastifyRequest } from 'fastify'
import type Type from 'typebox'
import { drawBadge } from '../../art/badge.ts'
import { fail, moved } from '../../errors.ts'
import { answer, type Context, fromStrings, prepare } from '../../operations/define.ts'
import { getAppShare } from '../../operations/index.ts'
import type { AppShare } from '../../operations/shapes.ts'
import { readerOf } from '../../pages/layout/reader.ts'
import { parseQuery } from '../../server/request/query.ts'
import { shareImageHeaders } from '../../server/response/caching.ts'
import type { Content } from '../../server/response/representation.ts'
import type { Serve } from '../../server/response/serve.ts'
import type { Router } from '../../server/router.ts'
import { allColors } from '../../site/colors.ts'
import { counterLabel, kindLabel, shownCounters } from '../../site/kinds.ts'
import type { Counter, Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { isolateBidi, truncate } from '../../util/text.ts'

type BadgeParts = { site: Site; context: Context; serve: Serve }

const ending = '.svg'
const parameters: ReadonlySet<string> = new Set(['counter', 'locale'])
/** An SVG opened directly is a document, so it needs a content security policy. */
const policy = ['Content-Security-Policy', "default-src 'none'"]
/** Code points of the site's name in a badge. */
const maxName = 40

export function addBadges(router: Router, parts: BadgeParts): void {
  const { site, context, serve } = parts
  router.route({
    method: ['GET', 'HEAD'],
    url: '/badge/@:handle/:slug',
    config: { route: 'badge' },
    handler: async (request, reply) => {
      const { handle, slug } = request.params as { handle: string; slug: string }
      if (!slug.endsWith(ending)) throw fail('not_found', `Badges end in ${ending}.`)
      const { counter: chosen, ...query } = parseQuery(request.raw.url!, parameters)
      const counter = counterOf(site, chosen)
      const values = { handle, slug: slug.slice(0, -ending.length), ...query }
      const checked = prepare(getAppShare, fromStrings(getAppShare, values), context)
      const content = async (): Promise<Content> => {
        const { json, renamed } = await answer(checked, context)
        const app = JSON.parse(json()) as Type.Static<typeof AppShare>
        if (renamed !== null) throw moved(context.addresses.badge(app.handle, app.slug) + queryOf(request))
        const bytes = Buffer.from(badgeOf(site, app, counter, checked.locales))
        return { bytes, type: 'image/svg+xml', headers: [...shareImageHeaders(app.handle, app.slug), ...policy] }
      }
      await serve(request, reply, { key: `badge ${counter} ${checked.key}`, content })
    },
  })
}

/** The likes, unless the site hides them. Undefined if it hides all counters. */
function counterOf(site: Site, chosen: string | undefined): Counter | undefined {
  const shown = shownCounters(site, ['likes', 'plays', 'remixes', 'views'])
  if (chosen === undefined) return shown[0]
  const counter = shown.find(name => name === chosen)
  if (counter !== undefined) return counter
  const reason =
    shown.length === 0
      ? 'This site shows no counters; leave counter out.'
      : `counter must be one of ${shown.join(', ')}.`
  throw fail('validation_failed', reason, { details: [{ field: 'counter', reason }] })
}

function badgeOf(
  site: Site,
  app: Type.Static<typeof AppShare>,
  counter: Counter | undefined,
  locales: readonly string[],
): string {
  const { locale, direction, short } = readerOf(locales)
  const label = truncate(nameIn(site, locale), maxName, '…')
  const message =
    counter === undefined
      ? kindLabel(site, app.kind, locale)
      : `${counterLabel(site, counter, locale)} ${short(app.stats[counter])}`
  const { accent, onAccent } = allColors(site.colors)
  const title = `${isolateBidi(app.title, direction)} · ${label}: ${message}`
  return drawBadge({ label, message, title, color: accent.light, textColor: onAccent.light })
}

const queryOf = ({ raw }: FastifyRequest): string => {
  const query = new URLSearchParams(parseQuery(raw.url!, parameters)).toString()
  return query && `?${query}`
}
