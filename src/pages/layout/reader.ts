// The reader of a page: language, formats of numbers and dates, and links that keep the language.
import { fail } from '../../errors.ts'
import type { Words } from '../../languages/language.ts'
import { isServiceLocale, type ServiceLocale } from '../../languages/languages.ts'
import { isLocale, localeRule, negotiate } from '../../operations/locale.ts'
import { parseQuery, withoutEmpty } from '../../server/request/query.ts'
import { neutralSite, type Site } from '../../site/site.ts'
import { wordsFor } from '../../site/words.ts'

/** How lists of creations are shown. */
export const views = ['cards', 'list'] as const
export type View = (typeof views)[number]

export type Reader = {
  /** The language of the UI strings. */
  locale: ServiceLocale
  /** The language in links; content may exist in languages without UI strings. */
  tag: string
  direction: 'ltr' | 'rtl'
  view: View
  words: Words
  /** The URL in the reader's language. */
  to: (url: string) => string
  number: (value: number) => string
  /** Short form for cards: 12K. */
  short: (value: number) => string
  day: (time: string) => string
  /** Day and minute, in UTC. */
  minute: (time: string) => string
  /** Such as "24 hours ago", "30 minutes ago" or "now". */
  ago: (minutes: number) => string
  /** A share of 1: 99.95%. */
  percent: (share: number) => string
  /** Such as 1.5 ms, 60 min or 24 hr. */
  duration: (value: number, unit: 'millisecond' | 'minute' | 'hour') => string
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  /^(?:ar|fa|he|ps|sd|ug|ur|yi)(?:-|$)/.test(locale) ? 'rtl' : 'ltr'

/** `locales` as negotiated: canonical, best first. `site` may have a noun of its own for creations. */
export function readerOf(locales: readonly string[], view: View = 'cards', site: Site = neutralSite): Reader {
  const tag = locales[0] ?? 'en'
  const locale = locales.find(isServiceLocale) ?? 'en'
  return {
    locale,
    tag,
    direction: directionOf(locale),
    view,
    words: wordsFor(site, locale),
    to: url => inLanguage(url, tag),
    ...formatsFor(locale),
  }
}

/** Other languages matter only for content, which these pages do not have. */
const noContentLocales: ReadonlySet<string> = new Set()

export const readerFor = (locale: string | null | undefined, site?: Site): Reader =>
  readerOf(isLocale(locale) ? negotiate(locale, noContentLocales) : ['en'], 'cards', site)

const localeOnly: ReadonlySet<string> = new Set(['locale'])

/** For pages without an operation: `locale` in the URL, by the same rules as on all other pages. */
export function readerAt(url: string): Reader {
  const { locale } = withoutEmpty(parseQuery(url, localeOnly))
  if (locale === undefined || isLocale(locale)) return readerFor(locale)
  const reason = localeRule('locale')
  throw fail('validation_failed', reason, { details: [{ field: 'locale', reason }] })
}

export function inLanguage(url: string, tag: string): string {
  if (tag === 'en') return url
  const [address = '', anchor] = url.split('#')
  const withLocale = `${address}${address.includes('?') ? '&' : '?'}locale=${tag}`
  return anchor === undefined ? withLocale : `${withLocale}#${anchor}`
}

type Formats = Pick<Reader, 'number' | 'short' | 'day' | 'minute' | 'ago' | 'percent' | 'duration'>

const formatsByLocale = new Map<string, Formats>()

/** Cached: creating the formatters takes longer than rendering a page. */
function formatsFor(locale: string): Formats {
  const cached = formatsByLocale.get(locale)
  if (cached !== undefined) return cached
  const [number, short] = [
    new Intl.NumberFormat(locale),
    new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
  ]
  // With the name of the month: the medium style of some languages has numbers only.
  const date = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const day = new Intl.DateTimeFormat(locale, date)
  const minute = new Intl.DateTimeFormat(locale, { ...date, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 1 })
  const units = { millisecond: unit('millisecond'), minute: unit('minute'), hour: unit('hour') }
  const formats: Formats = {
    number: value => number.format(value),
    short: value => short.format(value),
    day: time => day.format(new Date(time)),
    minute: time => minute.format(new Date(time)),
    ago: minutes => {
      if (minutes === 0) return relative.format(0, 'second')
      return minutes < 120 ? relative.format(-minutes, 'minute') : relative.format(-Math.round(minutes / 60), 'hour')
    },
    percent: share => percent.format(share),
    duration: (value, name) => units[name].format(value),
  }
  formatsByLocale.set(locale, formats)
  return formats
}
