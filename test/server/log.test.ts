// Log lines as people see them on a terminal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog, readable } from '../../src/server/log.ts'

function linesOf(write: (log: ReturnType<typeof makeLog>) => void): string[] {
  const lines: string[] = []
  write(makeLog('info', { write: line => void lines.push(readable(line)) }))
  return lines
}

test('a line has time, level, message and the other fields', () => {
  const [plain, fields] = linesOf(log => {
    log.info('listening')
    log.warn({ store: 'a.db', records: 3 }, 'filled')
    log.debug('not wanted')
  })
  assert.match(plain!, /^\d\d:\d\d:\d\d INFO listening\n$/)
  assert.match(fields!, /^\d\d:\d\d:\d\d WARN filled \{"store":"a\.db","records":3\}\n$/)
})

test('an error has its stack, and nothing in a line controls the terminal', () => {
  const [line] = linesOf(log => log.error({ err: new Error('bad \u001b[2Jthing') }, 'failed'))
  assert.match(line!, /ERROR failed\n {2}Error: bad thing\n {4}at /)
})
