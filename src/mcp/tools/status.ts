// `get_status`: the status document.
import type { Tool, ToolDescription } from '../definition.ts'
import { toolResultBytes } from '../result-bytes.ts'
import { joined } from '../text/write.ts'
import { noArguments } from './single-text-argument.ts'

/** What the text uses of the status document. */
type Status = {
  status: string
  version: string
  api_version: string
  time: string
  components: readonly { name: string; status: string; latency_ms: number; lag_seconds?: number }[]
  rate_limits: readonly { policy: string; limit: number | null; window_seconds: number; covers: string }[]
  retry: {
    retryable: readonly number[]
    non_retryable: readonly number[]
    rules: readonly { status: string; action: string }[]
  }
  links: { self: string }
}

export type GetStatus = () => Promise<Status>

const text = { type: 'string' } as const
const objects = { type: 'array', items: { type: 'object' } } as const

export const statusDescription: ToolDescription = {
  name: 'get_status',
  icon: 'chart',
  title: 'Check the service',
  description:
    'Get the health of the service, its rate limits, how to retry after an error such as 429, and the API version to pin. ' +
    'Use this when a call failed, or to plan many calls. Next: wait as told, then repeat the call.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['operational', 'degraded', 'outage'] },
      version: text,
      api_version: text,
      time: text,
      components: objects,
      rate_limits: objects,
      retry: { type: 'object' },
      links: { type: 'object' },
    },
    required: ['status', 'version', 'api_version', 'time', 'components', 'rate_limits', 'retry', 'links'],
  },
}

export const statusTool = (status: GetStatus): Tool => ({
  ...statusDescription,
  call: async args => {
    noArguments(args)
    const document = await status()
    return toolResultBytes({ json: JSON.stringify(document), text: statusText(document) })
  },
})

function statusText({ status, version, api_version, time, components, rate_limits, retry, links }: Status): string {
  const checked = components.map(
    ({ name, status, latency_ms, lag_seconds }) =>
      `${name} ${status} (${latency_ms} ms${lag_seconds === undefined ? '' : `, ${lag_seconds} s behind`})`,
  )
  return joined([
    `status: ${status} at ${time}`,
    `components: ${checked.join(', ')}`,
    ...rate_limits.map(
      ({ policy, limit, window_seconds, covers }) =>
        `rate limit ${policy}: ${limit === null ? 'no limit' : `${limit} per ${window_seconds} s`} (${covers})`,
    ),
    ...retry.rules.map(({ status, action }) => `on ${status}: ${action}`),
    `retry: ${retry.retryable.join(', ')}; do not retry: ${retry.non_retryable.join(', ')}`,
    `version to pin: Service-API-Version: ${api_version} (software ${version})`,
    `url: ${links.self}`,
  ])
}
