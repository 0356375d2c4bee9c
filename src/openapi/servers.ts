// The two hosts as OpenAPI servers.
import type { Addresses, HostName } from '../addresses.ts'

// URLs are literal: most client generators do not support server variables.
export function serverOf(addresses: Addresses, { host, description }: { host: HostName; description?: string }) {
  return host === 'api'
    ? { url: addresses.baseUrl, description: description ?? 'The API host.' }
    : { url: addresses.webUrl, description: description ?? 'The web host.' }
}
