// Tags and categories that a question names.
import { getCommunityLanding, getPopularTags } from '../../../operations/index.ts'
import { foldText, titleKey } from '../../../store/search-text.ts'
import { editDistance } from '../../../util/nearest.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/stems.ts'
import type { Label, Read } from './community.ts'

/** A word may be both a category and a tag. */
export type Topic = { category: Label | null; tag: Label | null }

/** Tags and categories by the key and the stems of their names. */
export type Topics = ReadonlyMap<string, Topic>

export async function loadTopics(read: Read, locale: string): Promise<Topics> {
  const stem = stemOf(locale)
  const topics = new Map<string, Topic>()
  const [tags, landing] = await Promise.all([
    read<{ items: Label[] }>(getPopularTags, { locale }),
    read<{ categories: (Omit<Label, 'key'> & { slug: string })[] }>(getCommunityLanding, { locale }),
  ])
  const add = (label: Label, type: 'category' | 'tag') => {
    for (const name of [label.key, label.label])
      for (const key of [titleKey(name), stemKey(name, stem)]) {
        const before = topics.get(key) ?? { category: null, tag: null }
        topics.set(key, { ...before, [type]: before[type] ?? label })
      }
  }
  for (const tag of tags?.items ?? []) add(tag, 'tag')
  for (const { slug, ...category } of landing?.categories ?? []) add({ ...category, key: slug }, 'category')
  return topics
}

/** Different from all keys of names. */
const stemKey = (name: string, stem: (word: string) => string): string =>
  '~' +
  titleKey(
    (foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
      .filter(word => word !== 'and')
      .map(stem)
      .join(' '),
  )

type Asked = { text: string; pieces: readonly Piece[]; topics: Topics; locale: string }
type FoundTopic = Topic & { type: 'topic'; from: number; to: number; isStrong: boolean }

/** The longest names of tags and categories, also in another form of their words. */
export function topicsIn({ text, pieces, topics, locale }: Asked): FoundTopic[] {
  const stem = stemOf(locale)
  const found: FoundTopic[] = []
  for (let i = 0; i < pieces.length; ) {
    let taken = 1
    for (let length = Math.min(parameters.maxTopicWords, pieces.length - i); length > 0; length--) {
      const [first, last] = [pieces[i]!, pieces[i + length - 1]!]
      if (length === 1 && first.cues.length > 0 && !first.cues.some(cue => cue.startsWith('kind.'))) continue
      const name = text.slice(first.from, last.to)
      // "In one go" is not about the category Go.
      if (
        length === 1 &&
        first.isKnown &&
        first.ideas.length === 0 &&
        first.cues.length === 0 &&
        !/^\p{Lu}/u.test(name) &&
        pieces.length > 2
      )
        continue
      // Another form of a word of the service is not a name: "downloaded" is not the tag "downloading".
      const isStop =
        first.isStop || last.isStop || (length === 1 && first.ideas.some(idea => !/^(w:|kind\.)/.test(idea)))
      const topic =
        topics.get(titleKey(name)) ??
        (isStop ? undefined : topics.get(stemKey(name, stem))) ??
        (length === 1 && !first.isKnown ? nearest(titleKey(name), topics) : undefined)
      if (topic === undefined) continue
      found.push({ type: 'topic', ...topic, from: first.from, to: last.to, isStrong: true })
      taken = length
      break
    }
    i += taken
  }
  return found
}

/** With one wrong letter, or two in a long word. */
function nearest(key: string, topics: Topics): Topic | undefined {
  if (key.length < 6) return undefined
  const limit = key.length >= parameters.longWordLength + 2 ? 3 : 2
  const name = [...topics.keys()].find(one => one[0] === key[0] && editDistance(key, one, limit) < limit)
  return name === undefined ? undefined : topics.get(name)
}
