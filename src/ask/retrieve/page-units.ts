// Pages as units that can be quoted: sentences, list items and table rows, in groups under one heading.
import type { Page, Section } from '../../knowledge/page.ts'
import { plainMarkdown } from '../../knowledge/plain-markdown.ts'

/** `labels`: the headings of the columns that a table row has values in. */
export type UnitText = { text: string; labels: string; isItem: boolean }

/** The text under a heading; `heading` is that of the section and of a `###` part in it. */
export type Group = { page: Page; section: Section; heading: string; units: UnitText[] }

export function groupsOf(page: Page): Group[] {
  return page.sections.flatMap(section => {
    const title = section.anchor === '' ? '' : section.title
    const [opening = '', ...parts] = withoutCode(section.text).split(/^#{3,6} /m)
    const inner = parts.map(part => {
      const end = part.indexOf('\n')
      return { heading: `${title}: ${part.slice(0, end).trim()}`, text: end < 0 ? '' : part.slice(end + 1) }
    })
    return [{ heading: title, text: opening }, ...inner]
      .map(({ heading, text }) => ({ page, section, heading, units: unitsOf(text) }))
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
  return blocks.filter(block => block !== '').flatMap(block => (isRow(block) ? rowsOf(block) : sentenceUnits(block)))
}

const maxLength = 400

function sentenceUnits(block: string): UnitText[] {
  const text = plainMarkdown(block).replaceAll('\n', ' ')
  const sentences = isItem(block) && text.length <= maxLength ? [text] : sentencesOf(text)
  return sentences
    .filter(sentence => sentence !== '' && sentence.length <= maxLength)
    .map(sentence => ({ text: sentence, labels: '', isItem: isItem(block) }))
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=(?:[\p{Ll}\p{N})\]”"’%€]|\p{Lu}{2})[.!?؟।])\s+(?=[\p{Lu}\p{Lo}\p{N}“"„«¿¡(])|(?<=[。！？])/u)
    .map(sentence => sentence.trim())

/** `row header: column header value; column header value`. */
function rowsOf(block: string): UnitText[] {
  const [head = [], ...rows] = block
    .split('\n')
    .filter(line => !/^[\s|:-]+$/.test(line))
    .map(line => plainCells(line))
  return rows.map(([name = '', ...values]) => {
    const filled = values.flatMap((value, i) => (value === '' ? [] : [{ label: head[i + 1] ?? '', value }]))
    const text = filled.map(({ label, value }) => `${label} ${value}`.trim()).join('; ')
    return {
      text: text === '' ? name : name === '' ? text : `${name}: ${text}`,
      labels: [head[0] ?? '', ...filled.map(({ label }) => label)].join(' '),
      isItem: true,
    }
  })
}

const plainCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => plainMarkdown(cell.trim()))
