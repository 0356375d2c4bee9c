// The paths of each host, so that a 404 can suggest the intended URL.
import type { Addresses, HostName } from '../../addresses.ts'
import { type Failure, fail } from '../../errors.ts'

export type KnownPaths = {
  /** `pattern` is that of a route: `/@:handle/:slug`, `/art/*`. */
  add(host: HostName, pattern: string): void
  /** The 404 error. It suggests a URL if the path exists without trailing slashes or on the other host. */
  notFound(host: HostName, target: string): Failure
}

const notFoundText = 'Nothing is at this path'

type SegmentMatcher = (text: string) => boolean

export function makeKnownPaths({ baseUrl, webUrl }: Addresses): KnownPaths {
  const urls = { api: baseUrl, web: webUrl }
  const staticPaths = { api: new Set<string>(), web: new Set<string>() }
  const patterns: Record<HostName, SegmentMatcher[][]> = { api: [], web: [] }
  const has = (host: HostName, path: string): boolean =>
    staticPaths[host].has(path) || patterns[host].some(pattern => matches(pattern, path.split('/')))
  return {
    add(host, pattern) {
      if (/[:*]/.test(pattern)) patterns[host].push(pattern.split('/').map(parseSegment))
      else staticPaths[host].add(pattern)
    },
    notFound(host, target) {
      const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(target) ?? []
      const otherHost = host === 'api' ? 'web' : 'api'
      const withoutSlash = path.replace(/\/+$/, '')
      const candidates: [HostName, string][] = [
        [host, withoutSlash],
        [otherHost, path],
        [otherHost, withoutSlash],
      ]
      const found = candidates.find(([candidateHost, candidate]) => candidate !== '' && has(candidateHost, candidate))
      if (found === undefined) return fail('not_found', `${notFoundText}; ${webUrl}/openapi.json lists what there is.`)
      const message = `${notFoundText}; use ${urls[found[0]]}${found[1]}${query} instead.`
      return fail('not_found', message, { details: [{ field: 'path', reason: message }] })
    },
  }
}

/** A `*` at the end matches one or more segments. */
const matches = (pattern: readonly SegmentMatcher[], segments: readonly string[]): boolean =>
  (pattern.length === segments.length || (pattern.at(-1) === anything && pattern.length < segments.length)) &&
  pattern.every((matcher, i) => matcher(segments[i]!))

const anything: SegmentMatcher = () => true

/**
 * A segment of a route pattern: `*`, literal text, or a parameter with an optional prefix and regular expression (`@:handle`,
 * `:locale(^[a-z]+$)`).
 */
function parseSegment(pattern: string): SegmentMatcher {
  if (pattern === '*') return anything
  const [, prefix, expression] = /^([^:]*):\w+(?:\((.*)\))?$/s.exec(pattern) ?? []
  if (prefix === undefined) return text => text === pattern
  const regex = new RegExp(expression ?? '.', 's')
  return text => text.startsWith(prefix) && regex.test(text.slice(prefix.length))
}
