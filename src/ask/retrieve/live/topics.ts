// Tags and categories that a question names.
import { foldText, titleKey } from '../../../store/search-text.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/stems.ts'
import { type Label, type Read, readLabels } from './community.ts'

/** A word may be both a category and a tag. */
export type Topic = { category: Label | null; tag: Label | null }

/** Tags and categories by the key and the stems of their names. */
export type Topics = ReadonlyMap<string, Topic>

export async function loadTopics(read: Read, locale: string): Promise<Topics> {
  const topics = new Map<string, Topic>()
  for (const type of ['tag', 'category'] as const) {
    const { items } = await readLabels(type === 'tag' ? 'tags' : 'categories', { read, locale })
    for (const label of items)
      for (const name of [label.key, label.label])
        for (const key of [titleKey(name), stemKey(name, locale)]) {
          const before = topics.get(key) ?? { category: null, tag: null }
          topics.set(key, { ...before, [type]: before[type] ?? label })
        }
  }
  return topics
}

/** Different from all keys of names. */
const stemKey = (name: string, locale: string): string => {
  const words = foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return `~${titleKey(words.flatMap(word => (word === 'and' ? [] : [stemOf(locale)(word)])).join(' '))}`
}

type Asked = { text: string; pieces: readonly Piece[]; topics: Topics; locale: string }
type FoundTopic = Topic & { type: 'topic'; from: number; to: number }

/** The longest names of tags and categories, also in another form of their words. */
export function topicsIn({ text, pieces, topics, locale }: Asked): FoundTopic[] {
  const found: FoundTopic[] = []
  for (let i = 0; i < pieces.length; ) {
    let length = Math.min(parameters.maxTopicWords, pieces.length - i)
    const named = (some: readonly Piece[]) =>
      isKindWord(some, pieces) ? undefined : topicAt(some, text, topics, locale)
    let topic = named(pieces.slice(i, i + length))
    while (topic === undefined && length > 1) topic = named(pieces.slice(i, i + --length))
    if (topic !== undefined)
      found.push({ type: 'topic', ...topic, from: pieces[i]!.from, to: pieces[i + length - 1]!.to })
    i += length
  }
  return found
}

/** A word for a kind of creation means the kind, unless the question is about tags or categories. */
const isKindWord = ([first, ...others]: readonly Piece[], pieces: readonly Piece[]): boolean =>
  others.length === 0 &&
  first!.cues.some(cue => cue.startsWith('kind.')) &&
  !pieces.some(({ cues }) => cues.includes('tag') || cues.includes('category'))

function topicAt(some: readonly Piece[], text: string, topics: Topics, locale: string): Topic | undefined {
  const [first, last] = [some[0]!, some.at(-1)!]
  const isSingle = some.length === 1
  if (isSingle && first.cues.some(cue => !cue.startsWith('kind.'))) return undefined
  const name = text.slice(first.from, last.to)
  // "In one go" is not about the category Go; "downloaded" is not the tag "downloading".
  const isWord = isSingle && first.isKnown && first.cues.length === 0
  if (isWord && first.ideas.length === 0 && !/^\p{Lu}/u.test(name)) return undefined
  const isExact = first.isStop || last.isStop || (isSingle && first.ideas.some(idea => !/^(w:|kind\.)/.test(idea)))
  return topics.get(titleKey(name)) ?? (isExact ? undefined : topics.get(stemKey(name, locale)))
}
