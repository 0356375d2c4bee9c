// Checks of both hosts: reachable, configured with their public addresses, valid certificate, correct clock.
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
    run: async ({ web, webUrl, read }) => {
      const health = await web('/healthz')
      notMoved(health, '--url')
      const status = await read(webUrl + getStatus.path)
      mustBeVitrine(health, status)
      await notTheApiHost(status, webUrl)
      return webUrl
    },
  },
  {
    name: 'api host',
    about: 'The API host answers.',
    cure: 'Set VITRINE_BASE_URL to the public address of the API host, or pass --api-url.',
    run: async ({ api, apiUrl, read }) => {
      must(apiUrl !== '', 'the service does not report its address', 'Pass --api-url.')
      const health = await api('/healthz')
      notMoved(health, '--api-url')
      mustBeVitrine(health, await read(apiUrl + sampleFeed))
      return apiUrl
    },
  },
]

/** Proxies may hide health checks, as our nginx.conf does; then the headers of `other` identify the service. */
function mustBeVitrine(health: HttpResult, other: HttpResult): void {
  const isOurs = isHidden(health) && other.headers['service-api-version'] !== undefined
  must(isOurs || (health.status === 200 && health.json()?.status === 'ok'), `${health.status} from ${health.url}`)
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

export const deploymentChecks: readonly Check[] = [
  {
    name: 'ready',
    about: 'Both hosts are ready for requests, and the store answers.',
    cure: 'See the log of the service: the store does not answer, or the service is stopping.',
    run: async target => {
      for (const host of bothHosts(target)) {
        const response = await target.request(`${host}/readyz`)
        if (isHidden(response)) return readyByStatus(await target.status())
        must(response.status === 200, `${response.status} from ${response.url}`)
      }
      return '/readyz on both'
    },
  },
  {
    name: 'addresses',
    about: 'The service is configured with its public addresses.',
    cure: 'Set VITRINE_WEB_URL and VITRINE_BASE_URL to the public addresses.',
    run: async ({ status, webUrl, apiUrl }) => {
      const { self, api } = (await status()).links
      const configuredWeb = new URL(self).origin
      must(configuredWeb === webUrl, `it is configured as ${configuredWeb}`, `Set VITRINE_WEB_URL=${webUrl}.`)
      must(api === apiUrl, `its API host is configured as ${api}`, `Set VITRINE_BASE_URL=${apiUrl}.`)
      return `${api} and ${configuredWeb}`
    },
  },
  {
    name: 'links',
    about: 'Links in answers lead to the same hosts.',
    cure: 'Set VITRINE_WEB_URL and VITRINE_BASE_URL to the public addresses, and let the proxy leave answers unchanged.',
    run: async ({ sample, read, webUrl, apiUrl }) => {
      const { url, apiUrl: creationApiUrl } = await sample()
      must(url.startsWith(`${webUrl}/`), `the url of a creation is ${url}`)
      must(creationApiUrl.startsWith(`${apiUrl}/`), `the apiUrl of a creation is ${creationApiUrl}`)
      const { nextUrl } = (await read(apiUrl + sampleFeed)).json().data.pagination
      must(nextUrl === null || String(nextUrl).startsWith(apiUrl), `nextUrl is ${nextUrl}`)
      const followed = await read(creationApiUrl)
      must(followed.status === 200, `${followed.status} from ${creationApiUrl}`)
      return creationApiUrl
    },
  },
  {
    name: 'creator addresses',
    about: 'Each creator has a subdomain, {handle}.{web host}.',
    cure: 'Point *.{web host} at the service in DNS, and let the proxy and its certificate accept these names.',
    failureLevel: 'warn',
    run: async ({ sample, request }) => {
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
    run: async target => {
      const hosts = bothHosts(target)
      if (hosts.every(isLocal)) return 'not needed on this machine'
      const plain = hosts.find(host => !host.startsWith('https:'))
      should(plain === undefined, `${plain} is not encrypted`)
      const days = await Promise.all(hosts.map(host => daysLeft(host, target.signal)))
      const minDays = Math.floor(Math.min(...days))
      should(minDays >= 14, `a certificate expires in ${minDays} days`, 'Renew it, and check the automatic renewal.')
      return `certificates are valid for ${minDays} more days`
    },
  },
  {
    name: 'plain http',
    about: 'Requests over http are redirected to https.',
    cure: 'Let the proxy answer http with 301 to the same address over https.',
    failureLevel: 'warn',
    run: async ({ webUrl, request }) => {
      if (!webUrl.startsWith('https:')) return 'not checked, because this is http'
      const { hostname } = new URL(webUrl)
      const answer = await request(`http://${hostname}/`, { timeoutMs: 3_000 }).catch(() => null)
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
    run: async ({ web }) => {
      const { headers, sentAt, endedAt, url } = await web('/healthz')
      const serverTime = Date.parse(headers.date ?? '')
      must(!Number.isNaN(serverTime), `${url} has no Date`, 'Let the proxy pass Date.')
      // Date has whole seconds.
      const offsetMs =
        serverTime + 1_000 < sentAt ? serverTime + 1_000 - sentAt : serverTime > endedAt ? serverTime - endedAt : 0
      const text = `${(offsetMs / 1000).toFixed(0)} s off the clock of this machine`
      must(Math.abs(offsetMs) < 300_000, text)
      should(Math.abs(offsetMs) < 30_000, text)
      return offsetMs === 0 ? 'the same as on this machine' : text
    },
  },
  {
    name: 'metrics',
    about: 'Metrics are not public.',
    cure: 'Let no proxy lead to the port VITRINE_METRICS_PORT.',
    failureLevel: 'warn',
    run: async ({ api }) => {
      const { status, text } = await api('/metrics')
      must(status !== 200 || !text.includes('# HELP'), '/metrics is public')
      return `${status}`
    },
  },
]

/** When the proxy hides `/readyz`, the public status tells whether the store answers. */
function readyByStatus({ components }: StatusDocument): string {
  const store = components.find(({ name }) => name === 'store')
  must(store !== undefined && store.status !== 'outage', `/status says that the store has an outage`)
  return `/readyz is hidden by the proxy; /status says that the store is ${store.status}`
}

/** Node has already checked the certificate in earlier requests. */
function daysLeft(host: string, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(host)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: 5_000 }, () => {
      const { valid_to } = socket.getPeerCertificate() as PeerCertificate
      socket.end()
      resolve((Date.parse(valid_to) - Date.now()) / 86_400_000)
    })
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error(`${host} sent no certificate in time.`)))
    signal.addEventListener('abort', () => socket.destroy(new Error('The deadline of the examination has passed.')), {
      once: true,
    })
  })
}
