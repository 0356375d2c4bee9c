// Serves the discovery documents.

import type { HostName } from '../addresses.ts'
import { linkHeader, mediaTypes } from '../discovery.ts'
import { mcpUrls, type ServerName } from '../mcp/servers.ts'
import { addDocuments, type Document } from '../routes/documents.ts'
import type { RequestWithInfo } from '../server/request/request-info.ts'
import { documentHeaders } from '../server/response/caching.ts'
import { represent } from '../server/response/representation.ts'
import { sendNow } from '../server/response/send.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { withoutDisabled } from '../site/features.ts'
import { serverCard } from './mcp.ts'
import { type Site, skillName } from './site.ts'
import { discoveryDocuments } from './table.ts'

export function addDiscovery(router: Router, host: HostName, site: Site, serve: Serve): void {
  addDocuments(router, serverCards(host, site), serve)
  if (host === 'web') addTable(router, site, serve)
}

/** A server card is next to each MCP endpoint of the host. */
function serverCards(host: HostName, site: Site): Document[] {
  const { addresses } = site.context
  const origin = host === 'api' ? addresses.baseUrl : addresses.webUrl
  const servers = Object.entries(mcpUrls(addresses)) as [ServerName, readonly string[]][]
  return servers.flatMap(([name, urls]) =>
    urls
      .filter(url => url.startsWith(`${origin}/`))
      .map(url => ({
        path: `${url.slice(origin.length)}/server-card`,
        type: mediaTypes.serverCard,
        text: () => JSON.stringify(serverCard(site, name)),
      })),
  )
}

function addTable(router: Router, site: Site, serve: Serve): void {
  const link = linkHeader(site.context)
  const { addresses } = site.context
  const hosts = [addresses.baseUrl, addresses.webUrl]
  for (const { path, type, text, perRequest } of discoveryDocuments(skillName(site.productSlug))) {
    if (text === undefined) continue
    const enabled = () => withoutDisabled(site.context, hosts, text(site))
    if (perRequest) addPerRequest(router, path, type, enabled)
    else addDocuments(router, [{ path, type, text: enabled, link }], serve)
  }
}

function addPerRequest(router: Router, path: string, type: string, text: () => string): void {
  router.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { route: path },
    handler: async (request, reply) => {
      const bytes = Buffer.from(text())
      const answer = represent({ bytes, type, headers: documentHeaders, compressible: false })
      reply.hijack()
      sendNow(request.raw as RequestWithInfo, reply.raw, answer)
    },
  })
}
