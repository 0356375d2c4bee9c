// Checks the columns of a query against the fields of its record type.
import type { TypeWithId } from '../../store/tracking/sync-state.ts'
import type { RecordType } from '../../store/tracking/tables.ts'
import { didYouMean } from '../../util/nearest.ts'
import { identities, recordFields } from '../check-record.ts'
import type { QueryMapping } from './mapping.ts'

/** Columns such as `stats.views` are members of these fields. */
export const objectFields: ReadonlySet<string> = new Set(['labels', 'stats', 'remixOf', 'translations'])

const alsoRequired: Partial<Record<RecordType, readonly string[]>> = {
  creator: ['displayName'],
  creation: ['title'],
}

/** A stable id, by which a renamed record is recognized. */
export const idColumn = 'id'
export const isTypeWithId = (type: RecordType): type is TypeWithId => type === 'creator' || type === 'creation'

export const fieldsOf = (type: RecordType): string[] => recordFields[type].filter(name => name !== 'type')

/** Members of objects that have no others. Labels and translations may have any language. */
const members: Readonly<Record<string, readonly string[]>> = {
  stats: ['views', 'plays', 'likes', 'remixes'],
  remixOf: ['handle', 'slug'],
}

function isMember(column: string): boolean {
  const [field = '', member = '', ...more] = column.split('.')
  if (!objectFields.has(field)) return false
  return members[field] === undefined || (members[field].includes(member) && more.length === 0)
}

const memberNames = Object.entries(members).flatMap(([field, names]) => names.map(name => `${field}.${name}`))

/** One message for each problem. */
export function columnProblems({ type, changed }: QueryMapping, columns: readonly string[]): string[] {
  const fields = fieldsOf(type)
  const known = new Set(fields)
  const isField = (column: string) => known.has(column) || isMember(column)
  const isOther = (column: string) => column === changed || (column === idColumn && isTypeWithId(type))
  const unknown = [...new Set(columns)].filter(column => !isField(column) && !isOther(column))
  const repeated = columns.filter((column, i) => columns.indexOf(column) !== i)
  const required = [...identities[type], ...(alsoRequired[type] ?? [])]
  const missing = required.filter(name => !columns.includes(name))
  return [
    ...unknown.map(column => `column ${column} is not a field of a ${type}.${suggestion(column, fields)}`),
    ...[...new Set(repeated)].map(column => `column ${column} is there twice; remove or rename one.`),
    ...missing.map(name => `column ${name} is missing; a ${type} needs it.`),
    ...(changed !== undefined && !columns.includes(changed)
      ? [`column ${changed} is named by changed, but the query does not return it.${didYouMean(changed, columns)}`]
      : []),
  ]
}

/** PostgreSQL turns names without quotes into lower case. */
function suggestion(column: string, fields: readonly string[]): string {
  const same = fields.find(name => name.toLowerCase() === column.replaceAll('_', '').toLowerCase())
  if (column.includes('.')) return didYouMean(column, memberNames)
  return same === undefined ? didYouMean(column, fields) : ` Write … as "${same}", with the quotes.`
}
