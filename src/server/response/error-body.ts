// One error body for every endpoint, in the form the client requested. All forms have the same facts.
import { STATUS_CODES } from 'node:http'
import type { Addresses, HostName } from '../../addresses.ts'
import { type ErrorDetail, errors, type Failure } from '../../errors.ts'
import { makeTypeChooser } from '../request/accept.ts'

export type ErrorFacts = {
  code: number
  message: string
  error: string
  retryable: boolean
  request_id: string
  details: ErrorDetail[]
  documentation_url: string
}

export const errorFields = [
  'code',
  'message',
  'error',
  'retryable',
  'request_id',
  'details',
  'documentation_url',
] as const satisfies readonly (keyof ErrorFacts)[]

export type ErrorForm = 'application/json' | 'application/problem+json' | 'text/html' | 'text/markdown'

/** `languages` are those requested, best first; `locale` is the one used. */
export type ErrorPage = (failed: {
  status: number
  title: string
  facts: ErrorFacts
  languages: readonly string[]
}) => { text: string; locale: string }

const chooseForm: Record<HostName, (accept: string | undefined) => ErrorForm> = {
  api: makeTypeChooser<ErrorForm>(['application/json', 'application/problem+json']),
  web: makeTypeChooser<ErrorForm>(['application/json', 'application/problem+json', 'text/html', 'text/markdown']),
}

export const errorForm = (host: HostName, accept: string | undefined): ErrorForm => chooseForm[host](accept)

export function errorFacts(failure: Failure, requestId: string, addresses: Addresses): ErrorFacts {
  return {
    code: failure.code,
    message: failure.message,
    error: failure.error,
    retryable: failure.retryable,
    request_id: requestId,
    details: failure.details,
    documentation_url: addresses.documentation(failure.error),
    ...failure.facts,
  }
}

export const statusTitle = (status: number): string => STATUS_CODES[status] ?? 'Error'

export function errorBody(form: Exclude<ErrorForm, 'text/html'>, status: number, facts: ErrorFacts): string {
  switch (form) {
    case 'application/json':
      return JSON.stringify(facts)
    case 'application/problem+json':
      return JSON.stringify(problem(status, facts))
    case 'text/markdown':
      return markdown(status, facts)
  }
}

/** RFC 9457. */
function problem(status: number, facts: ErrorFacts) {
  return { type: facts.documentation_url, title: statusTitle(status), status, detail: facts.message, ...facts }
}

function markdown(status: number, { message, error, details, request_id, documentation_url }: ErrorFacts): string {
  const fields = details.map(({ field, reason }) => `- \`${plain(field)}\`: ${plain(reason)}\n`).join('')
  return (
    `# ${status} ${statusTitle(status)}\n\n${plain(message)}\n\n${fields}` +
    `- error: \`${error}\`\n- request: \`${request_id}\`\n- documentation: <${documentation_url}>\n`
  )
}

/** Messages may quote client input, which must stay text. */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]#|]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ')

/** 5xx responses contain only the general meaning of the error; details are in the log. */
export const safeMessage = (failure: Failure): string =>
  failure.status >= 500 ? errors[failure.error].meaning : failure.message
