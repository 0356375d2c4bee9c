// `npm run build:client`: what is made from the contract and committed, then the client as a package in dist/client.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientBundle } from './bundle.ts'
import { compile, renameInDeclarations, root } from './compile.ts'
import { contractText } from './contract.ts'

/** The files that are committed although they are made: tests say when they are no longer what would be made. */
export const made = {
  'client/contract.ts': async () => contractText(),
  'browser/client.js': clientBundle,
}

export async function buildClient(folder: string): Promise<void> {
  for (const [file, make] of Object.entries(made)) await remake(join(root, file), make)
  rmSync(folder, { recursive: true, force: true })
  compile('tsconfig.client.json', folder)
  renameInDeclarations(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), readme())
}

/** The same page, for a package of another name, away from the other pages. */
const readme = (): string =>
  readFileSync(join(root, 'docs/client.md'), 'utf8')
    .replaceAll('vitrine/client', 'vitrine-client')
    .replaceAll(/\[(\w+)\]\(\w+\.md\)/g, '$1')

/** Unchanged files are not written: another process may be reading them. */
async function remake(path: string, make: () => Promise<string>): Promise<void> {
  const text = await make()
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

/** The client can be published alone: it needs nothing. */
function manifest() {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    name: 'vitrine-client',
    version,
    description: 'The typed client of Vitrine, for browsers and Node.',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
  }
}

if (import.meta.main) await buildClient(join(root, 'dist', 'client'))
