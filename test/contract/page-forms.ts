// Compares the HTML and the Markdown form of a page: what one shows and links to, the other has too.
import { en } from '../../src/languages/en.ts'

type Forms = { html: string; markdown: string }

const { words } = en
/**
 * Parts of the interface that Markdown has in another form or does not need: views, the ends of lists, folded parts, and the
 * sentences about the order and the size of a list, which Markdown says in its description.
 */
const interfaceTexts: readonly string[] = [
  words.cards, words.list, words.more, words.nextPage, words.firstPage, words.seeAll, words.clearSearch, words.askAbout,
  words.peopleLead, words.rangeOf, words.rareTags, words.allTags, words.thisOne,
  words.embed, words.embedCard, words.badge, words.readAsData, words.results, words.creationCount, words.oneCreation, words.description, words.details, words.searchInstead, words.noCreations, words.lineage, words.nonePublic, words.partDegraded, words.partOutage,
  `${words.latency}: ${words.latencyNote}`,
  words.mostUsedOf,
] // biome-ignore format: by topic

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const decoded = (text: string): string =>
  text.replace(/&(#\d+|\w+);/g, (whole, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] ?? whole),
  )

/** Without marks of direction, thousands separators, punctuation and the markup of Markdown, which texts may contain, too. */
const plain = (text: string): string =>
  ` ${text
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[\\`*_[\]{}<>#|~!&()]/g, '')
    .toLowerCase()
    .replace(/[\s,.:;·“”"–-]+/g, ' ')
    .trim()} `

/** The page without frame, forms and drawings. Headings of other pages in the documentation are navigation. */
const mainOf = (html: string): string =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .replace(/<(script|style|svg|template|form|button)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(nav|p) class="(?:letters|prev-next|axis)"[\s\S]*?<\/\1>/g, ' ')

/** One address for both forms, for creators on their own host, and without the place on the page. */
function addressOf(url: string, base: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url, base)
  if (!protocol.startsWith('http')) return url
  const web = new URL(base).host
  const [, handle] = host.endsWith(`.${web}`) ? /^([^.]+)\./.exec(host)! : []
  const path = pathname.replace(/\.md$/, '').replace(/^\/index$/, '/')
  searchParams.sort()
  const site = handle === undefined ? host : web
  const query = searchParams.size === 0 ? '' : `?${searchParams}`
  return `${site}${handle === undefined ? path : `/@${handle}${path === '/' ? '' : path}`}${query}`
}

/** Links of the HTML form of the page at `own` that the Markdown form lacks. */
export function missingLinks({ html, markdown }: Forms, base: string, own: string): string[] {
  const links = [...mainOf(html).matchAll(/<a\b[^>]*?\shref="([^"#][^"]*)"/g)].map(([, url]) => decoded(url!))
  const found = [...markdown.matchAll(/<([a-z]+:[^>\s]+)>|\]\(([^)<\s]+)\)/g)].map(([, one, other]) => one ?? other!)
  const [, canonical = base] = /^canonical_url: (.*)$/m.exec(markdown) ?? []
  const known = new Set([canonical, own, ...found].map(url => addressOf(url, base)))
  const isView = (url: string) => /[?&]view=/.test(url)
  return [...new Set(links)].filter(url => !isView(url) && !known.has(addressOf(url, base)))
}

/** Of a short text such as "12 creations", each word may be somewhere. Short forms of numbers are exact in Markdown. */
const maxLooseWords = 3
const isShortNumber = (text: string): boolean => /^<?[\d.,]+(?:[KMB]|%| ms)?$/.test(text)

/** Texts of the HTML form that the Markdown form lacks. */
export function missingTexts({ html, markdown }: Forms): string[] {
  const main = mainOf(html).replace(/<time(?: data-local)? datetime="([^"T]*)[^"]*"[^>]*>[^<]*<\/time>/g, '<br>$1<br>')
  const inline = /<\/?(?:b|i|em|strong|mark|code)\b[^>]*>/g
  const texts = main
    .replace(inline, '')
    .split(/<[^>]*>/)
    .map(text => decoded(text).replace(/\s+/g, ' ').trim())
  const own = new Set(texts.filter(text => /[\p{L}\p{N}]/u.test(text) && !isShortNumber(text)))
  const written = plain(decoded(markdown.replace(/\]\((?:<[^>]*>|[^)]*)\)/g, ']'))) + plain(markdown)
  const has = (text: string): boolean => written.includes(text)
  return [...own].filter(text => {
    const wanted = plain(text)
    const parts = wanted.trim().split(' ')
    const isLoose = parts.length <= maxLooseWords && parts.every(part => has(` ${part} `))
    return !has(wanted.trim()) && !isLoose && !isInterface(wanted)
  })
}

const patterns = interfaceTexts.map(text => {
  const parts = plain(text.replace(/\{\w+\}/g, '\u0000'))
    .trim()
    .split('\u0000')
  return new RegExp(`^ ${parts.map(part => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')} $`)
})

const isInterface = (text: string): boolean => patterns.some(pattern => pattern.test(text))
