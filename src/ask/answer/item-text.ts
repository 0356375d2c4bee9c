// Creations of a list in one sentence.
import { type Counter, counterOfSort } from '../../site/site.ts'
import { textIn } from '../../site/text.ts'
import type { Card } from './draft.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

/** With the counter or date by which they are sorted. */
export function itemsText(items: readonly Card[], sort: string | null, phraser: Phraser): string {
  const counted = counterOfSort[sort ?? '']
  return items
    .map(({ title, creator, stats, publishedAt }) => {
      const names = { title: sanitize(title), creator: sanitize(creator.displayName) }
      if (counted) return countedItem(names, counted, stats[counted], phraser)
      return sort === 'recent'
        ? phraser.say('item.date', { ...names, date: publishedAt.slice(0, 10) })
        : phraser.say('item', names)
    })
    .join(phraser.listSeparator)
}

function countedItem(
  names: { title: string; creator: string },
  counter: Counter,
  count: number,
  phraser: Phraser,
): string {
  const { label, hidden } = phraser.site.stats[counter]
  if (hidden) return phraser.say('item', names)
  if (label === null) return phraser.say(`item.${counter}`, { ...names, count })
  return `${phraser.say('item', names)} (${textIn(label, phraser.locale)}: ${phraser.number(count)})`
}
