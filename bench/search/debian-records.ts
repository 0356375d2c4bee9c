// Converts a Debian package to the records of a creation and its creator.
import type { Component } from './debian-read.ts'
import { chance, type Package } from './debian-select.ts'

const languages = ['de', 'es', 'fr', 'ru']
/** The facets of debtags that say what a package is for, most telling first. */
const facets = [
  'field',
  'game',
  'use',
  'works-with',
  'works-with-format',
  'protocol',
  'security',
  'web',
  'mail',
  'office',
  'sound',
  'biology',
  'hardware',
  'suite',
  'culture',
  'devel',
  'implemented-in',
  'uitoolkit',
  'interface',
]
const dull = /todo$|^(program|commandline|application|text-mode|x11|TODO|library|packaging)$/
const maxTags = 8
const maxDescription = 320
const day = 86_400_000

export type Creator = { type: 'creator'; handle: string; displayName: string; joinedAt: string }

/** Names only: records never contain email addresses. */
export function creatorOf(maintainer: string): Creator {
  const displayName = maintainer
    .replaceAll(/<[^>]*>|\([^)]*\)|["']/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const latin = slugOf(transliterated(displayName)).slice(0, 63).replace(/-$/, '')
  const handle = latin === '' ? `maintainer-${Math.floor(chance(displayName) * 10_000)}` : latin
  return { type: 'creator', handle, displayName, joinedAt: dateOf(`joined ${handle}`, 2008, 8) }
}

/** A few names are written in Cyrillic, which handles cannot contain. */
const cyrillic: Record<string, string> = { є: 'ye', щ: 'shch', ж: 'zh', ч: 'ch', ш: 'sh', ю: 'yu', я: 'ya', й: 'i' }
const [cyrillicLetters, latinLetters] = ['абвгґдезиіїклмнопрстуфхцьыъ', 'abvggdeziiiklmnoprstufkhc']
function transliterated(text: string): string {
  const letter = (one: string): string => cyrillic[one] ?? latinLetters[cyrillicLetters.indexOf(one)] ?? ''
  return text.toLowerCase().replaceAll(/\p{Script=Cyrillic}/gu, letter)
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll('+', ' plus ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function dateOf(text: string, year: number, years: number): string {
  const start = Date.UTC(year, 0, 1)
  return new Date(start + Math.floor(chance(text) * years * 365) * day).toISOString().replace('.000', '')
}

export function creationOf(one: Package, component: Component | undefined, long: string, popularity: number): object {
  const { package: name, section, description } = one
  return {
    type: 'creation',
    handle: creatorOf(one.maintainer!).handle,
    slug: slugOf(name).slice(0, 80),
    kind: kindOf(one),
    title: component === undefined ? name : component.names.C!.slice(0, 120),
    summary: firstUpper(description!.split('\n')[0]!),
    description: opening(long),
    category: section,
    tags: tagsOf(one, component),
    locale: 'en',
    translations: component === undefined ? {} : translationsOf(component),
    version: one.version?.slice(0, 40),
    stats: statsOf(name, popularity),
    publishedAt: dateOf(`published ${name}`, 2016, 10),
  }
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function kindOf({ section, tag = '', package: name }: Package): string {
  if (section === 'games') return 'game'
  return /role::(plugin|shared-lib|devel-lib)/.test(tag) ||
    /^(lib|node-|golang-|python3-|r-cran-|ruby-|elpa-)/.test(name)
    ? 'widget'
    : 'app'
}

function tagsOf({ tag = '' }: Package, component: Component | undefined): string[] {
  const debtags = tag
    .split(/,\s*/)
    .map(entry => entry.trim().split('::') as [string, string?])
    .filter(([facet, value]) => facets.includes(facet) && value !== undefined)
    .sort(([a], [b]) => facets.indexOf(a) - facets.indexOf(b))
    .map(([, value]) => value!.replace(/^.*:/, ''))
  const keywords = (component?.keywords ?? []).map(word => word.toLowerCase().trim().replaceAll(/\s+/g, '-'))
  const usable = [...debtags, ...keywords].filter(key => /^[\p{L}\p{N}_+.#-]{2,40}$/u.test(key) && !dull.test(key))
  return [...new Set(usable)].slice(0, maxTags)
}

function translationsOf({ names, summaries }: Component): object {
  const texts = languages.flatMap(language => {
    const [title, summary] = [names[language] ?? names.C, summaries[language]]
    return summary === undefined ? [] : [[language, { title: title!.slice(0, 120), summary: summary.slice(0, 400) }]]
  })
  return Object.fromEntries(texts)
}

/** The first paragraph, cut after a sentence or word. */
function opening(long: string): string {
  const paragraph = long
    .split(/\n \.\n/)[0]!
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\S+@\S+/g, '')
    .trim()
  if (paragraph.length <= maxDescription) return paragraph
  const cut = paragraph.slice(0, maxDescription)
  const end = cut.lastIndexOf('. ')
  return end > 120 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`
}

/** Invented, but the same in every run: some packages are many times as popular as others. */
function statsOf(name: string, popularity: number): object {
  const luck = Math.exp(3 * (chance(`luck ${name}`) + chance(`fate ${name}`)))
  const views = Math.round(luck * (4 + popularity))
  const share = (text: string, most: number): number => Math.round(views * most * chance(`${text} ${name}`))
  return { views, plays: share('plays', 0.6), likes: share('likes', 0.2), remixes: share('remixes', 0.02) }
}
