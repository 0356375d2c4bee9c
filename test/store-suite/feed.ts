// Every order × filter × search, page by page, against the model.
import { describe, test } from 'node:test'
import { randomCommunity, randomOf } from '../community-generator.ts'
import { expectFilters, expectSearches, expectTheRest } from './comparison.ts'
import { type OpenStore, openTwins } from './harness.ts'

const slugs = 14

export function feedTests(open: OpenStore): void {
  for (const seed of [1, 2]) {
    describe(`a generated community, seed ${seed}`, async () => {
      test('every filter in every order, every search, every person and app', async () => {
        const random = randomOf(seed)
        const twins = await openTwins(open)
        try {
          await twins.import(randomCommunity(random, slugs), 'skip')
          await expectFilters(twins.store, twins.model(), random, 1)
          await expectSearches(twins.store, twins.model(), random, 100)
          await expectTheRest(twins.store, twins.model(), random, slugs)
        } finally {
          await twins.close()
        }
      })
    })
  }
}
