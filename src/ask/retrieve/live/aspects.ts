// What is asked about a creation or a creator that a question names.
import { counters } from '../../../site/site.ts'
import { overlaps } from './names.ts'
import type { Parts } from './parts.ts'

export const personAspects = ['followers', 'following', 'joined', 'bio']
const aspects = [
  ...counters, ...personAspects, 'made', 'published', 'score', 'instructions', 'language', 'license', 'version', 'platforms',
  'links', 'category', 'tag', 'remix-of', 'about',
] // biome-ignore format: a list

export function aspectsOf(parts: Parts): string[] {
  const { cues, pieces, creations, creators, ordinal } = parts
  const named = [...creations, ...creators]
  const found = aspects.filter(aspect => cues.has(aspect))
  const follow = pieces.find(piece => piece.cues.includes('follow'))
  const name = creators[0] ?? creations[0]
  // In "a game for a child who learns to type" and "slow when it scrolls", the word begins a clause and asks nothing.
  const asks = (cue: string) =>
    pieces.some(({ cues }, i) => {
      const before = pieces[i - 1]
      const isClause = before !== undefined && !before.isStop && before.cues.length === 0
      return cues.includes(cue) && !(isClause && !named.some(one => overlaps(one, before)))
    })
  if (follow && name && !found.includes('followers') && !found.includes('following'))
    found.push(follow.from < name.from ? 'followers' : 'following')
  if (asks('when') && !found.includes('joined') && !found.includes('published'))
    found.push(creators.length > 0 ? 'joined' : 'published')
  if (asks('who') && creations.length > 0 && !found.includes('score') && !found.includes('made'))
    found.push(ordinal === null ? 'made' : 'score')
  return asks('who') && !asks('when') ? found.map(one => (one === 'published' ? 'made' : one)) : found
}
