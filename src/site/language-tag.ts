// Language tags in a site pack: those of texts, folders of pages and files of facts.
import { lazily } from '../util/lazily.ts'

const names = lazily(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }))

/**
 * Why no visitor would get a text under this tag; null for a tag that is good. `deu` is written `de`. Not every language
 * with three letters has a name in Intl, so only unknown tags of two letters are wrong.
 */
export function tagProblem(tag: string): string | null {
  try {
    const [canonical = tag] = Intl.getCanonicalLocales(tag)
    if (canonical !== tag) return `is not the usual tag of a language. Did you mean ${canonical}?`
    const [language = ''] = tag.split('-')
    return language.length > 2 || names().of(language) !== undefined ? null : 'is not the tag of a language.'
  } catch {
    return 'is not the tag of a language, such as de or pt-BR.'
  }
}
