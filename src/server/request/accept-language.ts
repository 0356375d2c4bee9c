// Which languages a request asks for: the one in its address, then those of its client (RFC 9110 section 12.5.4).
import type { IncomingMessage } from 'node:http'
import { weightedList } from './accept.ts'

/** Tags as they were given, best first; nobody has checked that they are any. */
export function askedLanguages({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string[] {
  const query = url.indexOf('?')
  const locale = query === -1 ? null : new URLSearchParams(url.slice(query)).get('locale')
  const accepted = weightedList((headers['accept-language'] ?? '').slice(0, longestHeader))
    .filter(({ value, q }) => q > 0 && value !== '*')
    .sort((one, other) => other.q - one.q)
    .map(({ value }) => value)
  return locale === null ? accepted : [locale, ...accepted]
}

const longestHeader = 500
