// Files of a site pack that are served: logo, icon, font and style sheet.
import { hash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { SiteFile } from './site.ts'
import { svgProblem } from './svg.ts'

const maxBytes = 1024 * 1024

export const fileTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.css': 'text/css; charset=utf-8',
}

/** Throws an Error whose message completes "logo …". */
export function readSiteFile(folder: string, name: string): SiteFile {
  const path = join(folder, name)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile()) throw new Error(`names ${name}, which is not a file in the folder.`)
  // A link may lead anywhere, and everything that is named here becomes public.
  if (!realpathSync(path).startsWith(realpathSync(folder) + sep)) throw new Error(`leads out of the folder (${name}).`)
  if (stats.size > maxBytes) throw new Error(`names ${name}, which is larger than ${maxBytes / 1024} KiB.`)
  const bytes = readFileSync(path)
  const ending = extname(name).toLowerCase()
  const svg = ending === '.svg' ? svgProblem(bytes) : null
  if (svg !== null) throw new Error(`names ${name}, which ${svg}.`)
  const digest = hash('sha256', bytes, 'base64url').replaceAll(/[-_]/g, '').slice(0, 12)
  const stem = name.slice(0, -ending.length).replace(/[^A-Za-z0-9]+/g, '-')
  return { name, path: `/assets/site/${stem}-${digest}${ending}`, type: fileTypes[ending]!, bytes }
}
