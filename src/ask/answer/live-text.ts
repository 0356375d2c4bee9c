// Sentences about creators and creations.
import type { Addresses } from '../../addresses.ts'
import type { FactValues } from '../../knowledge/values.ts'
import { languageOf } from '../../languages/languages.ts'
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import { lazily } from '../../util/lazily.ts'
import type { CreatorPlan } from '../retrieve/live-plan.ts'
import type { Result } from './answer.ts'
import { apiAddress, type Card, creationResult, type Draft, pageResult, type Sentence } from './draft.ts'
import type { Phrases } from './phrases.ts'
import { quoted } from './quoting.ts'

/** Builds sentences in one language. */
export type Phraser = {
  locale: string
  site: string
  /** Between the items of a list. */
  comma: string
  say(phrase: string, values: FactValues): string
  number(value: number): string
  quote(text: string, longest?: number): string
  pageResult(url: string, title: string, text: string): Result
}

export type LiveAnswer = Pick<Draft, 'sentences' | 'sources' | 'results'>

export function makePhraser(locale: string, site: string, phrases: Phrases): Phraser {
  // Created on first use: it takes milliseconds.
  const numbers = lazily(() => new Intl.NumberFormat(`${locale}-u-nu-latn`))
  return {
    locale,
    site,
    comma: languageOf(locale).writing.comma ?? ', ',
    say: (phrase, values) => phrases.say(locale, phrase, values),
    number: value => numbers().format(value),
    quote: quoted,
    pageResult: (url, title, text) => pageResult({ url, title, text }, site, 100),
  }
}

type Profile = {
  profile: { handle: string; displayName: string; bio: string; url: string }
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

export function describeCreator(
  { profile, stats, apps, topScores }: Profile,
  aspect: CreatorPlan['aspect'],
  people: readonly { handle: string; displayName: string }[],
  phraser: Phraser,
  addresses: Addresses,
): LiveAnswer {
  const { handle } = profile
  const name = phraser.quote(profile.displayName)
  const texts = [
    phraser.say('creator', { name, handle, apps: stats.apps, followers: stats.followers, following: stats.following }),
  ]
  const more: Record<CreatorPlan['aspect'], () => string[]> = {
    about: () => [
      phraser.say('creator.stats', counts(stats)),
      ...(profile.bio === '' ? [] : [phraser.say('creator.bio', { bio: phraser.quote(profile.bio, 200) })]),
    ],
    apps: () =>
      listed(
        'creator.apps',
        apps.items.slice(0, 5).map(({ title }) => `“${phraser.quote(title)}”`),
      ),
    followers: () => listed('creator.followers', people.map(person)),
    following: () => listed('creator.following', people.map(person)),
    scores: () =>
      listed(
        'creator.scores',
        topScores
          .slice(0, 5)
          .map(
            ({ app, score, unit, rank }) =>
              `“${phraser.quote(app.title)}” ${phraser.number(score)} ${phraser.quote(unit, 20)} (#${rank})`,
          ),
      ),
  }
  const person = (one: { handle: string; displayName: string }) => `${phraser.quote(one.displayName)} (@${one.handle})`
  const listed = (phrase: string, items: readonly string[]) =>
    items.length === 0 ? [] : [phraser.say(phrase, { handle, items: items.join(phraser.comma) })]
  texts.push(...more[aspect]())
  const proof = [
    name,
    `@${handle}`,
    ...Object.entries(stats).map(([key, value]) => `${key} ${value}`),
    phraser.quote(profile.bio, 200),
  ].join('; ')
  const sources = [
    { url: addresses.creator(handle), title: name, text: proof },
    {
      url: apiAddress(addresses, getCreatorProfile.path.replace('{handle}', handle)),
      title: getCreatorProfile.name,
      text: proof,
    },
  ]
  return {
    sentences: both(texts),
    sources,
    results: [
      pageResult(sources[0]!, phraser.site, 100),
      ...apps.items.slice(0, 5).map((card, i) => creationResult(card, phraser.site, 90 - i)),
    ],
  }
}

type App = Card & {
  instructions: string
  leaderboard: { rank: number; displayName: string; score: number; unit: string }[]
  remixes: { total: number }
}

export function describeApp(app: App, phraser: Phraser, addresses: Addresses): LiveAnswer {
  const title = phraser.quote(app.title)
  const { handle, slug } = app
  const texts = [
    phraser.say('app', {
      title,
      kind: phraser.say(`kind.${app.kind}`, {}),
      creator: phraser.quote(app.creator.displayName),
      handle,
    }),
  ]
  if (app.summary !== '') texts.push(phraser.say('app.summary', { summary: phraser.quote(app.summary, 200) }))
  texts.push(
    phraser.say('app.stats', counts(app.stats)),
    phraser.say('app.published', { date: app.publishedAt.slice(0, 10) }),
  )
  if (app.remixOf)
    texts.push(phraser.say('app.remix', { title: phraser.quote(app.remixOf.title), handle: app.remixOf.handle }))
  const leaders = app.leaderboard
    .slice(0, 3)
    .map(
      ({ rank, displayName, score, unit }) =>
        `${rank}. ${phraser.quote(displayName)} ${phraser.number(score)} ${phraser.quote(unit, 20)}`,
    )
  if (leaders.length > 0) texts.push(phraser.say('app.leaders', { items: leaders.join(phraser.comma) }))
  const proof = [
    title,
    phraser.quote(app.summary, 200),
    ...Object.entries(app.stats).map(([key, value]) => `${key} ${value}`),
    app.publishedAt,
    ...leaders,
  ].join('; ')
  const sources = [
    { url: app.url, title, text: proof },
    {
      url: apiAddress(addresses, getAppShare.path.replace('{handle}', handle).replace('{slug}', slug)),
      title: getAppShare.name,
      text: proof,
    },
  ]
  return { sentences: both(texts), sources, results: [creationResult(app, phraser.site, 100)] }
}

const counts = ({ views, plays, likes, remixes }: Card['stats']) => ({ views, plays, likes, remixes })
const both = (texts: readonly string[]): Sentence[] => texts.map(text => ({ text, citation: 1, also: [2] }))
