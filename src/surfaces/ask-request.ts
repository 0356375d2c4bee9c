// What was asked, from whatever a client sent. What is merely odd is not refused: what cannot be read was not given.
import type { Question } from '../ask/answer.ts'
import { fail } from '../errors.ts'
import { parseQuery } from '../http/query.ts'
import { askLimits } from '../limits.ts'
import { isLanguageTag } from '../operations/locale.ts'

type Json = Record<string, unknown>

/** `defaults` hold when the body says nothing else. */
export function readQuestion(body: unknown, defaults: { locale: string | null }): Question {
  const given = membersOf(body)
  return {
    query: queryIn(given),
    locale: readLocale(given.locale) ?? readLocale(objectIn(given.prefer).lang) ?? defaults.locale,
    mode: modeIn(given),
    previous: previousIn(given),
  }
}

/** Whether the answer is wanted as events; null when the body does not say. */
export function wantsEvents(body: unknown): boolean | null {
  const given = membersOf(body)
  return truth(objectIn(given.prefer).streaming) ?? truth(given.streaming)
}

const inQuery = new Set(['query', 'q', 'decontextualized_query', 'locale', 'mode', 'streaming', 'prev'])

/** The question of a GET as the body that would ask the same. */
export function bodyInUrl(url: string): Json {
  const { query, q, mode, prev, ...rest } = parseQuery(url, inQuery)
  return { ...rest, query: query ?? q, prefer: { mode }, prev: prev === undefined ? [] : listIn(prev) }
}

/** A language tag in its canonical form; null when it is none that people speak of, such as private ones. */
export function readLocale(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestTag || !/^[a-z]{2,3}(?:-|$)/i.test(value)) return null
  return isLanguageTag(value) ? Intl.getCanonicalLocales(value)[0]! : null
}

/** RFC 5646 section 4.4.1 asks for no more. */
const longestTag = 35

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (value: unknown): Json => (isObject(value) ? value : {})
const membersOf = (body: unknown): Json => (typeof body === 'string' ? { query: body } : objectIn(body))

/** A question that its asker made independent of the conversation says more than the one that is not. */
const textMembers = ['decontextualized_query', 'decontextualized', 'text', 'query'] as const

function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  const texts = textMembers.map(name => objectIn(value)[name])
  return (
    texts
      .filter(text => typeof text === 'string')
      .find(text => text.trim() !== '')
      ?.trim() ?? ''
  )
}

function queryIn({ decontextualized_query, query }: Json): string {
  const text = textIn(decontextualized_query) || textIn(query)
  if (text.length <= askLimits.queryLength || [...text].length <= askLimits.queryLength) return text
  const reason = `query must have at most ${askLimits.queryLength} characters.`
  throw fail('validation_failed', reason, { details: [{ field: 'query', reason }] })
}

function modeIn({ mode, prefer }: Json): Question['mode'] {
  const wanted = objectIn(prefer).mode ?? mode
  return typeof wanted === 'string' && wanted.trim().toLowerCase() === 'list' ? 'list' : 'summarize'
}

/** Oldest first, as they come; only the last few can matter to the question. */
function previousIn({ context, prev }: Json): string[] {
  const list = objectIn(context).prev ?? prev
  if (!Array.isArray(list)) return []
  return list
    .slice(-askLimits.previous)
    .map(entry => [...textIn(isObject(entry) && isObject(entry.query) ? entry.query : entry)])
    .map(characters => characters.slice(0, askLimits.previousLength).join(''))
    .filter(text => text !== '')
}

/** In a URL: a JSON list, or one question as it is. */
function listIn(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [text]
  } catch {
    return [text]
  }
}

function truth(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}
