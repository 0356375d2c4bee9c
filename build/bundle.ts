// The client in one file, as small as it gets: what our own pages load, and what the limit of its size is measured on.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const entry = fileURLToPath(new URL('../client/client.ts', import.meta.url))

export async function clientBundle(): Promise<string> {
  const bundle = await rolldown({ input: entry })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return `// Made from client/ by \`npm run build:client\`.\n${output[0].code}`
}
