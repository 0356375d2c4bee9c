// Plans queries of the live community from the ideas of a question. Nothing is read from the store here.
import type { Slot } from '../parse/lexicon.ts'

export type ListPlan = {
  type: 'list'
  sort: string | null
  kind: string | null
  featuredOnly: boolean
  /** The question asks only for the number. */
  count: boolean
  /** Words that name a category or a tag, or are to be searched for. */
  words: readonly string[]
}
export type CreatorPlan = {
  type: 'creator'
  handle: string
  aspect: 'about' | 'followers' | 'following' | 'scores' | 'apps'
}
type AppPlan = { type: 'app'; handle: string; slug: string }
/** `handle` is a creator whom the question also names. */
export type TitlePlan = { type: 'title'; title: string; handle: string | null }
export type TagsPlan = { type: 'tags'; words: readonly string[]; count: boolean }
type CategoriesPlan = { type: 'categories' }
export type LivePlan = (ListPlan | CreatorPlan | AppPlan | TitlePlan | TagsPlan | CategoriesPlan) & {
  /** 0 to 1: the share of the question that the plan covers, if its words are found. */
  coverage: number
  /** The question names its subject explicitly: a handle, an address or a quoted title. */
  direct: boolean
  /** The question can only be about the community, so live results win over facts. */
  unambiguous: boolean
}

const sortOf: readonly (readonly [string, string])[] = [
  ['sort.liked', 'liked'],
  ['sort.remixed', 'remixed'],
  ['sort.recent', 'recent'],
  ['sort.popular', 'popular'],
  ['sort.trending', 'trending'],
]
const nouns: ReadonlySet<string> = new Set(['app', 'creation', 'community', 'kind'])
/** Ideas that do not restrict a query of the community. */
const neutralIdeas: ReadonlySet<string> = new Set([
  ...nouns, 'featured', 'do.publish', 'do.build', 'people', 'search', 'public', 'product', 'website', 'total', 'about',
  'do.remix', 'read', 'item', 'first', 'text', 'texts', 'creator', 'category', 'do.like', 'stats', 'share', 'friends', 'landing', 'run', 'internet',
]) // biome-ignore format: a list of words
/** The same for a question about a creator. */
const creatorIdeas: ReadonlySet<string> = new Set([
  ...neutralIdeas, 'profile', 'followers', 'following', 'scores', 'handle', 'tags', 'sort', 'share', 'address', 'subdomain',
]) // biome-ignore format: a list of words

export function planLive(
  text: string,
  slots: readonly Slot[],
  weight: (slot: Slot) => number,
  topics: { has(name: string): boolean },
  kinds: readonly string[],
): LivePlan | null {
  const isWord = (slot: Slot): boolean => isForeign(slot) || topics.has(slot.text)
  const ideas = new Set(slots.flatMap(slot => slot.ideas))
  const coverageOf = (explains: (slot: Slot) => boolean): number => {
    const total = slots.reduce((sum, slot) => sum + weight(slot), 0)
    const explained = slots.filter(explains).reduce((sum, slot) => sum + weight(slot), 0)
    return total === 0 ? 0 : explained / total
  }
  return (
    namedPlan(text, slots, ideas, coverageOf) ??
    tagsPlan(slots, ideas, coverageOf, isWord) ??
    listPlan(slots, ideas, coverageOf, isWord, kinds)
  )
}

type CoverageOf = (explains: (slot: Slot) => boolean) => number
const isFrame = (idea: string) => idea.startsWith('frame.') || idea.startsWith('sort.')
/** The kinds of the site. */
const isKind = (idea: string) => idea.startsWith('kind.')
const hasIdeaOf = (set: ReadonlySet<string>) => (slot: Slot) =>
  slot.ideas.some(idea => set.has(idea) || isFrame(idea) || isKind(idea))
/** Words outside the vocabulary of the service may be names, titles or search words. */
const isForeign = ({ ideas }: Slot): boolean =>
  ideas.every(idea => idea.startsWith('w:') || idea.startsWith('absent.') || idea.startsWith('n:'))

const certain = { direct: true, unambiguous: true }

const creationAddress = /(?<![\p{L}\p{N}])@([a-z0-9-]{1,63})\/([a-z0-9-]{1,80})/iu
const quotedTitle = /[“”„"«»「『‹]\s*([^“”„"«»「」『』‹›]{2,80}?)\s*[“”"«»」』›]/u

function namedPlan(
  text: string,
  slots: readonly Slot[],
  ideas: ReadonlySet<string>,
  coverageOf: CoverageOf,
): LivePlan | null {
  const app = creationAddress.exec(text)
  if (app) return { type: 'app', handle: app[1]!.toLowerCase(), slug: app[2]!.toLowerCase(), coverage: 1, ...certain }
  const handle = slots.find(slot => slot.ideas[0]?.startsWith('h:'))
  if (handle) {
    const coverage = coverageOf(slot => slot === handle || hasIdeaOf(creatorIdeas)(slot))
    return { type: 'creator', handle: handle.text, aspect: aspectOf(ideas), coverage, ...certain }
  }
  const title = quotedTitle.exec(text)?.[1]
  if (title === undefined || ideas.has('tags') || ideas.has('category')) return null
  const inTitle = new Set(title.toLowerCase().split(/\s+/))
  const explains = (slot: Slot) =>
    hasIdeaOf(neutralIdeas)(slot) || slot.text.split(' ').every(word => inTitle.has(word)) || isForeign(slot)
  return { type: 'title', title, handle: null, coverage: coverageOf(explains), ...certain }
}

function aspectOf(ideas: ReadonlySet<string>): CreatorPlan['aspect'] {
  if (ideas.has('followers')) return 'followers'
  if (ideas.has('following')) return 'following'
  if (ideas.has('scores')) return 'scores'
  return ideas.has('app') || ideas.has('creation') || ideas.has('do.publish') || ideas.has('do.build')
    ? 'apps'
    : 'about'
}

/** With one of these, a question about tags is about the API. */
const technicalIdeas = [
  'parameter',
  'endpoint',
  'api',
  'field',
  'mcp',
  'tool',
  'header',
  'limit',
  'error',
  'default',
  'operation',
  'response',
  'operation-tags',
  'docs',
]

type IsWord = (slot: Slot) => boolean

function tagsPlan(
  slots: readonly Slot[],
  ideas: ReadonlySet<string>,
  coverageOf: CoverageOf,
  isWord: IsWord,
): LivePlan | null {
  const tags = ideas.has('tags')
  if (!tags && !(ideas.has('category') && (ideas.has('frame.list') || slots.length <= 2 || ideas.has('frame.howmany'))))
    return null
  if (
    technicalIdeas.some(idea => ideas.has(idea)) ||
    ideas.has('app') ||
    ideas.has('creation') ||
    [...ideas].some(isKind)
  )
    return null
  const words = slots.filter(isWord).map(slot => slot.text)
  const own = new Set([...neutralIdeas, 'tags', 'category', 'usage', 'measure', 'value'])
  const coverage = coverageOf(slot => hasIdeaOf(own)(slot) || isWord(slot))
  if (!tags)
    return words.length > 0
      ? null
      : { type: 'categories', coverage, direct: false, unambiguous: isUnambiguous(ideas, coverage) }
  const asksLive = [...ideas].some(idea => isFrame(idea)) || words.length > 0 || slots.length === 1
  return asksLive
    ? {
        type: 'tags',
        words,
        count: ideas.has('frame.howmany'),
        coverage,
        direct: false,
        unambiguous: isUnambiguous(ideas, coverage),
      }
    : null
}

/** With one of these, a question may be about how the service works. */
const explanationIdeas = [
  'frame.how',
  'frame.why',
  'frame.meaning',
  'frame.can',
  'frame.when',
  'measure',
  'sort',
  'run',
]
const isUnambiguous = (ideas: ReadonlySet<string>, coverage: number): boolean =>
  coverage >= 0.95 && !explanationIdeas.some(idea => ideas.has(idea))

function listPlan(
  slots: readonly Slot[],
  ideas: ReadonlySet<string>,
  coverageOf: CoverageOf,
  isWord: IsWord,
  kinds: readonly string[],
): LivePlan | null {
  const sort = sortOf.find(([idea]) => ideas.has(idea))?.[1] ?? null
  const kind = kinds.find(name => ideas.has(`kind.${name}`)) ?? null
  const featuredOnly = ideas.has('featured')
  const count = ideas.has('frame.howmany')
  const words = slots.filter(isWord).map(slot => slot.text)
  const hasNoun = [...ideas].some(idea => nouns.has(idea) || isKind(idea))
  const isExplicit = sort !== null || featuredOnly || ideas.has('frame.list')
  if (!isExplicit && ['frame.how', 'frame.why', 'frame.can', 'frame.where'].some(idea => ideas.has(idea))) return null
  const isSearch = ideas.has('frame.any') && words.length > 0 && !slots.some(isAbsent)
  const isListQuestion =
    isSearch ||
    sort !== null ||
    featuredOnly ||
    ideas.has('frame.list') ||
    ideas.has('search') ||
    (words.length > 0 && hasNoun && !slots.some(isAbsent))
  if (!(isListQuestion || (count && hasNoun)) || (!hasNoun && !isSearch && sort === null && !featuredOnly)) return null
  const isSuperlative = (slot: Slot) => sort !== null && slot.ideas.some(idea => idea.startsWith('size.'))
  const coverage = coverageOf(slot => hasIdeaOf(neutralIdeas)(slot) || isSuperlative(slot) || isWord(slot))
  const unambiguous =
    isUnambiguous(ideas, coverage) && (sort !== null || featuredOnly || (count && hasNoun) || ideas.has('frame.list'))
  return {
    type: 'list',
    sort,
    kind,
    featuredOnly,
    count: count && sort === null,
    words,
    coverage,
    direct: false,
    unambiguous,
  }
}

const capitalisedWords = /\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:\p{Lu}[\p{L}\p{N}'’-]*|\d+|of|the|for|and|de|la|du|&))*/gu
const hyphenatedWord = /(?<![\p{L}\p{N}@/._-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\p{L}\p{N}/._-])/gu

const slotsIn = (title: string, slots: readonly Slot[]): Slot[] => {
  const words = new Set(title.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return slots.filter(slot => slot.text.split(' ').every(word => words.has(word)))
}
const isAbsent = ({ ideas }: Slot): boolean => ideas.some(idea => idea.startsWith('absent.'))

/** Plans for words that are spelled like the title of a creation or the handle of a creator. */
export function guessPlans(text: string, slots: readonly Slot[], weight: (slot: Slot) => number): LivePlan[] {
  const ideas = new Set(slots.flatMap(slot => slot.ideas))
  const total = slots.reduce((sum, slot) => sum + weight(slot), 0)
  const coverageWith = (name: string, neutral: ReadonlySet<string>): number => {
    const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    const explains = (slot: Slot) =>
      hasIdeaOf(neutral)(slot) || slot.ideas[0]?.startsWith('h:') || slot.text.split(' ').every(word => words.has(word))
    return slots.filter(explains).reduce((sum, slot) => sum + weight(slot), 0) / Math.max(1, total)
  }
  const guess = { direct: false, unambiguous: false }
  // A single capitalised word may just be the start of a sentence.
  const titles = (text.match(capitalisedWords) ?? []).filter(
    title =>
      (title.includes(' ') || ideas.has('app')) &&
      slotsIn(title, slots).every(slot => (isForeign(slot) && !isAbsent(slot)) || hasIdeaOf(neutralIdeas)(slot)),
  )
  const handle = slots.find(slot => slot.ideas[0]?.startsWith('h:'))?.text ?? null
  const handles = (text.match(hyphenatedWord) ?? []).filter(name => name.length > 5).slice(0, 2)
  return [
    ...titles
      .slice(0, 3)
      .map(
        (title): LivePlan => ({ type: 'title', title, handle, coverage: coverageWith(title, neutralIdeas), ...guess }),
      ),
    ...handles.map((name): LivePlan => {
      const coverage = coverageWith(name, creatorIdeas)
      return { type: 'creator', handle: name, aspect: aspectOf(ideas), coverage, ...guess }
    }),
  ].filter(({ coverage }) => coverage >= 0.8)
}
