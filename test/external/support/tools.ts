// Where the third-party tools of test/external/package.json are installed.
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const toolPackages = fileURLToPath(new URL('../node_modules', import.meta.url))
const ownPackages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Makes a folder of packages with the tools and the dependencies of the service, because examples import both. */
export function linkPackages(folder: string): void {
  for (const from of [toolPackages, ownPackages]) linkAll(from, folder)
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name.startsWith('@')) linkAll(join(from, name), join(to, name))
    else if (!existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name))
  }
}
