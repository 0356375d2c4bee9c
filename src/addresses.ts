// Every URL in every answer is made here, from the configuration: never from a request's Host.
import { isIP } from 'node:net'

/** The two hosts of a service. */
export type HostName = 'api' | 'web'

export type Addresses = ReturnType<typeof makeAddresses>

export function makeAddresses(baseUrl: string, webUrl: string) {
  const web = new URL(webUrl)
  const hostname = web.hostname.replace(/^\[|\]$/g, '')
  // A handle is the subdomain label of its creator's address; an IP address has no subdomains.
  const subdomains = isIP(hostname) === 0
  const creatorPrefix = subdomains ? `${web.protocol}//` : `${webUrl}/@`
  const creatorSuffix = subdomains ? `.${web.host}` : ''
  return {
    baseUrl,
    webUrl,
    creatorPrefix,
    creatorSuffix,
    creator: (handle: string) => `${creatorPrefix}${handle}${creatorSuffix}`,
    creation: (handle: string, slug: string) => `${webUrl}/@${handle}/${slug}`,
    creationApi: (handle: string, slug: string) => `${baseUrl}/public/share/app/${handle}/${slug}`,
    community: (query: Record<string, string>) => `${webUrl}/community?${new URLSearchParams(query)}`,
    /** A picture for where a page is shared: of a creation, or of a creator. */
    shareImage: (handle: string, slug?: string) =>
      `${webUrl}/art/share/${handle}${slug === undefined ? '' : `/${slug}`}.png`,
    /** Media are stored as absolute http(s) URLs or as paths on the web host. */
    media: (url: string | null) => (url?.startsWith('/') ? webUrl + url : url),
    documentation: (anchor: string) => `${webUrl}/docs/errors#${anchor}`,
  }
}

/** A port of 0 becomes the port that the system gave. */
export function withPort(url: string, port: number): string {
  return url.endsWith(':0') ? `${url.slice(0, -1)}${port}` : url
}
