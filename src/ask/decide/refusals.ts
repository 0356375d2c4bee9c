// Requests to do something. The service is read-only, so the answer says where it can be done.
import { languageOf } from '../../languages/languages.ts'
import type { Slot } from '../parse/lexicon.ts'

/** Says `phrase` and cites a section of the knowledge pages, unless the site pack has a fact with the id `phrase`. */
export type Refusal = { phrase: string; page: string; anchor: string }

type Action = { ideas: readonly string[]; refusal: Refusal }

/** The first that matches: actions with the greatest consequences come first. */
const actions: readonly Action[] = [
  { ideas: ['do.cancel', 'do.upgrade', 'do.buy', 'topup', 'do.renew'], refusal: { phrase: 'refuse.buy', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.register', 'do.claim'], refusal: { phrase: 'refuse.register', page: 'agent-auth', anchor: 'rules-for-agents' } },
  { ideas: ['do.signin', 'do.signout', 'do.revoke'], refusal: { phrase: 'refuse.signin', page: 'agent-auth', anchor: 'rules-for-agents' } },
  { ideas: ['do.delete'], refusal: { phrase: 'refuse.delete', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.publish'], refusal: { phrase: 'refuse.publish', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.edit'], refusal: { phrase: 'refuse.edit', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.like', 'do.write'], refusal: { phrase: 'refuse.interact', page: 'community', anchor: 'only-reading' } },
  { ideas: ['followers', 'sort.liked'], refusal: { phrase: 'refuse.interact', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.build', 'do.remix'], refusal: { phrase: 'refuse.build', page: 'community', anchor: 'only-reading' } },
] // biome-ignore format: a table

const secret: Refusal = { phrase: 'refuse.secret', page: 'agent-auth', anchor: 'rules-for-agents' }

/** Ideas of a question about an action, in contrast to a request to perform it. */
const questionIdeas: readonly string[] = [
  'frame.how', 'frame.where', 'frame.when', 'frame.who', 'frame.why', 'frame.howmany', 'frame.howmuch', 'frame.howlong',
  'frame.can', 'endpoint', 'mcp', 'must-not', 'error', 'parameter', 'tool', 'page', 'header',
] // biome-ignore format: a list
/** What a request to do something is usually about. */
const objects: readonly string[] = [
  'frame.self', 'app', 'creation', 'plan', 'credits', 'profile', 'do.signin', 'topup', 'creator', 'secret.token', 'credential', 'secret.email', 'handle',
] // biome-ignore format: a list

const emailAddress = /[^\s@]+@[^\s@]+\.[^\s@]{2,}/u
const codeLike = /(?<![\d.,])\d{3}[\s-]?\d{3}(?!\d|[.,]\d)/u
/** Slugs have digits between words; tokens have them within. */
const tokenLike =
  /\b(?:eyJ[\w-]{10,}|(?=\w*\d)(?=\w*[A-Za-z])\w{20,}|(?=[\w.-]*(?:\d[A-Za-z]+\d|[A-Za-z]\d+[A-Za-z]))[\w.-]{20,})\b/u

const questionMark = /[?？؟]/

export function refusalFor(text: string, slots: readonly Slot[], locale: string): Refusal | null {
  const ideas = new Set(slots.flatMap(slot => slot.ideas))
  const has = (names: readonly string[]) => names.some(name => ideas.has(name))
  if (containsSecret(text, has)) return secret
  const first = slots.find(slot => !slot.ideas.every(idea => idea.startsWith('frame.')))
  const isFirst = (action: Action) => action.ideas.some(idea => first?.ideas.includes(idea) ?? false)
  const action = actions.find(isFirst) ?? actions.find(entry => has(entry.ideas))
  if (action === undefined) return null
  const { questionEnding, verbLast } = languageOf(locale).grammar
  const isQuestion = questionMark.test(text) || questionEnding?.test(text)
  const requested = has(['frame.request', 'frame.behalf'])
  const social = action.ideas.includes('followers')
  const isRequest = social ? has(['frame.behalf']) : requested || (isFirst(action) && !isQuestion && !verbLast)
  const others = objects.filter(object => !action.ideas.includes(object))
  const isAboutAction =
    (has(questionIdeas) && !has(['frame.behalf'])) ||
    (has(['price']) && !requested && !isFirst(action)) ||
    (has(['agent']) && !requested && !has(['frame.self']))
  const hasObject =
    has(others) ||
    [...ideas].some(idea => idea.startsWith('kind.')) ||
    has(['frame.behalf']) ||
    (requested && action.ideas.includes('do.signin')) ||
    /@[a-z0-9]/i.test(text)
  return isRequest && hasObject && !isAboutAction ? action.refusal : null
}

/** In a question with one of these ideas, six digits are a count or two status codes, not a secret. */
const numericIdeas: readonly string[] = [
  'error',
  'error-code',
  'status-code',
  'credits',
  'request',
  'creation',
  'size',
  'rate',
  'price',
  'total',
  'scores',
  'stats',
]

/** An email address, sign-in code or token. It is neither stored nor repeated. */
function containsSecret(text: string, has: (names: readonly string[]) => boolean): boolean {
  if (emailAddress.test(text)) return true
  if (codeLike.test(text) && (has(['secret.code', 'do.signin', 'do.claim', 'handover']) || !has(numericIdeas)))
    return true
  return tokenLike.test(text) && has(['secret.token', 'credential', 'handover', 'do.signin', 'frame.self'])
}

/** Replaces email addresses, six-digit codes and tokens. */
export function maskSecrets(text: string): string {
  return text
    .replaceAll(new RegExp(emailAddress, 'gu'), '…')
    .replaceAll(new RegExp(tokenLike, 'gu'), '…')
    .replaceAll(new RegExp(codeLike, 'gu'), '…')
}
