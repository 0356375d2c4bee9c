// The type of a protocol method, and helpers that methods share.
import { errors, type Failure } from '../errors.ts'
import type { Params, ProtocolError } from './protocol.ts'

/** `ttlMs` is how long a client may cache the result; `age` is set when the result is stale. */
export type Result = { tail: Buffer; ttlMs?: number; age?: number }
export type Method = (params: Params) => Result | ProtocolError | Promise<Result | ProtocolError>

/** For results that change only with a deployment. */
export const fixedTtlMs = 300_000

/** Clients get no details of internal errors. */
export const messageOf = (failure: Failure): string =>
  failure.status >= 500 ? errors[failure.error].meaning : failure.message
