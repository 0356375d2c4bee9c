// Who the creators are. A creator's name is computed from its number alone, and no two numbers give the same handle.
import { type Random, scramble } from '../src/art/random.ts'
import { readData } from './data.ts'
import { capitalise, capitaliseWords, type Language } from './languages.ts'

/** A name is its handle, or `handle:Display` if the displayed name is not the handle with a capital. */
type CultureWords = {
  language: Language
  given: string[]
  family: string[]
  cities: string[]
  familyFirst?: true
}

type Name = { handle: string; display: string }
type Culture = {
  language: Language
  given: Name[]
  family: Name[]
  cities: string[]
  familyFirst: boolean
  latin: boolean
}

export type Person = { handle: string; displayName: string; language: Language; city: string }

function namesOf(words: readonly string[]): Name[] {
  return words.map(word => {
    const [handle, display] = word.split(':') as [string, string | undefined]
    return { handle, display: display?.replace('-', ' ') ?? capitalise(handle) }
  })
}

const cultures: readonly Culture[] = readData<CultureWords[]>('cultures').map(words => {
  const given = namesOf(words.given)
  const latin = /^\p{Script=Latin}/u.test(given[0]!.display)
  const family = namesOf(words.family)
  return {
    language: words.language,
    given,
    family,
    cities: words.cities,
    familyFirst: words.familyFirst === true,
    latin,
  }
})

const perCulture = 20
const pairs = cultures.length * perCulture * perCulture
/** Coprime to the number of pairs, so that stepping by it visits every pair before any comes twice. */
const stride = 4241

const studioFirst =
  `paper quiet tiny bright little wild copper velvet amber cedar silver hollow lucky mellow northern misty
  open rusty salty sunny tidy woolly crooked early blue green golden hidden humble lazy merry plain round spare warm bold
  brisk cosy dusty fond`.split(/\s+/)
const studioSecond =
  `kite harbor orchard lantern fox pebble willow meadow otter teapot compass button lighthouse sparrow
  bicycle window moth acorn canoe chimney clover comet cricket ferry feather fern finch hammock heron kettle ladder maple
  mitten pine puddle radio tulip wagon anchor badger`.split(/\s+/)

/** Given names that stand alone as handles, each once; a name that two cultures share belongs to one of them. */
const mononyms = [
  ...new Map(
    cultures.flatMap(culture => culture.given.map(given => [given.handle, { culture, given }] as const)),
  ).values(),
]

/** When all pairs are used up, the next round of people adds one of these. */
const rounds = [
  '',
  '-makes',
  '-builds',
  '7',
  '-studio',
  '88',
  '-lab',
  '-dev',
  '21',
  '-plays',
  '-works',
  '42',
  '-apps',
  '99',
]

function byPair(index: number, random: Random): Person {
  const pair = (index * stride + 1789) % pairs
  const culture = cultures[Math.floor(pair / (perCulture * perCulture))]!
  const given = culture.given[Math.floor(pair / perCulture) % perCulture]!
  const family = culture.family[pair % perCulture]!
  const round = Math.floor(index / pairs)
  const joint = scramble(pair) % 4 === 0 ? '' : '-'
  const handle = given.handle + joint + family.handle + (rounds[round] ?? `-${round}`)
  return { handle, displayName: displayName(culture, given, family, random), ...origin(culture, random) }
}

function displayName(culture: Culture, given: Name, family: Name, random: Random): string {
  if (!culture.latin && random() < 0.45) return `${capitalise(given.handle)} ${capitalise(family.handle)}`
  const style = random()
  if (culture.latin && style < 0.12) return given.display
  if (culture.latin && style < 0.2) return `${given.display} ${family.display.charAt(0)}.`
  return culture.familyFirst ? `${family.display} ${given.display}` : `${given.display} ${family.display}`
}

function origin(culture: Culture, random: Random): { language: Language; city: string } {
  return { language: culture.language, city: culture.cities[Math.floor(random() * culture.cities.length)]! }
}

function mononym(index: number, random: Random): Person {
  const { culture, given } = mononyms[(index * 211 + 5) % mononyms.length]!
  return { handle: given.handle, displayName: given.display, ...origin(culture, random) }
}

function studio(index: number, random: Random): Person {
  const number = (index * 1009 + 17) % (studioFirst.length * studioSecond.length)
  const name = `${studioFirst[number % studioFirst.length]!} ${studioSecond[Math.floor(number / studioFirst.length)]!}`
  const displayName = capitaliseWords(random() < 0.4 ? `${name} studio` : name)
  return {
    handle: name.replace(' ', '-'),
    displayName,
    language: 'en',
    city: origin(cultures[index % 3]!, random).city,
  }
}

/** The first creator of every demo community; documentation and examples may count on it. */
const mira: Person = { handle: 'mira', displayName: 'Mira Sol', language: 'en', city: 'Lisboa' }

/** One in seven goes by a given name and one in seven by a studio's, for as long as there are such names. */
export function personAt(index: number, random: Random): Person {
  if (index === 0) return mira
  const seventh = Math.floor(index / 7)
  if (index % 7 === 3 && seventh < mononyms.length) return mononym(seventh, random)
  if (index % 7 === 5 && seventh < studioFirst.length * studioSecond.length) return studio(seventh, random)
  return byPair(index, random)
}
