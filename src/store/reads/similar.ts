// Which creations are similar to one: those that share tags, category and kind. The first creations of a few lists are
// candidates, so the work does not grow with the community; the cards of the best candidates decide the order.
import type { CreationRecord } from '../../records/records.ts'
import { everything, type Filters, filterLists } from '../filters.ts'

/** Entries to read from all lists, and the limits for one list. */
const totalLength = 1500
const headLengths = { min: 50, max: 300 }
/** Read from the list of the creator, to recognize the creator's own creations in other lists. */
const ownLength = 1000
/** Candidates whose cards are read. */
const maxRanked = 48

export type Entry = { sortKey: number; creationNo: number }
/** The first entries of a list in trending order, and how many it has. */
export type ListHead = { size: number; entries: Entry[] }

type Common = { tags: string[]; category: boolean; kind: boolean; isOwn: boolean }
type Candidate = Entry & Common

/** A list to read, and what its creations have in common with the creation. */
export type SimilarList = { name: string; length: number; tag?: string } & Partial<Omit<Common, 'tags'>>

export function similarLists({ handle, tags, category, kind }: CreationRecord): SimilarList[] {
  const share = Math.floor(totalLength / (tags.length + 3))
  const length = Math.max(headLengths.min, Math.min(headLengths.max, share))
  const list = (filter: Filters, common: Partial<SimilarList>): SimilarList => ({
    name: filterLists(filter)[0]!,
    length,
    ...common,
  })
  const ofCategory =
    category === null
      ? []
      : [list({ category, kind }, { category: true, kind: true }), list({ category }, { category: true })]
  return [
    { name: everything, length: 0 },
    ...tags.map(tag => list({ tag }, { tag })),
    ...ofCategory,
    list({ kind }, { kind: true }),
    list({ creator: handle }, { isOwn: true, length: ownLength }),
  ]
}

export type Candidates = { best: Candidate[]; weights: ReadonlyMap<string, number> }

/** The best candidates, as far as the lists tell. `heads` are those of `lists`. */
export function candidatesOf(
  creationNo: number,
  lists: readonly SimilarList[],
  heads: readonly ListHead[],
): Candidates {
  const found = new Map<number, Candidate>()
  const weights = new Map<string, number>()
  for (const [i, { tag, category = false, kind = false, isOwn = false }] of lists.entries()) {
    if (tag !== undefined) weights.set(tag, rarity(heads[0]!.size, heads[i]!.size))
    for (const entry of heads[i]!.entries) {
      const known = found.get(entry.creationNo) ?? { ...entry, tags: [], category: false, kind: false, isOwn: false }
      if (tag !== undefined) known.tags.push(tag)
      known.category ||= category
      known.kind ||= kind
      known.isOwn ||= isOwn
      found.set(entry.creationNo, known)
    }
  }
  found.delete(creationNo)
  return { best: inOrder([...found.values()], weights).slice(0, maxRanked), weights }
}

/** A tag that every creation has counts nothing; one that half as many have counts one more. */
const rarity = (all: number, size: number): number => (size === 0 ? 0 : Math.log2(all / size))

function inOrder(candidates: Candidate[], weights: ReadonlyMap<string, number>): Candidate[] {
  // In the order of the tags of the creation, so that both stores add in the same order.
  const weightOf = ({ tags }: Common) => {
    let sum = 0
    for (const [tag, weight] of weights) if (tags.includes(tag)) sum += weight
    return sum
  }
  return candidates
    .map(candidate => ({ candidate, weight: weightOf(candidate) }))
    .sort(
      ({ candidate: a, weight: weightA }, { candidate: b, weight: weightB }) =>
        Number(a.isOwn) - Number(b.isOwn) ||
        weightB - weightA ||
        b.tags.length - a.tags.length ||
        Number(b.category) - Number(a.category) ||
        Number(b.kind) - Number(a.kind) ||
        b.sortKey - a.sortKey ||
        b.creationNo - a.creationNo,
    )
    .map(({ candidate }) => candidate)
}

type Card = { handle: string; kind: string; category: { slug: string } | null; tags: { key: string }[] }

/** The cards of the candidates in order: what they really have in common, beyond the first entries of lists. */
export function rankCards(
  { handle, kind, category, tags }: CreationRecord,
  { best, weights }: Candidates,
  cardOf: (creationNo: number) => string | undefined,
): string[] {
  const texts = new Map<number, string>()
  const ranked = best.flatMap(({ sortKey, creationNo }): Candidate[] => {
    const text = cardOf(creationNo)
    if (text === undefined) return []
    texts.set(creationNo, text)
    const card = JSON.parse(text) as Card
    const keys = new Set(card.tags.map(({ key }) => key))
    return [
      {
        sortKey,
        creationNo,
        tags: tags.filter(tag => keys.has(tag)),
        category: category !== null && card.category?.slug === category,
        kind: card.kind === kind,
        isOwn: card.handle === handle,
      },
    ]
  })
  return inOrder(ranked, weights).map(({ creationNo }) => texts.get(creationNo)!)
}
