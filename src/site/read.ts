// Reads a site pack. Reports all problems at once; a pack with problems is not used.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkJson } from './check-json.ts'
import { appProblems, counterProblems, kindProblems, linkProblems, localeWarnings } from './check-values.ts'
import { completeColors, contrastProblems, type GivenColors } from './colors.ts'
import { readFacts } from './facts.ts'
import { readSiteFile } from './files.ts'

import { readPages } from './pages.ts'
import { type Problem, problemText } from './problem.ts'
import { siteSchema } from './schema.ts'
import {
  counters,
  isHiddenSort,
  neutralSite,
  placeholders,
  railNames,
  type Site,
  type SiteFile,
  type SiteKind,
  type SiteLink,
} from './site.ts'
import type { Text } from './text.ts'

export const demoFolder = fileURLToPath(new URL('../../demo/site/', import.meta.url))

/** VITRINE_SITE=demo selects the demo product's pack; a folder with this name is `./demo`. */
export const folderOf = (setting: string): string => (setting === 'demo' ? demoFolder : resolve(setting))

/** The pack to use: the configured one, else the demo pack while the store contains only the demo community. */
export const packInForce = async (
  setting: string | undefined,
  store: { isDemo(): Promise<boolean> },
): Promise<string | undefined> => setting ?? ((await store.isDemo()) ? 'demo' : undefined)

export type ReadSite = { site: Site; problems: Problem[]; warnings: Problem[] }

/** Throws an Error with all problems. Warnings go to `warn`. */
export function loadSite(setting: string | undefined, warn: (warning: string) => void = () => {}): Site {
  if (setting === undefined) return neutralSite
  const folder = folderOf(setting)
  const { site, problems, warnings } = readSite(folder)
  if (problems.length > 0) throw new Error(sitePackError(folder, problems))
  for (const warning of warnings) warn(`${folder}: ${problemText(warning)}`)
  return site
}

export const sitePackError = (folder: string, problems: readonly Problem[]): string =>
  [`The site pack ${folder} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:`]
    .concat(problems.map(problem => `  ${problemText(problem)}`))
    .join('\n')

/** The content of a valid site.json. */
type SiteJson = {
  name?: Text
  tagline?: Text
  intro?: Text
  colors?: GivenColors
  nav?: SiteLink[]
  footer?: SiteLink[]
  noun?: Site['noun']
  kinds?: SiteKind[]
  units?: Record<string, Text>
  stats?: Partial<Record<(typeof counters)[number], { label?: Text; icon?: string; hidden?: boolean }>>
  open?: { url?: string; label?: Text; note?: Text; qr?: boolean }
  app?: { url: string; label?: Text }
  rails?: Site['rails']
  home?: Site['home']
  head?: { scripts?: { src: string; attributes?: Record<string, string> }[]; origins?: string[] }
  features?: Partial<Site['features']>
} & Partial<Record<(typeof fileKeys)[number], string>>

const fileKeys = ['logo', 'icon', 'font', 'css'] as const
const fileName = 'site.json'

export function readSite(folder: string): ReadSite {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const message = 'is not a folder. `vitrine site init <folder>` creates a site pack.'
    return { site: neutralSite, problems: [{ file: folder, message }], warnings: [] }
  }
  const path = join(folder, fileName)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
  const { value, problems, problemAt } = checkJson(fileName, text, siteSchema)
  const pages = readPages(folder, problems)
  const facts = readFacts(folder, problems)
  const isValid = problems.length === 0
  const json = (typeof value === 'object' && value !== null ? value : {}) as SiteJson
  const isNamed = (key: (typeof fileKeys)[number]) =>
    new RegExp(siteSchema.properties![key]!.pattern!).test(`${json[key]}`)
  problems.push(
    ...kindProblems(json.kinds, problemAt),
    ...counterProblems(json.stats, problemAt),
    ...linkProblems('nav', json.nav, pages, problemAt),
    ...linkProblems('footer', json.footer, pages, problemAt),
    ...appProblems(json.app, pages, problemAt),
  )
  const files = Object.fromEntries(
    fileKeys.map(key => [key, isNamed(key) ? readFileAt(folder, key, json[key]!, problems, problemAt) : null]),
  ) as Record<(typeof fileKeys)[number], SiteFile | null>
  // The rest needs values of the right types.
  if (!isValid) return { site: neutralSite, problems, warnings: [] }
  const colors = completeColors(json.colors ?? {})
  const contrast = contrastProblems(colors).map(message => problemAt(['colors'], message))
  const warnings = [...contrast, ...localeWarnings(pages)]
  return { site: siteOf(folder, json, { ...files, colors, pages, facts }), problems, warnings }
}

function readFileAt(
  folder: string,
  key: string,
  name: string,
  problems: Problem[],
  problemAt: (path: string[], message: string) => Problem,
): SiteFile | null {
  try {
    return readSiteFile(folder, name)
  } catch (error) {
    problems.push(problemAt([key], `${key} ${(error as Error).message}`))
    return null
  }
}

function siteOf(
  folder: string,
  json: SiteJson,
  read: Pick<Site, (typeof fileKeys)[number] | 'colors' | 'pages' | 'facts'>,
): Site {
  const { name, tagline = null, intro = null, kinds, stats = {}, open = {}, head = {}, features } = json
  return {
    ...neutralSite,
    ...read,
    folder,
    isDemo: folder === demoFolder,
    name: name ?? neutralSite.name,
    tagline,
    intro,
    nav: json.nav ?? [],
    footer: json.footer ?? [],
    noun: json.noun ?? null,
    kinds: kinds ?? neutralSite.kinds,
    examples: { ...placeholders, kind: (kinds ?? neutralSite.kinds)[0]!.key },
    stats: Object.fromEntries(
      counters.map(counter => [counter, { label: null, icon: null, hidden: false, ...stats[counter] }]),
    ) as Site['stats'],
    units: json.units ?? {},
    open: { url: open.url ?? null, label: open.label ?? null, note: open.note ?? null, qr: open.qr ?? true },
    app: json.app === undefined ? null : { url: json.app.url, label: json.app.label ?? null },
    rails: json.rails ?? railNames.filter(rail => !isHiddenSort(rail, stats)),
    home: json.home ?? neutralSite.home,
    head: {
      scripts: (head.scripts ?? []).map(({ src, attributes = {} }) => ({ src, attributes })),
      origins: head.origins ?? [],
    },
    features: { ...neutralSite.features, ...features },
  }
}
