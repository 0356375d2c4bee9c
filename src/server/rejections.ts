// Unhandled promise rejections are bugs in this service. Without a listener Node would end the process, and with it
// every request in progress; so they are logged and counted, for somebody to look at.
import type { Logger } from 'pino'

/** Gives back what stops it. */
export function watchRejections(log: Logger, unhandled: { rejections: number }): () => void {
  const heard = (reason: unknown) => {
    unhandled.rejections++
    log.error({ err: reason }, 'unhandled rejection')
  }
  process.on('unhandledRejection', heard)
  return () => process.off('unhandledRejection', heard)
}
