// The table of all checks, in the order of the report. A new check is one more entry.
import type { Check } from './check.ts'
import { checksOfDocuments } from './checks-documents.ts'
import { checksOfEndpoints } from './checks-endpoints.ts'
import { checksOfErrors } from './checks-errors.ts'
import { checksOfHosts } from './checks-hosts.ts'
import { checksOfHttp } from './checks-http.ts'
import { checksOfLimits } from './checks-limits.ts'
import { checksOfMcp } from './checks-mcp.ts'
import { checksOfPages } from './checks-pages.ts'
import { checksOfReads } from './checks-reads.ts'

export const checks: readonly Check[] = [
  ...checksOfHosts,
  ...checksOfReads,
  ...checksOfErrors,
  ...checksOfHttp,
  ...checksOfLimits,
  ...checksOfEndpoints,
  ...checksOfMcp,
  ...checksOfDocuments,
  ...checksOfPages,
]
