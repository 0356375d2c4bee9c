// Whether the hosts respond, under the right names, with a valid certificate and the right time.
import { connect, type PeerCertificate } from 'node:tls'
import type { Check } from './check.ts'
import { checkFailure, must, should } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import { feedPath, type StatusDocument, sampleFeed, type Target } from './target.ts'

const isLocal = (url: string): boolean => /^(?:(?:.+\.)?localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)

/** All other checks depend on these two. */
export const hostChecks: readonly [web: Check, api: Check] = [
  {
    name: 'web host',
    about: 'Somebody answers at the address of the web host, and it is a Vitrine.',
    cure: 'Look at the address, and at whether the service and the proxy before it run.',
    look: async ({ web, webUrl, read }) => {
      const alive = await web('/healthz')
      notMoved(alive, '--url')
      const status = await read(`${webUrl}/status`)
      mustBeOurs(alive, status)
      await notTheApiHost(status, webUrl)
      return webUrl
    },
  },
  {
    name: 'api host',
    about: 'Somebody answers at the address of the API host.',
    cure: 'Set VITRINE_BASE_URL to the address of the API host as the world sees it, or say --api-url.',
    look: async ({ api, apiUrl, read }) => {
      must(apiUrl !== '', 'the service does not say where it is', 'Say --api-url.')
      const alive = await api('/healthz')
      notMoved(alive, '--api-url')
      mustBeOurs(alive, await read(apiUrl + sampleFeed))
      return apiUrl
    },
  },
]

/** Proxies may hide health checks, as our nginx.conf does; then the headers of `other` identify the service. */
function mustBeOurs(alive: HttpResult, other: HttpResult): void {
  const isOurs = isHidden(alive) && other.headers['service-api-version'] !== undefined
  must(isOurs || (alive.status === 200 && alive.json()?.status === 'ok'), `${alive.status} from ${alive.url}`)
}

const isHidden = ({ status }: HttpResult): boolean => status === 403 || status === 404

function notMoved({ status, headers, url }: HttpResult, flag: string): void {
  if (status < 300 || status > 399) return
  const to = new URL(headers.location ?? '/', url)
  throw checkFailure(`${url} leads on to ${to}`, `Say ${flag} ${to.origin}.`)
}

async function notTheApiHost({ status, headers, text }: HttpResult, webUrl: string): Promise<void> {
  if (status !== 404 || !headers['content-type']?.includes('json')) return
  const documentation = (JSON.parse(text) as { documentation_url?: unknown }).documentation_url
  const origin = URL.canParse(String(documentation)) ? new URL(String(documentation)).origin : webUrl
  if (origin !== webUrl) throw checkFailure(`${webUrl} is the API host`, `Give the web host: --url ${origin}.`)
}

const bothHosts = ({ webUrl, apiUrl }: Target): string[] => [webUrl, apiUrl].filter(Boolean)

export const checksOfHosts: readonly Check[] = [
  {
    name: 'ready',
    about: 'Both hosts are ready for requests: the store answers.',
    cure: 'Look at the log of the service; the store does not answer, or the service is stopping.',
    look: async target => {
      for (const host of bothHosts(target)) {
        const seen = await target.request(`${host}/readyz`)
        if (isHidden(seen)) return readyByStatus(await target.status())
        must(seen.status === 200, `${seen.status} from ${seen.url}`)
      }
      return '/readyz on both'
    },
  },
  {
    name: 'addresses',
    about: 'The service knows under which addresses the world sees it.',
    cure: 'Set VITRINE_WEB_URL and VITRINE_BASE_URL to the public addresses.',
    look: async ({ status, webUrl, apiUrl }) => {
      const { self, api } = (await status()).links
      const knownWeb = new URL(self).origin
      must(knownWeb === webUrl, `it takes itself for ${knownWeb}`, `Set VITRINE_WEB_URL=${webUrl}.`)
      must(api === apiUrl, `it takes its API host for ${api}`, `Set VITRINE_BASE_URL=${apiUrl}.`)
      return `${api} and ${knownWeb}`
    },
  },
  {
    name: 'links',
    about: 'Links in answers lead back to the addresses that were asked.',
    cure: 'Set VITRINE_WEB_URL and VITRINE_BASE_URL to the public addresses, and let the proxy leave answers as they are.',
    look: async ({ sample, read, webUrl, apiUrl }) => {
      const { url, apiUrl: own } = await sample()
      must(url.startsWith(`${webUrl}/`), `a creation is said to be at ${url}`)
      must(own.startsWith(`${apiUrl}/`), `the data of a creation are said to be at ${own}`)
      const { nextUrl } = (await read(apiUrl + sampleFeed)).json().data.pagination
      must(nextUrl === null || String(nextUrl).startsWith(apiUrl), `the next page is said to be at ${nextUrl}`)
      const followed = await read(own)
      must(followed.status === 200, `${followed.status} from ${own}`)
      return own
    },
  },
  {
    name: 'creator addresses',
    about: 'Each creator has an address of their own, {handle}.{web host}.',
    cure: 'Point *.{web host} at the service in DNS, and let the proxy and its certificate take these names.',
    worst: 'warn',
    look: async ({ sample, request }) => {
      const { url } = (await sample()).creator
      const { status } = await request(url, { headers: { accept: 'text/html' } })
      must(status === 200, `${status} from ${url}`)
      return url
    },
  },
  {
    name: 'encryption',
    about: 'Both hosts are reached over TLS, with certificates that last.',
    cure: 'Put a proxy with TLS before the service; docs/operating.md says how.',
    look: async target => {
      const hosts = bothHosts(target)
      if (hosts.every(isLocal)) return 'not needed on this machine'
      const plain = hosts.find(host => !host.startsWith('https:'))
      should(plain === undefined, `${plain} is not encrypted`)
      const days = await Promise.all(hosts.map(host => daysLeft(host, target.signal)))
      const least = Math.floor(Math.min(...days))
      should(least >= 14, `a certificate ends in ${least} days`, 'Renew it, and look at why that does not happen.')
      return `certificates for ${least} more days`
    },
  },
  {
    name: 'plain http',
    about: 'Whoever comes over http is led to https.',
    cure: 'Let the proxy answer http with 301 to the same address over https.',
    worst: 'warn',
    look: async ({ webUrl, request }) => {
      if (!webUrl.startsWith('https:')) return 'not asked, because this is http'
      const { hostname } = new URL(webUrl)
      const answer = await request(`http://${hostname}/`, { within: 3_000 }).catch(() => null)
      if (answer === null) return 'nobody answers over http'
      const { status, headers } = answer
      must(status >= 300 && status < 400 && headers.location?.startsWith('https:'), `http is answered with ${status}`)
      return `to ${headers.location}`
    },
  },
  {
    name: 'clock',
    about: 'The clock of the service is right; clients compute ages and waits from it.',
    cure: 'Let the machine keep its time by NTP; if it does, look at the clock here.',
    look: async ({ web }) => {
      const { headers, sentAt, endedAt, url } = await web('/healthz')
      const serverTime = Date.parse(headers.date ?? '')
      must(!Number.isNaN(serverTime), `${url} has no Date`, 'Let the proxy pass Date on.')
      // Date has whole seconds.
      const off =
        serverTime + 1_000 < sentAt ? serverTime + 1_000 - sentAt : serverTime > endedAt ? serverTime - endedAt : 0
      const text = `${(off / 1000).toFixed(0)} s away from the clock here`
      must(Math.abs(off) < 300_000, text)
      should(Math.abs(off) < 30_000, text)
      return off === 0 ? 'the same as here' : text
    },
  },
  {
    name: 'metrics',
    about: 'Metrics are not for the public.',
    cure: 'Keep the port of VITRINE_METRICS_PORT inside; no proxy should lead to it.',
    worst: 'warn',
    look: async ({ api }) => {
      const { status, text } = await api('/metrics')
      must(status !== 200 || !text.includes('# HELP'), 'anybody can read /metrics')
      return `${status}`
    },
  },
  {
    name: 'feed on both hosts',
    about: 'The web host has the feed too, the same as on the API host.',
    cure: 'Let the proxy pass /public/share/community of the web host to the service.',
    look: async ({ webUrl, apiUrl, read }) => {
      const query = '?sort=recent&limit=1'
      const [web, api] = await Promise.all([webUrl, apiUrl].map(host => read(host + feedPath + query)))
      must(web!.status === 200, `${web!.status} from ${web!.url}`)
      must(api!.status === 200, `${api!.status} from ${api!.url}`)
      const first = ({ json }: HttpResult) => json().data.items[0]?.id
      should(first(web!) === first(api!), 'the newest creation differs', 'Do both lead to the same store?')
      return `${web!.body.length} bytes`
    },
  },
]

/** The components of `/readyz`, from the public status. */
function readyByStatus({ components }: StatusDocument): string {
  const store = components.find(({ name }) => name === 'store')
  must(store !== undefined && store.status !== 'outage', `/status says that the store has an outage`)
  return `/readyz is hidden by the proxy; /status says that the store is ${store.status}`
}

/** The validity of the certificate was checked by the first request to the host. */
function daysLeft(host: string, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(host)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: 5_000 }, () => {
      const { valid_to } = socket.getPeerCertificate() as PeerCertificate
      socket.end()
      resolve((Date.parse(valid_to) - Date.now()) / 86_400_000)
    })
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error(`${host} gave no certificate in time.`)))
    signal.addEventListener('abort', () => socket.destroy(new Error('The time was up.')), { once: true })
  })
}
