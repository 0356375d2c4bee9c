import { creation, creator, follow, remove } from '../suite/sample.ts'

const small = 150
/** Enough that all lists are written anew. */
const large = 1100
export const firstLargeRound = 7

/** The records of one import out of several, each of which changes what the one before it wrote. */
export function roundOf(round: number): object[] {
  const apps = Array.from({ length: round >= firstLargeRound ? large : small }, (_, i) =>
    creation('ann', `app-${i}`, {
      title: `Round ${round} app ${i % 7}`,
      tags: [`tag-${(i + round) % 3}`],
      featured: (i + round) % 4 === 0,
      stats: { plays: (i * round) % 11, likes: i % 3 },
    }),
  )
  const gone = remove('creation', { handle: 'ann', slug: `app-${round + 10}` })
  return [creator('ann', { bio: `Round ${round}` }), creator('bob'), ...apps, follow('bob', 'ann'), gone]
}
