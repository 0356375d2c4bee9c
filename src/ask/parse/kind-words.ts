// The words for the kinds of the site: their labels and plurals, as the idea `kind.<key>`.
import { defaultKinds, type SiteKind } from '../../site/site.ts'
import type { Text } from '../../site/text.ts'
import type { Words } from './words.ts'

const ideaOf = (key: string): string => `kind.${key}`

/** Built-in kinds that the site does not have are words like any others. */
export function withKindWords(words: Words, kinds: readonly SiteKind[], locale: string): Words {
  const all = new Map([...words])
  for (const key of defaultKinds) if (!kinds.some(kind => kind.key === key)) all.delete(ideaOf(key))
  for (const { key, label, plural } of kinds) {
    const texts = [label, plural].flatMap(text => textFor(text, locale)).map(text => text.toLowerCase())
    if (texts.length === 0) continue
    // Otherwise everyday words such as "recipe", question words such as the German "Anleitung" (how to), and words of topics
    // that the service has nothing to say about, would count as these too.
    for (const [idea, others] of all)
      if (/^(?:absent|frame)\.|^(?:other|stop)$/.test(idea))
        all.set(
          idea,
          others.filter(other => !texts.includes(other.toLowerCase())),
        )
    all.set(ideaOf(key), [...(all.get(ideaOf(key)) ?? []), ...texts])
  }
  return all
}

/** Questions in other languages may use the English label, since all languages know the English words. */
export function textFor(text: Text | undefined, locale: string): string[] {
  if (text === undefined) return []
  if (typeof text === 'string') return locale === 'en' ? [text] : []
  const own = Object.entries(text).filter(([tag]) => tag.split('-', 1)[0] === locale)
  // Without English, the label of the first language is what pages show.
  const shown = own.length === 0 && locale === 'en' ? Object.entries(text).slice(0, 1) : own
  return shown.map(([, value]) => value)
}
