// Builds every URL in every response from the configuration, never from the Host of a request.
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
    /** The followers of a creator, or those whom the creator follows. */
    follows: (handle: string, side: 'followers' | 'following') => `${webUrl}/@${handle}/${side}`,
    remixes: (handle: string, slug: string) => `${webUrl}/@${handle}/${slug}/remixes`,
    /** The image for link previews of a creation or a creator. */
    shareImage: (handle: string, slug?: string) =>
      `${webUrl}/art/share/${handle}${slug === undefined ? '' : `/${slug}`}.png`,
    /** The image for link previews of a category. */
    categoryImage: (slug: string) => `${webUrl}/art/share/site/category/${encodeURIComponent(slug)}.png`,
    /** The image for link previews of all other pages. */
    siteImage: `${webUrl}/art/site/share.png`,
    /** A card of a creation or a creator, to show in a frame on other sites. */
    embed: (handle: string, slug?: string) => `${webUrl}/embed/@${handle}${slug === undefined ? '' : `/${slug}`}`,
    badge: (handle: string, slug: string) => `${webUrl}/badge/@${handle}/${slug}.svg`,
    /** The description of a page for sites that embed it. */
    oembed: (url: string) => `${webUrl}/oembed?${new URLSearchParams({ url })}`,
    /** Media are stored as absolute http(s) URLs or as paths on the web host. */
    media: <T extends string | null>(url: T) => (url?.startsWith('/') ? webUrl + url : url) as T,
    documentation: (anchor: string) => `${webUrl}/docs/errors#${anchor}`,
  }
}

/** Replaces port 0 by the port that the system assigned. */
export function withPort(url: string, port: number): string {
  return url.endsWith(':0') ? `${url.slice(0, -1)}${port}` : url
}
