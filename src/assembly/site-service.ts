// Everything that depends on the site: pages, documents, ask, MCP, endpoints and the caches of their responses. Loading a
// site pack again makes a second one, which replaces the first.

import type { HostName } from '../addresses.ts'
import { makeRaster } from '../art/share-image/thread.ts'
import { makeAsk } from '../ask/ask.ts'
import { makeModel } from '../ask/model/model.ts'
import { makeEmbeddings } from '../ask/model/use-embeddings.ts'
import { addDiscovery } from '../discovery/documents.ts'
import { knowledgeOf, siteOf, tablesOf } from '../discovery/self-description.ts'
import { skillResource } from '../discovery/skill.ts'
import { openEndpoints } from '../endpoints/open.ts'
import { slugOf } from '../knowledge/values.ts'
import { addMcpIcons } from '../mcp/icons.ts'
import { makeMcpServers } from '../mcp/servers.ts'
import { addWebmcp } from '../mcp/webmcp.ts'
import { openapiDocument } from '../openapi/document.ts'
import { examplesIn } from '../operations/examples.ts'
import { keysOf } from '../operations/for-site.ts'
import { operations } from '../operations/index.ts'
import { warmUp } from '../operations/warm-up.ts'
import { addArt } from '../routes/art.ts'
import { addAssets } from '../routes/assets.ts'
import { addDocs } from '../routes/docs.ts'
import { addDocuments, documents } from '../routes/documents.ts'
import { addFeeds } from '../routes/feeds/feeds.ts'
import { addHealth } from '../routes/health.ts'
import { addManifest } from '../routes/manifest.ts'
import { addPages } from '../routes/pages.ts'
import { addProtected } from '../routes/protected.ts'
import { makeReadContent } from '../routes/read-content.ts'
import { addReads } from '../routes/reads.ts'
import { addShareImages } from '../routes/share-images.ts'
import { addSharing } from '../routes/sharing/sharing.ts'
import { addSitemap } from '../routes/sitemap.ts'
import { makeParserErrors, type ParserErrors } from '../server/connections/parser-errors.ts'
import { type Handler, makeFirstHandler } from '../server/first-handler.ts'
import { makeSites } from '../server/hosts.ts'
import { type Failures, makeFailures } from '../server/response/failures.ts'
import { makeServe } from '../server/response/serve.ts'
import { makeRouters, type Router, routing } from '../server/router.ts'
import { addressesFor, hasPath } from '../site/features.ts'
import type { Site } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { openStateStore } from '../store/open.ts'
import { lazily } from '../util/lazily.ts'
import { type Caches, makeCaches } from './caches.ts'
import { errorPages } from './error-pages.ts'
import type { Parts } from './parts.ts'

/** `host` is null when both hosts share a port. */
export type Handlers = { handle: Handler; parserErrors: ParserErrors }

export type SiteService = {
  site: Site
  caches: Caches
  handlersFor(host: HostName | null): Handlers
  /** Prepares everything so that requests are answered at full speed. */
  warmUp(): Promise<void>
  /** Prepares searches and ask, whose first answers would be slow. */
  prepare(): Promise<void>
  /** Ends answers that are being streamed. */
  endAnswers(): void
  close(): Promise<void>
}

export async function makeSiteService(parts: Parts, pack: Site): Promise<SiteService> {
  const { config, options, log, traces, secret, now, lifecycle, counts, stalledMs } = parts
  const { deprecations } = options
  const site = { ...pack, examples: await communityExamples(parts, pack) }
  const addresses = addressesFor(site, parts.addresses)
  const context = { ...parts.context, addresses, kinds: keysOf(site.kinds) }
  const { store } = context
  const siteContext = { ...site, addresses }
  const failures = makeFailures({ addresses, ...errorPages(siteContext, context, now) })
  const caches = makeCaches(config, store, now)
  const { responseCache, drawings, pictures, hot } = caches
  const serve = makeServe(responseCache, hot)
  const readContent = makeReadContent(context, deprecations)
  const subject = { ...config, site, addresses }
  const tables = tablesOf(subject)
  const knowledge = knowledgeOf(subject, tables)
  const model = config.llm === undefined ? null : makeModel({ endpoint: config.llm, log, now })
  const state = await openStateStore(config.store)
  const embeddings =
    config.embed && makeEmbeddings({ endpoint: config.embed, vectors: state.vectors, creations: store, log, now })
  const health = () => endpoints.health()
  const builtIn = makeAsk({ knowledge, context, site, tables, now, health, model, embeddings })
  const ask = traces.ask(options.ask ?? builtIn)
  const askReady = options.askReady ?? builtIn.ready
  const shared = {
    config,
    site: siteContext,
    context,
    responseCache,
    serve,
    readContent,
    deprecations,
    secret,
    log,
    now,
    state,
  }
  const status = () => endpoints.status()
  const skill = skillResource({ context: siteContext, knowledge, productSlug: slugOf(nameIn(site)) })
  const mcp = makeMcpServers({ context, knowledge, responseCache, site, ask, askReady, status, skill }, log)
  const endpoints = await openEndpoints({ ...shared, ask, askReady, askInJobs: traces.job(ask), stalledMs, mcp })
  const discovery = siteOf({ config, site: siteContext, knowledge, mcp, now })
  const raster = makeRaster()
  const drawn = { site, raster, serve: makeServe(pictures, hot) }
  const openapi = lazily(() => openapiDocument({ ...config, ...addresses, site }, operations, deprecations))
  const routes = (host: HostName) => (all: Router) => {
    const router = enabledOnly(all, site)
    addHealth(router, { store, lifecycle })
    addReads(router, host, { operations, context, serve, readContent })
    addProtected(router, host, addresses)
    endpoints.add(router, host)
    addDiscovery(router, host, discovery, serve)
    if (host === 'web') {
      if (site.features.pages) {
        addPages(router, { site: siteContext, context, serve })
        addSharing(router, { site: siteContext, context, serve })
      }
      addDocs(router, { site: siteContext, knowledge, openapi, serve })
      addAssets(router, siteContext, serve)
      addSitemap(router, { site, store, addresses, knowledge, serve })
      addDocuments(router, documents(openapi), serve)
      addArt(router, makeServe(drawings, hot), site)
      addShareImages(router, { ...drawn, context })
      addManifest(router, drawn)
      addFeeds(router, { site, context, serve })
      if (site.features.mcp) addMcpIcons(router, serve)
      addWebmcp(router, { tools: mcp.product.definition.tools, serve })
    }
    options.extend?.(host, router, { context, serve })
  }
  const routers = await makeRouters({ addresses, failures, counts, log }, routes)
  // The thread for searches starts with the first check of the store.
  const prepare = async () => void (await Promise.all([store.ping().catch(() => {}), builtIn.prepare()]))
  return {
    site,
    caches,
    handlersFor: makeHandlers(parts, { routers, failures, hot }),
    warmUp: async () => void (await Promise.all([warmUp(context), prepare()])),
    prepare,
    endAnswers: endpoints.endAnswers,
    close: async () => {
      await Promise.all([routers.api.close(), routers.web.close()])
      await Promise.all([endpoints.close().then(state.close), raster.close()])
    },
  }
}

/** If the store does not answer, documents have placeholders. */
const communityExamples = ({ context: { store }, log }: Parts, site: Site) =>
  examplesIn(store, site).catch((error: unknown) => {
    log.warn({ err: error }, 'documents have no examples from the community')
    return site.examples
  })

/** Adds no routes of features that are turned off. */
const enabledOnly = (router: Router, site: Site): Router =>
  Object.create(router, {
    route: { value: (options: Parameters<Router['route']>[0]) => hasPath(site, options.url) && router.route(options) },
  })

type HandlerParts = { routers: Record<HostName, Router>; failures: Failures; hot: Caches['hot'] }

function makeHandlers(parts: Parts, { routers: made, failures, hot }: HandlerParts): SiteService['handlersFor'] {
  const { addresses, limits, request, counts, lifecycle, log, traces } = parts
  const { limiters } = limits
  const routers = { api: routing(made.api), web: routing(made.web) }
  const shared = { limiters, hot, routers, failures, counts, lifecycle, log, ...request }
  const { clientOf, nextId } = request
  return host => {
    const unparsed = { host: host ?? 'api', failures, limiter: limiters.discovery, clientOf, counts, nextId }
    return {
      handle: traces.handler(makeFirstHandler({ siteOf: makeSites(addresses, host), ...shared })),
      parserErrors: makeParserErrors(unparsed),
    }
  }
}
