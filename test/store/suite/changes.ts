// Random imports, one after the other: after each, the store says what the model says, and so does a new store that
// was filled from this one's export.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordsOf } from '../../support/model/community.ts'
import {
  handles,
  randomChange,
  randomCommunity,
  randomCreation,
  randomOf,
  slugOf,
} from '../../support/model/generator.ts'
import { expectFilters, expectSearches, expectTheRest } from './comparison.ts'
import { bringIn, noticed, type OpenStore, openTwins, type Twins } from './harness.ts'

export function changeTests(open: OpenStore): void {
  describe('after any sequence of imports', () => {
    test('small ones, seed 11', () => randomImports(open, 11))
    test('ones that write all lists anew and ones that edit them, seed 21', () => bigAndSmallImports(open, 21))
  })
}

export async function randomImports(open: OpenStore, seed: number): Promise<void> {
  const random = randomOf(seed)
  const slugs = 10
  const twins = await openTwins(open)
  try {
    for (let round = 0; round < 6; round++) {
      const size = random.pick([1, 1, 5, 40])
      const changes = Array.from({ length: size }, () => randomChange(random, twins.model(), slugs))
      const rejections = random.chance(0.3) ? 'fail' : 'skip'
      await twins.import(round === 0 ? randomCommunity(random, slugs) : changes, round === 0 ? 'skip' : rejections)
      await expectFilters(twins.store, twins.model(), random, 0.05)
      await expectSearches(twins.store, twins.model(), random, 6)
      await expectTheRest(twins.store, twins.model(), random, 4)
    }
    await expectSameElsewhere(open, twins, seed, slugs)
  } finally {
    await twins.close()
  }
}

async function bigAndSmallImports(open: OpenStore, seed: number): Promise<void> {
  const random = randomOf(seed)
  const slugs = 130
  const twins = await openTwins(open)
  const anyone = () => random.pick(handles)
  const creations = (howMany: number) =>
    Array.from({ length: howMany }, () => randomCreation(random, anyone(), slugOf(random.below(slugs)), slugs))
  const deletions = (howMany: number) =>
    Array.from({ length: howMany }, () => ({
      type: 'delete',
      of: 'creation',
      handle: anyone(),
      slug: slugOf(random.below(slugs)),
    }))
  const check = async () => {
    await expectFilters(twins.store, twins.model(), random, 0.02)
    await expectSearches(twins.store, twins.model(), random, 6)
    await expectTheRest(twins.store, twins.model(), random, 3)
  }
  try {
    await twins.import(randomCommunity(random, slugs), 'skip')
    await check()
    for (const records of [creations(30), creations(2500), deletions(300)]) {
      await twins.import(records)
      await check()
    }
    await expectSameElsewhere(open, twins, seed, 5)
  } finally {
    await twins.close()
  }
}

async function expectSameElsewhere(open: OpenStore, twins: Twins, seed: number, slugs: number): Promise<void> {
  const records = await Array.fromAsync(twins.store.records())
  const fresh = await open()
  try {
    const { counts } = await noticed(fresh.store, () => bringIn(fresh.writable, records))
    assert.deepEqual(counts, { created: records.length, updated: 0, deleted: 0, unchanged: 0 })
    assert.deepEqual(await Array.fromAsync(fresh.store.records()), records)
    assert.ok(recordsOf(twins.model(), 'creation').length > 0)
    const random = randomOf(seed + 1000)
    await expectFilters(fresh.store, twins.model(), random, 0.05)
    await expectSearches(fresh.store, twins.model(), random, 8)
    await expectTheRest(fresh.store, twins.model(), random, slugs)
  } finally {
    await fresh.close()
  }
}
