// Limits how many questions are answered concurrently and for how long, and ends them at shutdown.
import type { ServerResponse } from 'node:http'
import type { AskReady } from '../../ask/answer/answer.ts'
import { type Deadlines, startDeadline } from '../../ask/deadline.ts'
import { fail } from '../../errors.ts'
import { askLimits } from '../../limits.ts'
import { allowSilence } from '../../server/connections/silent-connections.ts'

type AskSlot = { signal: AbortSignal; end(): void }

export type AskConcurrency = {
  /** The signal is aborted when `res` closes before the answer is complete. */
  begin(res: ServerResponse): AskSlot
  /** Aborts all questions at shutdown. */
  endAll(): void
  size(): number
}

const maxConcurrent = 1_000

export function makeAskConcurrency({
  maxRunning = maxConcurrent,
  answerMs = askLimits.answerMs,
  prepareMs = askLimits.prepareMs,
  ready = async () => {},
}: Partial<Deadlines> & { maxRunning?: number; ready?: AskReady } = {}): AskConcurrency {
  const open = new Set<AbortController>()
  return {
    begin(res) {
      if (open.size >= maxRunning) throw fail('upstream_unavailable', 'Too many questions are being answered.')
      const controller = new AbortController()
      open.add(controller)
      const restoreTimeout = allowSilence(res.socket, prepareMs + answerMs)
      const stopDeadline = startDeadline(reason => controller.abort(reason), ready, { answerMs, prepareMs })
      const onClose = () => controller.abort(new Error('The client closed the connection.'))
      res.once('close', onClose)
      const end = () => {
        open.delete(controller)
        stopDeadline()
        restoreTimeout()
        res.off('close', onClose)
      }
      return { signal: controller.signal, end }
    },
    endAll() {
      for (const controller of open) controller.abort(fail('upstream_unavailable', 'The service is about to stop.'))
    },
    size: () => open.size,
  }
}
