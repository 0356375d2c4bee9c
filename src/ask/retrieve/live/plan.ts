// Plans queries of the live community: from what a question says to a list, a count, a comparison, or facts about one
// creation or creator. Nothing is read from the store here.
import { counters } from '../../../site/site.ts'
import { parameters } from '../../decide/parameters.ts'
import { creationsPlan, searchPlan } from './creations-plan.ts'
import { filtersOf, sortOf } from './filters.ts'
import { type LivePlan, plan } from './live-plan.ts'
import type { NamedCreation, NamedCreator } from './names.ts'
import { isOfService, type Parts, personAspects } from './parts.ts'

const creationAspects = [
  'made', 'published', 'score', 'instructions', 'language', 'license', 'version', 'platforms', 'links', 'category', 'tag', 'remix-of', 'about',
] as const // biome-ignore format: a list

const statusIdeas: ReadonlySet<string> = new Set(['request', 'latency', 'status', 'timeout', 'error', 'host', 'api'])

export function planOf(parts: Parts): LivePlan | null {
  const { cues, creations, creators } = parts
  if (
    cues.has('status') &&
    creations.length + creators.length === 0 &&
    !parts.isExplanation &&
    parts.words.length <= parameters.statusWords &&
    parts.words.every(word => !isOfService(word) || word.ideas.some(idea => statusIdeas.has(idea)))
  )
    return plan('status', parts, { certainty: 'certain' })
  if (parts.missing !== null) return plan('missing', parts, { certainty: 'certain' })
  if (creations.length + creators.length > 0) return namedPlan(parts)
  return (
    comparisonPlan(parts) ??
    labelsPlan(parts) ??
    creatorsPlan(parts) ??
    unknownName(parts) ??
    creationsPlan(parts) ??
    searchPlan(parts)
  )
}

function namedPlan(parts: Parts): LivePlan | null {
  const { cues, creations, creators, words } = parts
  if (creations.length + creators.length === 0) return null
  const certainty = words.length <= parts.size * parameters.namedForeignShare ? 'certain' : 'likely'
  const aspects = aspectsOf(parts)
  const has = (...names: string[]) => names.some(name => cues.has(name))
  // The data does not contain what is asked, such as who liked the creation.
  const isElse =
    words.length > 0 && aspects.every(aspect => aspect === 'about') && !has('similar', 'remix-of', 'list', 'need')
  const isPrivate = has('who') && has(...counters) && !has('made', 'published', 'score', 'most')
  // "How old is the person who made it?"
  const isOther =
    words.some(({ isCommon, isKnown }) => isKnown && !isCommon) &&
    !parts.isStatement &&
    !has('list', 'need') &&
    creations.length * creators.length === 0
  if (certainty !== 'certain' || (creations.length === 1 && (isElse || isPrivate)) || isOther)
    return plan('missing', parts, { certainty: 'certain' })
  if (parts.isNegated) return null
  if (creations.length >= 2 || (creators.length >= 2 && creations.length === 0))
    return plan('compare', parts, { aspects, certainty })
  if (has('more', 'compare') && words.length + parts.topics.length > 0) return null
  const [creation] = creations
  if (creation !== undefined) {
    if (has('similar')) return plan('similar', parts, { certainty })
    if (has('else') && has('made', 'published', 'creator', 'by'))
      return plan('creations', parts, { filters: { creator: creation.card.handle }, certainty })
    const remixOf = parts.pieces.find(({ cues }) => cues.includes('remix-of') || cues.includes('remixes'))
    if (remixOf && remixOf.to <= creation.from && (has('remix-of') || has('list', 'need')) && !has('count'))
      return plan('creations', parts, {
        filters: { ...filtersOf(parts), remixOf: `${creation.card.handle}/${creation.card.slug}` },
        certainty,
      })
    if (aspects.some(aspect => (personAspects as readonly string[]).includes(aspect)))
      return plan('creator', { ...parts, creators: [creatorOf(creation)] }, { aspects, certainty })
    // How many people play or use it is not counted.
    const isCounted = aspects.some(aspect => aspect !== 'about') && !has('creator')
    return has('count') && !isCounted ? null : plan('creation', parts, { aspects, certainty })
  }
  const isPersonal = aspects.some(aspect => [...personAspects, 'score'].includes(aspect))
  const sort = sortOf(parts)
  const isOfList =
    has('creation', 'thing', 'featured') ||
    parts.kinds.length > 0 ||
    parts.topics.length > 0 ||
    sort !== null ||
    (has('made', 'published') && !has('total', ...counters)) ||
    words.length > 0
  if (!isPersonal && isOfList && !has('who') && !(has(...counters) && sort === null))
    return plan('creations', parts, {
      sort,
      isCount: has('count') && sort === null,
      filters: filtersOf(parts),
      certainty,
    })
  return plan('creator', parts, {
    aspects: isOfList && has('made', 'creation') ? [...aspects, 'creations'] : aspects,
    certainty,
  })
}

export const creatorOf = ({ card, from, to }: NamedCreation): NamedCreator => {
  const { handle, displayName, url } = card.creator
  return {
    type: 'creator',
    person: { handle, displayName, url, bio: '', imageUrl: '', appCount: 0, followerCount: 0 },
    others: [],
    from,
    to,
    isStrong: true,
  }
}

function aspectsOf({ cues, pieces, creations, creators, ordinal }: Parts): string[] {
  const found: string[] = [...counters, ...personAspects, ...creationAspects].filter(aspect => cues.has(aspect))
  const follow = pieces.find(piece => piece.cues.includes('follow'))
  const name = creators[0] ?? creations[0]
  if (follow && name && !found.includes('followers') && !found.includes('following'))
    found.push(follow.from < name.from ? 'followers' : 'following')
  if (cues.has('when') && !found.includes('joined') && !found.includes('published'))
    found.push(creators.length > 0 ? 'joined' : 'published')
  if (cues.has('who') && creations.length > 0 && !found.includes('score') && !found.includes('made'))
    found.push(ordinal === null ? 'made' : 'score')
  if (cues.has('published') && cues.has('who') && !cues.has('when'))
    return [...found.filter(one => one !== 'published'), 'made']
  return found
}

/** "More widgets or games?", "yoga or running?": two kinds, categories or tags. */
function comparisonPlan(parts: Parts): LivePlan | null {
  const { cues, topics, kinds, words } = parts
  const asks = ['more', 'compare', 'or'].some(cue => cues.has(cue))
  if (!asks || words.length > 0 || parts.isExplanation) return null
  return topics.length === 2 || (kinds.length === 2 && topics.length === 0)
    ? plan('compare', parts, { certainty: 'certain' })
    : null
}

/** Lists of tags or categories. */
function labelsPlan(parts: Parts): LivePlan | null {
  const { cues, topics, kinds, words } = parts
  const subject = cues.has('tag') ? 'tags' : cues.has('category') ? 'categories' : null
  if (subject === null || topics.length > 0 || kinds.length > 0 || words.length > 0) return null
  if (cues.has('creation') || cues.has('featured')) return null
  const isAsked =
    ['list', 'count', 'most', 'popular', 'trending', 'need', 'used'].some(cue => cues.has(cue)) || parts.size <= 1
  return isAsked && !parts.isExplanation
    ? plan(subject, parts, { isCount: cues.has('count'), certainty: 'certain' })
    : null
}

function creatorsPlan(parts: Parts): LivePlan | null {
  const { cues, kinds, topics, words } = parts
  const has = (...names: string[]) => names.some(name => cues.has(name))
  if (!has('creator', 'who') || kinds.length > 0 || topics.length > 0 || words.length > 0) return null
  const isRanked = has('most', 'popular', 'newest')
  const sort =
    has('followers') || (has('following') && isRanked)
      ? 'followers'
      : has('joined') || (has('newest') && !has('creation', 'published', 'made'))
        ? 'recent'
        : isRanked && has('creation', 'made', 'published', 'thing')
          ? 'creations'
          : null
  const isCount = has('count') && has('creator') && !has('creation', 'followers')
  if (has(...counters, 'liked', 'remixed') || parts.isExplanation) return null
  if (
    has('who') &&
    !has('creator') &&
    (sort === null || (sort !== 'recent' && !isRanked) || (sort === 'recent' && !has('newest')))
  )
    return null
  if (has('creator') && sort === null && !isCount && !has('list', 'need', 'most', 'popular', 'trending')) return null
  if (sort === 'followers' && !isRanked) return null
  return plan('creators', parts, { sort: sort ?? 'followers', isCount, certainty: 'certain' })
}

/** "How many likes does Xyz have?" if nothing is called Xyz. */
function unknownName(parts: Parts): LivePlan | null {
  const { cues, words, topics, kinds } = parts
  const isAsked = [...counters, 'made', 'published', 'followers', 'joined', 'score'].some(cue => cues.has(cue))
  const isName = words.length > 0 && words.every(({ isKnown }) => !isKnown) && topics.length + kinds.length === 0
  if (!isAsked || !isName || ['most', 'need', 'creation', 'thing'].some(cue => cues.has(cue))) return null
  return plan('missing', { ...parts, missing: words.map(({ text }) => text).join(' ') })
}
