// What a client that follows NLWeb sends to look after a promise.
import { fail } from '../errors.ts'
import { type AwaitAction, awaitActions } from './jobs-schemas.ts'

export type Awaited = { token: string; action: AwaitAction }

type Json = Record<string, unknown>

const whatToSend = 'Send {"promise_token": "…", "action": "checkin"} or "cancel", with the token of the promise.'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export function checkAwait(body: unknown): Awaited {
  const given = isObject(body) ? body : {}
  const nested = isObject(given.promise) ? given.promise.token : given.promise
  const token = given.promise_token ?? given.token ?? nested ?? given.job_id
  if (token === undefined || token === null) {
    throw fail('invalid_request', whatToSend, { details: [{ field: 'promise_token', reason: 'It is missing.' }] })
  }
  if (typeof token !== 'string') throw notAllowed('promise_token', 'promise_token must be text.')
  return { token: token.trim(), action: actionOf(given.action) }
}

function actionOf(given: unknown): AwaitAction {
  if (given === undefined) return 'checkin'
  const action = awaitActions.find(name => name === given)
  if (action !== undefined) return action
  throw notAllowed('action', `action must be one of ${awaitActions.join(', ')}.`)
}

const notAllowed = (field: string, reason: string) =>
  fail('validation_failed', reason, { details: [{ field, reason }] })
