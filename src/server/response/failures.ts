// Sends every error response: from handlers, the first handler and the HTTP parser.
import type { ServerResponse } from 'node:http'
import type { Addresses } from '../../addresses.ts'
import { type Failure, fail } from '../../errors.ts'
import { requestedLanguages } from '../request/accept-language.ts'
import type { RequestInfo, RequestWithInfo } from '../request/request-info.ts'
import {
  type ErrorFacts,
  type ErrorForm,
  type ErrorPage,
  errorBody,
  errorFacts,
  errorForm,
  safeMessage,
  statusTitle,
} from './error-body.ts'
import { addRequestHeaders, commonHeaders } from './headers.ts'

type FailureResponse = { status: number; head: string[]; body: Buffer }

/** The form and languages that the client requested. */
type Requested = { accept: string | undefined; languages: readonly string[]; page?: ErrorPage }

export type Failures = ReturnType<typeof makeFailures>

// JSON has no charset parameter (RFC 8259). Go clients made by oapi-codegen compare the whole value to distinguish
// both types.
const contentTypes: Record<ErrorForm, string> = {
  'application/json': 'application/json',
  'application/problem+json': 'application/problem+json',
  'text/html': 'text/html; charset=utf-8',
  'text/markdown': 'text/markdown; charset=utf-8',
}

const vary = 'Accept, Accept-Encoding, Service-API-Version'
const shared = ['Cache-Control', 'no-store', ...commonHeaders]

type FailureOptions = {
  addresses: Addresses
  page: ErrorPage
  /** Reads what only pages for missing addresses show. Never rejects. */
  missingPage: (languages: readonly string[]) => Promise<ErrorPage>
  pageHeaders: readonly string[]
}

export function makeFailures({ addresses, page: usualPage, missingPage, pageHeaders }: FailureOptions) {
  /** The body, and the headers that depend on it. */
  const bodyIn = (form: ErrorForm, status: number, facts: ErrorFacts, { languages, page }: Requested) => {
    if (form !== 'text/html') return { body: errorBody(form, status, facts), bodyHeaders: ['Vary', vary] }
    const { text, locale } = (page ?? usualPage)({ status, title: statusTitle(status), facts, languages })
    return { body: text, bodyHeaders: ['Vary', `${vary}, Accept-Language`, 'Content-Language', locale, ...pageHeaders] }
  }

  const responseTo = (
    failure: Failure,
    info: RequestInfo,
    requested: Requested = { accept: undefined, languages: [] },
  ): FailureResponse => {
    const form = errorForm(info.host, requested.accept)
    const facts = { ...errorFacts(failure, info.id, addresses), message: safeMessage(failure) }
    const { body: text, bodyHeaders } = bodyIn(form, failure.status, facts, requested)
    const body = Buffer.from(text)
    const head = ['Content-Type', contentTypes[form], 'Content-Length', String(body.length), ...shared, ...bodyHeaders]
    for (const [name, value] of Object.entries(failure.headers)) head.push(name, value)
    if (failure.status === 503 && failure.headers['Retry-After'] === undefined) head.push('Retry-After', '1')
    return { status: failure.status, head: addRequestHeaders(head, info), body }
  }

  const send = (req: RequestWithInfo, res: ServerResponse, failure: Failure): void => {
    if (res.headersSent || res.destroyed) {
      res.destroy()
      return
    }
    const { accept } = req.headers
    const languages = requestedLanguages(req)
    const respond = (page: ErrorPage) => write(req, res, responseTo(failure, req.info, { accept, languages, page }))
    if (failure.status === 404 && errorForm(req.info.host, accept) === 'text/html')
      void missingPage(languages).then(respond)
    else respond(usualPage)
  }

  const tooMany = tooManyBody(addresses)

  /** Fast, for floods of requests: the 429 in JSON is precomputed except for the seconds and the request id. */
  const sendTooMany = (req: RequestWithInfo, res: ServerResponse): void => {
    const { info } = req
    const { reset } = info.verdict!
    const isMcpMessage = info.verdict!.policy === 'mcp' && req.method === 'POST'
    if (!isMcpMessage && errorForm(info.host, req.headers.accept) !== 'application/json') {
      send(req, res, tooManyRequests(reset))
      return
    }
    const facts = tooMany(info.id, reset)
    const body = Buffer.from(isMcpMessage ? jsonRpcError(facts) : facts)
    const head = ['Content-Type', contentTypes['application/json'], 'Content-Length', String(body.length), ...shared]
    head.push('Vary', vary, 'Retry-After', String(reset))
    write(req, res, { status: 429, head: addRequestHeaders(head, info), body })
  }

  return { responseTo, send, sendTooMany }
}

const tooManyMessage = (wait: string): string => `Too many requests; wait ${wait}.`

/** The error body in a JSON-RPC error. The id is null, since the message was not read. */
function jsonRpcError(facts: string): string {
  const { code, message } = JSON.parse(facts) as ErrorFacts
  return `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":${JSON.stringify(message)},"data":${facts}}}`
}

const secondsText = (seconds: number): string => `${seconds} second${seconds === 1 ? '' : 's'}`

export const tooManyRequests = (seconds: number): Failure =>
  fail('rate_limited', tooManyMessage(secondsText(seconds)), { headers: { 'Retry-After': String(seconds) } })

function tooManyBody(addresses: Addresses): (id: string, seconds: number) => string {
  const facts = errorFacts(fail('rate_limited', tooManyMessage('the-seconds')), 'the-request-id', addresses)
  const [before, between, after] = JSON.stringify(facts).split(/the-seconds|the-request-id/) as [string, string, string]
  return (id, seconds) => before + secondsText(seconds) + between + id + after
}

function write(req: RequestWithInfo, res: ServerResponse, { status, head, body }: FailureResponse): void {
  // The rest of a body that was rejected for its size is not read.
  if (status === 413 && !req.info.closing) head.push('Connection', 'close')
  res.writeHead(status, head)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}
