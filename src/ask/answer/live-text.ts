// Answers about one creator or one creation: what was asked comes first. They are "live": made from the current data of the
// community. Texts of creators are sanitized. The API calls a creation "app".
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import type { AppShare, CreatorProfile } from '../../operations/shapes.ts'
import { counterLabel, shownCounters, unitLabel } from '../../site/kinds.ts'
import { type Counter, counters } from '../../site/site.ts'
import type { Static } from '../../util/schema.ts'
import { apiUrl, type Card, citePageAndApi, creationResult, type LiveAnswer, maxScore, personResult } from './draft.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

const listLength = 5
/** Below the score of the creator's page. */
const firstCreationScore = 90

/** What is said about an aspect of a creation or a creator; nothing if it is not known. */
type Says = Record<string, () => string | false | null>

const saidBy = (says: Says, aspects: readonly string[]): string[] => aspects.flatMap(aspect => says[aspect]?.() || [])

/** Counters that the site hides say nothing. */
function counterTexts(name: string, stats: Record<Counter, number>, phraser: Phraser): Says {
  const { site, locale } = phraser
  return Object.fromEntries(
    shownCounters(site).map(counter => {
      const count = stats[counter]
      const value = { name, label: counterLabel(site, counter, locale), value: phraser.number(count) }
      const isOwn = site.stats[counter].label !== null
      return [
        counter,
        () => (isOwn ? phraser.say('has.detail', value) : phraser.say(`has.${counter}`, { name, count })),
      ]
    }),
  )
}

/** For quotation marks that a full stop follows. */
export const quotable = (text: string): string => sanitize(text, 200).replace(/[.。।]$/u, '')

type Named = { handle: string; displayName: string }
const nameAndHandle = (person: Named): string => `${sanitize(person.displayName)} (@${person.handle})`

export type Profile = Static<typeof CreatorProfile>

type CreatorFacts = {
  profile: Profile
  /** The best known ones. */
  creations: readonly Card[]
  /** With the same name. */
  others: readonly Named[]
  aspects: readonly string[]
  followers: readonly Named[]
  following: readonly Named[]
}

export function describeCreator(facts: CreatorFacts, phraser: Phraser): LiveAnswer {
  const { addresses } = phraser
  const { aspects, creations, followers, following } = facts
  const { profile, stats } = facts.profile
  const { handle } = profile
  const name = sanitize(profile.displayName)
  const items = creations.map(({ title }) => `“${sanitize(title)}”`).join(phraser.listSeparator)
  const says = creatorSays(facts, name, items, phraser)
  const asked = saidBy(says, aspects)
  const isAbout = asked.length === 0 || aspects.includes('about')
  const intro = phraser.say('creator', { ...stats, name, handle })
  const counts = countTexts('creator.stats', stats, phraser)
  return citePageAndApi({
    texts: [
      ...(isAbout ? [intro] : []),
      ...asked,
      ...(asked.length === 0 ? counts : []),
      ...(isAbout ? saidBy(says, ['bio']) : []),
      ...othersText(facts.others.map(nameAndHandle), phraser),
    ],
    items,
    page: addresses.creator(handle),
    api: apiUrl(addresses, getCreatorProfile.path.replace('{handle}', handle)),
    title: name,
    proof: [intro, ...counts, ...saidBy(says, ['joined', 'bio']), ...asked].join(' '),
    results: [
      personResult(
        { ...profile, url: addresses.creator(handle), appCount: stats.apps, followerCount: stats.followers },
        phraser,
        maxScore,
      ),
      ...[...followers, ...following].map((person, i) =>
        personResult({ ...person, url: addresses.creator(person.handle) }, phraser, firstCreationScore - i),
      ),
      ...creations.map((card, i) => creationResult(card, phraser, firstCreationScore - i)),
    ],
  })
}

function creatorSays(
  { profile, followers, following }: CreatorFacts,
  name: string,
  creations: string,
  phraser: Phraser,
): Says {
  const { stats, topScores } = profile
  const { handle, joinedAt, bio } = profile.profile
  const list = (key: string, items: string) => items !== '' && phraser.say(key, { handle, items })
  const join = (items: readonly string[]) => items.join(phraser.listSeparator)
  const counted = (key: 'followers' | 'following', people: readonly Named[]) => () =>
    [phraser.say(`has.${key}`, { name, count: stats[key] }), list(`creator.${key}`, join(people.map(nameAndHandle)))]
      .filter(Boolean)
      .join(' ')
  const scores = topScores
    .slice(0, listLength)
    .map(one => `“${sanitize(one.app.title)}” ${scoreText(one, phraser)} (#${one.rank})`)
  return {
    ...counterTexts(name, stats, phraser),
    followers: counted('followers', followers),
    following: counted('following', following),
    joined: () => phraser.say('creator.joined', { name, date: joinedAt.slice(0, 10) }),
    bio: () => bio !== '' && phraser.say('creator.bio', { bio: quotable(bio) }),
    score: () => list('creator.scores', join(scores)),
    creations: () => list('creator.apps', creations),
  }
}

const scoreText = ({ score, unit }: { score: number; unit: string }, phraser: Phraser): string =>
  `${phraser.number(score)} ${sanitize(unitLabel(phraser.site, unit, phraser.locale), 20)}`

const othersText = (names: readonly string[], phraser: Phraser): string[] =>
  names.length === 0 ? [] : [phraser.say('others', { items: names.slice(0, listLength).join(phraser.listSeparator) })]

export type Creation = Static<typeof AppShare>

/** What is said about aspects of a creation. */
export const saidOf = (creation: Creation, aspects: readonly string[], phraser: Phraser): string[] =>
  saidBy(creationSays({ creation, others: [], aspects, ordinal: null }, sanitize(creation.title), phraser), aspects)

type CreationFacts = {
  creation: Creation
  /** With the same title. */
  others: readonly Card[]
  aspects: readonly string[]
  /** The place on the leaderboard that is asked for. */
  ordinal: number | null
}

/** Null if what is asked is not known. */
export function describeCreation(facts: CreationFacts, phraser: Phraser): LiveAnswer | null {
  const { creation, others, aspects } = facts
  const { handle, slug, stats } = creation
  const title = sanitize(creation.title)
  const summary = quotable(creation.summary)
  const says = creationSays(facts, title, phraser)
  const specific = aspects.filter(aspect => aspect !== 'about')
  const asked = saidBy(says, specific)
  if (asked.length === 0 && specific.length > 0) return null
  const shown = countTexts('app.stats', stats, phraser)
  const about = [
    ...(summary === '' ? [] : [phraser.say('app.summary', { summary })]),
    ...shown,
    ...saidBy(says, ['published']),
  ]
  const intro = saidBy(says, ['made'])
  const namesakes = others.map(card => `@${card.handle}/${card.slug}`)
  return citePageAndApi({
    texts: [...(asked.length === 0 ? [...intro, ...about] : [...asked, ...intro]), ...othersText(namesakes, phraser)],
    shown,
    page: creation.url,
    api: apiUrl(phraser.addresses, getAppShare.path.replace('{handle}', handle).replace('{slug}', slug)),
    title,
    proof: [...intro, ...about, ...asked].join(' '),
    results: [
      creationResult(creation, phraser, maxScore),
      ...(aspects.includes('made') ? [personResult(creation.creator, phraser, firstCreationScore)] : []),
    ],
  })
}

const leadersOf = ({ leaderboard }: Creation, ordinal: number | null, phraser: Phraser): string[] =>
  leaderboard
    .filter(({ rank }, i) => (ordinal === null ? i < 3 : rank === ordinal))
    .map(leader => `${leader.rank}. ${sanitize(leader.displayName)} ${scoreText(leader, phraser)}`)

function creationSays({ creation, ordinal }: CreationFacts, title: string, phraser: Phraser): Says {
  const name = phraser.say('quoted', { title })
  const { words } = phraser
  const { instructions, remixOf, publishedAt, kind, creator, handle, category, tags, links } = creation
  const detail = (label: string, value: string | null) => () =>
    value && phraser.say('has.detail', { name, label, value: sanitize(value) })
  const join = (items: readonly string[]) => items.join(phraser.listSeparator)
  const leaders = leadersOf(creation, ordinal, phraser)
  const made = { title, kind: phraser.kind(kind), creator: sanitize(creator.displayName), handle }
  return {
    ...counterTexts(name, creation.stats, phraser),
    made: () => phraser.say('app', made),
    published: () => phraser.say('app.published', { title, date: publishedAt.slice(0, 10) }),
    category: detail(words.categories, category?.label ?? null),
    tag: detail(words.tags, join(tags.map(({ label }) => label))),
    language: () => detail(words.language, phraser.language(creation.locale))(),
    // An address may be named, but not be a link.
    license: detail(words.license, creation.license?.replace(/^https?:\/\/(?:www\.)?/, '') ?? null),
    version: detail(words.version, creation.version),
    platforms: detail(words.platforms, join(creation.platforms)),
    links: detail(words.links, join(links.map(({ label, url }) => label || new URL(url).hostname))),
    instructions: () => instructions !== '' && phraser.say('app.instructions', { text: sanitize(instructions, 300) }),
    score: () => leaders.length > 0 && phraser.say('app.leaders', { title, items: join(leaders) }),
    'remix-of': () =>
      remixOf && phraser.say('app.remix', { name, title: sanitize(remixOf.title), handle: remixOf.handle }),
  }
}

/** The counters in a sentence, or as a list if the site changes them. */
function countTexts(key: string, { views, plays, likes, remixes }: Card['stats'], phraser: Phraser): string[] {
  const { site, locale, number, listSeparator } = phraser
  const stats = { views, plays, likes, remixes }
  if (counters.every(counter => site.stats[counter].label === null && !site.stats[counter].hidden))
    return [phraser.say(key, stats)]
  const shown = shownCounters(site).map(counter => `${counterLabel(site, counter, locale)}: ${number(stats[counter])}`)
  return shown.length === 0 ? [] : [`${shown.join(listSeparator)}.`]
}
