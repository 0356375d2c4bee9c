// The English index of ask for the demo pack and the default settings, which a first start uses: as the compiled program in
// the folder makes it, since the code is part of its name.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, zstdCompressSync } from 'node:zlib'

export async function buildAskIndex(folder: string): Promise<void> {
  const load = (path: string) => import(pathToFileURL(join(folder, 'src', path)).href)
  const { loadAskIndex } = await load('ask/ask-index.js')
  const { readConfig } = await load('config/config.js')
  const { makeAddresses } = await load('addresses.js')
  const { tablesOf } = await load('discovery/self-description.js')
  const { loadSite } = await load('site/read.js')
  const config = readConfig({})
  const site = loadSite('demo')
  const tables = tablesOf({ ...config, site, addresses: makeAddresses(config.baseUrl, config.webUrl) })
  const cacheFolder = mkdtempSync(join(tmpdir(), 'vitrine-ask-index-'))
  try {
    await loadAskIndex(tables, site, { cacheFolder })
    for (const name of readdirSync(join(cacheFolder, 'ask'))) pack(join(cacheFolder, 'ask', name), folder, name)
  } finally {
    rmSync(cacheFolder, { recursive: true })
  }
}

const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 24 }

function pack(file: string, folder: string, name: string): void {
  mkdirSync(join(folder, 'ask-index'), { recursive: true })
  writeFileSync(join(folder, 'ask-index', `${name}.zst`), zstdCompressSync(readFileSync(file), { params }))
}
