// The numbers of results: the one that was asked for first.
import { counterActions, counterLabel } from '../site/kinds.ts'
import { type Counter, counterOfSort } from '../site/site.ts'
import { type Html, html } from './layout/html.ts'
import { counterIcon } from './layout/icons.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

/** What a number counts, by its action in the structured data. */
function measures(
  site: SiteContext,
  { words, locale }: Reader,
): { action: string; label: string; icon: Html | null }[] {
  const counters = Object.entries(counterActions) as [Counter, string][]
  return [
    ...counters.map(([counter, action]) => ({
      action,
      label: counterLabel(site, counter, locale),
      icon: counterIcon(site, counter),
    })),
    { action: 'FollowAction', label: words.followers, icon: null },
    { action: 'WriteAction', label: words.creations, icon: null },
  ]
}

type Measure = ReturnType<typeof measures>[number]

/** The action that a list is sorted by; undefined if it is not sorted by a number. */
function askedAction(sort = ''): string | undefined {
  const counter = counterOfSort[sort]
  return counter === undefined ? { followers: 'FollowAction', creations: 'WriteAction' }[sort] : counterActions[counter]
}

/** The numbers that are shown without being asked for, in this order. */
const usualActions = [counterActions.plays, counterActions.likes, 'FollowAction', 'WriteAction']
const shownLength = 2

/** With its name if the number was asked for, or has no icon. */
const countOf = ({ label, icon }: Measure, value: string, isAsked: boolean): Html =>
  html`<span${isAsked ? html` class="asked"` : null}>${icon}<span>${label}</span> <b>${value}</b></span>`

type Statistic = { interactionType: string; userInteractionCount: number }

const statisticsOf = (thing: Record<string, unknown>): Statistic[] =>
  [thing.interactionStatistic, thing.agentInteractionStatistic].flat().filter(one => one !== undefined) as Statistic[]

/** Counts by the last part of their action. */
const countsOf = (thing: Record<string, unknown>): Map<string, number> =>
  new Map(statisticsOf(thing).map(one => [one.interactionType.split('/').at(-1)!, one.userInteractionCount]))

export const countOfCounter = (thing: Record<string, unknown>, counter: Counter): number =>
  countsOf(thing).get(counterActions[counter]) ?? 0

export function resultCounts(
  site: SiteContext,
  thing: Record<string, unknown>,
  sort: string | undefined,
  reader: Reader,
): Html | null {
  const counts = countsOf(thing)
  const asked = askedAction(sort)
  const shown = [...new Set([asked, ...usualActions])]
    .flatMap(action => measures(site, reader).filter(measure => measure.action === action && counts.has(action)))
    .slice(0, shownLength)
  const { datePublished } = thing
  const date = sort === 'recent' && typeof datePublished === 'string' ? dateOf(datePublished, reader) : null
  if (shown.length === 0 && date === null) return null
  return html`<p class="counted">${date}${shown.map(one => countOf(one, reader.number(counts.get(one.action)!), one.action === asked))}</p>`
}

const dateOf = (time: string, { day }: Reader): Html => html`<time datetime="${time}">${day(time)}</time>`
