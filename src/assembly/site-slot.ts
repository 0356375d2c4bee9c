// Holds the service for the current site. Loading the site pack again replaces it; requests that are being answered keep the
// previous one until they end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostName } from '../addresses.ts'
import { areCurrent } from '../operations/examples.ts'
import type { Sources } from '../server/metrics.ts'
import { loadSite, packInForce } from '../site/read.ts'
import type { Site } from '../site/site.ts'
import type { Parts } from './parts.ts'
import { type Handlers, makeSiteService, type SiteService } from './site-service.ts'

/** Requests may go on for this long after their site was replaced; then streams are ended. */
const overlapMs = 15_000

export type SiteSlot = {
  current(): SiteService
  /** They always use the current site. */
  handlersFor(host: HostName | null): Handlers
  cacheCounts: Pick<Sources, 'responseCache' | 'hotUrls'>
  reload(): Promise<void>
  close(): Promise<void>
}

type Used = { site: Site; service: SiteService; handlers: Map<HostName | null, Handlers> }

/** `fixed` replaces the site pack of the configuration. */
export async function makeSiteSlot(parts: Parts, fixed: Site | undefined): Promise<SiteSlot> {
  const { store } = parts.context
  const load = async () =>
    fixed ?? loadSite(await packInForce(parts.config.sitePack, store), warning => parts.log.warn(warning))
  const use = async (): Promise<Used> => {
    const site = await load()
    const service = await makeSiteService(parts, site)
    store.setOpenUrl(site.open.url)
    return { site, service, handlers: new Map() }
  }
  let current = await use()
  const closing = new AbortController()
  let reloading: Promise<void> = Promise.resolve()
  const ending = new Set<Promise<void>>()

  const handlersOf = (used: Used, host: HostName | null): Handlers => {
    const found = used.handlers.get(host) ?? used.service.handlersFor(host)
    used.handlers.set(host, found)
    return found
  }
  const replace = async (): Promise<void> => {
    if (closing.signal.aborted) return
    const next = await use()
    const previous = current
    current = next
    await next.service.prepare()
    const ended = endLater(previous.service, closing.signal).finally(() => ending.delete(ended))
    ending.add(ended)
  }
  const reload = (): Promise<void> => {
    // One at a time; a failed one does not stop the next.
    const next = reloading.then(replace, replace)
    reloading = next.catch(() => {})
    return next
  }
  const isFixed = fixed !== undefined || parts.config.sitePack !== undefined
  /** The demo pack goes as soon as the store contains anything else, and examples when their creation is removed. */
  const isOutdated = async (): Promise<boolean> =>
    (!isFixed && (await store.isDemo()) !== current.site.isDemo) ||
    !(await areCurrent(store, current.service.site.examples))
  const followStore = async (): Promise<void> => {
    if (await isOutdated()) await reload()
  }
  const unfollow = store.onChange(
    () => void followStore().catch(error => parts.log.error({ error }, 'the site was not replaced')),
  )
  return {
    current: () => current.service,
    handlersFor: host => ({
      handle: (req, res) => handlersOf(current, host).handle(req, res),
      parserErrors: {
        clientError: (...args) => handlersOf(current, host).parserErrors.clientError(...args),
        connect: (...args) => handlersOf(current, host).parserErrors.connect(...args),
      },
    }),
    cacheCounts: {
      responseCache: {
        get counts() {
          return current.service.caches.responseCache.counts
        },
        bytes: () => current.service.caches.responseCache.bytes(),
        size: () => current.service.caches.responseCache.size(),
      },
      hotUrls: () => current.service.caches.hot.api.size() + current.service.caches.hot.web.size(),
    },
    reload,
    close: async () => {
      unfollow()
      closing.abort()
      await reloading
      await Promise.all([...ending, current.service.close()])
    },
  }
}

async function endLater(service: SiteService, closing: AbortSignal): Promise<void> {
  await sleep(overlapMs, undefined, { signal: closing, ref: false }).catch(() => {})
  service.endAnswers()
  await service.close()
}
