// Unhandled promise rejections are bugs in this service. By default Node would end the process, and with it every
// request in progress; so they are logged and counted instead.
import type { Logger } from 'pino'

/** Returns a function that removes the listener. */
export function watchRejections(log: Logger, unhandled: { rejections: number }): () => void {
  const onRejection = (reason: unknown) => {
    unhandled.rejections++
    log.error({ err: reason }, 'unhandled rejection')
  }
  process.on('unhandledRejection', onRejection)
  return () => process.off('unhandledRejection', onRejection)
}
