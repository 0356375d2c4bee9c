// A server whose answers to questions never end, as a process of its own whose memory can be measured.
import { writeSync } from 'node:fs'
import { type Ask, nlwebVersion } from '../../src/ask/answer/answer.ts'
import { start } from '../support/start-service.ts'

/** More than a result of an answer ever has. */
const text = 'x'.repeat(4 * 1024)

const ask: Ask = async function* ({ query }, { requestId, signal }) {
  const _meta = {
    response_type: 'answer',
    version: nlwebVersion,
    request_id: requestId,
    processing_time_ms: 0,
  } as const
  yield { event: 'start', data: { _meta: { ..._meta, answerer: 'builtin' }, query_id: requestId, query } }
  while (!signal.aborted) yield { event: 'result', data: { text } }
}

/** Whoever started this process takes away what it leaves behind. */
const { ports } = await start({ after: () => {} }, { ask, config: { store: process.argv[2]! } })
writeSync(1, `${ports.web}\n`)
