// Requested languages: the one in the URL, then those of the client (RFC 9110 section 12.5.4).
import type { IncomingMessage } from 'node:http'
import { weightedList } from './accept.ts'

/** Tags as given, best first, not validated. */
export function requestedLanguages({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string[] {
  const query = url.indexOf('?')
  const locale = query === -1 ? null : new URLSearchParams(url.slice(query)).get('locale')
  const accepted = weightedList((headers['accept-language'] ?? '').slice(0, maxHeaderLength))
    .filter(({ value, q }) => q > 0 && value !== '*')
    .sort((one, other) => other.q - one.q)
    .map(({ value }) => value)
  return locale === null ? accepted : [locale, ...accepted]
}

const maxHeaderLength = 500
