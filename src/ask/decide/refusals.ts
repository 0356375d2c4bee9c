// Requests to do something. The service is read-only, so the answer says where it can be done.
import { languageOf } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import type { Slot } from '../parse/lexicon.ts'

/** Says `phrase` and cites a section of the knowledge pages, unless the site pack has a fact with the id `phrase`. It is certain if the request is about something of the service. */
export type Refusal = { phrase: string; page: string; anchor: string; isCertain?: boolean }

type Action = { ideas: readonly string[]; refusal: Refusal }

/** The first that matches: actions with the greatest consequences come first. */
const actions: readonly Action[] = [
  { ideas: ['do.cancel', 'do.upgrade', 'do.buy', 'topup', 'do.renew'], refusal: { phrase: 'refuse.buy', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.register', 'do.claim'], refusal: { phrase: 'refuse.register', page: 'agent-auth', anchor: 'rules-for-agents' } },
  { ideas: ['do.signin', 'do.signout', 'do.revoke'], refusal: { phrase: 'refuse.signin', page: 'agent-auth', anchor: 'rules-for-agents' } },
  { ideas: ['do.delete'], refusal: { phrase: 'refuse.delete', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.publish'], refusal: { phrase: 'refuse.publish', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.edit', 'renamed'], refusal: { phrase: 'refuse.edit', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.like', 'do.write'], refusal: { phrase: 'refuse.interact', page: 'community', anchor: 'only-reading' } },
  { ideas: ['followers', 'sort.liked'], refusal: { phrase: 'refuse.interact', page: 'community', anchor: 'only-reading' } },
  { ideas: ['do.build', 'do.remix'], refusal: { phrase: 'refuse.build', page: 'community', anchor: 'only-reading' } },
] // biome-ignore format: a table

const secret: Refusal = { isCertain: true, phrase: 'refuse.secret', page: 'agent-auth', anchor: 'rules-for-agents' }
const privateThings: Refusal = {
  isCertain: true,
  phrase: 'product.public-only',
  page: 'community',
  anchor: 'what-is-shown',
}
/** Attempts to give ask other instructions, and questions about opinions, the future and the people who run the service. */
const outOfReach: readonly string[] = ['absent.takeover', 'absent.opinion', 'absent.future', 'absent.staff']
const declined: Refusal = { isCertain: true, phrase: 'unknown', page: 'ask', anchor: 'when-it-does-not-know' }

/** Ideas of a question about an action, in contrast to a request to perform it. */
const questionIdeas: readonly string[] = [
  'frame.how', 'frame.where', 'frame.when', 'frame.who', 'frame.why', 'frame.howmany', 'frame.howmuch', 'frame.howlong',
  'frame.can', 'endpoint', 'mcp', 'must-not', 'error', 'parameter', 'tool', 'page', 'header',
] // biome-ignore format: a list
const orders: readonly string[] = ['frame.list', 'frame.behalf', 'frame.request']
/** What a request to do something is usually about. */
const objects: readonly string[] = [
  'frame.self', 'app', 'creation', 'plan', 'credits', 'profile', 'do.signin', 'topup', 'creator', 'secret.token', 'credential', 'secret.email', 'handle',
  'session', 'people', 'followers',
] // biome-ignore format: a list
const questionMark = /[?？؟]/
const sentenceEnd = /(?<=[.!?。！？؟।])\s+/u

type Has = (names: readonly string[]) => boolean

const hasOf = (slots: readonly Slot[]): Has => {
  const ideas = new Set(slots.flatMap(slot => slot.ideas))
  return names => names.some(name => ideas.has(name))
}

/** `parse` reads a part of the text. Each sentence is judged by itself: "Could you tell me?" does not make a request of others. */
export function refusalFor(
  text: string,
  slots: readonly Slot[],
  locale: string,
  parse: (part: string) => readonly Slot[],
): Refusal | null {
  const has = hasOf(slots)
  if (containsSecret(text, has)) return secret
  if (has(outOfReach)) return declined
  const sentences = text.split(sentenceEnd)
  if (sentences.length === 1) return requestIn(text, slots, locale)
  return sentences.reduce<Refusal | null>((found, part) => found ?? requestIn(part, parse(part), locale), null)
}

function requestIn(text: string, slots: readonly Slot[], locale: string): Refusal | null {
  const has = hasOf(slots)
  const first = slots.find(slot => !slot.ideas.every(idea => idea.startsWith('frame.')))
  const isReport = first !== undefined && isReported(text, first)
  const isFirst = (action: Action) => action.ideas.some(idea => first?.ideas.includes(idea) ?? false)
  const { questionEnding, verbLast } = languageOf(locale).grammar
  const isQuestion = questionMark.test(text) || questionEnding?.test(text) || false
  const isNamed = /@[\w-]+\//.test(text)
  if (!isNamed && has(['private', 'private.data']) && has(orders) && !isQuestion && !has(questionIdeas))
    return privateThings
  const action = actions.find(isFirst) ?? actions.find(entry => has(entry.ideas))
  if (action === undefined) return null
  const requested = has(['frame.request', 'frame.behalf'])
  const isSocial = action.ideas.includes('followers')
  const isRequest = isSocial
    ? has(['frame.behalf'])
    : requested || (isFirst(action) && !isReport && !isQuestion && !verbLast)
  return isRequest && hasObject(text, action, slots, has) && !isAboutAction(has)
    ? { ...action.refusal, isCertain: isOfService(slots) }
    : null
}

const pronouns =
  /(?<![\p{L}\p{M}])(?:i|we|he|she|they|ich|wir|je|j|nous|yo|eu|io|noi|nosotros|أنا|मैं|हम)(?![\p{L}\p{M}])|私|我|나는|제가|내가/u

/** "I renamed my handle" reports something; "rename my handle" asks for it. */
function isReported(text: string, { text: action }: Slot): boolean {
  const folded = foldText(text)
  const before = folded.slice(0, Math.max(0, folded.indexOf(action.split(' ', 1)[0]!)))
  return pronouns.test(before) || before.split(/\s+/).length > 4
}

/** A question about the action. */
const isAboutAction = (has: Has): boolean => has(questionIdeas) && !has(['frame.behalf'])

const isOfService = (slots: readonly Slot[]): boolean =>
  hasOf(slots)(objects.filter(object => object !== 'frame.self')) ||
  slots.some(({ ideas }) => ideas.some(idea => idea.startsWith('kind.')))

function hasObject(text: string, action: Action, slots: readonly Slot[], has: Has): boolean {
  return (
    has(objects.filter(object => !action.ideas.includes(object))) ||
    slots.some(({ ideas }) => ideas.some(idea => idea.startsWith('kind.'))) ||
    has(['frame.behalf', 'do.like']) ||
    (has(['frame.request']) && action.ideas.includes('do.signin')) ||
    /@[a-z0-9]/i.test(text)
  )
}

// Starts at the beginning of a word: otherwise the time grows with the square of the length.
const emailAddress = /(?<![^\s@])[^\s@]+@[^\s@]+\.[^\s@]{2,}/u
/** Six digits, but not an error number, nor part of a longer number. */
const codeLike =
  /(?<![\d.,#-]|(?:error|errors|status|fehler|erreur|errore|erro)(?: code)?[\s:]{1,2})\d{3}[\s-]?\d{3}(?!\d|[.,-]\d)/iu
/** JSON web tokens and keys with a prefix. */
const keyLike = /\b(?:eyJ[\w-]{10,}[\w.-]*|(?:sk|pk|ghp|xox[bp])[-_][\w-]{10,})/u
/** Also UUIDs, and long words with digits. Slugs consist of shorter words. */
const tokenLike = new RegExp(
  `${keyLike.source}|\\b(?:[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|(?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[A-Za-z0-9]{20,})\\b`,
  'u',
)

/** Six digits are a secret only in connection with signing in, or nearly alone. */
function containsSecret(text: string, has: Has): boolean {
  if (emailAddress.test(text)) return true
  const isShort = text.trim().split(/\s+/).length <= 2
  if (codeLike.test(text) && (has(['secret.code', 'do.signin', 'do.claim', 'handover']) || isShort)) return true
  if (keyLike.test(text)) return true
  if (has(['handover']) && has(['secret.token', 'credential']) && !questionMark.test(text)) return true
  return tokenLike.test(text) && has(['secret.token', 'credential', 'handover', 'do.signin', 'frame.self'])
}

/** Replaces email addresses, six-digit codes and tokens. */
export function maskSecrets(text: string): string {
  return text
    .replaceAll(new RegExp(emailAddress, 'gu'), '…')
    .replaceAll(new RegExp(tokenLike, 'gu'), '…')
    .replaceAll(new RegExp(codeLike, 'giu'), '…')
}
