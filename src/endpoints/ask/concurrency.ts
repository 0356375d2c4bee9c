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
  maxRunning: most = maxConcurrent,
  answerMs = askLimits.answerMs,
  prepareMs = askLimits.prepareMs,
  ready = async () => {},
}: Partial<Deadlines> & { maxRunning?: number; ready?: AskReady } = {}): AskConcurrency {
  const open = new Set<AbortController>()
  return {
    begin(res) {
      if (open.size >= most) throw fail('upstream_unavailable', 'Too many questions are being answered.')
      const controller = new AbortController()
      open.add(controller)
      const endSilence = allowSilence(res.socket, prepareMs + answerMs)
      const stopClock = startDeadline(reason => controller.abort(reason), ready, { answerMs, prepareMs })
      const leave = () => controller.abort(new Error('The client went away.'))
      res.once('close', leave)
      const end = () => {
        open.delete(controller)
        stopClock()
        endSilence()
        res.off('close', leave)
      }
      return { signal: controller.signal, end }
    },
    endAll() {
      for (const controller of open) controller.abort(fail('upstream_unavailable', 'The service is about to stop.'))
    },
    size: () => open.size,
  }
}
