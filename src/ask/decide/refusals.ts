// Requests to do something. The service is read-only, so the answer says where it can be done.
import { languageOf } from '../../languages/languages.ts'
import type { Slot } from '../parse/lexicon.ts'

/** Says `phrase` and cites a section of the knowledge pages, unless the site pack has a fact with the id `phrase`. It is certain if the request is about something of the service. `isAction`: something is to be done. */
export type Refusal = { phrase: string; page: string; anchor: string; isCertain: boolean; isAction: boolean }

/** Ideas of actions and the phrase that refuses them. The first that matches: those with the greatest consequences come first. */
const actions: readonly (readonly [phrase: string, ...ideas: string[]])[] = [
  ['refuse.buy', 'do.cancel', 'do.upgrade', 'do.buy', 'topup', 'do.renew'],
  ['refuse.register', 'do.register', 'do.claim'],
  ['refuse.signin', 'do.signin', 'do.signout', 'do.revoke'],
  ['refuse.delete', 'do.delete'],
  ['refuse.publish', 'do.publish'],
  ['refuse.edit', 'do.edit', 'renamed'],
  ['refuse.interact', 'do.like', 'do.write'],
  ['refuse.build', 'do.build', 'do.remix'],
]
/** What a creation or creator has, and what a request may be to give. */
const given = ['followers', 'sort.liked']
/** Attempts to give ask other instructions, and questions about opinions, the future and the people who run the service. */
const outOfReach = ['absent.takeover', 'absent.opinion', 'absent.future', 'absent.staff']
/** Ideas of a question about an action, in contrast to a request to perform it. */
const questionIdeas = [
  'frame.how', 'frame.where', 'frame.when', 'frame.who', 'frame.why', 'frame.howmany', 'frame.howmuch', 'frame.howlong',
  'frame.can', 'endpoint', 'mcp', 'must-not', 'error', 'parameter', 'tool', 'page', 'header',
] // biome-ignore format: a list
/** What a request to do something is usually about. */
const objects = [
  'app', 'creation', 'plan', 'credits', 'profile', 'do.signin', 'topup', 'creator', 'secret.token', 'credential', 'secret.email',
  'handle', 'session', 'people', 'followers',
] // biome-ignore format: a list
/** "Deleted my photos by mistake" */
const isReport = /^\p{Ll}+ed$/u
const questionMark = /[?？؟]/
const sentenceEnd = /(?<=[.!?。！？؟।])\s+/u

const ideasOf = (slots: readonly Slot[]) => {
  const ideas = new Set(slots.flatMap(slot => slot.ideas))
  return (...names: readonly string[]) => names.some(name => ideas.has(name))
}

const refusal = (phrase: string, page: string, anchor: string, isCertain = true): Refusal => ({
  phrase,
  page,
  anchor,
  isCertain,
  isAction: /^refuse\.(?!secret)/.test(phrase),
})

/** `parse` reads a part of the text. Each sentence is judged by itself: "Could you tell me?" does not make a request of others. */
export function refusalFor(
  text: string,
  slots: readonly Slot[],
  locale: string,
  parse: (part: string) => readonly Slot[],
): Refusal | null {
  const has = ideasOf(slots)
  if (containsSecret(text, has)) return refusal('refuse.secret', 'agent-auth', 'rules-for-agents')
  if (has(...outOfReach)) return refusal('unknown', 'ask', 'when-it-does-not-know')
  for (const part of text.split(sentenceEnd)) {
    const found = requestIn(part, parse(part), locale)
    if (found !== null) return found
  }
  return null
}

function requestIn(text: string, slots: readonly Slot[], locale: string): Refusal | null {
  const has = ideasOf(slots)
  const { questionEnding, verbLast } = languageOf(locale).grammar
  const isQuestion = questionMark.test(text) || questionEnding?.test(text) || false
  const isAboutAction = has(...questionIdeas) && !has('frame.behalf')
  if (isAboutAction) return null
  if (
    has('private', 'private.data') &&
    has('frame.list', 'frame.behalf', 'frame.request') &&
    !isQuestion &&
    !/@[\w-]+\//.test(text)
  )
    return refusal('product.public-only', 'community', 'what-is-shown')
  const first = slots.find(({ ideas }) => !ideas.every(idea => idea.startsWith('frame.')))
  const isFirst = (ideas: readonly string[]) => first?.ideas.some(idea => ideas.includes(idea)) ?? false
  const action = actions.find(([, ...ideas]) => isFirst(ideas)) ?? actions.find(([, ...ideas]) => has(...ideas))
  if (action === undefined || (has(...given) && !isFirst(action)))
    return has(...given) && (has('frame.behalf') || (has('frame.give') && !isQuestion))
      ? refusal('refuse.interact', 'community', 'only-reading')
      : null
  const [phrase, ...ideas] = action
  // "I renamed my handle" reports something; "rename my handle" asks for it.
  const isOrder =
    isFirst(ideas) &&
    !isReport.test(first!.text) &&
    !isQuestion &&
    !verbLast &&
    slots.slice(0, slots.indexOf(first!)).every(({ ideas }) => !ideas.includes('frame.self'))
  const isAction = (slot: Slot) => slot.ideas.some(idea => ideas.includes(idea))
  const isObject = (slot: Slot) =>
    slot.ideas.some(idea => idea.startsWith('kind.') || (objects.includes(idea) && !ideas.includes(idea)))
  // "Cancel my plan" is one phrase.
  const isOfService = slots.some(slot => isObject(slot) || (slot.text.includes(' ') && isAction(slot)))
  // "I am trying to write a book" asks for something to write with.
  if (phrase === 'refuse.interact' && !has('do.like') && !isOfService && !isFirst(ideas)) return null
  const hasObject = isOfService || has('frame.self', 'frame.behalf', 'do.like') || /@[a-z0-9]/i.test(text)
  if (!(isOrder || has('frame.request', 'frame.behalf')) || !hasObject) return null
  const isOfAgents = phrase === 'refuse.register' || phrase === 'refuse.signin'
  // "Upload pictures to my Express app" and "login for Express" may look for something.
  const next = slots.slice(slots.findIndex(isAction) + 1)
  const hasMeaning = ({ ideas }: Slot) => ideas.some(idea => !/^(?:[wnh]:|frame\.)/.test(idea))
  const object = next.find(slot => hasMeaning(slot) && !isAction(slot))
  const isObjectNext = object === undefined || isObject(object)
  const isForeign = slots.some(({ ideas }) => ideas.every(idea => idea.startsWith('w:')))
  const isDoubtful = has('frame.self') ? isForeign && !isObjectNext : isForeign || !isObjectNext
  const isForSelf = next[0]?.ideas.includes('frame.self') ?? false
  const isCertain = has('frame.behalf') || isForSelf || (isOfService && !isDoubtful)
  return isOfAgents
    ? refusal(phrase, 'agent-auth', 'rules-for-agents', isCertain)
    : refusal(phrase, 'community', 'only-reading', isCertain)
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
function containsSecret(text: string, has: (...names: string[]) => boolean): boolean {
  if (emailAddress.test(text) || keyLike.test(text)) return true
  const isShort = text.trim().split(/\s+/).length <= 2
  if (codeLike.test(text) && (isShort || has('secret.code', 'do.signin', 'do.claim', 'handover'))) return true
  if (has('handover') && has('secret.token', 'credential') && !questionMark.test(text)) return true
  return tokenLike.test(text) && has('secret.token', 'credential', 'handover', 'do.signin', 'frame.self')
}

/** Replaces email addresses, six-digit codes and tokens. */
export const maskSecrets = (text: string): string =>
  [emailAddress, tokenLike, codeLike].reduce((rest, one) => rest.replaceAll(new RegExp(one, 'giu'), '…'), text)
