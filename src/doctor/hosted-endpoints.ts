// The endpoints, once for each host that serves them.
import { type HostName, makeAddresses } from '../addresses.ts'
import type { Description, Endpoint } from '../endpoints/define.ts'
import { JsonRpcRequest } from '../mcp/schemas.ts'
import { placeholders } from '../site/site.ts'
import type { Target } from './target.ts'

export type HostedEndpoint = { endpoint: Endpoint; description: Description; host: HostName; name: string }

/** Schemas and example requests do not depend on the addresses. */
export const exampleAddresses = makeAddresses('https://api.example.org', 'https://example.org')

export const hostedEndpoints = (list: readonly Endpoint[]): HostedEndpoint[] =>
  list.flatMap(endpoint =>
    (endpoint.hosts ?? ['web']).map(host => ({
      endpoint,
      description: endpoint.describe(exampleAddresses, placeholders),
      host,
      name: `${host === 'api' ? 'API ' : ''}${endpoint.path}`,
    })),
  )

/** Whether MCP messages are sent to it. */
export const isMcp = ({ describe }: Endpoint): boolean =>
  describe(exampleAddresses, placeholders).request?.schema === JsonRpcRequest

export const urlAt = (
  { apiUrl, webUrl }: Target,
  { host, endpoint }: HostedEndpoint,
  path: string = endpoint.path,
): string => (host === 'api' ? apiUrl : webUrl) + path
