// The blocks with kubectl, at an API server of the test's own; or in a cluster, when VITRINE_TEST_KUBECONFIG names the
// file that leads to one.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Block, readDocument, root } from '../docs-blocks.ts'
import { provide } from '../provide.ts'
import { cloneInto } from './clone.ts'
import type { KubernetesObject } from './kubernetes-protobuf.ts'
import { startKubernetes } from './kubernetes-server.ts'
import { type Ground, type Shown, showEach } from './part.ts'
import { run, type Terminal, terminal } from './shell.ts'

const manifests = 'deploy/kubernetes'
const manifest = (folder: string, name: string) => parse(readFileSync(join(folder, manifests, name), 'utf8'))

export async function runKubectl(blocks: readonly Block[], ground: Ground): Promise<Shown[]> {
  provide([{ program: 'kubectl', debian: 'kubernetes-client' }])
  const clone = join(ground.folder, 'vitrine')
  await cloneInto(clone)
  const config = await kubeconfig(ground)
  const where = terminal(ground, clone)
  const there = { ...where, env: { ...where.env, KUBECONFIG: config.file } }
  const version = await versionOf(there)
  const { namespace } = manifest(clone, 'kustomization.yaml')
  await nobodyElseHas(namespace, there)
  return showEach(blocks, ground, async block => {
    await run(block.text, there)
    const kinds = await arrived(clone, namespace, there)
    // Applying it once more makes nothing new, and leaves all as it was.
    assert.doesNotMatch(await run(`kubectl apply -k ${manifests}`, there), / created/)
    await arrived(clone, namespace, there)
    return `${version} brought ${kinds.join(', ')} to ${config.how}`
  })
}

async function kubeconfig(ground: Ground): Promise<{ file: string; how: string }> {
  const given = process.env.VITRINE_TEST_KUBECONFIG
  if (given !== undefined) {
    if (!existsSync(given)) throw new Error(`VITRINE_TEST_KUBECONFIG names ${given}, which is not there.`)
    return { file: given, how: 'the cluster of VITRINE_TEST_KUBECONFIG' }
  }
  const file = join(ground.folder, 'kubeconfig.json')
  const [name, server] = ['test', await startKubernetes(ground)]
  const contexts = [{ name, context: { cluster: name, user: name } }]
  const clusters = [{ name, cluster: { server } }]
  const users = [{ name, user: {} }]
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', clusters, contexts, users, 'current-context': name })) // biome-ignore format: one line reads better
  return { file, how: 'an API server' }
}

async function versionOf(where: Terminal): Promise<string> {
  const { clientVersion } = JSON.parse(await run('kubectl version --client --output=json', where))
  const [, oldest] = /Kubernetes 1\.(\d+) or newer/.exec(readDocument('docs/deploy.md'))!
  // kubectl may be one version older than the cluster.
  if (Number.parseInt(clientVersion.minor, 10) < Number(oldest) - 1)
    throw new Error(`kubectl ${clientVersion.gitVersion} is too old: install 1.${oldest} or newer.`)
  return `kubectl ${clientVersion.gitVersion}`
}

/** A cluster may be somebody's: what is there is left alone, and what was brought is taken away. */
async function nobodyElseHas(namespace: string, where: Terminal): Promise<void> {
  const there = await run(`kubectl get namespaces --output=json`, where)
  if (JSON.parse(there).items.some(({ metadata }: KubernetesObject) => metadata.name === namespace))
    throw new Error(`The cluster has a namespace ${namespace} already; the blocks would change it.`)
  if (process.env.VITRINE_TEST_KUBECONFIG !== undefined)
    where.ground.after(() => run(`kubectl delete namespace ${namespace} --ignore-not-found`, where))
}

/** What is there is what the manifests say, with what the kustomization adds to them. */
async function arrived(clone: string, namespace: string, where: Terminal): Promise<string[]> {
  const { resources, labels, images } = manifest(clone, 'kustomization.yaml')
  const get = async (kind: string, name: string) =>
    JSON.parse(await run(`kubectl -n ${namespace} get ${kind} ${name} --output=json`, where)) as KubernetesObject
  const kinds = ['Secret']
  for (const name of resources as string[]) {
    const said: KubernetesObject = manifest(clone, name)
    const is = await get(said.kind, said.metadata.name)
    const [{ name: image, newName, newTag }] = images
    const text = JSON.stringify(said).replaceAll(`"image":"${image}"`, `"image":"${newName}:${newTag}"`)
    assert.partialDeepStrictEqual(is, JSON.parse(text))
    assert.partialDeepStrictEqual(is.metadata.labels, labels[0].pairs)
    if (said.kind !== 'Namespace') assert.equal(is.metadata.namespace, namespace)
    kinds.push(said.kind)
  }
  const secret = await get('Secret', 'vitrine')
  const asked = manifest(root, 'secret.example.yaml') as KubernetesObject & { stringData: Record<string, string> }
  assert.deepEqual(Object.keys(secret.data as object).sort(), Object.keys(asked.stringData).sort())
  const { VITRINE_STORE: store, VITRINE_CURSOR_SECRET: cursors } = secret.data as Record<string, string>
  assert.equal(atob(store!), asked.stringData.VITRINE_STORE)
  assert.match(atob(cursors!), /^[0-9a-f]{64}$/)
  return kinds
}
