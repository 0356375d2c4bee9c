// The communities that the questions of the examination are about.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { demoCreations, demoRecords } from '../../demo/demo.ts'
import { readConfig } from '../../src/config/config.ts'
import { loadSite } from '../../src/site/read.ts'
import type { Site } from '../../src/site/site.ts'
import { type StartOptions, smallCommunity } from '../support/start-service.ts'

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Facts mention limits, which are the default ones, and addresses, which are those that the authors of the questions saw.
 * The service listens on other ports.
 */
const config = {
  trustProxy: ['127.0.0.1/32'],
  limits: readConfig({}).limits,
  baseUrl: 'http://localhost:4900',
  webUrl: 'http://localhost:4901',
}

export const communities = {
  demo: (): StartOptions => ({ config, records: [...demoRecords({ creations: demoCreations })] }),
  /** 5,000 packages of Debian 12. */
  debian: (): StartOptions => ({
    config,
    records: recordsIn('../../bench/search/debian.ndjson.zst'),
    site: siteWith('Package Shelf', null),
  }),
  /** 3,600 packages that many others depend on, with kinds and counters of their own. */
  npm: (): StartOptions => ({
    config,
    records: recordsIn('../fixtures/ask-npm/records.ndjson.zst'),
    site: loadSite(fileAt('../fixtures/ask-npm/site')),
  }),
  /** A small community with ten Markdown pages about something else, and no facts. */
  pages: (): StartOptions => ({
    config,
    records: smallCommunity(),
    site: siteWith('Harrowmere Community Observatory', fileAt('../fixtures/ask-pages/pages')),
  }),
  pagesOfShop: (): StartOptions => ({
    config,
    records: smallCommunity(),
    site: siteWith('Weir Street Bicycle Co-operative', fileAt('../fixtures/ask-pages-second/pages')),
  }),
  pagesOfToolLibrary: (): StartOptions => ({
    config,
    records: smallCommunity(),
    site: siteWith('Tarnbeck Tool Library', fileAt('../fixtures/ask-pages-third/pages')),
  }),
  pagesOfDarkroom: (): StartOptions => ({
    config,
    records: smallCommunity(),
    site: siteWith('Hollin Weir Community Darkroom', fileAt('../fixtures/ask-pages-fourth/pages')),
  }),
  pagesOfPottery: (): StartOptions => ({
    config,
    records: smallCommunity(),
    site: siteWith('Osier Wharf Pottery', fileAt('../fixtures/ask-pages-fifth/pages')),
  }),
}

function recordsIn(path: string): unknown[] {
  const lines = zstdDecompressSync(readFileSync(fileAt(path)))
    .toString()
    .trimEnd()
    .split('\n')
  return lines.map(line => JSON.parse(line))
}

export type CommunityName = keyof typeof communities

function siteWith(name: string, pages: string | null): Site {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-ask-site-'))
  try {
    writeFileSync(join(folder, 'site.json'), JSON.stringify({ name }))
    if (pages !== null) addPages(pages, join(folder, 'pages/en'))
    return loadSite(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Their author calls the summary a description. */
function addPages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8')
    writeFileSync(join(to, name), text.replace(/^description:/m, 'summary:'))
  }
}
