// Words with a known frequency, so that benchmarks can search for a common, an uncommon and a rare word in a community
// of any size.
import type { Random } from '../src/art/random.ts'
import { weightedChooser } from './random.ts'

/**
 * Adjectives of English summaries that are not made from phrases of all languages (see freeTexts in texts.ts), with their
 * share in percent. About three quarters of all creations have such a summary.
 */
const adjectives: readonly (readonly [string, number])[] = [
  ['simple', 17],
  ['gentle', 14],
  ['playful', 11],
  ['no-fuss', 10],
  ['friendly', 10],
  ['pocket-sized', 9],
  ['quick', 8],
  ['thoughtful', 6],
  ['cheerful', 5],
  ['bare-bones', 3.5],
  ['beautiful', 3],
  ['stubborn', 2.1],
  ['handmade', 1.4],
]

const chooseEntry = weightedChooser(adjectives, ([, weight]) => weight)
export const chooseAdjective = (random: Random): string => chooseEntry(random)[0]

/** Share of the titles made by freeTitle (titles.ts) that come with a place. */
export const placeShare = 0.06
/** Share of all creations that have such a title. */
const freeTitleShare = 0.69

const beginnings = `Brim Tarn Vel Oss Quin Lark Holt Fen Marr Cald Thorn Wyn Aster Brack Corr Dun Eld Fal Gral Hask Iver
  Jorn Kest Lind Morr Nev Orm Pell Rath Sel Tolv Ulm Vark West Yar Zell Ambr Birn Crom Drax Esk Frith Glen Harl Istr
  Kirn Lorv Mald Norr Osk`.split(/\s+/)
const middles = ['', 'a', 'e', 'en', 'er', 'el', 'o', 'in']
const endings = `wick dale mere moor stead brook vale combe thwaite haven gate fell croft borough minster ness holm ford
  ridge shaw bury well quay garth`.split(/\s+/)

const maxPlaces = beginnings.length * middles.length * endings.length

/** An invented place name. The factor is coprime to `maxPlaces`, so all names differ and consecutive ones are not alike. */
function placeAt(number: number): string {
  const n = (number * 7919 + 1234) % maxPlaces
  const rest = Math.floor(n / beginnings.length)
  const middle = middles[rest % middles.length]!
  return beginnings[n % beginnings.length]! + middle + endings[Math.floor(rest / middles.length)]!
}

/** Number of places in a community of this size: each is mentioned about 50 times. */
function placesUsed(creations: number): number {
  return Math.max(1, Math.min(maxPlaces, Math.round((creations * freeTitleShare * placeShare) / 50)))
}

export function choosePlace({ creations }: { creations: number }, random: Random): string {
  return placeAt(Math.floor(random() * placesUsed(creations)))
}

export const benchWords = {
  /** In the summary of about 10 % of the creations. */
  common: 'gentle',
  /** In the summary of about 1 % of the creations. */
  onePercent: 'handmade',
  /** In the title or summary of about 50 creations, from a few thousand creations up to millions. */
  rare: placeAt(0).toLowerCase(),
} as const
