// Pages and their assets.

import type { Check } from './check.ts'
import { must } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import type { Target } from './target.ts'

const html = { headers: { accept: 'text/html' } }

function pageIn(seen: HttpResult, { webUrl }: Target, expected = 200): void {
  const { status, url, headers, text } = seen
  must(status === expected, `${status} from ${url}`)
  must(headers['content-type']?.startsWith('text/html'), `Content-Type is ${headers['content-type']}`)
  const policy = headers['content-security-policy'] ?? ''
  must(policy.includes("default-src 'none'"), `Content-Security-Policy is ${policy || 'absent'}`, keepPolicy)
  must(policy.includes(`${webUrl}/assets/`), 'Content-Security-Policy is for another address', setWebUrl(webUrl))
  must(text.includes('</html>'), 'the page is cut off')
}

const keepPolicy = 'Let the proxy pass Content-Security-Policy on, and set none of its own.'
const setWebUrl = (webUrl: string): string => `Set VITRINE_WEB_URL=${webUrl}.`

const pageCheck = (name: string, path: (target: Target) => Promise<string>): Check => ({
  name: `page ${name}`,
  about: `The page ${name} comes as HTML, with a policy that lets it load its own parts only.`,
  cure: 'Let the proxy pass pages of the web host to the service unchanged.',
  look: async target => {
    const seen = await target.web(await path(target), html)
    pageIn(seen, target)
    return `${seen.body.length} bytes in ${seen.endedAt - seen.sentAt} ms`
  },
})

export const checksOfPages: readonly Check[] = [
  pageCheck('/', async () => '/'),
  pageCheck('/community', async () => '/community'),
  pageCheck('of a creation', async ({ sample }) => {
    const { handle, slug } = await sample()
    return `/@${handle}/${slug}`
  }),
  {
    name: 'page of an error',
    about: 'Browsers get a page when there is nothing, with the same 404.',
    cure: 'Let the proxy pass errors of the service on: no error pages of its own.',
    look: async target => {
      pageIn(await target.web('/no/such/page', html), target, 404)
      return '404'
    },
  },
  {
    name: 'markdown',
    about: 'Pages come as Markdown to whoever asks for that, also through caches.',
    cure: 'Let the proxy and its cache heed Vary: Accept.',
    look: async ({ web }) => {
      const { headers, status } = await web('/', { headers: { accept: 'text/markdown' } })
      must(status === 200, `${status}`)
      must(headers['content-type']?.startsWith('text/markdown'), `it comes as ${headers['content-type']}`)
      must(/\baccept\b/i.test(headers.vary ?? ''), `Vary is ${headers.vary}`)
      return `${headers['content-type']}`
    },
  },
  {
    name: 'parts of pages',
    about: 'The style sheet and the pictures of pages are there.',
    cure: 'Let the proxy pass /assets/ and /art/ to the service.',
    look: async ({ read, sample, request, webUrl }) => {
      const { text } = await read(`${webUrl}/docs`)
      const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1]
      must(sheet !== undefined, 'the page /docs names no style sheet')
      const { coverUrl } = await sample()
      const own = [new URL(sheet, webUrl).href, ...(coverUrl?.startsWith(webUrl) ? [coverUrl] : [])]
      for (const url of own) {
        const { status, body } = await request(url)
        must(status === 200 && body.length > 0, `${status} from ${url}`)
      }
      return own.join(', ')
    },
  },
]
