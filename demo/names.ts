// Names of the creators. A name is computed from the number of the creator; no two numbers give the same handle.
import { type Random, scramble } from '../src/art/random.ts'
import { readData } from './data.ts'
import { capitalise, capitaliseWords, type Language } from './languages.ts'

/** A name is written as its form in handles, or as `handle:Display` if the display form is not that with a capital. */
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

const namesPerCulture = 20
const pairs = cultures.length * namesPerCulture * namesPerCulture
/** Coprime to the number of pairs, so that multiples of it reach every pair before one is repeated. */
const stride = 4241

const studioAdjectives =
  `paper quiet tiny bright little wild copper velvet amber cedar silver hollow lucky mellow northern misty
  open rusty salty sunny tidy woolly crooked early blue green golden hidden humble lazy merry plain round spare warm bold
  brisk cosy dusty fond`.split(/\s+/)
const studioNouns = `kite harbor orchard lantern fox pebble willow meadow otter teapot compass button lighthouse sparrow
  bicycle window moth acorn canoe chimney clover comet cricket ferry feather fern finch hammock heron kettle ladder maple
  mitten pine puddle radio tulip wagon anchor badger`.split(/\s+/)

/** Given names that are handles on their own, each once: a name of two cultures belongs to the last of them. */
const mononyms = [
  ...new Map(
    cultures.flatMap(culture => culture.given.map(given => [given.handle, { culture, given }] as const)),
  ).values(),
]

/** When all pairs are used, they are used again with the next suffix. */
const handleSuffixes = [
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

function givenAndFamily(index: number, random: Random): Person {
  const pair = (index * stride + 1789) % pairs
  const culture = cultures[Math.floor(pair / (namesPerCulture * namesPerCulture))]!
  const given = culture.given[Math.floor(pair / namesPerCulture) % namesPerCulture]!
  const family = culture.family[pair % namesPerCulture]!
  const round = Math.floor(index / pairs)
  const separator = scramble(pair) % 4 === 0 ? '' : '-'
  const handle = given.handle + separator + family.handle + (handleSuffixes[round] ?? `-${round}`)
  return { handle, displayName: displayName(culture, given, family, random), ...languageAndCity(culture, random) }
}

function displayName(culture: Culture, given: Name, family: Name, random: Random): string {
  if (!culture.latin && random() < 0.45) return `${capitalise(given.handle)} ${capitalise(family.handle)}`
  const style = random()
  if (culture.latin && style < 0.12) return given.display
  if (culture.latin && style < 0.2) return `${given.display} ${family.display.charAt(0)}.`
  return culture.familyFirst ? `${family.display} ${given.display}` : `${given.display} ${family.display}`
}

function languageAndCity(culture: Culture, random: Random): { language: Language; city: string } {
  return { language: culture.language, city: culture.cities[Math.floor(random() * culture.cities.length)]! }
}

function mononym(index: number, random: Random): Person {
  const { culture, given } = mononyms[(index * 211 + 5) % mononyms.length]!
  return { handle: given.handle, displayName: given.display, ...languageAndCity(culture, random) }
}

function studio(index: number, random: Random): Person {
  const number = (index * 1009 + 17) % (studioAdjectives.length * studioNouns.length)
  const name = `${studioAdjectives[number % studioAdjectives.length]!} ${studioNouns[Math.floor(number / studioAdjectives.length)]!}`
  const displayName = capitaliseWords(random() < 0.4 ? `${name} studio` : name)
  return {
    handle: name.replace(' ', '-'),
    displayName,
    language: 'en',
    city: languageAndCity(cultures[index % 3]!, random).city,
  }
}

/** The first creator of every demo community. Documentation and examples depend on it. */
const mira: Person = { handle: 'mira', displayName: 'Mira Sol', language: 'en', city: 'Lisboa' }

/** One in seven has a given name only and one in seven the name of a studio, until these are used up. */
export function personAt(index: number, random: Random): Person {
  if (index === 0) return mira
  const seventh = Math.floor(index / 7)
  if (index % 7 === 3 && seventh < mononyms.length) return mononym(seventh, random)
  if (index % 7 === 5 && seventh < studioAdjectives.length * studioNouns.length) return studio(seventh, random)
  return givenAndFamily(index, random)
}
