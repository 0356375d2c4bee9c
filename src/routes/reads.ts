// The public reads over HTTP: one route for each definition.
import type { HostName } from '../addresses.ts'
import { fail } from '../errors.ts'
import { type Checked, type Context, fromStrings, type Operation, prepare } from '../operations/define.ts'
import { parseQuery } from '../server/request/query.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import type { ReadContent } from './read-content.ts'

type Reads = { operations: readonly Operation[]; context: Context; serve: Serve; readContent: ReadContent }

export function addReads(router: Router, host: HostName, reads: Reads): void {
  for (const operation of reads.operations) {
    if (host === 'api' || operation.alsoOnWeb) addRead(router, operation, reads)
  }
}

/** Validates the input from the URL and path parameters. */
function checker(operation: Operation, context: Context): (url: string, params: Record<string, string>) => Checked {
  const inQuery = new Set(operation.fields.map(({ name }) => name).filter(name => !operation.pathFields.includes(name)))
  const inPath = operation.fields.filter(({ name }) => operation.pathFields.includes(name))
  return (url, params) => {
    // An invalid handle gets the same 404 as an unknown one.
    const isValid = inPath.every(({ name, allows }) => allows(params[name]))
    if (!isValid) throw fail('not_found', operation.notFound ?? 'There is nothing at this path.')
    const strings = { ...parseQuery(url, inQuery), ...params }
    return prepare(operation, fromStrings(operation, strings), context)
  }
}

function addRead(router: Router, operation: Operation, { context, serve, readContent }: Reads): void {
  const check = checker(operation, context)
  router.route({
    method: ['GET', 'HEAD'],
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { route: operation.name },
    handler: async (request, reply) => {
      const checked = check(request.raw.url!, request.params as Record<string, string>)
      return serve(request, reply, readContent(checked))
    },
  })
}
