// Searches the sections of the documentation (BM25): rare words count more than common ones, words of titles more than
// those of the text, and a long section does not win by its length.
import { en } from '../languages/en.ts'
import { wordsOf } from '../store/search-text.ts'
import type { Page, Section } from './page.ts'

export type Found = { page: Page; section: Section; score: number }

const weights = { pageTitle: 2, keywords: 2, summary: 1, sectionTitle: 4, text: 1 }
/** The BM25 parameters: term frequency saturation and length normalisation. */
const saturation = 1.2
const lengthMatters = 0.75

type Indexed = { page: Page; section: Section; words: Map<string, number>; length: number }

export function searchSections(pages: readonly Page[]): (query: string, limit: number) => Found[] {
  const indexed = pages.flatMap(page => page.sections.map(section => index(page, section)))
  const averageLength = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length
  const frequency = new Map<string, number>()
  for (const { words } of indexed) for (const word of words.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(1 + indexed.length / (frequency.get(word) ?? indexed.length))
  const weight = (word: string, { words, length }: Indexed): number => {
    const times = words.get(word) ?? 0
    const damping = saturation * (1 - lengthMatters + (lengthMatters * length) / averageLength)
    return (rarity(word) * times * (saturation + 1)) / (times + damping)
  }

  return (query, limit) => {
    const terms = searchWords(query)
    return indexed
      .map((entry): Found => {
        const score = terms.reduce((sum, word) => sum + weight(word, entry), 0)
        return { page: entry.page, section: entry.section, score }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
  }
}

function index(page: Page, section: Section): Indexed {
  const words: Indexed['words'] = new Map()
  let length = 0
  const add = (text: string, weight: number) => {
    for (const word of stemsOf(text)) {
      words.set(word, (words.get(word) ?? 0) + weight)
      length++
    }
  }
  add(page.title, weights.pageTitle)
  add(page.keywords, weights.keywords)
  add(page.summary, weights.summary)
  add(section.title, weights.sectionTitle)
  add(section.text, weights.text)
  return { page, section, words, length }
}

/** The pages are English. */
const stopWords = new Set(en.grammar.stopWords.split(' '))

/** A query of only stop words is searched unchanged. */
export function searchWords(query: string): string[] {
  const words = [...new Set(wordsOf(query))]
  const meaningful = words.filter(word => !stopWords.has(word))
  return [...new Set((meaningful.length > 0 ? meaningful : words).map(stem))]
}

export const stemsOf = (text: string): string[] => wordsOf(text).map(stem)

/** "limits" finds "limit", "publishing" finds "publish", and the other way round. */
const stem = (word: string): string => word.replace(/(?<=\p{L}{3})(?:ings?|ed|ers?|es|s|e)$/u, '')
