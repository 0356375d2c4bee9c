// Removals that an import or a sync has refused, as text.
import type { Removal } from '../src/store/tracking/prune.ts'

export const plurals: Record<Removal['type'], string> = {
  category: 'categories',
  tag: 'tags',
  creator: 'creators',
  creation: 'creations',
  follow: 'follows',
  score: 'scores',
}

export function refusalLines(removals: readonly Removal[]): string[] {
  return removals.flatMap(({ type, missing, of, examples, refused }) => {
    if (!refused) return []
    const count = `${missing.toLocaleString('en')} of ${of.toLocaleString('en')} ${plurals[type]} are missing`
    const named = `${examples.join(', ')}${missing > examples.length ? ', …' : ''}`
    const reason =
      refused === 'more than half'
        ? 'more than half is not removed'
        : `they are not removed, because too many ${plurals[refused]} would be removed with them`
    return [`${count} (${named}): ${reason}.`]
  })
}
