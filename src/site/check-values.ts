// Checks of a site.json beyond its schema: repeated kinds, icons that exist, links to pages that exist.
import { isServiceLocale, serviceLocales } from '../languages/languages.ts'
import { didYouMean } from '../util/nearest.ts'
import { isKindIcon, kindIcons } from './icons.ts'
import type { Problem } from './problem.ts'
import type { SitePage } from './site.ts'

type ProblemAt = (path: readonly (string | number)[], message: string) => Problem

type Loose = Partial<Record<string, unknown>>
/** The entries of a list that may not match its schema; what is no object has no values to check. */
const entriesOf = (list: unknown): Loose[] =>
  Array.isArray(list) ? list.map(entry => (typeof entry === 'object' && entry !== null ? entry : {})) : []

/** Works on any JSON, so that these problems are reported together with those of the schema. */
export function kindProblems(kinds: unknown, problemAt: ProblemAt): Problem[] {
  const entries = entriesOf(kinds)
  return entries.flatMap(({ key, icon }, i) => {
    const isRepeated = key !== undefined && entries.findIndex(other => other.key === key) !== i
    const repeated = isRepeated ? [problemAt(['kinds', i, 'key'], `kinds has ${key} twice; remove one.`)] : []
    return [...repeated, ...iconProblems(icon, ['kinds', i, 'icon'], problemAt)]
  })
}

export function counterProblems(stats: unknown, problemAt: ProblemAt): Problem[] {
  if (typeof stats !== 'object' || stats === null) return []
  return Object.entries(stats).flatMap(([counter, { icon } = {} as Record<string, unknown>]) =>
    iconProblems(icon, ['stats', counter, 'icon'], problemAt),
  )
}

function iconProblems(icon: unknown, path: Parameters<ProblemAt>[0], problemAt: ProblemAt): Problem[] {
  if (typeof icon !== 'string' || isKindIcon(icon)) return []
  const hint = didYouMean(icon, Object.keys(kindIcons)) || ` The icons are ${Object.keys(kindIcons).join(', ')}.`
  return [problemAt(path, `icon names ${icon}, which is not a built-in icon.${hint}`)]
}

/** Links to pages of the pack; other addresses are not known here. */
export function linkProblems(
  menu: 'nav' | 'footer',
  links: unknown,
  pages: readonly SitePage[],
  problemAt: ProblemAt,
): Problem[] {
  return entriesOf(links).flatMap(({ url }, i) => {
    const problem = missingPage(url, pages, menu)
    return problem === null ? [] : [problemAt([menu, i, 'url'], `${menu}[${i}].url ${problem}`)]
  })
}

export function appProblems(app: unknown, pages: readonly SitePage[], problemAt: ProblemAt): Problem[] {
  const problem = missingPage(entriesOf([app])[0]!.url, pages, 'footer')
  return problem === null ? [] : [problemAt(['app', 'url'], `app.url ${problem}`)]
}

/** What is wrong with a link to a page of the pack that does not exist. */
function missingPage(url: unknown, pages: readonly SitePage[], menu: 'nav' | 'footer'): string | null {
  const slugs = pages.filter(page => page.menu !== 'docs').map(({ slug }) => slug)
  const slug = typeof url === 'string' ? /^\/pages\/([^/?#]*)/.exec(url)?.[1] : undefined
  if (slug === undefined || slugs.includes(slug)) return null
  const advice = didYouMean(slug, slugs) || ` Create pages/en/${slug}.md with \`menu: ${menu}\`.`
  return `leads to /pages/${slug}, which does not exist.${advice}`
}

export const localeWarnings = (pages: readonly SitePage[]): Problem[] =>
  [...new Set(pages.map(({ locale }) => locale))]
    .filter(locale => !isServiceLocale(locale))
    .map(locale => ({
      file: `pages/${locale}`,
      message: `is not in a language of the service (${serviceLocales.join(', ')}); these pages are shown only where no other version exists.`,
    }))
