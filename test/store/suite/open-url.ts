// The address that opens a creation: of its record, else from the template of the site, which may change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bringIn, noticed, type OpenStore } from './harness.ts'
import { creation, creator } from './sample.ts'

export function openUrlTests(open: OpenStore): void {
  test('cards have the address of the record, else that of the current template', async () => {
    const { store, writable, close } = await open()
    try {
      const own = 'https://own.example/%22'
      const records = [creator('ann'), creation('ann', 'plain'), creation('ann', 'own', { openUrl: own })]
      await noticed(store, () => bringIn(writable, records))
      const templates: [template: string | null, filled: string | null][] = [
        [null, null],
        ['https://a.example/{handle}/{slug}?"{slug}', 'https://a.example/ann/plain?"plain'],
        ['app:{slug}', 'app:plain'],
        [null, null],
      ]
      for (const [template, filled] of templates) {
        store.setOpenUrl(template)
        const query = { sort: 'recent', locales: ['en'], limit: 9 } as const
        const app = await store.app({ handle: 'ann', slug: 'plain', locales: ['en'] })
        const feeds = await Promise.all([
          store.feed(query),
          store.feed({ ...query, q: 'the' }),
          store.feeds([query]).then(([first]) => first!),
        ])
        for (const { items } of [...feeds, { items: [app!.card] }]) {
          for (const text of items) {
            const { slug, openUrl } = JSON.parse(text) as { slug: string; openUrl: string | null }
            assert.equal(openUrl, slug === 'own' ? own : filled)
          }
        }
      }
    } finally {
      await close()
    }
  })
}
