// The paths of each host, so that a 404 can suggest the intended URL.
import type { Addresses, HostName } from '../../addresses.ts'
import { type Failure, fail } from '../../errors.ts'

export type KnownPaths = {
  /** `pattern` is that of a route: `/@:handle/:slug`, `/art/*`. */
  add(host: HostName, pattern: string): void
  /** For a request target that `host` does not have; suggests where it is, if anywhere. */
  notFound(host: HostName, target: string): Failure
}

const nothing = 'Nothing is at this path'

type Segment = (text: string) => boolean

export function makeKnownPaths({ baseUrl, webUrl }: Addresses): KnownPaths {
  const urls = { api: baseUrl, web: webUrl }
  const fixed = { api: new Set<string>(), web: new Set<string>() }
  const varying: Record<HostName, Segment[][]> = { api: [], web: [] }
  const has = (host: HostName, path: string): boolean =>
    fixed[host].has(path) || varying[host].some(segments => matches(segments, path.split('/')))
  return {
    add(host, pattern) {
      if (/[:*]/.test(pattern)) varying[host].push(pattern.split('/').map(segmentOf))
      else fixed[host].add(pattern)
    },
    notFound(host, target) {
      const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(target) ?? []
      const other = host === 'api' ? 'web' : 'api'
      const shorter = path.replace(/\/+$/, '')
      const places: [HostName, string][] = [
        [host, shorter],
        [other, path],
        [other, shorter],
      ]
      const found = places.find(([where, meant]) => meant !== '' && has(where, meant))
      if (found === undefined) return fail('not_found', `${nothing}; ${webUrl}/openapi.json lists what there is.`)
      const message = `${nothing}; use ${urls[found[0]]}${printable(found[1] + query)} instead.`
      return fail('not_found', message, { details: [{ field: 'path', reason: message }] })
    },
  }
}

/** A wildcard matches all further segments. */
const matches = (segments: readonly Segment[], parts: readonly string[]): boolean =>
  (segments.length === parts.length || (segments.at(-1) === anything && segments.length < parts.length)) &&
  segments.every((segment, i) => segment(parts[i]!))

const anything: Segment = () => true

/** `@:handle`, `:locale(^[a-z]+$)`, `*`, or the text itself. */
function segmentOf(pattern: string): Segment {
  if (pattern === '*') return anything
  const [, before, rule] = /^([^:]*):\w+(?:\((.*)\))?$/s.exec(pattern) ?? []
  if (before === undefined) return text => text === pattern
  const form = new RegExp(rule ?? '.', 's')
  return text => text.startsWith(before) && form.test(text.slice(before.length))
}

/** Node passes on bytes that are invalid in a request target. */
const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, byte => encodeURIComponent(byte))
