// The table of all checks, in the order of the report. A new check is one more entry.
import type { Check } from './check.ts'
import { documentChecks } from './checks-documents.ts'
import { endpointChecks } from './checks-endpoints.ts'
import { errorChecks } from './checks-errors.ts'
import { deploymentChecks } from './checks-hosts.ts'
import { httpChecks } from './checks-http.ts'
import { limitChecks } from './checks-limits.ts'
import { mcpChecks } from './checks-mcp.ts'
import { pageChecks } from './checks-pages.ts'
import { readChecks } from './checks-reads.ts'

export const checks: readonly Check[] = [
  ...deploymentChecks,
  ...readChecks,
  ...errorChecks,
  ...httpChecks,
  ...limitChecks,
  ...endpointChecks,
  ...mcpChecks,
  ...documentChecks,
  ...pageChecks,
]
