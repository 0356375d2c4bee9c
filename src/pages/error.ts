// Error pages in the reader's language: what happened, what to do, and links.

import { creationArtPath } from '../art-paths.ts'
import type { Words } from '../languages/language.ts'
import { isServiceLocale } from '../languages/languages.ts'
import { isLanguageTag, lookupChain } from '../operations/locale.ts'
import { nameIn } from '../site/text.ts'
import type { FeedValue } from './explorer/selection.ts'
import { grid, seeAll } from './layout/card.ts'
import { type Html, html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import { type Reader, readerFor } from './layout/reader.ts'
import { searchForm } from './layout/search-form.ts'
import { filled } from './layout/words.ts'

type ErrorFacts = {
  message: string
  error: string
  request_id: string
  details: readonly { field: string; reason: string }[]
}

/** `languages` as requested, best first, not validated. */
type ErrorPageInput = { status: number; facts: ErrorFacts; languages: readonly string[] }

/** A generated image: a moon above hills. Style sheets hide it on phones. */
const illustration = creationArtPath({ id: '0404000e', category: null })

/** `creations` are shown to those who look for something that does not exist. */
export function errorPage(
  site: SiteContext,
  failed: ErrorPageInput,
  creations: FeedValue['items'] = [],
): { text: string; locale: string } {
  const { status, facts } = failed
  const { webUrl } = site.addresses
  const reader = readerForLanguages(failed.languages, site)
  const { words, to } = reader
  const product = { product: nameIn(site, reader.locale) }
  const { title, lead, more } = textsFor(reader, failed, nameIn(site, reader.locale))
  const text = layout(site, {
    title: `${title} · ${nameIn(site, reader.locale)}`,
    description: lead,
    reader,
    translated: false,
    canonical: null,
    body: html`<div class="wrap problem">${status === 404 ? html`<img class="cover" src="${webUrl}${illustration}" alt="" width="600" height="400" loading="lazy" decoding="async">` : null}<h1>${title}</h1>
<p class="lead">${lead}</p>
${more}
${status === 404 ? searchForm(site, reader) : null}
<p class="actions"><a class="button${status === 404 ? ' quiet' : ''}" href="${to(`${webUrl}/`)}">${filled(words.backTo, product)}</a><a class="button quiet" href="${to(`${webUrl}/community`)}">${words.explore}</a></p>
${creations.length === 0 ? null : html`<section><div class="heading"><h2>${words.trending}</h2>${seeAll(`${webUrl}/community`, words.trending, reader)}</div>${grid(site, creations, reader)}</section>`}
${status < 500 ? null : html`<p class="note"><code dir="ltr">${facts.error}</code> <code dir="ltr">${facts.request_id}</code></p>`}</div>`,
  })
  return { text, locale: reader.locale }
}

export const languageOfError = (languages: readonly string[]): string => readerForLanguages(languages).locale

/** The first requested language that pages support. */
function readerForLanguages(languages: readonly string[], site?: SiteContext): Reader {
  const isSupported = (tag: string) => isLanguageTag(tag) && lookupChain(tag).some(isServiceLocale)
  return readerFor(languages.find(isSupported), site)
}

type Texts = { title: string; lead: string; more: Html | null }

/**
 * English shows the message of the error, which names the fields; other languages describe the kind of error and
 * list the fields in English. Messages about unknown paths are written for programs, so pages do not show them.
 */
function textsFor({ locale, words }: Reader, { status, facts }: ErrorPageInput, product: string): Texts {
  const kind = kinds[status] ?? (status >= 500 ? 'errorBroken' : 'errorBad')
  const title = words[kind]
  if (locale === 'en' && status !== 404) return { title, lead: facts.message, more: null }
  const more = facts.details.length === 0 ? null : fieldList(facts.details)
  return { title, lead: filled(words[`${kind}Text`], { product }), more }
}

/** Most reasons start with the name of the field, which is already printed. */
function fieldList(details: ErrorFacts['details']): Html {
  const items = details.map(({ field, reason }) => {
    const rest = reason.startsWith(`${field} `) ? reason.slice(field.length + 1) : reason
    return html`<li><code>${field}</code> ${rest}</li>`
  })
  return html`<ul lang="en" dir="ltr">${items}</ul>`
}

type Kind =
  Extract<keyof Words, `error${string}`> extends infer Name
    ? Name extends `${infer Base}Text`
      ? Base & keyof Words
      : never
    : never

const kinds: Record<number, Kind> = {
  401: 'errorReserved',
  403: 'errorReserved',
  404: 'errorMissing',
  429: 'errorMany',
  503: 'errorAway',
  504: 'errorAway',
}
