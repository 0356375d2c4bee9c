// Cards that other sites show in frames.
import { mediaTypes } from '../../discovery.ts'
import { errors, Failure, moved } from '../../errors.ts'
import { answer, type Checked, type Context, fromStrings, type Operation, prepare } from '../../operations/define.ts'
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import type { SiteContext } from '../../pages/layout/page.ts'
import { embedHeaders } from '../../pages/layout/policy.ts'
import { inLanguage, type Reader, readerOf } from '../../pages/layout/reader.ts'
import { creationEmbed, creatorEmbed, type EmbedDocument, missingEmbed } from '../../pages/sharing/embed.ts'
import { parseQuery, withoutEmpty } from '../../server/request/query.ts'
import { communityHeaders, noStoreHeaders } from '../../server/response/caching.ts'
import { errorForm } from '../../server/response/error-body.ts'
import { type FreshResponse, sendFresh } from '../../server/response/fresh-response.ts'
import type { Content } from '../../server/response/representation.ts'
import type { Serve } from '../../server/response/serve.ts'
import type { Router } from '../../server/router.ts'

type EmbedParts = { site: SiteContext; context: Context; serve: Serve }

/** `write` gets the result of the operation, which matches its schema. */
type Embed = {
  url: string
  operation: Operation
  write: (site: SiteContext, data: never, reader: Reader) => EmbedDocument
}

const embeds: readonly Embed[] = [
  { url: '/embed/@:handle/:slug', operation: getAppShare, write: creationEmbed },
  { url: '/embed/@:handle', operation: getCreatorProfile, write: creatorEmbed },
]

const parameters: ReadonlySet<string> = new Set(['locale'])

export function addEmbeds(router: Router, { site, context, serve }: EmbedParts): void {
  for (const embed of embeds) {
    const { url, operation } = embed
    router.route({
      method: ['GET', 'HEAD'],
      url,
      config: { route: `embed ${operation.tag}` },
      handler: async (request, reply) => {
        const query = withoutEmpty(parseQuery(request.raw.url!, parameters))
        const values = { ...query, ...(request.params as Record<string, string>) }
        const checked = prepare(operation, fromStrings(operation, values), context)
        const content = () => contentOf(embed, checked, site, context)
        try {
          await serve(request, reply, { key: `embed ${checked.key}`, content })
        } catch (error) {
          if (!isMissing(error) || errorForm('web', request.headers.accept) !== 'text/html') throw error
          await sendFresh(request, reply, missing(site, readerOf(checked.locales)))
        }
      },
    })
  }
}

const isMissing = (error: unknown): boolean => error instanceof Failure && error.status === errors.not_found.status

/** The usual page of an error cannot be shown in a frame. */
function missing(site: SiteContext, reader: Reader): FreshResponse {
  const { text, style } = missingEmbed(site, reader)
  const headers = [...noStoreHeaders, 'Content-Language', reader.locale, ...embedHeaders(style)]
  return {
    status: errors.not_found.status,
    head: ['Content-Type', mediaTypes.html, ...headers],
    body: Buffer.from(text),
  }
}

async function contentOf({ write }: Embed, checked: Checked, site: SiteContext, context: Context): Promise<Content> {
  const { json, renamed } = await answer(checked, context)
  const reader = readerOf(checked.locales)
  if (renamed !== null) throw moved(inLanguage(context.addresses.embed(renamed.handle, renamed.slug), reader.tag))
  const { text, style } = write(site, JSON.parse(json()) as never, reader)
  const headers = [...communityHeaders, 'Content-Language', reader.locale, ...embedHeaders(style)]
  return { bytes: Buffer.from(text), type: mediaTypes.html, headers }
}
