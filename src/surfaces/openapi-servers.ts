// The two hosts as OpenAPI servers.
import type { Addresses } from '../addresses.ts'

export const apiServer = ({ baseUrl }: Addresses, description = 'The API host.') =>
  server('base_url', baseUrl, description)

export const webServer = ({ webUrl }: Addresses, description = 'The web host.') =>
  server('web_url', webUrl, description)

/**
 * The address of the reader's own machine is a variable that a reader elsewhere can fill in. Real addresses stand as
 * they are, because many programs know nothing of server variables.
 */
function server(name: string, url: string, description: string) {
  const { hostname } = new URL(url)
  if (hostname !== 'localhost' && !hostname.endsWith('.localhost')) return { url, description }
  return { url: `{${name}}`, description, variables: { [name]: { default: url } } }
}
