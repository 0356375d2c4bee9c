// Strict query strings: invalid encoding and repeated parameters are errors; unknown parameters are ignored.
import { fail } from '../../errors.ts'

/** The parameters with these names in a request target. `+` is a space, as in forms. */
export function parseQuery(url: string, names: ReadonlySet<string>): Record<string, string> {
  const values: Record<string, string> = {}
  const start = url.indexOf('?')
  if (start === -1) return values
  for (const pair of url.slice(start + 1).split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals), 'a parameter name')
    if (!names.has(name)) continue
    if (values[name] !== undefined) throw repeated(name)
    values[name] = equals === -1 ? '' : decode(pair.slice(equals + 1), name)
  }
  return values
}

/** HTML forms also submit empty fields; pages ignore them. */
export const withoutEmpty = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

function decode(text: string, field: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    const reason = `The percent-encoding of ${field} is not valid UTF-8; encode the value again.`
    throw fail('invalid_request', reason, { details: [{ field, reason: 'invalid_encoding' }] })
  }
}

function repeated(name: string) {
  const reason = `${name} is given more than once; give it once.`
  return fail('invalid_request', reason, { details: [{ field: name, reason }] })
}
