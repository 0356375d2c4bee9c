// Cards in the best available language, with placeholders replaced.
import { type CardAddresses, readCard } from '../card.ts'
import type { Locales } from '../store.ts'
import type { Run } from './connections.ts'
import type { LabelCache } from './lists/labels.ts'

type CardChoice = { name: string; text: string; values: unknown[] }

/**
 * An SQL expression for the text of `card` in the best of these languages. Most readers request English alone, which
 * is the default language of every card that has it. `next` is the number of the first free parameter.
 */
export function cardText(locales: Locales, next: number): CardChoice {
  if (locales.length === 1) return { name: '', text: 'card.text', values: [] }
  const preferred = `$${next}::text[]`
  const rank = (locale: string) => `array_position(${preferred}, ${locale})`
  const text = `CASE WHEN NOT card.translated THEN card.text ELSE coalesce((
    SELECT other.text FROM card_locale other WHERE other.n = card.n AND other.locale = ANY(${preferred})
    AND ${rank('other.locale')} < coalesce(${rank('card.locale')}, 1000)
    ORDER BY ${rank('other.locale')} LIMIT 1), card.text) END`
  return { name: 'l', text, values: [locales] }
}

export type Cards = {
  /** Replaces the placeholders of stored cards. */
  finish(texts: readonly string[], locales: Locales): Promise<string[]>
  /** Cards that still exist. */
  byNumber(numbers: readonly number[], locales: Locales): Promise<Map<number, string>>
  /** Cards that still exist, in the given order. */
  find(numbers: readonly number[], locales: Locales): Promise<string[]>
}

export function cardReader(run: Run, addresses: CardAddresses, labels: LabelCache): Cards {
  const finish: Cards['finish'] = (texts, locales) =>
    labels.using(found => texts.map(text => readCard(text, addresses, found, locales)))
  const byNumber: Cards['byNumber'] = async (numbers, locales) => {
    if (numbers.length === 0) return new Map()
    const card = cardText(locales, 2)
    const text = `SELECT n, ${card.text} AS text FROM card WHERE n = ANY($1::bigint[])`
    const values = [numbers, ...card.values]
    const rows = await run<{ n: number; text: string }>({ name: `cards${card.name}`, text, values })
    const texts = await finish(
      rows.map(({ text }) => text),
      locales,
    )
    return new Map(rows.map(({ n }, i) => [n, texts[i]!]))
  }
  return {
    finish,
    byNumber,
    async find(numbers, locales) {
      const found = await byNumber(numbers, locales)
      return numbers.flatMap(creationNo => found.get(creationNo) ?? [])
    },
  }
}
