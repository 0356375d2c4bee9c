// Answers about one creator or one creation. They are "live": made from the current data of the community, not from
// the facts of the knowledge base. The API calls a creation "app".
import type { Addresses } from '../../addresses.ts'
import type { FactValues } from '../../knowledge/values.ts'
import { languageOf } from '../../languages/languages.ts'
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import { counterLabel, kindLabel, kindOf, shownCounters, unitLabel } from '../../site/kinds.ts'
import { counters, isDefaultKind, type Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { lazily } from '../../util/lazily.ts'
import type { CreatorPlan } from '../retrieve/live-plan.ts'
import {
  apiTitle,
  apiUrl,
  type Card,
  citePageAndApi,
  creationResult,
  type Draft,
  maxScore,
  personResult,
} from './draft.ts'
import type { Phrases } from './phrases.ts'
import { sanitize } from './sanitize.ts'

/** Formats text in one language. */
export type Phraser = {
  locale: string
  /** The name of the product, shown in results. */
  siteName: string
  /** Names of kinds and counters. */
  site: Site
  kind(key: string): string
  listSeparator: string
  /** `key` is the key of a template in phrases.json. */
  say(key: string, values: FactValues): string
  number(value: number): string
}

/** The part of a draft that comes from community data. */
export type LiveAnswer = Pick<Draft, 'sentences' | 'sources' | 'results'>

export function makePhraser(locale: string, site: Site, phrases: Phrases): Phraser {
  // Creating a NumberFormat takes milliseconds. `nu-latn`: the digits are 0 to 9 in every language.
  const numberFormat = lazily(() => new Intl.NumberFormat(`${locale}-u-nu-latn`))
  return {
    locale,
    siteName: nameIn(site),
    site,
    kind: key =>
      isDefaultKind(key) && kindOf(site, key)?.label === undefined
        ? phrases.say(locale, `kind.${key}`, {})
        : kindLabel(site, key, locale),
    listSeparator: languageOf(locale).writing.comma ?? ', ',
    say: (key, values) => phrases.say(locale, key, values),
    number: value => numberFormat().format(value),
  }
}

const listLength = 5
/** Below the score of the creator's page. */
const firstCreationScore = 90

type Profile = {
  profile: { handle: string; displayName: string; bio: string; url: string; imageUrl: string }
  stats: {
    apps: number
    followers: number
    following: number
    views: number
    plays: number
    likes: number
    remixes: number
  }
  apps: { items: Card[] }
  topScores: { app: { title: string }; score: number; unit: string; rank: number }[]
}

type Person = { handle: string; displayName: string }

/** `follows`: the followers or the followed creators, according to `aspect`. */
export function describeCreator(
  { profile, stats, apps, topScores }: Profile,
  aspect: CreatorPlan['aspect'],
  follows: readonly Person[],
  phraser: Phraser,
  addresses: Addresses,
): LiveAnswer {
  const { handle } = profile
  const name = sanitize(profile.displayName)
  const bio = sanitize(profile.bio, 200)
  const creations = apps.items.slice(0, listLength)
  const nameAndHandle = (person: Person) => `${sanitize(person.displayName)} (@${person.handle})`
  const scoreText = ({ app, score, unit, rank }: Profile['topScores'][number]) =>
    `“${sanitize(app.title)}” ${phraser.number(score)} ${sanitize(unitLabel(phraser.site, unit, phraser.locale), 20)} (#${rank})`
  const listSentence = (key: string, items: readonly string[]) =>
    items.length === 0 ? [] : [phraser.say(key, { handle, items: items.join(phraser.listSeparator) })]
  const detailsOf: Record<CreatorPlan['aspect'], () => string[]> = {
    about: () => [
      ...countTexts('creator.stats', stats, phraser),
      ...(profile.bio === '' ? [] : [phraser.say('creator.bio', { bio })]),
    ],
    apps: () =>
      listSentence(
        'creator.apps',
        creations.map(({ title }) => `“${sanitize(title)}”`),
      ),
    followers: () => listSentence('creator.followers', follows.map(nameAndHandle)),
    following: () => listSentence('creator.following', follows.map(nameAndHandle)),
    scores: () => listSentence('creator.scores', topScores.slice(0, listLength).map(scoreText)),
  }
  const { apps: total, followers, following } = stats
  const texts = [phraser.say('creator', { name, handle, apps: total, followers, following }), ...detailsOf[aspect]()]
  const listed =
    aspect === 'apps' ? creations.map(({ title }) => `“${sanitize(title)}”`).join(phraser.listSeparator) : ''
  const sourceText = [name, `@${handle}`, ...statTexts(stats, phraser), bio].join('; ')
  const page = { url: addresses.creator(handle), title: name, text: sourceText }
  const api = {
    url: apiUrl(addresses, getCreatorProfile.path.replace('{handle}', handle)),
    title: apiTitle(name),
    text: sourceText,
  }
  return {
    sentences: citePageAndApi(texts).map((sentence, i) => (i === 1 ? { ...sentence, items: listed } : sentence)),
    sources: [page, api],
    results: [
      personResult({ ...profile, displayName: name, bio, url: page.url }, phraser.siteName, maxScore),
      ...creations.map((card, i) => creationResult(card, phraser.siteName, firstCreationScore - i)),
    ],
  }
}

type Creation = Card & {
  instructions: string
  leaderboard: { rank: number; displayName: string; score: number; unit: string }[]
  remixes: { total: number }
}

export function describeCreation(creation: Creation, phraser: Phraser, addresses: Addresses): LiveAnswer {
  const { handle, slug, kind, remixOf, publishedAt, stats } = creation
  const title = sanitize(creation.title)
  const summary = sanitize(creation.summary, 200)
  const creator = sanitize(creation.creator.displayName)
  const leaders = creation.leaderboard
    .slice(0, 3)
    .map(
      ({ rank, displayName, score, unit }) =>
        `${rank}. ${sanitize(displayName)} ${phraser.number(score)} ${sanitize(unitLabel(phraser.site, unit, phraser.locale), 20)}`,
    )
  const texts = [phraser.say('app', { title, kind: phraser.kind(kind), creator, handle })]
  if (creation.summary !== '') texts.push(phraser.say('app.summary', { summary }))
  texts.push(
    ...countTexts('app.stats', stats, phraser),
    phraser.say('app.published', { date: publishedAt.slice(0, 10) }),
  )
  if (remixOf) texts.push(phraser.say('app.remix', { title: sanitize(remixOf.title), handle: remixOf.handle }))
  if (leaders.length > 0) texts.push(phraser.say('app.leaders', { items: leaders.join(phraser.listSeparator) }))
  const sourceText = [title, summary, ...statTexts(stats, phraser), publishedAt, ...leaders].join('; ')
  const page = { url: creation.url, title, text: sourceText }
  const api = {
    url: apiUrl(addresses, getAppShare.path.replace('{handle}', handle).replace('{slug}', slug)),
    title: apiTitle(title),
    text: sourceText,
  }
  return {
    sentences: citePageAndApi(texts),
    sources: [page, api],
    results: [creationResult(creation, phraser.siteName, maxScore)],
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

/** Hidden counters are left out. */
const statTexts = (stats: Record<string, number>, { site }: Phraser) =>
  Object.entries(stats)
    .filter(([key]) => !counters.some(counter => counter === key && site.stats[counter].hidden))
    .map(([key, value]) => `${key} ${value}`)
