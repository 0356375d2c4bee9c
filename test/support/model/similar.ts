// Creations that have something in common with one, by comparing it with all.
import type { CreationRecord } from '../../../src/records/records.ts'
import { sortKeys } from '../../../src/store/hot-score.ts'
import { creationId } from '../../../src/store/identity.ts'
import { byText } from './community.ts'

/** As many as stores rank. */
const most = 48

/** From the most to the least similar; null if there is no such creation. */
export function similarTo(shown: readonly CreationRecord[], handle: string, slug: string): CreationRecord[] | null {
  const one = shown.find(record => record.handle === handle && record.slug === slug)
  if (!one) return null
  const weight = (tag: string) => Math.log2(shown.length / shown.filter(({ tags }) => tags.includes(tag)).length)
  const ranksOf = (other: CreationRecord): number[] => {
    const common = one.tags.filter(tag => other.tags.includes(tag))
    const category = Number(one.category !== null && other.category === one.category)
    const kind = Number(other.kind === one.kind)
    const sum = common.reduce((total, tag) => total + weight(tag), 0)
    return [-Number(other.handle === handle), sum, common.length, category, kind, sortKeys(other)[0]!]
  }
  return shown
    .filter(other => other !== one)
    .map(record => ({ record, ranks: ranksOf(record) }))
    .filter(({ ranks: [own, , tags, category, kind] }) => own !== 0 || tags! + category! + kind! > 0)
    .sort((a, b) => compare(b.ranks, a.ranks) || byText(idOf(b.record), idOf(a.record)))
    .slice(0, most)
    .map(({ record }) => record)
}

const idOf = ({ handle, slug }: CreationRecord) => creationId(handle, slug)

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, i) => rank !== b[i])
  return at === -1 ? 0 : a[at]! - b[at]!
}
