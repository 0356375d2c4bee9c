// Whether the hosts respond, under the right names, with a valid certificate and the right time.
import { connect, type PeerCertificate } from 'node:tls'
import { getStatus } from '../endpoints/status/status.ts'
import type { Check } from './check.ts'
import { checkFailure, must, should } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import { type StatusDocument, sampleFeed, type Target } from './target.ts'

const isLocal = (url: string): boolean => /^(?:(?:.+\.)?localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)

/** All other checks depend on these two. */
export const hostChecks: readonly [web: Check, api: Check] = [
  {
    name: 'web host',
    about: 'The web host answers, and it is a Vitrine service.',
    cure: 'Check the address, and that the service and its proxy are running.',
    look: async ({ web, webUrl, read }) => {
      const alive = await web('/healthz')
      notMoved(alive, '--url')
      const status = await read(webUrl + getStatus.path)
      mustBeOurs(alive, status)
      await notTheApiHost(status, webUrl)
      return webUrl
    },
  },
  {
    name: 'api host',
    about: 'The API host answers.',
    cure: 'Set VITRINE_BASE_URL to the public address of the API host, or pass --api-url.',
    look: async ({ api, apiUrl, read }) => {
      must(apiUrl !== '', 'the service does not report its address', 'Pass --api-url.')
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
  throw checkFailure(`${url} redirects to ${to}`, `Pass ${flag} ${to.origin}.`)
}

async function notTheApiHost({ status, headers, text }: HttpResult, webUrl: string): Promise<void> {
  if (status !== 404 || !headers['content-type']?.includes('json')) return
  const documentation = (JSON.parse(text) as { documentation_url?: unknown }).documentation_url
  const origin = URL.canParse(String(documentation)) ? new URL(String(documentation)).origin : webUrl
  if (origin !== webUrl) throw checkFailure(`${webUrl} is the API host`, `Pass the web host: --url ${origin}.`)
}

const bothHosts = ({ webUrl, apiUrl }: Target): string[] => [webUrl, apiUrl].filter(Boolean)

export const checksOfHosts: readonly Check[] = [
  {
    name: 'ready',
    about: 'Both hosts are ready for requests, and the store answers.',
    cure: 'See the log of the service: the store does not answer, or the service is stopping.',
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
    about: 'The service is configured with its public addresses.',
    cure: 'Set VITRINE_WEB_URL and VITRINE_BASE_URL to the public addresses.',
    look: async ({ status, webUrl, apiUrl }) => {
      const { self, api } = (await status()).links
      const knownWeb = new URL(self).origin
      must(knownWeb === webUrl, `it is configured as ${knownWeb}`, `Set VITRINE_WEB_URL=${webUrl}.`)
      must(api === apiUrl, `its API host is configured as ${api}`, `Set VITRINE_BASE_URL=${apiUrl}.`)
      return `${api} and ${knownWeb}`
    },
  },
  {
    name: 'links',
    about: 'Links in answers lead to the same hosts.',
    cure: 'Set VITRINE_WEB_URL and VITRINE_BASE_URL to the public addresses, and let the proxy leave answers unchanged.',
    look: async ({ sample, read, webUrl, apiUrl }) => {
      const { url, apiUrl: own } = await sample()
      must(url.startsWith(`${webUrl}/`), `the url of a creation is ${url}`)
      must(own.startsWith(`${apiUrl}/`), `the apiUrl of a creation is ${own}`)
      const { nextUrl } = (await read(apiUrl + sampleFeed)).json().data.pagination
      must(nextUrl === null || String(nextUrl).startsWith(apiUrl), `nextUrl is ${nextUrl}`)
      const followed = await read(own)
      must(followed.status === 200, `${followed.status} from ${own}`)
      return own
    },
  },
  {
    name: 'creator addresses',
    about: 'Each creator has a subdomain, {handle}.{web host}.',
    cure: 'Point *.{web host} at the service in DNS, and let the proxy and its certificate accept these names.',
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
    about: 'Both hosts use TLS, with certificates that do not expire soon.',
    cure: 'Put a proxy with TLS in front of the service (docs/deploy.md).',
    look: async target => {
      const hosts = bothHosts(target)
      if (hosts.every(isLocal)) return 'not needed on this machine'
      const plain = hosts.find(host => !host.startsWith('https:'))
      should(plain === undefined, `${plain} is not encrypted`)
      const days = await Promise.all(hosts.map(host => daysLeft(host, target.signal)))
      const least = Math.floor(Math.min(...days))
      should(least >= 14, `a certificate expires in ${least} days`, 'Renew it, and check the automatic renewal.')
      return `certificates are valid for ${least} more days`
    },
  },
  {
    name: 'plain http',
    about: 'Requests over http are redirected to https.',
    cure: 'Let the proxy answer http with 301 to the same address over https.',
    worst: 'warn',
    look: async ({ webUrl, request }) => {
      if (!webUrl.startsWith('https:')) return 'not checked, because this is http'
      const { hostname } = new URL(webUrl)
      const answer = await request(`http://${hostname}/`, { within: 3_000 }).catch(() => null)
      if (answer === null) return 'no answer over http'
      const { status, headers } = answer
      must(status >= 300 && status < 400 && headers.location?.startsWith('https:'), `http gets ${status}`)
      return `to ${headers.location}`
    },
  },
  {
    name: 'clock',
    about: 'The clock of the service is right; clients compute ages and delays from it.',
    cure: 'Synchronise the clock of the server with NTP, or check the clock of this machine.',
    look: async ({ web }) => {
      const { headers, sentAt, endedAt, url } = await web('/healthz')
      const serverTime = Date.parse(headers.date ?? '')
      must(!Number.isNaN(serverTime), `${url} has no Date`, 'Let the proxy pass Date.')
      // Date has whole seconds.
      const off =
        serverTime + 1_000 < sentAt ? serverTime + 1_000 - sentAt : serverTime > endedAt ? serverTime - endedAt : 0
      const text = `${(off / 1000).toFixed(0)} s off the clock of this machine`
      must(Math.abs(off) < 300_000, text)
      should(Math.abs(off) < 30_000, text)
      return off === 0 ? 'the same as on this machine' : text
    },
  },
  {
    name: 'metrics',
    about: 'Metrics are not public.',
    cure: 'Let no proxy lead to the port VITRINE_METRICS_PORT.',
    worst: 'warn',
    look: async ({ api }) => {
      const { status, text } = await api('/metrics')
      must(status !== 200 || !text.includes('# HELP'), '/metrics is public')
      return `${status}`
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
