// The two hosts as OpenAPI servers.
import type { Addresses } from '../addresses.ts'

// URLs are literal: most client generators do not support server variables.
export const apiServer = ({ baseUrl }: Addresses, description = 'The API host.') => ({ url: baseUrl, description })

export const webServer = ({ webUrl }: Addresses, description = 'The web host.') => ({ url: webUrl, description })
