// Reads a question from the body or URL of a request. Invalid types and values are reported by name; unknown members
// are ignored. Members of other NLWeb versions are accepted too.
import type { Question } from '../../ask/answer/answer.ts'
import { askModes } from '../../ask/answer/schemas.ts'
import { type ErrorDetail, fail } from '../../errors.ts'
import { askLimits } from '../../limits.ts'
import { canonicalTag, isLocale, localeRule } from '../../operations/locale.ts'
import { parseQuery, withoutEmpty } from '../../server/request/query.ts'
import { truncate, wellFormedJson } from '../../util/text.ts'

type Json = Record<string, unknown>
type Report = (field: string, reason: string) => void

const maxDetails = 10

/** `defaults` apply to members that the body leaves out. */
export function readQuestion(body: unknown, defaults: Pick<Question, 'locale' | 'accepted'>): Question {
  const details: ErrorDetail[] = []
  const report: Report = (field, reason) => {
    if (details.length < maxDetails) details.push({ field, reason })
  }
  const request = objectIn(body, 'body', report)
  const prefer = objectIn(request.prefer, 'prefer', report)
  const locale = localeIn(request.locale, 'locale', report) ?? localeIn(prefer.lang, 'prefer.lang', report)
  streamingIn(prefer.streaming, 'prefer.streaming', report)
  streamingIn(request.streaming, 'streaming', report)
  const question: Question = {
    query: queryIn(request, report),
    locale: locale === undefined ? defaults.locale : canonicalTag(locale),
    accepted: defaults.accepted,
    mode: modeIn(prefer.mode, 'prefer.mode', report) ?? modeIn(request.mode, 'mode', report) ?? 'summarize',
    previous: previousIn(request, report),
  }
  if (details.length > 0) throw fail('validation_failed', details.map(({ reason }) => reason).join(' '), { details })
  return question
}

/** Whether events are requested; null when the body does not say. */
export function wantsEvents(body: unknown): boolean | null {
  const { prefer, streaming } = isObject(body) ? body : {}
  const value = isObject(prefer) && prefer.streaming !== undefined ? prefer.streaming : streaming
  return typeof value === 'boolean' ? value : null
}

const inQuery = new Set(['query', 'q', 'decontextualized_query', 'locale', 'mode', 'streaming', 'prev'])

/** The query of a GET as the equivalent body. The form of our page may submit empty fields. */
export function bodyInUrl(url: string, fromForm: boolean): Json {
  const parsed = parseQuery(url, inQuery)
  const { query, q, prev, streaming, ...rest } = fromForm ? withoutEmpty(parsed) : parsed
  const streams = { true: true, false: false }[streaming ?? ''] ?? streaming
  return {
    ...rest,
    ...(streams === undefined ? {} : { streaming: streams }),
    query: query ?? q,
    prev: prev === undefined ? [] : listIn(prev),
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(value: unknown, field: string, report: Report): Json {
  if (value === undefined || isObject(value)) return value ?? {}
  report(field, `${field} must be a JSON object.`)
  return {}
}

function localeIn(value: unknown, field: string, report: Report): string | undefined {
  if (value === undefined || isLocale(value)) return value
  report(field, localeRule(field))
}

function streamingIn(value: unknown, field: string, report: Report): void {
  if (value !== undefined && typeof value !== 'boolean') report(field, `${field} must be true or false.`)
}

type Mode = Question['mode']

function modeIn(value: unknown, field: string, report: Report): Mode | undefined {
  if (value === undefined || askModes.includes(value as Mode)) return value as Mode | undefined
  // The third mode of NLWeb; it differs from `summarize` only in that a model writes the answer.
  if (field === 'mode' && value === 'generate') return 'summarize'
  report(field, `${field} must be one of ${askModes.join(', ')}.`)
}

/** Best first: a decontextualized question is complete without the conversation. */
const textMembers = ['decontextualized_query', 'decontextualized', 'text', 'query'] as const

function queryIn({ decontextualized_query, query }: Json, report: Report): string {
  if (decontextualized_query != null) checkText(decontextualized_query, 'decontextualized_query', report)
  if (isObject(query)) checkMembers(query, report)
  else if (query != null) checkText(query, 'query', report, ', or an object with text')
  return textIn(decontextualized_query) || textIn(query)
}

function checkText(text: unknown, field: string, report: Report, alternative = ''): void {
  if (typeof text !== 'string') report(field, `${field} must be text${alternative}.`)
  else if (text.length > askLimits.queryLength && [...text].length > askLimits.queryLength) {
    report(field, `${field} must have at most ${askLimits.queryLength} characters.`)
  }
}

function checkMembers(query: Json, report: Report): void {
  const present = textMembers.filter(name => query[name] !== undefined)
  for (const name of present) checkText(query[name], `query.${name}`, report)
  if (present.length === 0) report('query.text', 'query.text is missing: send the question in it.')
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  const texts = isObject(value) ? textMembers.map(name => value[name]) : []
  return (
    texts
      .filter(text => typeof text === 'string')
      .find(text => text.trim() !== '')
      ?.trim() ?? ''
  )
}

/** Earlier questions, oldest first; only the last few are used. */
function previousIn(request: Json, report: Report): string[] {
  const context = objectIn(request.context, 'context', report)
  const [field, list] = context.prev === undefined ? ['prev', request.prev ?? []] : ['context.prev', context.prev]
  if (!Array.isArray(list) || !list.every(entry => typeof entry === 'string' || isObject(entry))) {
    report(field, `${field} must be a list of texts or objects.`)
    return []
  }
  return list
    .slice(-askLimits.previous)
    .map(entry =>
      truncate(textIn(isObject(entry) && isObject(entry.query) ? entry.query : entry), askLimits.previousLength),
    )
    .filter(text => text !== '')
}

/** In a URL: a JSON list, or a single question as plain text. */
function listIn(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(wellFormedJson(text))
    return Array.isArray(parsed) ? parsed : [text]
  } catch {
    return [text]
  }
}
