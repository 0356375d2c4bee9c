// The agent endpoints, in the order of the OpenAPI document.
import { agentAuthEndpoints } from './agent-auth.ts'
import { askEndpoints } from './ask/ask.ts'
import { batch } from './batch/batch.ts'
import { describeBatch } from './batch/description.ts'
import type { Endpoint } from './define.ts'
import { awaitJob } from './jobs/await.ts'
import { createJob } from './jobs/create.ts'
import { pollJob } from './jobs/poll.ts'
import { mcpEndpoints } from './mcp.ts'
import { getStatus } from './status/status.ts'
import { webmcpDiscovery } from './webmcp.ts'

export const endpoints: readonly Endpoint[] = [
  ...askEndpoints,
  createJob,
  pollJob,
  awaitJob,
  describeBatch,
  batch,
  webmcpDiscovery,
  getStatus,
  ...agentAuthEndpoints,
  ...mcpEndpoints,
]
