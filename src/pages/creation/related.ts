// The lists of other creations on the page of a creation.
import type { AppValue } from '../creation-parts.ts'

type Card = AppValue['moreFromCreator'][number]

/** Similar creations that are asked for: enough for a list without those that are in the others. */
export const similarCandidates = 24
const maxSimilar = 12

export type Related = { remixes: readonly Card[]; similar: readonly Card[]; more: readonly Card[] }

/** Each creation is in one list only. Those of the same creator are in that list, unless they are remixes. */
export function relatedOf({ remixes, moreFromCreator, handle }: AppValue, similar: readonly Card[]): Related {
  const listed = new Set(remixes.items.map(({ id }) => id))
  const isNew = ({ id }: Card): boolean => !listed.has(id)
  return {
    remixes: remixes.items,
    similar: similar.filter(item => isNew(item) && item.handle !== handle).slice(0, maxSimilar),
    more: moreFromCreator.filter(isNew),
  }
}
