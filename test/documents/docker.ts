// `docker` and `docker compose` as the documents have them, by a real Docker: the image is built, what runs is asked.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, root } from '../docs-blocks.ts'
import { community, lines } from '../scratch-store.ts'
import type { Stage } from './docker-asking.ts'
import { replacesOneByOne, runsTogether } from './docker-compose.ts'
import { runsAtOnce, runsForLong } from './docker-container.ts'
import { provideImages } from './docker-images.ts'
import { dockerMachine } from './docker-machine.ts'
import type { Ground, Shown } from './part.ts'

type Show = (block: Block, stage: Stage) => Promise<string>

/** What each kind of block is shown to do. Later ones go on with what earlier ones have made. */
const shows: readonly (readonly [RegExp, Show])[] = [
  [/^docker build .* && docker run /m, runsAtOnce],
  [/^docker run --detach [\s\S]*^docker exec .* backup /m, runsForLong],
  [/^docker compose .* up --build --detach --wait$[\s\S]* import /m, runsTogether],
  [/^docker compose .* --no-deps app-1$[\s\S]* --no-deps app-2$/m, replacesOneByOne],
]

export async function runDocker(blocks: readonly Block[], ground: Ground): Promise<Shown[]> {
  const folder = join(ground.folder, 'vitrine')
  furnish(folder)
  const machine = await dockerMachine(ground, folder)
  ground.say(machine.how)
  await provideImages(machine, ground)
  const shown: Shown[] = []
  for (const block of blocks) {
    const [, show] = shows.find(([fits]) => fits.test(block.text)) ?? []
    assert.ok(show, `${block.at}: nobody knows what it is to do; see ${import.meta.filename}.`)
    ground.say(`${block.at} is run`)
    const what = await show(block, { machine, folder }).catch((error: Error) => {
      throw new Error(`${block.at}: ${error.message}`, { cause: error })
    })
    shown.push({ at: block.at, what })
  }
  return shown
}

/** What of a clone is looked at, and records. */
function furnish(folder: string): void {
  mkdirSync(folder)
  const ignored = '.dockerignore'
  const allowed = [...readFileSync(join(root, ignored), 'utf8').matchAll(/^!(.+)$/gm)].map(([, name]) => name!)
  for (const name of [ignored, 'deploy', ...allowed])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: from => !from.endsWith('.env') })
  writeFileSync(join(folder, 'records.ndjson'), lines(community))
}
