// `node build/views.ts`: the script and the sheet of the ui:// views, as small as they get. They are committed; a test
// says when they are no longer what would be made.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const source = (file: string): string => fileURLToPath(new URL(`../browser/views/${file}`, import.meta.url))
const target = (file: string): URL => new URL(`../browser/${file}`, import.meta.url)

export const madeViews = { 'views.js': viewScript, 'views.css': async () => viewSheet() }

async function viewScript(): Promise<string> {
  const bundle = await rolldown({ input: source('view.js') })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code.trim()
}

function viewSheet(): string {
  return readFileSync(source('view.css'), 'utf8')
    .replace(/\s*([{};,>/])\s*/g, '$1')
    .replace(/="(\w+)"/g, '=$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}')
    .trim()
}

if (import.meta.main) {
  for (const [file, make] of Object.entries(madeViews)) writeFileSync(target(file), await make())
}
