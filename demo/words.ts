// Words whose frequency is known, so that benches can search for a common, an uncommon and a rare one at any size.
import type { Random } from '../src/art/random.ts'
import { chooser } from './random.ts'

/** The first word of most free English summaries. About three quarters of all creations have one. */
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

export const chooseAdjective = chooser(
  adjectives.map(([word]) => word),
  (_, i) => adjectives[i]![1],
)

/** The share of freely titled English creations that name a place, and how many of all creations are such. */
export const placeShare = 0.06
const freelyTitled = 0.69

const beginnings = `Brim Tarn Vel Oss Quin Lark Holt Fen Marr Cald Thorn Wyn Aster Brack Corr Dun Eld Fal Gral Hask Iver
  Jorn Kest Lind Morr Nev Orm Pell Rath Sel Tolv Ulm Vark West Yar Zell Ambr Birn Crom Drax Esk Frith Glen Harl Istr
  Kirn Lorv Mald Norr Osk`.split(/\s+/)
const middles = ['', 'a', 'e', 'en', 'er', 'el', 'o', 'in']
const endings = `wick dale mere moor stead brook vale combe thwaite haven gate fell croft borough minster ness holm ford
  ridge shaw bury well quay garth`.split(/\s+/)

const places = beginnings.length * middles.length * endings.length

/** An invented place. Steps by a number coprime to the count of places, so that neighbours do not look alike. */
function placeAt(number: number): string {
  const n = (number * 7919 + 1234) % places
  const rest = Math.floor(n / beginnings.length)
  const middle = middles[rest % middles.length]!
  return beginnings[n % beginnings.length]! + middle + endings[Math.floor(rest / middles.length)]!
}

/** How many places a community of this size speaks of: as many as give each about fifty mentions. */
function placeCount(creations: number): number {
  return Math.max(1, Math.min(places, Math.round((creations * freelyTitled * placeShare) / 50)))
}

export function choosePlace({ creations }: { creations: number }, random: Random): string {
  return placeAt(Math.floor(random() * placeCount(creations)))
}

export const benchWords = {
  /** In the summary of about 10 % of the creations. */
  common: 'gentle',
  /** In the summary of about 1 % of the creations. */
  onePercent: 'handmade',
  /** In the title or summary of about 50 creations, from a few thousand creations up to millions. */
  rare: placeAt(0).toLowerCase(),
} as const
