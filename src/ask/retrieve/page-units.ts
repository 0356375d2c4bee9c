// Pages as units that can be quoted: sentences, list items and table rows, in groups under one heading.
import type { Page } from '../../knowledge/page.ts'
import { plainMarkdown } from '../../knowledge/plain-markdown.ts'

/**
 * `labels`: what the unit is about, besides its own words: the headings of the columns of a table row, the bold words that
 * begin its paragraph, or the line before its list. `block`: number of its paragraph, item or row. `isLine`: it is an item or a
 * row. `lead`: index of the line before its list.
 */
export type UnitText = { text: string; labels: string; block: number; isLine: boolean; lead?: number }

/** The text under a heading; `heading` is that of the section and of a `###` part in it. `section` is its number on the page. */
export type PageGroup = { slug: string; section: number; title: string; heading: string; units: readonly UnitText[] }

export function pageGroups(page: Page): PageGroup[] {
  const about = { slug: page.slug, title: `${page.title} ${page.keywords}` }
  return page.sections.flatMap((section, number) => {
    const title = section.anchor === '' ? '' : section.title
    const [opening = '', ...parts] = withoutCode(section.text).split(/^#{3,6} /m)
    const inner = parts.map(part => {
      const end = part.indexOf('\n')
      return { heading: `${title}: ${part.slice(0, end).trim()}`, text: end < 0 ? '' : part.slice(end + 1) }
    })
    return [{ heading: title, text: opening }, ...inner]
      .map(({ heading, text }) => ({ ...about, section: number, heading, units: unitsOf(text) }))
      .filter(({ units }) => units.length > 0)
  })
}

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')

const isRow = (line: string): boolean => /^\s*\|/.test(line)
const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d+[.)])\s/.test(line)

/** Blocks are separated by blank lines; a list item may go on in the next lines. */
function unitsOf(text: string): UnitText[] {
  const blocks: string[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    if (line.trim() === '') blocks.push('')
    else if (last === undefined || last === '' || isItem(line) || isRow(line) !== isRow(last)) blocks.push(line)
    else blocks[blocks.length - 1] = `${last}\n${line}`
  }
  const units: UnitText[] = []
  let lead: number | undefined
  for (const [number, block] of blocks.entries()) {
    if (block === '') continue
    if (!isItem(block)) lead = undefined
    const found = isRow(block) ? rowsOf(block) : sentencesIn(block)
    const isLine = isRow(block) || isItem(block)
    for (const [i, { text, labels }] of found.entries()) {
      const leading = lead === undefined ? {} : { labels: `${labels} ${units[lead]!.text}`, lead }
      units.push({ text, labels, block: isRow(block) ? number + i / 1000 : number, isLine, ...leading })
    }
    if (units.at(-1)?.text.endsWith(':')) lead = units.length - 1
  }
  return units
}

type Quotable = Pick<UnitText, 'text' | 'labels'>

const maxLength = 400

function sentencesIn(block: string): Quotable[] {
  const text = plainMarkdown(block).replaceAll('\n', ' ')
  const sentences = isItem(block) && text.length <= maxLength ? [text] : sentencesOf(text)
  const labels = /^\*\*([^*]+)\*\*/.exec(block)?.[1] ?? ''
  return sentences
    .filter(sentence => sentence !== '' && sentence.length <= maxLength)
    .map(sentence => ({ text: sentence, labels }))
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=(?:[\p{Ll}\p{N})\]}”"’%€]|\p{Lu}{2})[.!?؟।])\s+(?=[\p{Lu}\p{Lo}\p{N}“"„«¿¡(])|(?<=[。！？])/u)
    .map(sentence => sentence.trim())

/** `row header: value` of a table with two columns, else `row header – column header: value; column header: value`. */
function rowsOf(block: string): Quotable[] {
  const [head = [], ...rows] = block
    .split('\n')
    .filter(line => !/^[\s|:-]+$/.test(line))
    .map(line => plainCells(line))
  return rows.map(([name = '', ...values]) => {
    const filled = values.flatMap((value, i) => (value === '' ? [] : [{ label: head[i + 1] ?? '', value }]))
    const isPair = head.length < 3
    const text = filled.map(({ label, value }) => (isPair || label === '' ? value : `${label}: ${value}`)).join('; ')
    return {
      text: [name, text].filter(Boolean).join(isPair ? ': ' : ' – '),
      labels: [head[0] ?? '', ...filled.map(({ label }) => label)].join(' '),
    }
  })
}

const plainCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => plainMarkdown(cell.trim()))
