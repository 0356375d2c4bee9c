// A thread that renders PNGs: this takes tens of milliseconds, which would block the main thread.
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { findFonts } from './fonts.ts'
import { drawShareImage, shareSize } from './share-image.ts'
import { drawSiteImage } from './site-image.ts'
import type { RasterJob, RasterReply } from './thread.ts'

const fonts = findFonts()

function png(svg: string, width: number, fontFiles: string[]): Uint8Array {
  const font = { loadSystemFonts: false, fontFiles }
  return new Resvg(svg, { fitTo: { mode: 'width', value: width }, font }).render().asPng()
}

function draw(job: RasterJob): Uint8Array {
  if ('svg' in job) return png(job.svg, job.width, [])
  const { svg, fontFiles } =
    'site' in job ? drawSiteImage(job.site, fonts) : drawShareImage(job.facts, job.icon, fonts, job.colors)
  return png(svg, shareSize.width, fontFiles)
}

function reply(job: RasterJob): RasterReply {
  try {
    return { bytes: draw(job) }
  } catch (error) {
    return { reason: String(error) }
  }
}

parentPort!.on('message', (job: RasterJob) => parentPort!.postMessage(reply(job)))
// Not before all modules are loaded.
setImmediate(() => parentPort!.postMessage('ready' satisfies RasterReply))
