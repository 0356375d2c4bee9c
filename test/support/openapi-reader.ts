// The published document of the default settings, as its readers see it.

import { readConfig } from '../../src/config/config.ts'
import { openapiDocument } from '../../src/openapi/document.ts'
import { neutralSite } from '../../src/site/site.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document from outside may hold anything
export type Loose = any

export const document: Loose = JSON.parse(JSON.stringify(openapiDocument({ ...readConfig({}), site: neutralSite })))

/** The value with every reference replaced by what it refers to in `whole`. */
export function resolved(value: unknown, whole: Loose = document): Loose {
  if (Array.isArray(value)) return value.map(part => resolved(part, whole))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: string }
  if ($ref !== undefined) {
    const names = $ref.replace('#/', '').split('/')
    return resolved(
      names.reduce((part, name) => part[name], whole),
      whole,
    )
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, whole)]))
}
