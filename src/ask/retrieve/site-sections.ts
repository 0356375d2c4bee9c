// Finds sentences on the pages of the site pack that answer a question for which there is no fact. A sentence answers if
// it and its headings contain most of the ideas of the question.
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import { plainMarkdown } from '../../knowledge/plain-markdown.ts'
import { parameters } from '../decide/parameters.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Understanding } from '../parse/understand.ts'
import type { Fact } from './facts.ts'

export type FoundSection = { page: Page; section: Section; sentences: string[]; coverage: number }

type Ideas = ReadonlySet<string>
type IndexedSentence = { text: string; ideas: Ideas }
type Indexed = { page: Page; section: Section; headings: Ideas; sentences: IndexedSentence[] }

const maxSentences = 2

export type FindSection = (
  slots: readonly Slot[],
  language: string,
  weight: (slot: Slot) => number,
) => FoundSection | null

/**
 * Sections that a fact cites are left to their facts, which were written with more care. `understanding` must be ready for
 * the language of the question.
 */
export function makeSiteSections(
  knowledge: Knowledge,
  understanding: Understanding,
  facts: readonly Fact[],
): FindSection {
  const cited = new Set(facts.map(({ page, anchor }) => `${page}#${anchor}`))
  const byLanguage = new Map<string, Indexed[]>()
  const indexed = (language: string): Indexed[] => {
    const found =
      byLanguage.get(language) ??
      knowledge
        .ofSite(language)
        .flatMap(page =>
          page.sections
            .filter(({ anchor }) => !cited.has(`${page.slug}#${anchor}`))
            .map(section => index(page, section, understanding)),
        )
    byLanguage.set(language, found)
    return found
  }
  return (slots, language, weight) => {
    // "いくら" is both a question word and a price.
    const asked = slots.filter(slot => !slot.ideas.some(idea => idea.startsWith('frame.')))
    const total = asked.reduce((sum, slot) => sum + weight(slot), 0)
    if (total === 0) return null
    const share = (...ideas: Ideas[]) =>
      asked.reduce(
        (sum, slot) => sum + (slot.ideas.some(idea => ideas.some(set => set.has(idea))) ? weight(slot) : 0),
        0,
      ) / total
    const found = indexed(language).flatMap(entry => best(entry, share) ?? [])
    return found.sort((one, other) => other.coverage - one.coverage)[0] ?? null
  }
}

function index(page: Page, section: Section, understanding: Understanding): Indexed {
  const ideasOf = (text: string): Ideas =>
    new Set(
      understanding.slots(page.locale, text).flatMap(({ ideas }) => ideas.filter(idea => !idea.startsWith('frame.'))),
    )
  const sentences = sentencesOf(plainMarkdown(section.text)).map(text => ({ text, ideas: ideasOf(text) }))
  return { page, section, headings: ideasOf(`${page.title} ${page.keywords} ${section.title}`), sentences }
}

/** The sentences with the largest share, in the order of the text; null when they do not cover the question. */
function best(
  { page, section, headings, sentences }: Indexed,
  share: (...ideas: Ideas[]) => number,
): FoundSection | null {
  const shares = sentences.map(({ ideas }) => share(ideas))
  const largest = Math.max(0, ...shares)
  if (largest < parameters.sentenceCoverage) return null
  const chosen = sentences.filter((_, i) => shares[i]! >= largest - 0.05).slice(0, maxSentences)
  const coverage = share(headings, ...chosen.map(({ ideas }) => ideas))
  if (coverage < parameters.pageCoverage) return null
  return { page, section, sentences: chosen.map(({ text }) => text), coverage: (coverage + largest) / 2 }
}

const maxSentenceLength = 400

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?؟।])\s+|(?<=[。！？])|\n+/u)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '' && sentence.length <= maxSentenceLength)
