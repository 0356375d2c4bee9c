// Finds the phrases in Japanese, Chinese and Korean text: the longest at each position, regardless of spaces.
import type { UnspacedPhrases } from './phrase-book.ts'
import type { Token } from './tokens.ts'

/** `known` is false for a word that no phrase contains, except a single Japanese or Chinese letter. */
type Word = { ideas: readonly string[]; text: string; known: boolean }

export function scanUnspaced(tokens: readonly Token[], phrases: UnspacedPhrases): Word[] {
  const text = tokens.map(token => token.text).join('')
  const starts = new Set<number>([0])
  let end = 0
  for (const token of tokens) {
    end += token.text.length
    starts.add(end)
  }
  const slots: Word[] = []
  let rest = ''
  let afterWord = false
  const closeRest = () => {
    if (rest !== '') slots.push(...restSlots(rest, afterWord, phrases.particles))
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
/** The words of the text between two phrases, without hiragana and Korean particles, which carry no meaning here. */
function restSlots(rest: string, afterWord: boolean, particles: RegExp | undefined): Word[] {
  if (hangul.test(rest)) return koreanRest(rest, afterWord, particles)
  const words = rest.match(/\p{sc=Katakana}[\p{sc=Katakana}ー]*|[\p{sc=Han}々]+/gu) ?? []
  return words.map(word => ({ ideas: wordIdeas(word), text: word, known: word.length === 1 }))
}

function koreanRest(rest: string, afterWord: boolean, particles: RegExp | undefined): Word[] {
  const word = particles === undefined ? rest : rest.replace(particles, '')
  if ((afterWord && rest.length <= 4) || word === '') return []
  return [{ ideas: wordIdeas(word), text: word, known: false }]
}

/** An unknown word is represented by its pairs of characters, so that similar words have ideas in common. */
function wordIdeas(word: string): string[] {
  if (word.length <= 2) return [`w:${word}`]
  return Array.from({ length: word.length - 1 }, (_, i) => `w:${word.slice(i, i + 2)}`)
}
