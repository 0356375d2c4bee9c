// The public reads over HTTP: one route for each definition.

import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { parseQuery } from '../http/query.ts'
import type { Router } from '../http/router.ts'
import type { Serve } from '../http/serve.ts'
import type { HostName } from '../http/visit.ts'
import { type Checked, type Context, fromStrings, type Operation, prepare } from '../operations/define.ts'
import type { ReadContent } from './read-content.ts'

export type Reads = { operations: readonly Operation[]; context: Context; serve: Serve; readContent: ReadContent }

export function addReads(router: Router, host: HostName, reads: Reads): void {
  for (const operation of reads.operations) {
    if (host === 'api' || operation.alsoOnWeb) addRead(router, operation, reads)
  }
}

function addRead(router: Router, operation: Operation, { context, serve, readContent }: Reads): void {
  const inQuery = new Set(operation.fields.map(({ name }) => name).filter(name => !operation.pathFields.includes(name)))
  const inPath = operation.fields.filter(({ name }) => operation.pathFields.includes(name))
  const check = (request: FastifyRequest): Checked => {
    const params = request.params as Record<string, string>
    // A handle that cannot be is as unknown as one that is not.
    const known = inPath.every(({ name, allows }) => allows(params[name]))
    if (!known) throw fail('not_found', operation.notFound ?? 'There is nothing at this path.')
    const strings = { ...parseQuery(request.raw.url!, inQuery), ...params }
    return prepare(operation, fromStrings(operation, strings), context.store)
  }
  router.route({
    method: ['GET', 'HEAD'],
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { route: operation.name },
    handler: async (request, reply) => serve(request, reply, readContent(check(request))),
  })
}
