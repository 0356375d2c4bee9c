import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeRaster } from '../../src/art/share-image/thread.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2H0z"/></svg>'

test('the thread that renders can be closed at any time, also while it loads', async () => {
  for (let delayMs = 0; delayMs < 300; delayMs += 15) {
    const raster = makeRaster()
    const drawn = raster.draw({ svg, width: 16 }).then(
      bytes => bytes.toString('latin1', 1, 4),
      ({ error }: { error: string }) => error,
    )
    await wait(delayMs)
    await raster.close()
    assert.match(await drawn, /^(?:PNG|upstream_unavailable)$/)
    await assert.rejects(raster.draw({ svg, width: 16 }), { error: 'upstream_unavailable' })
  }
})
