// TypeScript to JavaScript, by tsc. Node runs the sources as they are, but not where packages are installed.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** `project` is a configuration in this folder. Only the client's types are checked: `npm run check` does the rest. */
export function compile(project: string, folder: string): void {
  const tsc = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace(/package\.json$/, 'bin/tsc')
  const args = [tsc, '--project', join(root, 'build', project), '--outDir', folder]
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}

/** tsc writes the right endings into imports, but does not know that an address of a file is one too. */
export function renameWorkers(folder: string): void {
  for (const file of globSync('**/*.js', { cwd: folder })) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const renamed = text.replaceAll(/(new URL\('\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g, "$1.js', import.meta.url)")
    const left = /'\.{1,2}\/[^'\n]+\.ts'/.exec(renamed)
    if (left) throw new Error(`${file} names ${left[0]}, which is not in the package.`)
    if (renamed !== text) writeFileSync(path, renamed)
  }
}

/** Nor does it in declarations. */
export function renameInDeclarations(folder: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'))
  }
}
