// Request headers that reads and endpoints share.
import { apiVersions, newestVersion, versionHeader } from '../server/request/version.ts'
import { reference, type Schema } from './schemas.ts'

export const versionParameter = versionHeader
export const conditional = 'If-None-Match'

export const parameterReference = (component: string): Schema => reference('parameters', component)

export const requestHeaders: Record<string, Schema> = {
  [versionParameter]: {
    name: versionHeader,
    in: 'header',
    description: `A date selects the newest version of that day; without it the newest answers. Versions: ${apiVersions.join(', ')}.`,
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    example: newestVersion,
  },
  [conditional]: {
    name: conditional,
    in: 'header',
    description: 'The `ETag` of an answer you have; 304 when it is still right.',
    schema: { type: 'string' },
    example: '"b0Cn3kVvL8uYxq0m1yHh4A"',
  },
}
