// Checks a JSON file with comments against a schema and reports all problems with their positions. TypeBox and Ajv
// would take 200 ms of CPU time at every start.
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { didYouMean } from '../util/nearest.ts'
import { tagProblem } from './language-tag.ts'
import { type Problem, positionsIn } from './problem.ts'
import type { JsonSchema } from './schema.ts'

type Checked = {
  /** Undefined when the file has no value. */
  value: unknown
  problems: Problem[]
  /** A problem at the position of a value of the file, for example `['kinds', 0, 'icon']`. */
  problemAt(path: readonly (string | number)[], message: string): Problem
}

export function checkJson(file: string, text: string, schema: JsonSchema): Checked {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const positionOf = positionsIn(text)
  const at = (offset: number, message: string): Problem => ({ file, ...positionOf(offset), message })
  const problemAt: Checked['problemAt'] = (path, message) =>
    at((root && findNodeAtLocation(root, [...path])?.offset) ?? 0, message)
  const syntax = errors.map(({ offset, error }) =>
    at(offset, `is not JSON: ${syntaxError(printParseErrorCode(error))}.`),
  )
  if (root === undefined)
    return { value: undefined, problems: syntax.length > 0 ? syntax : [at(0, 'is empty.')], problemAt }
  const problems = [...syntax]
  check(root, schema, '', (node, message) => problems.push(at(node.offset, message)))
  return { value: getNodeValue(root), problems, problemAt }
}

/** `PropertyNameExpected` → `property name expected` */
const syntaxError = (code: string): string => code.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase()

type Report = (node: Node, message: string) => void

function check(node: Node, schema: JsonSchema, name: string, report: Report): void {
  const subject = name === '' ? 'The file' : name
  if (schema.anyOf !== undefined) checkAny(node, schema.anyOf, name, report)
  else if (schema.enum !== undefined) checkEnum(node, schema.enum, subject, report)
  else if (node.type !== schema.type) report(node, `${subject} must be ${articles[schema.type!]}.`)
  else if (node.type === 'object') checkObject(node, schema, name, report)
  else if (node.type === 'array') checkArray(node, schema, name, report)
  else if (node.type === 'string') checkString(node, schema, subject, report)
}

function checkEnum(node: Node, choices: readonly string[], subject: string, report: Report): void {
  const value = String(node.value)
  if (choices.includes(value)) return
  report(node, `${subject} must be one of ${choices.join(', ')}.${didYouMean(value, choices)}`)
}

const articles = { object: 'an object', array: 'a list', string: 'a text', boolean: 'true or false' } as const

/** The alternatives have different types, so the type decides which of them applies. */
function checkAny(node: Node, schemas: readonly JsonSchema[], name: string, report: Report): void {
  const same = schemas.find(({ type }) => type === node.type)
  if (same !== undefined) check(node, same, name, report)
  else report(node, `${name} must be ${schemas.map(({ type }) => articles[type!]).join(' or ')}.`)
}

function checkObject(node: Node, schema: JsonSchema, name: string, report: Report): void {
  const { properties = {}, additionalProperties, propertyNames, required = [], maxProperties = Infinity } = schema
  const members = (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ key, value }] : [],
  )
  const names = members.map(({ key }) => String(key.value))
  const below = (key: string) => (name === '' ? key : `${name}.${key}`)
  for (const [i, { key, value }] of members.entries()) {
    const own = Object.hasOwn(properties, names[i]!) ? properties[names[i]!] : additionalProperties || undefined
    if (names.indexOf(names[i]!) !== i) report(key, `${below(names[i]!)} is there twice; remove one.`)
    else if (own === undefined)
      report(key, `${below(names[i]!)} is not a known key.${didYouMean(names[i]!, Object.keys(properties))}`)
    else if (propertyNames !== undefined && !new RegExp(propertyNames.pattern).test(names[i]!))
      report(key, `${below(names[i]!)} is not allowed here: keys must match ${propertyNames.pattern}.`)
    else {
      const tag = schema['x-languages'] ? tagProblem(names[i]!) : null
      if (tag !== null) report(key, `${below(names[i]!)} ${tag}`)
      check(value, own, below(names[i]!), report)
    }
  }
  for (const key of required.filter(key => !names.includes(key))) report(node, `${below(key)} is missing.`)
  if (members.length > maxProperties) report(node, `${name} has more than ${maxProperties} entries.`)
}

function checkArray(node: Node, schema: JsonSchema, name: string, report: Report): void {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems } = schema
  const values = node.children ?? []
  if (values.length < minItems) report(node, `${name} needs at least ${minItems} entry.`)
  if (values.length > maxItems) report(node, `${name} has more than ${maxItems} entries.`)
  for (const [i, value] of values.slice(0, maxItems).entries()) {
    const isRepeated = uniqueItems && values.findIndex(other => other.value === value.value) !== i
    if (isRepeated) report(value, `${name} has ${value.value} twice; remove one.`)
    else check(value, items!, `${name}[${i}]`, report)
  }
}

function checkString(node: Node, schema: JsonSchema, subject: string, report: Report): void {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  const text = node.value as string
  const length = [...text].length
  if (length < minLength || text.trim() === '') report(node, `${subject} must not be empty.`)
  else if (length > maxLength) report(node, `${subject} is longer than ${maxLength} characters.`)
  else if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    report(node, `${subject} must be ${schema['x-form'] ?? `like ${pattern}`} (it is ${JSON.stringify(text)}).`)
  else if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text)) report(node, `${subject} has control characters.`)
}
