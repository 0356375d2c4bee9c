// Discovery documents: each entry of the table, and required content of some.
import { createHash } from 'node:crypto'
import { type DiscoveryDocument, discoveryDocuments } from '../discovery/table.ts'
import type { Check } from './check.ts'
import { must, should } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import type { Target } from './target.ts'

/** The name of the skill is in its index; the table of checks has this placeholder. */
const skillName = '{skill}'
const indexPath = '/.well-known/agent-skills/index.json'

type Look = (seen: HttpResult, target: Target) => string | Promise<string>

const names = (text: string, expected: string): string => {
  must(text.includes(expected), `it does not name ${expected}`, 'Set VITRINE_WEB_URL and VITRINE_BASE_URL.')
  return expected
}

/** Required content of documents, by path in the table. */
const looks: Record<string, Look> = {
  '/llms.txt': ({ text }, { webUrl }) => names(text, `](${webUrl}/`),
  '/openapi.json': ({ json, text }, { apiUrl, webUrl }) => {
    const { openapi, info } = json()
    must(String(openapi).startsWith('3.1'), `it is OpenAPI ${openapi}`)
    names(text, webUrl)
    names(text, apiUrl)
    return `OpenAPI ${openapi}, version ${info.version}`
  },
  '/.well-known/mcp': ({ json }, { apiUrl, webUrl }) => {
    const urls = json().servers.map(({ url }: { url: string }) => url)
    return names(urls.join(' '), `${apiUrl}/mcp`) && names(urls.join(' '), `${webUrl}/mcp`) && urls.join(', ')
  },
  '/.well-known/webmcp': ({ json }, { webUrl }) => names(json().endpoint, `${webUrl}/webmcp`),
  '/.well-known/api-catalog': ({ json }, { apiUrl }) => names(JSON.stringify(json().linkset), apiUrl),
  '/.well-known/oauth-protected-resource': ({ json }, { apiUrl }) => names(json().resource, apiUrl),
  '/.well-known/oauth-authorization-server': ({ json }) => {
    const { status } = json().agent_auth
    must(status === 'not_available', `agent_auth.status is ${status}`)
    return `agent_auth: ${status}`
  },
  '/.well-known/security.txt': ({ text }, { webUrl }) => {
    const ends = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
    must(Date.parse(ends) > Date.now(), `it has expired: ${ends}`)
    names(text, `Canonical: ${webUrl}/`)
    const contact = /^Contact: (.+)$/m.exec(text)?.[1]
    must(contact !== undefined, 'it has no Contact', 'Set VITRINE_SECURITY_CONTACT.')
    return `${contact} until ${ends}`
  },
  '/robots.txt': ({ text }, { webUrl }) => {
    should(!/^Disallow: \/\s*$/m.test(text), 'it keeps everybody out', 'Is the file of another site served here?')
    return names(text, `Sitemap: ${webUrl}/sitemap.xml`)
  },
  '/sitemap.xml': ({ text }, { webUrl }) => names(text, `<loc>${webUrl}/`),
  '/feed.atom': ({ text }, { webUrl }) => names(text, webUrl),
  [`/.well-known/agent-skills/${skillName}/SKILL.md`]: async ({ body }, target) => {
    const { digest } = (await target.read(target.webUrl + indexPath)).json().skills[0]
    const own = `sha256:${createHash('sha256').update(body).digest('hex')}`
    must(own === digest, 'it is not the one whose digest is in the index', 'Let the proxy leave texts as they are.')
    return digest
  },
}

const documentCheck = ({ path, type, what }: DiscoveryDocument): Check => ({
  name: `document ${path}`,
  about: what,
  cure: `Let the proxy pass ${path} to the service, and serve no file of its own there.`,
  look: async target => {
    const seen = await target.read(target.webUrl + (await pathOf(path, target)))
    must(seen.status === 200, `${seen.status} from ${seen.url}`)
    const contentType = seen.headers['content-type'] ?? 'absent'
    must(mediaType(contentType) === mediaType(type), `Content-Type is ${contentType} instead of ${type}`)
    must(seen.body.length > 0, 'it is empty')
    if (type.includes('json')) seen.json()
    return (await looks[path]?.(seen, target)) ?? `${seen.body.length} bytes`
  },
})

const mediaType = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()

async function pathOf(path: string, { read, webUrl }: Target): Promise<string> {
  if (!path.includes(skillName)) return path
  return new URL((await read(webUrl + indexPath)).json().skills[0].url, webUrl).pathname
}

export const checksOfDocuments: readonly Check[] = discoveryDocuments(skillName).map(documentCheck)
