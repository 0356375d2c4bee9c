// Unhandled promise rejections are bugs in this service. By default Node would end the process, and with it every
// request in progress; so they are logged and counted instead.
import type { Logger } from 'pino'

/** Returns a function that stops it. */
export function watchRejections(log: Logger, unhandled: { rejections: number }): () => void {
  const heard = (reason: unknown) => {
    unhandled.rejections++
    log.error({ err: reason }, 'unhandled rejection')
  }
  process.on('unhandledRejection', heard)
  return () => process.off('unhandledRejection', heard)
}
