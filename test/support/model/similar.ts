// Creations that have something in common with one, by comparing it with all.
import type { CreationRecord } from '../../../src/records/records.ts'
import { sortKeys } from '../../../src/store/hot-score.ts'
import { creationId } from '../../../src/store/identity.ts'
import { isUnspaced, wordsOf } from '../../../src/store/search-text.ts'
import { byText } from './community.ts'

/** As many as stores rank. */
const most = 48
/** Of the words of title and summary that others have, too. */
const [mostRareWords, maxRareSize, maxWordRarity] = [6, 250, 9]

type Words = (record: CreationRecord) => Set<string>

/** What a creation can share with another one, and how much that counts. */
type Feature = { weight: number; isIn: (other: CreationRecord) => boolean }

function featuresOf(one: CreationRecord, shown: readonly CreationRecord[], words: Words): Feature[] {
  const feature = (factor: number, isIn: Feature['isIn'], maxRarity = Number.POSITIVE_INFINITY) => {
    const size = shown.filter(isIn).length
    return { size, weight: factor * Math.min(maxRarity, Math.log2(shown.length / size)), isIn }
  }
  const ownWords = wordsOf(`${one.title} ${one.summary}`).filter(word => word.length > (isUnspaced(word) ? 1 : 2))
  const rare = [...new Set(ownWords)]
    .slice(0, 32)
    .map(word => feature(isUnspaced(word) ? 0.15 : 0.4, other => words(other).has(word), maxWordRarity))
    .filter(({ size }) => size > 1 && size <= Math.min(maxRareSize, shown.length / 4))
    .sort((a, b) => a.size - b.size)
  return [
    ...one.tags.map(tag => feature(1, ({ tags }) => tags.includes(tag))),
    ...(one.category === null ? [] : [feature(0.75, ({ category }) => category === one.category)]),
    feature(0.25, ({ kind }) => kind === one.kind),
    ...rare.slice(0, mostRareWords),
  ]
}

/** From the most to the least similar; null if there is no such creation. */
export function similarTo(
  shown: readonly CreationRecord[],
  words: Words,
  handle: string,
  slug: string,
): CreationRecord[] | null {
  const one = shown.find(record => record.handle === handle && record.slug === slug)
  if (!one) return null
  const features = featuresOf(one, shown, words)
  const ranksOf = (other: CreationRecord): number[] => {
    const common = features.filter(({ isIn }) => isIn(other))
    const sum = common.reduce((total, { weight }) => total + weight, 0)
    return [-Number(other.handle === handle), sum, common.length, sortKeys(other)[0]!]
  }
  return shown
    .filter(other => other !== one)
    .map(record => ({ record, ranks: ranksOf(record) }))
    .filter(({ ranks: [own, , count] }) => own !== 0 || count! > 0)
    .sort((a, b) => compare(b.ranks, a.ranks) || byText(idOf(b.record), idOf(a.record)))
    .slice(0, most)
    .map(({ record }) => record)
}

const idOf = ({ handle, slug }: CreationRecord) => creationId(handle, slug)

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, i) => rank !== b[i])
  return at === -1 ? 0 : a[at]! - b[at]!
}
