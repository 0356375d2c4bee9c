// Pages and their assets.
import { linkedDocuments } from '../discovery.ts'
import type { Check } from './check.ts'
import { must } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import type { Target } from './target.ts'

const html = { headers: { accept: 'text/html' } }

function mustBePage(response: HttpResult, { webUrl }: Target, expected = 200): void {
  const { status, url, headers, text } = response
  must(status === expected, `${status} from ${url}`)
  must(headers['content-type']?.startsWith('text/html'), `Content-Type is ${headers['content-type']}`)
  const policy = headers['content-security-policy'] ?? ''
  must(policy.includes("default-src 'none'"), `Content-Security-Policy is ${policy || 'absent'}`, keepPolicy)
  must(policy.includes(`${webUrl}/assets/`), 'Content-Security-Policy is for another address', setWebUrl(webUrl))
  must(text.includes('</html>'), 'the page is incomplete')
}

const keepPolicy = 'Let the proxy pass Content-Security-Policy, and set none of its own.'
const setWebUrl = (webUrl: string): string => `Set VITRINE_WEB_URL=${webUrl}.`

const pageCheck = (name: string, path: (target: Target) => Promise<string>): Check => ({
  name: `page ${name}`,
  about: `The page ${name} is HTML, with a policy that allows only its own resources.`,
  cure: 'Let the proxy pass pages of the web host to the service unchanged.',
  run: async target => {
    const response = await target.web(await path(target), html)
    mustBePage(response, target)
    return `${response.body.length} bytes in ${response.endedAt - response.sentAt} ms`
  },
})

export const pageChecks: readonly Check[] = [
  pageCheck('/', async () => '/'),
  pageCheck('/community', async () => '/community'),
  pageCheck('/creators', async () => '/creators'),
  pageCheck('of a creation', async ({ sample }) => {
    const { handle, slug } = await sample()
    return `/@${handle}/${slug}`
  }),
  {
    name: 'page in a frame',
    about: 'Other sites can show cards of creations in frames.',
    cure: 'Let the proxy pass Content-Security-Policy of /embed/, and add no X-Frame-Options there.',
    run: async ({ web, sample }) => {
      const { handle, slug } = await sample()
      const { status, url, headers } = await web(`/embed/@${handle}/${slug}`, html)
      must(status === 200, `${status} from ${url}`)
      const policy = headers['content-security-policy'] ?? ''
      must(policy.includes('frame-ancestors *'), `Content-Security-Policy is ${policy || 'absent'}`)
      must(headers['x-frame-options'] === undefined, `X-Frame-Options is ${headers['x-frame-options']}`)
      return 'may be framed'
    },
  },
  {
    name: 'page of an error',
    about: 'Browsers get a page with 404 for an unknown path.',
    cure: 'Let the proxy pass errors of the service: no error pages of its own.',
    run: async target => {
      mustBePage(await target.web('/no/such/page', html), target, 404)
      return '404'
    },
  },
  {
    name: 'markdown',
    about: 'Pages are Markdown for clients that accept it, also through caches.',
    cure: 'Let the proxy and its cache respect Vary: Accept.',
    run: async ({ web }) => {
      const { headers, status } = await web('/', { headers: { accept: 'text/markdown' } })
      must(status === 200, `${status}`)
      must(headers['content-type']?.startsWith('text/markdown'), `Content-Type is ${headers['content-type']}`)
      must(/\baccept\b/i.test(headers.vary ?? ''), `Vary is ${headers.vary}`)
      return `${headers['content-type']}`
    },
  },
  {
    name: 'parts of pages',
    about: 'The style sheet and the images of pages can be loaded.',
    cure: 'Let the proxy pass /assets/ and /art/ to the service.',
    run: async ({ read, sample, request, webUrl }) => {
      const { text } = await read(webUrl + linkedDocuments.docs.path)
      const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1]
      must(sheet !== undefined, `the page ${linkedDocuments.docs.path} has no style sheet`)
      const { imageUrl } = await sample()
      const urls = [new URL(sheet, webUrl).href, ...(imageUrl.startsWith(webUrl) ? [imageUrl] : [])]
      for (const url of urls) {
        const { status, body } = await request(url)
        must(status === 200 && body.length > 0, `${status} from ${url}`)
      }
      return urls.join(', ')
    },
  },
]
