// The built-in pages of knowledge/en and the pages of the site pack. Docs pages, llms.txt, SKILL.md, auth.md and the docs
// server are made from these; ask cites them.
import { readFileSync } from 'node:fs'
import type { SitePage } from '../site/site.ts'
import { lazily } from '../util/lazily.ts'
import { builtInFolders, type Folders, filesIn } from './folders.ts'
import { type Page, pageOfSite, readPage, type Values } from './page.ts'
import { type Found, searchSections } from './search.ts'

export type Knowledge = {
  /** The documentation, each page in its default language. */
  pages: readonly Page[]
  /** The other pages of the site pack, each in its default language. */
  sitePages: readonly Page[]
  /** In this language, else in the default language of the page. */
  page(slug: string, locale?: string): Page | undefined
  /** All pages of the site pack in a language. */
  ofSite(locale: string): readonly Page[]
  /** The languages of a page, the default first. */
  localesOf(slug: string): readonly string[]
  /** The matching sections, best first. */
  search(query: string, limit: number): Found[]
}

export function loadKnowledge(
  values: Values,
  sitePages: readonly SitePage[] = [],
  folders: Folders = builtInFolders,
): Knowledge {
  const builtIn = builtInPages(values, folders)
  const ofSite = [...Map.groupBy(sitePages, ({ slug }) => slug).values()].map(versions =>
    defaultFirst(versions).map((page, i) => pageOfSite(page, values, i === 0)),
  )
  const bySlug = new Map([...builtIn.map(page => [page]), ...ofSite].map(versions => [versions[0]!.slug, versions]))
  const defaults = [...bySlug.values()].map(([page]) => page!).sort((one, other) => one.order - other.order)
  const search = lazily(() => searchSections([...bySlug.values()].flat()))
  return {
    pages: defaults.filter(({ menu }) => menu === 'docs'),
    sitePages: defaults.filter(({ menu }) => menu !== 'docs'),
    page: (slug, locale) => {
      const versions = bySlug.get(slug)
      return versions?.find(page => page.locale === locale) ?? versions?.[0]
    },
    ofSite: locale => ofSite.flat().filter(page => page.locale === locale),
    localesOf: slug => bySlug.get(slug)?.map(({ locale }) => locale) ?? [],
    search: (query, limit) => search()(query, limit),
  }
}

export const builtInPages = (values: Values, folders: Folders = builtInFolders): Page[] =>
  [...filesIn(folders, 'en', '.md')]
    .map(([file, path]) => readPage(file, readFileSync(path, 'utf8'), values))
    .filter(page => page !== null)

/** English, or the first language. */
function defaultFirst(versions: readonly SitePage[]): SitePage[] {
  const english = versions.filter(({ locale }) => locale === 'en')
  return [...english, ...versions.filter(({ locale }) => locale !== 'en')]
}
