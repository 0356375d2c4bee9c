// Which creations are similar to one: those that share tags, rare words of title and summary, category and kind. The
// first creations of a few lists and the whole lists of a few rare words are candidates, so the work does not grow with
// the community; the cards of the best candidates decide the order.
import type { CreationRecord } from '../../records/records.ts'
import { everything, type Filters, filterLists } from '../filters.ts'
import { wordList } from '../lists.ts'
import { isUnspaced, wordsOf } from '../search-text.ts'

/** Entries to read from the lists of tags, category and kind, and the limits for one list. */
const totalLength = 1500
const headLengths = { min: 50, max: 300 }
/** Read from the list of the creator, to recognize the creator's own creations in other lists. */
const ownLength = 1000
/** Words of title and summary whose sizes are read. */
const maxWords = 32
/** Words whose lists are read: the rarest, if not more creations or a larger share of all have them. */
const rareWords = { count: 6, maxSize: 250, maxShare: 1 / 4 }
/** Candidates whose cards are read. */
const maxRanked = 48
/** A shared tag counts its rarity. Words may be shared by chance, and pieces of them overlap; category and kind say less. */
const factors = { tag: 1, word: 0.4, piece: 0.15, category: 0.75, kind: 0.25 }
/** Of a word: several shared words say more than one that is very rare. */
const maxRarity = 9

export type Entry = { sortKey: number; creationNo: number }
/** The first entries of a list in trending order, and how many it has. */
export type ListHead = { size: number; entries: readonly Entry[] }

/** Something that creations can have in common: the list of those that have it, and how much its rarity counts. */
type Feature = { list: string; factor: number; isIn?: (card: Card) => boolean }
type Card = { handle: string; kind: string; category: { slug: string } | null; tags: { key: string }[] }

/** A list to read; its creations have these features in common with the creation. */
export type SimilarList = { name: string; length: number; features: readonly Feature[]; isOwn?: boolean }

/** `lists` are read first. Of `words` only the sizes are needed to choose those to read. */
export type SimilarPlan = { handle: string; lists: SimilarList[]; words: Feature[] }

/** Shorter words, and single letters of scripts without spaces, say little. */
const minLetters = (word: string): number => (isUnspaced(word) ? 2 : 3)

const listOf = (filter: Filters): string => filterLists(filter)[0]!

export function similarPlan(record: CreationRecord): SimilarPlan {
  const { handle, tags, category, kind, title, summary } = record
  const tagFeatures = tags.map((tag): Feature => {
    const isIn = (card: Card) => card.tags.some(({ key }) => key === tag)
    return { list: listOf({ tag }), factor: factors.tag, isIn }
  })
  const ofKind = { list: listOf({ kind }), factor: factors.kind, isIn: (card: Card) => card.kind === kind }
  const ofCategory =
    category === null
      ? []
      : [
          {
            list: listOf({ category }),
            factor: factors.category,
            isIn: (card: Card) => card.category?.slug === category,
          },
        ]
  const share = Math.floor(totalLength / (tags.length + 3))
  const length = Math.max(headLengths.min, Math.min(headLengths.max, share))
  const both = ofCategory.map(feature => ({
    name: listOf({ category: category!, kind }),
    length,
    features: [feature, ofKind],
  }))
  const single = [...tagFeatures, ...ofCategory, ofKind].map(feature => ({
    name: feature.list,
    length,
    features: [feature],
  }))
  const words = new Set(wordsOf(`${title} ${summary}`).filter(word => word.length >= minLetters(word)))
  return {
    handle,
    lists: [
      { name: everything, length: 0, features: [] },
      ...single,
      ...both,
      { name: listOf({ creator: handle }), length: ownLength, features: [], isOwn: true },
    ],
    words: [...words].slice(0, maxWords).map(word => ({
      list: wordList('', '', word),
      factor: isUnspaced(word) ? factors.piece : factors.word,
    })),
  }
}

/** The lists whose sizes are needed to choose words. */
export const sizedLists = ({ words }: SimilarPlan): string[] => [everything, ...words.map(({ list }) => list)]

/** The words to read. Those that no other creation has are of no use. */
export function wordsToRead({ words }: SimilarPlan, sizeOf: (list: string) => number): SimilarList[] {
  const maxSize = Math.min(rareWords.maxSize, sizeOf(everything) * rareWords.maxShare)
  return words
    .map(feature => ({ feature, size: sizeOf(feature.list) }))
    .filter(({ size }) => size > 1 && size <= maxSize)
    .sort((a, b) => a.size - b.size)
    .slice(0, rareWords.count)
    .map(({ feature, size }) => ({ name: feature.list, length: size, features: [feature] }))
}

type Candidate = Entry & { features: Set<Feature>; isOwn: boolean }
export type Candidates = { best: Candidate[]; weights: ReadonlyMap<Feature, number> }

/** The best candidates, as far as the lists tell. `heads` are those of `lists`; the first one is that of all creations. */
export function candidatesOf(
  creationNo: number,
  lists: readonly SimilarList[],
  heads: readonly ListHead[],
): Candidates {
  const found = new Map<number, Candidate>()
  const weights = new Map<Feature, number>()
  for (const [i, { name, features, isOwn = false }] of lists.entries()) {
    const { size, entries } = heads[i]!
    for (const feature of features)
      if (feature.list === name) weights.set(feature, weightOf(feature, rarity(heads[0]!.size, size)))
    for (const entry of entries) {
      const known = found.get(entry.creationNo) ?? { ...entry, features: new Set<Feature>(), isOwn: false }
      for (const feature of features) known.features.add(feature)
      known.isOwn ||= isOwn
      found.set(entry.creationNo, known)
    }
  }
  found.delete(creationNo)
  return { best: inOrder([...found.values()], weights).slice(0, maxRanked), weights }
}

/** What every creation has counts nothing; what half as many have counts one more. */
const rarity = (all: number, size: number): number => (size === 0 ? 0 : Math.log2(all / size))

const weightOf = ({ factor, isIn }: Feature, rarity: number): number =>
  factor * (isIn === undefined ? Math.min(rarity, maxRarity) : rarity)

function inOrder(candidates: Candidate[], weights: Candidates['weights']): Candidate[] {
  // In the order of the features, so that both stores add in the same order.
  const sumOf = ({ features }: Candidate) => {
    let sum = 0
    for (const [feature, weight] of weights) if (features.has(feature)) sum += weight
    return sum
  }
  return candidates
    .map(candidate => ({ candidate, weight: sumOf(candidate) }))
    .sort(
      ({ candidate: a, weight: weightA }, { candidate: b, weight: weightB }) =>
        Number(a.isOwn) - Number(b.isOwn) ||
        weightB - weightA ||
        b.features.size - a.features.size ||
        b.sortKey - a.sortKey ||
        b.creationNo - a.creationNo,
    )
    .map(({ candidate }) => candidate)
}

/** The cards of the candidates in order: what they really have in common, beyond the first entries of lists. */
export function rankCards(
  { handle }: SimilarPlan,
  { best, weights }: Candidates,
  cardOf: (creationNo: number) => string | undefined,
): string[] {
  const texts = new Map<number, string>()
  const ranked = best.flatMap((candidate): Candidate[] => {
    const text = cardOf(candidate.creationNo)
    if (text === undefined) return []
    texts.set(candidate.creationNo, text)
    const card = JSON.parse(text) as Card
    const features = [...weights.keys()].filter(feature => feature.isIn?.(card) ?? candidate.features.has(feature))
    return [{ ...candidate, features: new Set(features), isOwn: card.handle === handle }]
  })
  return inOrder(ranked, weights).map(({ creationNo }) => texts.get(creationNo)!)
}
