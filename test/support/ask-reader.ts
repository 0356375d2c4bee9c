// Answers of ask as they are read: events as the standard of server-sent events has them, and what they must hold.
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { AskResponse as Answer } from '../../src/ask/answer/answer.ts'
import { AskResponse } from '../../src/ask/answer/schemas.ts'
import { closed } from './contract-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: data of any event
export type Event = { id: string; event: string; data: any }

/** The events of a whole stream; comments are left out. */
export function eventsIn(text: string): Event[] {
  assert.ok(text.endsWith('\n\n'), 'The stream ends in the middle of an event.')
  return text
    .split('\n\n')
    .filter(block => block !== '' && !block.startsWith(':'))
    .map(block => {
      const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: ?(.*)/s).slice(0, 2)))
      assert.deepEqual(Object.keys(fields), ['id', 'event', 'data'])
      return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
    })
}

const shape = Compile(closed(AskResponse))

/** Fails on any field that is missing, of another type, or not promised. */
export function checkedAnswer(value: unknown): Answer {
  if (!shape.Check(value)) assert.fail(JSON.stringify(shape.Errors(value).slice(0, 3)))
  return value as Answer
}
