// `npm run build`, before `npm pack`: the whole program as JavaScript in dist/, with what it reads beside it.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './client.ts'
import { compile, renameWorkers, root } from './compile.ts'

/** Folders that the program finds by where it is itself. */
const beside = ['browser', 'knowledge', 'demo/data', 'demo/site']

const folder = join(root, 'dist')
rmSync(folder, { recursive: true, force: true })
compile('tsconfig.json', folder)
renameWorkers(folder)
// Over what the line above made of the client: the same, with types.
await buildClient(join(folder, 'client'))
// Its types refer to no other file.
compile('tsconfig.library.json', join(folder, 'types'))
cpSync(join(folder, 'types/library/vitrine.d.ts'), join(folder, 'library/vitrine.d.ts'))
rmSync(join(folder, 'types'), { recursive: true })
for (const name of beside) cpSync(join(root, name), join(folder, name), { recursive: true })
