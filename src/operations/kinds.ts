// The kinds of creations differ from site to site. Definitions describe a kind as text with a title; the kinds of the
// site are filled in where schemas are published and where input is checked.
import { kindTitle } from '../records/limits.ts'
import type { Store } from '../store/store.ts'
import { didYouMean } from '../util/nearest.ts'
import { truncate } from '../util/text.ts'

export const isKind = (schema: object): boolean => (schema as { title?: unknown }).title === kindTitle

/** The kinds of the site, then others that creations were imported with before. */
export const kindsInUse = (kinds: readonly string[], store: Pick<Store, 'kinds'>): readonly string[] => {
  const others = store.kinds().filter(kind => !kinds.includes(kind))
  return others.length === 0 ? kinds : [...kinds, ...others]
}

/** Why the value is not a kind of the site; undefined if it is one. */
export const kindProblem = (name: string, value: unknown, kinds: readonly string[]): string | undefined =>
  kinds.includes(value as string)
    ? undefined
    : `${name} must be one of ${kinds.join(', ')}.${didYouMean(truncate(String(value), 40), kinds)}`

/** The schema with the kinds of a site as choices. */
export function schemaWithKinds<T>(schema: T, kinds: readonly string[]): T {
  if (Array.isArray(schema)) return schema.map(part => schemaWithKinds(part, kinds)) as T
  if (typeof schema !== 'object' || schema === null) return schema
  if (!isKind(schema))
    return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, schemaWithKinds(part, kinds)])) as T
  const { maxLength: _, examples, ...rest } = schema as { maxLength?: number; examples?: string[] }
  const example = examples?.find(kind => kinds.includes(kind)) ?? kinds[0]
  return { ...rest, enum: [...kinds], ...(examples && { examples: [example] }) } as T
}
