// What the explorer says about a selection: its name, its size and a sentence. A category, a tag or a kind has a page of
// its own.
import { nameIn } from '../../site/text.ts'
import { type FilterName, filterNames } from '../../store/filters.ts'
import { isolateBidi } from '../../util/text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { filterLabels } from './filters.ts'
import { type ChosenLabels, type FeedFilters, type FeedValue, tagsOf } from './selection.ts'

type About = {
  /** Of the filters, without the search. */
  name: string
  /** The search, else the name. */
  heading: string
  /** For search engines. */
  description: string
  /** Whether the selection is a category, a tag or a kind. */
  isSingle: boolean
  /** The page between the explorer and this one. */
  parent: { name: string; path: string } | null
}

const leads: Partial<Record<FilterName, 'categoryLead' | 'tagLead' | 'kindLead'>> = {
  category: 'categoryLead',
  tag: 'tagLead',
  kind: 'kindLead',
}

/** `searched` has the words that were used. */
type Searched = Pick<FeedValue, 'match' | 'searched'>

/** The words that were searched for: other ones if nothing has those of the query. */
export const usedQuery = (q: string, { match, searched }: Searched): string =>
  match === 'all' || searched === null ? q : searched

export function aboutSelection(
  site: SiteContext,
  { chosen, labels, feed }: { chosen: FeedFilters; labels: ChosenLabels; feed: Searched },
  reader: Reader,
): About {
  const { words, direction, locale } = reader
  const used = filterNames.filter(name => chosen[name] !== undefined)
  const named = { site, labels, reader }
  const names = used.flatMap(name =>
    (name === 'tag' ? tagsOf(chosen) : [chosen[name]!]).map(value => filterLabels[name](value, named)),
  )
  const name = names.map(label => isolateBidi(label, direction)).join(', ')
  const lead = used.length === 1 ? leads[used[0]!] : undefined
  return {
    name: name || words.explore,
    heading:
      chosen.q === undefined
        ? name || words.explore
        : filled(words.searchTitle, { q: isolateBidi(usedQuery(chosen.q, feed), direction) }),
    description:
      lead === undefined ? words.communityLead : filled(words[lead], { name, product: nameIn(site, locale) }),
    isSingle: lead !== undefined,
    parent: parentOf(used, words),
  }
}

function parentOf(used: readonly FilterName[], words: Reader['words']): About['parent'] {
  if (used.length !== 1) return null
  if (used[0] === 'category') return { name: words.categories, path: '/categories' }
  return used[0] === 'tag' ? { name: words.tags, path: '/tags' } : null
}

type Total = Pick<FeedValue['pagination'], 'total' | 'totalIsExact'>

/** "382 creations" */
export function creationCount({ total, totalIsExact }: Total, { words, number }: Reader): string {
  if (total === 1) return words.oneCreation
  return filled(totalIsExact ? words.creationCount : words.creationsOver, { n: number(total) })
}
