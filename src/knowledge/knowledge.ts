// The documentation: the Markdown pages of knowledge/<locale>/. Docs pages, llms.txt, SKILL.md, auth.md and the docs
// server are made from these.
import { readFileSync } from 'node:fs'
import { type Folders, filesIn, foldersOf } from './folders.ts'
import { type Page, readPage, type Values } from './page.ts'
import { type Found, searchSections } from './search.ts'

export type Knowledge = {
  pages: readonly Page[]
  page(slug: string): Page | undefined
  /** The matching sections, best first. */
  search(query: string, limit: number): Found[]
}

export function loadKnowledge(values: Values, folders: Folders = foldersOf()): Knowledge {
  const files = [...filesIn(folders, 'en', '.md')]
  const pages = files.map(([file, path]) => readPage(file, readFileSync(path, 'utf8'), values))
  const bySlug = new Map(pages.map(page => [page.slug, page]))
  return {
    pages,
    page: slug => bySlug.get(slug),
    search: searchSections(pages),
  }
}
