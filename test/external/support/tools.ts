// Where the third-party tools of test/external/package.json are installed.
import { fileURLToPath } from 'node:url'

export const toolPackages = fileURLToPath(new URL('../node_modules', import.meta.url))
