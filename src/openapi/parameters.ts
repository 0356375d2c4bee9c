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
    description: `A date selects the newest version of that day. Default: the newest version. Versions: ${apiVersions.join(', ')}.`,
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    example: newestVersion,
  },
  [conditional]: {
    name: conditional,
    in: 'header',
    description: 'The `ETag` of an earlier response; 304 if it has not changed.',
    schema: { type: 'string' },
    example: '"b0Cn3kVvL8uYxq0m1yHh4A"',
  },
}
