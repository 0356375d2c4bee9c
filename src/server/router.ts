// The router of one host: Fastify, with its default error responses replaced.
import type { ServerResponse } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Addresses, HostName } from '../addresses.ts'
import { Failure, fail } from '../errors.ts'
import { bodyLimit, parseJsonBody, tooLarge } from './request/json-body.ts'
import { type KnownPaths, makeKnownPaths } from './request/known-paths.ts'
import type { RequestWithInfo } from './request/request-info.ts'
import type { RequestCounts } from './request-counts.ts'
import { makeFailureLog } from './response/failure-log.ts'
import type { Failures } from './response/failures.ts'
import { addRequestHeaders, commonHeaders, preflight } from './response/headers.ts'

export type Router = FastifyInstance

type RouterOptions = { addresses: Addresses; failures: Failures; counts: RequestCounts; log: Logger }

type HostOptions = RouterOptions & { host: HostName; paths: KnownPaths }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in metrics; its pattern by default. */
    route?: string
  }
}

/** One for each host. Routes are added by `register`. */
export async function makeRouters(
  options: RouterOptions,
  register: (host: HostName) => (router: Router) => void,
): Promise<Record<HostName, Router>> {
  const paths = makeKnownPaths(options.addresses)
  const build = (host: HostName) => makeRouter({ ...options, host, paths }, register(host))
  return { api: await build('api'), web: await build('web') }
}

async function makeRouter(options: HostOptions, register: (router: Router) => void): Promise<Router> {
  const { host, paths, failures, counts, log } = options
  const sendFailure = makeSendFailure(failures, log)
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    sendFailure(request.raw as RequestWithInfo, reply.raw, error)
  }
  const router = fastify({
    bodyLimit,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: req => (req as RequestWithInfo).info.id,
    frameworkErrors: answerError,
    schemaController: noSchemas,
    // Endpoints parse their query strings themselves.
    routerOptions: { maxParamLength: 8 * 1024, querystringParser: () => noQuery },
  })
  router.removeAllContentTypeParsers()
  router.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJsonBody(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
  router.setErrorHandler(answerError)
  router.setNotFoundHandler(({ raw }) => {
    throw paths.notFound(host, raw.url!)
  })
  router.addHook('onRequest', (request, reply, done) => {
    const { route, url = 'unmatched' } = request.routeOptions.config
    ;(request.raw as RequestWithInfo).info.counts = counts.route(host, route ?? url)
    // Here, because the body of such requests need not be read.
    if (!request.is404 && !hasEmptyParameter(request)) done()
    else if (request.method === 'OPTIONS') sendPreflight(request, reply, defaultMethods)
    else done(paths.notFound(host, request.raw.url!))
  })
  router.addHook('onSend', (request, reply, _payload, done) => {
    addHeaders(reply, addRequestHeaders([...commonHeaders], (request.raw as RequestWithInfo).info))
    done()
  })
  const methodsOf = collectMethods(router)
  register(router)
  for (const path of methodsOf.keys()) paths.add(host, path)
  for (const [path, methods] of methodsOf) rejectOtherMethods(router, path, methods)
  await router.ready()
  return router
}

/** The methods that some path accepts. */
const usedMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'POST']
/** Other methods are routed as this one, so that each path needs only one more route to reject them all. */
const substituteMethod = 'TRACE'

export function routing(router: Router): (req: RequestWithInfo, res: ServerResponse) => void {
  return (req, res) => {
    if (!usedMethods.includes(req.method!)) {
      req.info.method = req.method!
      req.method = substituteMethod
    }
    router.routing(req, res)
  }
}

const noQuery = Object.freeze({})

/** Routes have no Fastify schemas. Without this, Fastify would load two schema compilers at every start. */
const unused = () => () => {
  throw new Error('No route has a schema.')
}
const noSchemas = { compilersFactory: { buildValidator: unused, buildSerializer: unused } }

type SendFailure = (req: RequestWithInfo, res: ServerResponse, error: unknown) => void

export function makeSendFailure(failures: Failures, log: Logger): SendFailure {
  const logFailure = makeFailureLog(log)
  return (req, res, error) => {
    // The client disconnected during its request.
    if (req.socket.destroyed) return
    const failure = asFailure(error)
    if (failure.status >= 500) logFailure(req.info.id, failure)
    failures.send(req, res, failure)
  }
}

function collectMethods(router: Router): Map<string, Set<string>> {
  const methodsOf = new Map<string, Set<string>>()
  router.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = methodsOf.get(url) ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })
  return methodsOf
}

function rejectOtherMethods(router: Router, url: string, methods: ReadonlySet<string>): void {
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
  const others = [...usedMethods, substituteMethod].filter(method => !methods.has(method) && method !== 'OPTIONS')
  const config = { route: 'method not allowed' }
  const reject = () => {
    throw fail('invalid_request', `This path allows ${allow}.`, { status: 405, headers: { Allow: allow } })
  }
  // In onRequest, because a wrong method is rejected whatever the body is.
  if (others.length > 0) router.route({ url, method: others, config, onRequest: async () => reject(), handler: reject })
  if (methods.has('OPTIONS')) return
  const answer = (request: FastifyRequest, reply: FastifyReply) => sendPreflight(request, reply, allow)
  router.route({ url, method: 'OPTIONS', config: { route: 'preflight' }, onRequest: answer, handler: answer })
}

/** For paths that do not exist, so that scripts can read the 404. */
const defaultMethods = 'GET, HEAD, OPTIONS, POST'

/** `/@mira/` matches `/@:handle/:slug`; a trailing slash is an error as elsewhere. */
const hasEmptyParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries(params as Record<string, string>).some(([name, value]) => name !== '*' && value === '')

function sendPreflight({ raw }: FastifyRequest, reply: FastifyReply, allow: string): void {
  const head = [...commonHeaders, ...preflight(allow)]
  reply.hijack()
  reply.raw.writeHead(204, addRequestHeaders(head, (raw as RequestWithInfo).info)).end()
}

/** For responses sent through Fastify. Headers set by the handler are kept. */
function addHeaders(reply: FastifyReply, head: readonly string[]): void {
  for (let i = 0; i < head.length; i += 2) if (!reply.hasHeader(head[i]!)) reply.header(head[i]!, head[i + 1]!)
}

const frameworkFailures: Record<string, () => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    fail('invalid_request', 'Send the body as application/json.', {
      status: 415,
      headers: { 'Accept-Post': 'application/json' },
    }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => fail('invalid_request', 'The body is not as long as Content-Length says.'),
  FST_ERR_BAD_URL: () => fail('invalid_request', 'The percent-encoding of the path is not valid; encode it again.'),
}

export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const frameworkFailure = frameworkFailures[(error as { code?: string }).code ?? '']
  if (frameworkFailure !== undefined) return frameworkFailure()
  return fail('internal_error', 'Something failed on our side; retry with backoff.', { cause: error })
}
