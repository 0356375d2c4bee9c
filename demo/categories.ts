// The categories, and how common each kind of creation is in them.
import type { DefaultKind as Kind } from '../src/site/site.ts'
import { readData } from './data.ts'
import type { Language } from './languages.ts'

export type Category = { slug: string; labels: Record<Language, string>; kindWeights: Record<Kind, number> }

export const categories: readonly Category[] = readData('categories')
