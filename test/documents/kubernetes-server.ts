// An API server of Kubernetes as far as kubectl sees it: objects are checked as their kind demands, kept and given back.
// Nothing runs them: that takes a cluster.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aboutServer, type Kind, kinds, prefixOf } from './kubernetes-kinds.ts'
import { type KubernetesObject, objectIn } from './kubernetes-protobuf.ts'
import type { Ground } from './part.ts'

type Answer = { status: number; body: unknown }
type Objects = Map<string, KubernetesObject>
type Place = { kind: Kind; namespace: string | undefined; name: string | undefined }

/** Gives back its address. */
export async function startKubernetes({ after }: Ground): Promise<string> {
  const objects: Objects = new Map()
  const server = createServer((req, res) => void answer(objects, req, res)).listen(0, '127.0.0.1')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function answer(objects: Objects, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { status, body } = await answerTo(objects, req).catch((error: Error) => failure(422, 'Invalid', error.message))
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const failure = (code: number, reason: string, message: string): Answer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message, code },
})

async function answerTo(objects: Objects, req: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(req.url ?? '', 'http://localhost')
  if (pathname in aboutServer) return { status: 200, body: aboutServer[pathname] }
  const place = placeOf(pathname)
  if (place === undefined) return failure(404, 'NotFound', `There is nothing at ${pathname}.`)
  const { kind, namespace, name } = place
  if (namespace !== undefined && !objects.has(`${prefixOf('v1')}/namespaces/${namespace}`))
    return failure(404, 'NotFound', `namespaces "${namespace}" not found`)
  const body = Buffer.concat(await Array.fromAsync(req))
  if (req.method === 'POST') return create(objects, pathname, place, await checked(sent(req, body), kind))
  const kept = objects.get(pathname)
  if (name === undefined && req.method === 'GET') return { status: 200, body: listOf(objects, place, pathname) }
  if (kept === undefined) return failure(404, 'NotFound', `${kind.plural} "${name}" not found`)
  if (req.method === 'PATCH') objects.set(pathname, await checked(patched(kept, sent(req, body)), kind))
  else if (req.method !== 'GET') return failure(405, 'MethodNotAllowed', `${req.method} is not known here.`)
  return { status: 200, body: objects.get(pathname) }
}

function placeOf(pathname: string): Place | undefined {
  for (const kind of kinds) {
    const within = kind.namespaced ? '/namespaces/(?<namespace>[^/]+)' : ''
    const path = new RegExp(`^${prefixOf(kind.apiVersion)}${within}/${kind.plural}(?:/(?<name>[^/]+))?$`)
    const found = path.exec(pathname)
    if (found !== null) return { kind, namespace: found.groups?.namespace, name: found.groups?.name }
  }
  return undefined
}

function create(objects: Objects, pathname: string, { kind, namespace }: Place, made: KubernetesObject): Answer {
  const path = `${pathname}/${made.metadata.name}`
  if (objects.has(path)) return failure(409, 'AlreadyExists', `${kind.plural} "${made.metadata.name}" already exists`)
  const own = { uid: crypto.randomUUID(), creationTimestamp: new Date().toISOString(), resourceVersion: '1' }
  objects.set(path, {
    ...made,
    metadata: { ...made.metadata, ...(namespace === undefined ? {} : { namespace }), ...own },
  })
  return { status: 201, body: objects.get(path) }
}

function listOf(objects: Objects, { kind }: Place, pathname: string) {
  const items = [...objects].filter(([path]) => path.startsWith(`${pathname}/`)).map(([, one]) => one)
  return { apiVersion: kind.apiVersion, kind: `${kind.kind}List`, metadata: {}, items }
}

const sent = (req: IncomingMessage, body: Buffer): KubernetesObject =>
  req.headers['content-type'] === 'application/vnd.kubernetes.protobuf' ? objectIn(body) : JSON.parse(body.toString())

/** As the schema of its kind, which is that of Kubernetes, demands. */
async function checked(object: KubernetesObject, { apiVersion, kind }: Kind): Promise<KubernetesObject> {
  if (object.apiVersion !== apiVersion || object.kind !== kind) throw new Error(`That is no ${apiVersion} ${kind}.`)
  const models = await import(`kubernetes-models/${apiVersion}/${kind}`)
  new models[kind](object).validate()
  return object
}

/** RFC 7386, which a strategic merge is too as long as no list is changed; a part of it may be meant as a whole. */
function patched<T>(kept: T, patch: unknown): T {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch as T
  const { $patch: directive, ...fields } = patch as Record<string, unknown>
  const result = directive === 'replace' ? {} : { ...(kept as Record<string, unknown> | undefined) }
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) delete result[name]
    else result[name] = patched(result[name], value)
  }
  return result as T
}
