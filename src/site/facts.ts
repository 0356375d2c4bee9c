// Facts of a site pack: facts/<locale>.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkJson } from './check-json.ts'
import { tagProblem } from './language-tag.ts'
import type { Problem } from './problem.ts'
import type { JsonSchema } from './schema.ts'
import type { SiteFact } from './site.ts'

const maxFacts = 2000
const namePattern = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\.json$/

const text = (maxLength: number): JsonSchema => ({ type: 'string', minLength: 1, maxLength })
const fact: JsonSchema = {
  type: 'object',
  properties: {
    proof: text(160),
    say: text(1000),
    unlimited: text(1000),
    also: text(80),
    ask: { type: 'array', items: text(200), maxItems: 100 },
  },
  additionalProperties: false,
}
const schema: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: '^[a-z0-9][a-z0-9._-]{0,79}$' },
  additionalProperties: fact,
  maxProperties: maxFacts,
}

type Entry = Omit<SiteFact, 'locale' | 'id' | 'file' | 'line'>

export function readFacts(folder: string, problems: Problem[]): SiteFact[] {
  const root = join(folder, 'facts')
  if (!existsSync(root)) return []
  const names = readdirSync(root).filter(name => name.endsWith('.json'))
  return names.sort().flatMap(name => {
    const file = `facts/${name}`
    if (!namePattern.test(name)) {
      problems.push({ file, message: 'must be named after a language: en.json, pt-BR.json.' })
      return []
    }
    const tag = tagProblem(name.slice(0, -'.json'.length))
    if (tag !== null) problems.push({ file, message: tag })
    return factsIn(file, name.slice(0, -'.json'.length), readFileSync(join(root, name), 'utf8'), problems)
  })
}

function factsIn(file: string, locale: string, content: string, problems: Problem[]): SiteFact[] {
  const { value, problems: found, problemAt } = checkJson(file, content, schema)
  problems.push(...found)
  if (found.length > 0) return []
  return Object.entries(value as Record<string, Entry>).map(([id, entry]) => {
    const { line = 1 } = problemAt([id], '')
    return { locale, id, ...entry, file, line }
  })
}
