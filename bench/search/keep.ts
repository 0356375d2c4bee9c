// Keeps what the current ranking finds, so that it can be pooled and scored after the ranking has changed:
//   node bench/search/keep.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { communityNames, openCommunity } from './community.ts'
import type { Rankings } from './queries.ts'
import { askVitrine } from './rankings.ts'

const kept: Rankings = { lists: {}, correct: {} }
for (const name of communityNames) {
  const { lists, correct } = await askVitrine(await openCommunity(name))
  Object.assign(kept.lists, lists)
  Object.assign(kept.correct, correct)
}
writeFileSync(join(import.meta.dirname, 'before.json'), `${JSON.stringify(kept, null, 2)}\n`)
