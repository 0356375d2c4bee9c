// An answer of ask as compact text.
import type { AskResponse } from '../../ask/answer/answer.ts'
import { joined, listed, oneLine } from './write.ts'

/** The answer, its sources and what it found. */
export function answerText({ answer, answered, confidence, citations, results, metadata }: AskResponse): string {
  const sources = new Map(citations.map(({ title, url }) => [url, oneLine(title, 100)]))
  const found = results
    .filter(({ url }) => !sources.has(url))
    .map(({ '@type': type, name, url, description }) => {
      const line = `- ${oneLine(name, 100)}: ${url}`
      return type === 'Quotation' ? `${line}\n  ${oneLine(description, 500)}` : line
    })
  return joined([
    answer,
    `answered: ${answered}, confidence: ${confidence}, locale: ${metadata.locale}`,
    listed(
      'sources:',
      [...sources].map(([url, title]) => `- ${title}: ${url}`),
    ),
    listed('results:', found),
    answered
      ? null
      : listed(
          'suggested questions:',
          metadata.suggestions.map(text => `- ${text}`),
        ),
  ])
}
