// Creators and creations in sentences.
import type { Addresses } from '../../addresses.ts'
import type { FactValues } from '../../knowledge/fact-values.ts'
import { languageOf } from '../../languages/languages.ts'
import { getAppShare, getCreatorProfile } from '../../operations/index.ts'
import { lazily } from '../../util/lazily.ts'
import type { CreatorPlan } from '../retrieve/live-plan.ts'
import type { Result } from './answer.ts'
import { apiAddress, type Card, creationResult, type Draft, pageResult, type Sentence } from './draft.ts'
import type { Phrases } from './phrases.ts'
import { quoted } from './quoting.ts'

/** Says things in one language. */
export type Teller = {
  locale: string
  site: string
  /** What stands between the items of a list. */
  comma: string
  say(phrase: string, values: FactValues): string
  number(value: number): string
  quote(text: string, longest?: number): string
  pageResult(url: string, title: string, text: string): Result
}

export type LiveAnswer = Pick<Draft, 'sentences' | 'sources' | 'results'>

export function makeTeller(locale: string, site: string, phrases: Phrases): Teller {
  // Making one takes milliseconds.
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
  teller: Teller,
  addresses: Addresses,
): LiveAnswer {
  const { handle } = profile
  const name = teller.quote(profile.displayName)
  const texts = [
    teller.say('creator', { name, handle, apps: stats.apps, followers: stats.followers, following: stats.following }),
  ]
  const more: Record<CreatorPlan['aspect'], () => string[]> = {
    about: () => [
      teller.say('creator.stats', counts(stats)),
      ...(profile.bio === '' ? [] : [teller.say('creator.bio', { bio: teller.quote(profile.bio, 200) })]),
    ],
    apps: () =>
      listed(
        'creator.apps',
        apps.items.slice(0, 5).map(({ title }) => `“${teller.quote(title)}”`),
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
              `“${teller.quote(app.title)}” ${teller.number(score)} ${teller.quote(unit, 20)} (#${rank})`,
          ),
      ),
  }
  const person = (one: { handle: string; displayName: string }) => `${teller.quote(one.displayName)} (@${one.handle})`
  const listed = (phrase: string, items: readonly string[]) =>
    items.length === 0 ? [] : [teller.say(phrase, { handle, items: items.join(teller.comma) })]
  texts.push(...more[aspect]())
  const proof = [
    name,
    `@${handle}`,
    ...Object.entries(stats).map(([key, value]) => `${key} ${value}`),
    teller.quote(profile.bio, 200),
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
      pageResult(sources[0]!, teller.site, 100),
      ...apps.items.slice(0, 5).map((card, i) => creationResult(card, teller.site, 90 - i)),
    ],
  }
}

type App = Card & {
  instructions: string
  leaderboard: { rank: number; displayName: string; score: number; unit: string }[]
  remixes: { total: number }
}

export function describeApp(app: App, teller: Teller, addresses: Addresses): LiveAnswer {
  const title = teller.quote(app.title)
  const { handle, slug } = app
  const texts = [
    teller.say('app', {
      title,
      kind: teller.say(`kind.${app.kind}`, {}),
      creator: teller.quote(app.creator.displayName),
      handle,
    }),
  ]
  if (app.summary !== '') texts.push(teller.say('app.summary', { summary: teller.quote(app.summary, 200) }))
  texts.push(
    teller.say('app.stats', counts(app.stats)),
    teller.say('app.published', { date: app.publishedAt.slice(0, 10) }),
  )
  if (app.remixOf)
    texts.push(teller.say('app.remix', { title: teller.quote(app.remixOf.title), handle: app.remixOf.handle }))
  const leaders = app.leaderboard
    .slice(0, 3)
    .map(
      ({ rank, displayName, score, unit }) =>
        `${rank}. ${teller.quote(displayName)} ${teller.number(score)} ${teller.quote(unit, 20)}`,
    )
  if (leaders.length > 0) texts.push(teller.say('app.leaders', { items: leaders.join(teller.comma) }))
  const proof = [
    title,
    teller.quote(app.summary, 200),
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
  return { sentences: both(texts), sources, results: [creationResult(app, teller.site, 100)] }
}

const counts = ({ views, plays, likes, remixes }: Card['stats']) => ({ views, plays, likes, remixes })
const both = (texts: readonly string[]): Sentence[] => texts.map(text => ({ text, citation: 1, also: [2] }))
