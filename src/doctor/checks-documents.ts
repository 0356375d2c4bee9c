// Discovery documents: each entry of the table, and required content of some.
import { createHash } from 'node:crypto'
import { type DiscoveryDocument, discoveryDocuments } from '../discovery/table.ts'
import type { Check } from './check.ts'
import { must, should } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import type { Target } from './target.ts'

/** Placeholder: the real name of the skill is read from the index. */
const skillName = '{skill}'
const indexPath = '/.well-known/agent-skills/index.json'

/** Checks of the content, by path; each returns what it saw. Every document must also contain a URL of the service. */
const contentChecks: Record<string, (response: HttpResult, target: Target) => string | Promise<string>> = {
  '/.well-known/mcp': ({ json }, { apiUrl }) => {
    const urls: string[] = json().servers.map(({ url }: { url: string }) => url)
    const hasProduct = urls.some(url => url.startsWith(apiUrl))
    must(hasProduct, `no server is at ${apiUrl}`, 'Set VITRINE_BASE_URL.')
    return urls.join(', ')
  },
  '/.well-known/security.txt': ({ text }) => {
    const expires = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
    must(Date.parse(expires) > Date.now(), `it has expired: ${expires}`)
    const contact = /^Contact: (.+)$/m.exec(text)?.[1]
    must(contact !== undefined, 'it has no Contact', 'Set VITRINE_SECURITY_CONTACT.')
    return `${contact} until ${expires}`
  },
  '/robots.txt': ({ text }) => {
    should(!/^Disallow: \/\s*$/m.test(text), 'it disallows everything', 'Is the file of another site served here?')
    return 'allows reading'
  },
  [`/.well-known/agent-skills/${skillName}/SKILL.md`]: async ({ body }, { read, webUrl }) => {
    const { digest } = (await read(webUrl + indexPath)).json().skills[0]
    const own = `sha256:${createHash('sha256').update(body).digest('hex')}`
    must(own === digest, 'its digest is not the one in the index', 'Let the proxy leave texts unchanged.')
    return digest
  },
}

const documentCheck = ({ path, type, what }: DiscoveryDocument): Check => ({
  name: `document ${path}`,
  about: what,
  cure: `Let the proxy pass ${path} to the service, and serve no file of its own there.`,
  run: async target => {
    const { webUrl, apiUrl } = target
    const response = await target.read(webUrl + (await pathOf(path, target)))
    must(response.status === 200, `${response.status} from ${response.url}`)
    const contentType = response.headers['content-type'] ?? 'absent'
    must(mediaType(contentType) === mediaType(type), `Content-Type is ${contentType} instead of ${type}`)
    if (type.includes('json')) response.json()
    const saw = await contentChecks[path]?.(response, target)
    // The index of skills has relative URLs.
    const isOurs = path === indexPath || response.text.includes(webUrl) || response.text.includes(apiUrl)
    must(isOurs, `it does not contain ${webUrl}`, 'Set VITRINE_WEB_URL and VITRINE_BASE_URL.')
    return saw ?? `${response.body.length} bytes`
  },
})

const mediaType = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()

async function pathOf(path: string, { read, webUrl }: Target): Promise<string> {
  if (!path.includes(skillName)) return path
  return new URL((await read(webUrl + indexPath)).json().skills[0].url, webUrl).pathname
}

export const documentChecks: readonly Check[] = discoveryDocuments(skillName).map(documentCheck)
