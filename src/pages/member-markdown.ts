// Texts by members as a subset of Markdown: CommonMark, in which raw HTML is shown as text and images are links.
import { containBidi } from '../util/text.ts'
import { type Html, html } from './layout/html.ts'
import { markdownMarkup } from './layout/markdown.ts'

/** Search engines must not count links by members as recommendations of the service. */
export const memberRel = 'ugc nofollow noopener'

/**
 * `topLevel` is the level of the text's first heading. A text whose markup would take long to parse is shown as it is.
 */
export function memberMarkdown(source: string, topLevel: number): Html {
  if (!isSimple(source)) return html`<p class="pre">${source}</p>`
  return { markup: adapted(markdownMarkup(source), topLevel) }
}

/** Without markup, in one line. */
export function plainText(source: string): string {
  const markup = isSimple(source) ? markdownMarkup(source) : html`${source}`.markup
  const text = markup
    .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<\/?(?:a|em|strong|code)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
  return decoded(text).replace(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decoded = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity]!)

/** The parser takes up to a second for 10,000 characters of these; ordinary texts have far fewer. */
const limits = { containersPerLine: 12, containerLines: 500, emphasisMarks: 800, brackets: 600, bracketDepth: 12 }
const nestedContainers = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${limits.containersPerLine + 1}}`, 'm')

const containerLines = (source: string): number => source.match(/^[ \t]*(?:>|[-+*]|\d{1,9}[.)])/gm)?.length ?? 0

function isSimple(source: string): boolean {
  if (nestedContainers.test(source)) return false
  if (containerLines(source) > limits.containerLines) return false
  let marks = 0
  let brackets = 0
  let depth = 0
  let last = ''
  for (const character of source) {
    if ((character === '*' || character === '_') && character !== last) marks++
    if (character === '[') {
      brackets++
      depth++
      if (depth > limits.bracketDepth) return false
    } else if (character === ']') depth = Math.max(0, depth - 1)
    last = character
  }
  return marks <= limits.emphasisMarks && brackets <= limits.brackets
}

/** The parser escapes text and attributes, so every `<` begins a tag and every `>` ends one. */
const tags = /(<[^>]*>)/
const isInline = (tag: string | undefined): boolean => tag !== undefined && /^<\/?(?:a|em|strong|code)\b/.test(tag)

function adapted(markup: string, topLevel: number): string {
  const pieces = markup.split(tags)
  const adaptTag = tagAdapter(topLevel)
  let isCode = false
  let result = ''
  pieces.forEach((piece, i) => {
    if (i % 2 === 1) {
      isCode = piece === '<pre>' || (isCode && piece !== '</pre>')
      result += adaptTag(piece, pieces[i + 1] === '' ? pieces[i + 2] : undefined)
    } else {
      const text = containBidi(piece.replaceAll('\u2029', '\n'))
      result += isCode ? text : withLineBreaks(text, isInline(pieces[i - 1]), isInline(pieces[i + 1]))
    }
  })
  return result
}

/** Members write texts line by line. Line feeds between blocks are only layout of the markup. */
function withLineBreaks(text: string, isAfterInline: boolean, isBeforeInline: boolean): string {
  return text.replace(/\n/g, (lineFeed, at: number) => {
    const isLayout = (at === 0 && !isAfterInline) || (at === text.length - 1 && !isBeforeInline)
    return isLayout ? lineFeed : '<br>\n'
  })
}

const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const link = (url: string): string => `<a href="${url}" rel="${memberRel}" dir="auto">`
const isLinked = (url: string): boolean => /^(?:https?:\/\/|mailto:)./i.test(url)

/** `next` is the tag that follows immediately. */
function tagAdapter(topLevel: number): (tag: string, next: string | undefined) => string {
  const nextHeading = headingLevels(topLevel)
  let heading = ''
  /** Links are never nested. */
  let end: string | undefined
  return (tag, next) => {
    const name = /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? ''
    if (name === 'code') return tag.startsWith('</') ? tag : '<code>'
    if (name === 'img') return image(attribute(tag, 'src'), attribute(tag, 'alt'), end !== undefined)
    if (name === 'a') {
      if (tag === '</a>') {
        const closing = end
        end = undefined
        return closing ?? ''
      }
      const url = attribute(tag, 'href')
      end = isLinked(url) ? '</a>' : ''
      return end === '' ? '' : link(url) + (next === '</a>' ? url : '')
    }
    if (!/^h[1-6]$/.test(name)) return tag
    if (tag.startsWith('</')) return `</${heading}>`
    heading = nextHeading(Number(name[1]))
    return `<${heading}>`
  }
}

/** Images are not embedded: other hosts must not learn who reads the page. */
function image(url: string, alt: string, isInLink: boolean): string {
  const text = containBidi(alt) || url
  return isInLink || !isLinked(url) ? text : `${link(url)}${text}</a>`
}

/** Gives headings levels without gaps, from `topLevel` on. */
function headingLevels(topLevel: number): (level: number) => string {
  const open: number[] = []
  return level => {
    while (open.length > 0 && open.at(-1)! >= level) open.pop()
    open.push(level)
    return `h${Math.min(6, topLevel + open.length - 1)}`
  }
}
