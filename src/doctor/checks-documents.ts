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

/** Required content beyond the address of the service, by path in the table. */
const looks: Record<string, (seen: HttpResult, target: Target) => string | Promise<string>> = {
  '/.well-known/mcp': ({ json }, { apiUrl }) => {
    const urls: string[] = json().servers.map(({ url }: { url: string }) => url)
    const hasProduct = urls.some(url => url.startsWith(apiUrl))
    must(hasProduct, `no server is at ${apiUrl}`, 'Set VITRINE_BASE_URL.')
    return urls.join(', ')
  },
  '/.well-known/security.txt': ({ text }) => {
    const ends = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
    must(Date.parse(ends) > Date.now(), `it has expired: ${ends}`)
    const contact = /^Contact: (.+)$/m.exec(text)?.[1]
    must(contact !== undefined, 'it has no Contact', 'Set VITRINE_SECURITY_CONTACT.')
    return `${contact} until ${ends}`
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
  look: async target => {
    const { webUrl, apiUrl } = target
    const seen = await target.read(webUrl + (await pathOf(path, target)))
    must(seen.status === 200, `${seen.status} from ${seen.url}`)
    const contentType = seen.headers['content-type'] ?? 'absent'
    must(mediaType(contentType) === mediaType(type), `Content-Type is ${contentType} instead of ${type}`)
    if (type.includes('json')) seen.json()
    const saw = await looks[path]?.(seen, target)
    // The index of skills has relative URLs.
    const isOurs = path === indexPath || seen.text.includes(webUrl) || seen.text.includes(apiUrl)
    must(isOurs, `it does not contain ${webUrl}`, 'Set VITRINE_WEB_URL and VITRINE_BASE_URL.')
    return saw ?? `${seen.body.length} bytes`
  },
})

const mediaType = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()

async function pathOf(path: string, { read, webUrl }: Target): Promise<string> {
  if (!path.includes(skillName)) return path
  return new URL((await read(webUrl + indexPath)).json().skills[0].url, webUrl).pathname
}

export const checksOfDocuments: readonly Check[] = discoveryDocuments(skillName).map(documentCheck)
