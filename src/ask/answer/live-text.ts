// Answers about one creator or one creation: what was asked comes first. They are "live": made from the current data of the
// community. Texts of creators are sanitized. The API calls a creation "app".
import type { Addresses } from '../../addresses.ts'
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import { counterLabel, shownCounters, unitLabel } from '../../site/kinds.ts'
import { type Counter, counters } from '../../site/site.ts'
import { apiTitle, apiUrl, type Card, citePageAndApi, creationResult, maxScore, personResult } from './draft.ts'
import type { LiveAnswer, Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

const listLength = 5
/** Below the score of the creator's page. */
const firstCreationScore = 90

/** Says a counter of a creation or a creator; null if the site hides it. */
export function counterText(name: string, counter: Counter, count: number, phraser: Phraser): string | null {
  const { label, hidden } = phraser.site.stats[counter]
  if (hidden) return null
  if (label === null) return phraser.say(`has.${counter}`, { name, count })
  return detail(name, counterLabel(phraser.site, counter, phraser.locale), phraser.number(count), phraser)
}

const detail = (name: string, label: string, value: string, phraser: Phraser): string =>
  phraser.say('has.detail', { name, label, value })

type Named = { handle: string; displayName: string }
const nameAndHandle = (person: Named): string => `${sanitize(person.displayName)} (@${person.handle})`

export type Profile = {
  profile: Named & { bio: string; url: string; imageUrl: string; joinedAt: string; links: string[] }
  stats: Record<Counter | 'apps' | 'followers' | 'following', number>
  apps: { items: Card[] }
  topScores: { app: { title: string }; score: number; unit: string; rank: number }[]
}

type CreatorFacts = {
  profile: Profile
  /** With the same name. */
  others: readonly Named[]
  aspects: readonly string[]
  followers: readonly Named[]
  following: readonly Named[]
}

export function describeCreator(facts: CreatorFacts, phraser: Phraser, addresses: Addresses): LiveAnswer {
  const { profile, stats, apps } = facts.profile
  const { handle } = profile
  const name = sanitize(profile.displayName)
  const bio = sanitize(profile.bio, 200)
  const creations = apps.items.slice(0, listLength)
  const listed = creations.map(({ title }) => `“${sanitize(title)}”`).join(phraser.listSeparator)
  const asked = facts.aspects.flatMap(aspect => creatorAspect(aspect, facts, phraser))
  const { apps: total, followers, following } = stats
  const texts =
    asked.length > 0 && !facts.aspects.includes('about')
      ? asked
      : [phraser.say('creator', { name, handle, apps: total, followers, following }), ...asked]
  if (facts.aspects.includes('creations') && listed !== '')
    texts.push(phraser.say('creator.apps', { handle, items: listed }))
  else if (asked.length === 0) texts.push(...countTexts('creator.stats', stats, phraser))
  if (bio !== '' && (asked.length === 0 || facts.aspects.includes('about')) && !facts.aspects.includes('bio'))
    texts.push(phraser.say('creator.bio', { bio }))
  texts.push(...othersText(facts.others.map(nameAndHandle), phraser))
  const sourceText = [name, `@${handle}`, ...statTexts(stats, phraser), profile.joinedAt.slice(0, 10), bio].join('; ')
  const page = { url: addresses.creator(handle), title: name, text: sourceText }
  const api = {
    url: apiUrl(addresses, getCreatorProfile.path.replace('{handle}', handle)),
    title: apiTitle(name),
    text: sourceText,
  }
  return {
    sentences: citePageAndApi([...new Set(texts)]).map(sentence =>
      listed !== '' && sentence.text.includes(listed) ? { ...sentence, items: listed } : sentence,
    ),
    sources: [page, api],
    results: [
      personResult(
        { ...profile, displayName: name, bio, url: page.url, appCount: total, followerCount: followers },
        phraser,
        maxScore,
      ),
      ...[...facts.followers, ...facts.following].map((person, i) =>
        personResult(
          { bio: '', imageUrl: '', ...person, url: addresses.creator(person.handle) },
          phraser,
          firstCreationScore - i,
        ),
      ),
      ...creations.map((card, i) => creationResult(card, phraser, firstCreationScore - i)),
    ],
  }
}

function creatorAspect(aspect: string, { profile, followers, following }: CreatorFacts, phraser: Phraser): string[] {
  const { handle, joinedAt, bio, displayName } = profile.profile
  const { stats, topScores } = profile
  const name = sanitize(displayName)
  const list = (key: string, people: readonly Named[]) =>
    people.length === 0
      ? []
      : [phraser.say(key, { handle, items: people.map(nameAndHandle).join(phraser.listSeparator) })]
  if (aspect === 'followers')
    return [phraser.say('has.followers', { name, count: stats.followers }), ...list('creator.followers', followers)]
  if (aspect === 'following')
    return [phraser.say('has.following', { name, count: stats.following }), ...list('creator.following', following)]
  if (aspect === 'joined') return [phraser.say('creator.joined', { name, date: joinedAt.slice(0, 10) })]
  if (aspect === 'bio') return bio === '' ? [] : [phraser.say('creator.bio', { bio: sanitize(bio, 200) })]
  if (aspect === 'score' && topScores.length > 0)
    return [
      phraser.say('creator.scores', {
        handle,
        items: topScores
          .slice(0, listLength)
          .map(one => `“${sanitize(one.app.title)}” ${scoreText(one, phraser)} (#${one.rank})`)
          .join(phraser.listSeparator),
      }),
    ]
  const counter = counters.find(one => one === aspect)
  return counter === undefined ? [] : [counterText(name, counter, stats[counter], phraser) ?? []].flat()
}

const scoreText = ({ score, unit }: { score: number; unit: string }, phraser: Phraser): string =>
  `${phraser.number(score)} ${sanitize(unitLabel(phraser.site, unit, phraser.locale), 20)}`

const othersText = (names: readonly string[], phraser: Phraser): string[] =>
  names.length === 0 ? [] : [phraser.say('others', { items: names.slice(0, listLength).join(phraser.listSeparator) })]

export type Creation = Card & {
  description: string
  instructions: string
  category: { label: string } | null
  tags: { label: string }[]
  locale: string
  license: string | null
  version: string | null
  platforms: string[]
  links: { label?: string; url: string }[]
  leaderboard: { rank: number; displayName: string; score: number; unit: string }[]
}

type CreationFacts = {
  creation: Creation
  /** With the same title. */
  others: readonly Card[]
  aspects: readonly string[]
  /** The place on the leaderboard that is asked for. */
  ordinal: number | null
}

/** Null if what is asked is not known. */
export function describeCreation(facts: CreationFacts, phraser: Phraser, addresses: Addresses): LiveAnswer | null {
  const { creation, others } = facts
  const { handle, slug, kind, stats, publishedAt } = creation
  const title = sanitize(creation.title)
  const summary = sanitize(creation.summary, 200)
  const intro = phraser.say('app', {
    title,
    kind: phraser.kind(kind),
    creator: sanitize(creation.creator.displayName),
    handle,
  })
  const asked = facts.aspects
    .filter(aspect => aspect !== 'about')
    .flatMap(aspect => creationAspect(aspect, facts, phraser, intro))
  if (asked.length === 0 && facts.aspects.some(aspect => aspect !== 'about')) return null
  const about = [
    intro,
    ...(summary === '' ? [] : [phraser.say('app.summary', { summary })]),
    ...countTexts('app.stats', stats, phraser),
    phraser.say('app.published', { title, date: publishedAt.slice(0, 10) }),
  ]
  const texts = asked.length === 0 ? about : [...asked, ...(asked.includes(intro) ? [] : [intro])]
  texts.push(
    ...othersText(
      others.map(card => `@${card.handle}/${card.slug}`),
      phraser,
    ),
  )
  const leaders = creation.leaderboard.slice(0, 3).map(leader => leaderText(leader, phraser))
  const sourceText = [title, summary, ...statTexts(stats, phraser), publishedAt, ...leaders].join('; ')
  const page = { url: creation.url, title, text: sourceText }
  const path = getAppShare.path.replace('{handle}', handle).replace('{slug}', slug)
  return {
    sentences: citePageAndApi([...new Set(texts)]),
    sources: [page, { url: apiUrl(addresses, path), title: apiTitle(title), text: sourceText }],
    results: [
      creationResult(creation, phraser, maxScore),
      ...(facts.aspects.includes('made')
        ? [personResult({ bio: '', imageUrl: '', ...creation.creator }, phraser, firstCreationScore)]
        : []),
    ],
  }
}

const leaderText = (leader: Creation['leaderboard'][number], phraser: Phraser): string =>
  `${leader.rank}. ${sanitize(leader.displayName)} ${scoreText(leader, phraser)}`

function creationAspect(
  aspect: string,
  { creation, ordinal }: CreationFacts,
  phraser: Phraser,
  intro: string,
): string[] {
  const title = sanitize(creation.title)
  const name = phraser.say('quoted', { title })
  const { words } = phraser
  const show = (label: string, value: string) => (value === '' ? [] : [detail(name, label, value, phraser)])
  const join = (items: readonly string[]) => items.map(item => sanitize(item)).join(phraser.listSeparator)
  const counter = counters.find(one => one === aspect)
  if (counter !== undefined) return [counterText(name, counter, creation.stats[counter], phraser) ?? []].flat()
  const { leaderboard, remixOf, publishedAt } = creation
  const leaders = ordinal === null ? leaderboard.slice(0, 3) : leaderboard.filter(({ rank }) => rank === ordinal)
  const texts: Record<string, () => string[]> = {
    made: () => [intro],
    published: () => [phraser.say('app.published', { title, date: publishedAt.slice(0, 10) })],
    category: () => show(words.categories, sanitize(creation.category?.label ?? '')),
    tag: () => show(words.tags, join(creation.tags.map(({ label }) => label))),
    language: () => show(words.language, phraser.language(creation.locale)),
    license: () => show(words.license, sanitize(creation.license ?? '')),
    version: () => show(words.version, sanitize(creation.version ?? '')),
    platforms: () => show(words.platforms, join(creation.platforms)),
    links: () => show(words.links, join(creation.links.map(({ label, url }) => label || new URL(url).hostname))),
    instructions: () =>
      creation.instructions === ''
        ? []
        : [phraser.say('app.instructions', { text: sanitize(creation.instructions, 300) })],
    score: () =>
      leaders.length === 0
        ? []
        : [
            phraser.say('app.leaders', {
              title,
              items: leaders.map(leader => leaderText(leader, phraser)).join(phraser.listSeparator),
            }),
          ],
    'remix-of': () =>
      remixOf === null
        ? []
        : [phraser.say('app.remix', { name, title: sanitize(remixOf.title), handle: remixOf.handle })],
  }
  return texts[aspect]?.() ?? []
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

/** Hidden counters are left out. */
const statTexts = (stats: Record<string, number>, { site }: Phraser) =>
  Object.entries(stats)
    .filter(([key]) => !counters.some(counter => counter === key && site.stats[counter].hidden))
    .map(([key, value]) => `${key} ${value}`)
