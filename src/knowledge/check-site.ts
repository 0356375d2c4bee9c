// Checks the pages and facts of a site pack against each other and against the built-in ones.
import type { Problem } from '../site/problem.ts'
import type { Site, SiteFact, SitePage } from '../site/site.ts'
import { didYouMean } from '../util/nearest.ts'
import { anchorOf, type Page, placeholdersIn } from './page.ts'

/** What is built in: pages, ids of facts, and names of values for placeholders. */
export type BuiltIn = {
  pages: readonly Page[]
  facts: ReadonlySet<string>
  pageValues: ReadonlySet<string>
  factValues: ReadonlySet<string>
}

/** Names that /docs/ uses for other things. */
const reserved = ['reference']

export function contentProblems({ pages, facts }: Pick<Site, 'pages' | 'facts'>, builtIn: BuiltIn): Problem[] {
  const own: Own = { pages, facts: Map.groupBy(facts, ({ id }) => id) }
  return [
    ...pages.flatMap(page => pageProblems(page, pages, builtIn)),
    ...facts.flatMap(fact => factProblems(fact, own, builtIn)),
  ]
}

/** The versions of each fact by its id. */
type Own = { pages: readonly SitePage[]; facts: ReadonlyMap<string, readonly SiteFact[]> }

function pageProblems(page: SitePage, all: readonly SitePage[], builtIn: BuiltIn): Problem[] {
  const { slug, file, line, menu } = page
  const at = (number: number, message: string): Problem => ({ file, line: number, column: 1, message })
  const isTaken = builtIn.pages.some(other => other.slug === slug) || reserved.includes(slug)
  const other = all.find(version => version.slug === slug)!
  // Menus show titles as they are.
  const unknown = [
    ...unknownIn(page.title, menu === 'docs' ? builtIn.pageValues : noValues, () => 1),
    ...unknownIn(page.summary, builtIn.pageValues, () => 1),
  ]
  const inText = unknownIn(page.markdown, builtIn.pageValues, before => line + before.split('\n').length - 1)
  return [
    ...(isTaken ? [at(1, `has the name of a built-in page: rename it.`)] : []),
    ...(other.menu === menu ? [] : [at(1, `has the menu ${menu}, but ${other.file} has ${other.menu}.`)]),
    ...[...unknown, ...inText].map(({ line: number, message }) => at(number, message)),
  ]
}

const noValues: ReadonlySet<string> = new Set()

type Unknown = { line: number; message: string }

function unknownIn(text: string, known: ReadonlySet<string>, lineOf: (before: string) => number): Unknown[] {
  return placeholdersIn(text)
    .filter(({ name }) => !known.has(name))
    .map(({ name, offset }) => ({
      line: lineOf(text.slice(0, offset)),
      message: `{{${name}}} is not a known value.${didYouMean(name, [...known])}`,
    }))
}

function factProblems(fact: SiteFact, own: Own, builtIn: BuiltIn): Problem[] {
  const { id, file, line, say, unlimited, ask = [], also } = fact
  const at = (message: string): Problem => ({ file, line, column: 1, message: `${id} ${message}` })
  const texts = [say, unlimited, ...ask].filter(text => text !== undefined)
  const versions = own.facts.get(id)!
  const isNew = !builtIn.facts.has(id)
  const isFirst = versions[0] === fact
  const isTopic = versions.every(version => version.say === undefined)
  const hasProof = versions.some(({ proof }) => proof !== undefined)
  const isFact = (name: string) => builtIn.facts.has(name) || own.facts.has(name)
  return [
    ...texts
      .flatMap(text => unknownIn(text, builtIn.factValues, () => line))
      .map(({ message }) => at(`asks for ${message}`)),
    ...(fact.proof === undefined ? [] : proofProblems(fact.proof, own.pages, builtIn).map(at)),
    ...(isNew && isFirst && !isTopic && !hasProof
      ? [at('needs a proof: the page that it cites, such as "about#who-runs-this".')]
      : []),
    ...(isNew && isTopic && ask.length === 0 ? [at('needs `say` or `ask`.')] : []),
    ...(also === undefined || isFact(also) ? [] : [at(`goes with ${also}, which is not a fact.`)]),
  ]
}

function proofProblems(proof: string, pages: readonly SitePage[], builtIn: BuiltIn): string[] {
  const [slug = '', anchor] = proof.split('#')
  const versions = pages.filter(page => page.slug === slug)
  const known = builtIn.pages.find(page => page.slug === slug)
  if (versions.length === 0 && known === undefined) {
    const names = [...new Set([...pages, ...builtIn.pages].map(page => page.slug))]
    return [`cites ${slug}, which is not a page.${didYouMean(slug, names)}`]
  }
  if (anchor === undefined) return []
  const anchors =
    known?.sections.map(section => section.anchor) ?? versions.flatMap(({ markdown }) => anchorsIn(markdown))
  return anchors.includes(anchor)
    ? []
    : [`cites ${proof}, but ${slug} has no section ${anchor}.${didYouMean(anchor, anchors)}`]
}

const anchorsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, title]) => anchorOf(title!.trim()))
