// Pages of a site pack: pages/<locale>/<name>.md with front matter.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { didYouMean } from '../util/nearest.ts'
import { tagProblem } from './language-tag.ts'
import type { Problem } from './problem.ts'
import { menus, type SitePage } from './site.ts'

const maxPages = 500
const maxBytes = 256 * 1024
const namePattern = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?\.md$/
const keys = ['title', 'summary', 'keywords', 'menu', 'order'] as const

export function readPages(folder: string, problems: Problem[]): SitePage[] {
  const root = join(folder, 'pages')
  if (!existsSync(root)) return []
  for (const locale of foldersIn(root)) {
    const tag = tagProblem(locale)
    if (tag !== null) problems.push({ file: `pages/${locale}`, message: tag })
  }
  const files = foldersIn(root).flatMap(locale =>
    readdirSync(join(root, locale))
      .filter(name => name.endsWith('.md'))
      .sort()
      .map(name => ({ locale, name })),
  )
  if (files.length > maxPages) problems.push({ file: 'pages', message: `has more than ${maxPages} pages.` })
  return files.slice(0, maxPages).flatMap(({ locale, name }) => {
    const file = `pages/${locale}/${name}`
    if (!namePattern.test(name)) {
      problems.push({ file, message: 'must be named with lower-case letters, digits and hyphens.' })
      return []
    }
    const path = join(root, locale, name)
    const { size, mtime } = statSync(path)
    if (size > maxBytes) {
      problems.push({ file, message: `is larger than ${maxBytes / 1024} KiB.` })
      return []
    }
    const { markdown, ...head } = frontMatter(file, readFileSync(path, 'utf8'), problems)
    const updated = mtime.toISOString().slice(0, 10)
    return [{ slug: name.slice(0, -3), locale, ...head, markdown, updated, file }]
  })
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

type Head = Pick<SitePage, 'title' | 'summary' | 'keywords' | 'menu' | 'isLinked' | 'order' | 'markdown' | 'line'>

function frontMatter(file: string, text: string, problems: Problem[]): Head {
  const report = (line: number, message: string) => problems.push({ file, line, column: 1, message })
  const parts = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n*([\s\S]*)$/.exec(text)
  const values: Partial<Record<(typeof keys)[number], string>> = {}
  if (parts === null) report(1, 'needs front matter: lines such as `title: About` between two lines of `---`.')
  for (const [i, line] of (parts?.[1] ?? '').split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const [, key = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (!(keys as readonly string[]).includes(key))
      report(i + 2, `\`${line}\` is not known; keys are ${keys.join(', ')}.${didYouMean(key, keys)}`)
    else values[key as (typeof keys)[number]] = value.trim().replace(/^(["'])(.*)\1$/, '$2')
  }
  const { title = '', menu = 'docs', order = '0' } = values
  const markdown = (parts?.[2] ?? text).trim()
  if (parts !== null && title === '') report(1, 'needs a title.')
  if (!(menus as readonly string[]).includes(menu)) report(1, `has the menu ${menu}; it must be ${menus.join(' or ')}.`)
  if (!/^-?\d{1,6}$/.test(order)) report(1, `has the order ${order}; it must be a whole number.`)
  const summary = values.summary ?? firstParagraph(markdown)
  const line = text.slice(0, text.length - (parts?.[2] ?? text).trimStart().length).split('\n').length
  const { keywords = '' } = values
  const isLinked = values.menu === undefined
  return { title, summary, keywords, menu: menu as Head['menu'], isLinked, order: Number(order) || 0, markdown, line }
}

const firstParagraph = (markdown: string): string =>
  markdown
    .split(/\n\s*\n/)
    .map(part => part.trim())
    .find(part => part !== '' && !/^[#>|`<-]/.test(part))
    ?.replace(/\s+/g, ' ') ?? ''
