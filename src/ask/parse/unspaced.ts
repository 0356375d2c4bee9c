// Japanese, Chinese and Korean: words are found inside the text, longest first. Spaces say little about where they are.
import type { Slot } from './lexicon.ts'
import type { UnspacedPhrases } from './phrase-book.ts'
import type { Token } from './tokens.ts'

export function scanUnspaced(tokens: readonly Token[], phrases: UnspacedPhrases): Slot[] {
  const text = tokens.map(token => token.text).join('')
  const starts = new Set<number>([0])
  let end = 0
  for (const token of tokens) {
    end += token.text.length
    starts.add(end)
  }
  const slots: Slot[] = []
  let rest = ''
  let afterWord = false
  const closeRest = () => {
    if (rest !== '') slots.push(...restSlots(rest, afterWord))
    rest = ''
  }
  for (let at = 0; at < text.length; ) {
    const entry = longestEntry(text, at, phrases)
    if (starts.has(at)) {
      closeRest()
      afterWord = false
    }
    if (entry === null) {
      rest += text[at]
      at++
      continue
    }
    closeRest()
    slots.push({ ...entry, known: true })
    afterWord = true
    at += entry.text.length
  }
  closeRest()
  return slots
}

function longestEntry(text: string, at: number, { entries, longest }: UnspacedPhrases) {
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    const piece = text.slice(at, at + length)
    const ideas = entries.find(piece)
    if (ideas !== undefined) return { text: piece, ideas }
  }
  return null
}

const hangul = /^\p{sc=Hangul}+$/u
const koreanEnding =
  /(?:에서는|에서의|으로는|에서|에게|으로|까지|부터|이나|에는|에도|이란|이라|보다|하고|처럼|마다|입니까|인가요|하나요|되나요|은요|을|를|이|가|은|는|의|에|도|로|와|과|나|요)$/u

/** What is left between words: endings say nothing, what looks like a word is one that nobody told us about. */
function restSlots(rest: string, afterWord: boolean): Slot[] {
  if (hangul.test(rest)) return koreanRest(rest, afterWord)
  const words = rest.match(/\p{sc=Katakana}[\p{sc=Katakana}ー]*|[\p{sc=Han}々]+/gu) ?? []
  return words.map(word => ({ ideas: wordIdeas(word), text: word, known: word.length === 1 }))
}

function koreanRest(rest: string, afterWord: boolean): Slot[] {
  if ((afterWord && rest.length <= 4) || rest.replace(koreanEnding, '') === '') return []
  const word = rest.replace(koreanEnding, '') || rest
  return [{ ideas: wordIdeas(word), text: word, known: false }]
}

/** By pairs of characters, so that two texts meet where they are alike. */
function wordIdeas(word: string): string[] {
  if (word.length <= 2) return [`w:${word}`]
  return Array.from({ length: word.length - 1 }, (_, i) => `w:${word.slice(i, i + 2)}`)
}
