// What an API server tells kubectl about itself before it takes anything: its groups, their kinds, their OpenAPI.

export type Kind = { apiVersion: string; kind: string; plural: string; namespaced: boolean }

/** Those of deploy/kubernetes. */
export const kinds: readonly Kind[] = [
  { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  ...[
    ['v1', 'Secret', 'secrets'],
    ['v1', 'ConfigMap', 'configmaps'],
    ['v1', 'Service', 'services'],
    ['v1', 'ServiceAccount', 'serviceaccounts'],
    ['apps/v1', 'Deployment', 'deployments'],
    ['policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets'],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'],
    ['networking.k8s.io/v1', 'Ingress', 'ingresses'],
    ['networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies'],
  ].map(([apiVersion = '', kind = '', plural = '']) => ({ apiVersion, kind, plural, namespaced: true })),
]

const versions = [...new Set(kinds.map(({ apiVersion }) => apiVersion))]
export const prefixOf = (apiVersion: string): string => (apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`)

/** By path. */
export const aboutServer: Readonly<Record<string, unknown>> = {
  // The oldest that docs/deploy.md promises to be enough.
  '/version': { major: '1', minor: '30', gitVersion: 'v1.30.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: versions.filter(version => version !== 'v1').map(groupOf),
  },
  ...Object.fromEntries(versions.map(version => [prefixOf(version), resourcesOf(version)])),
  '/openapi/v3': {
    paths: Object.fromEntries(versions.map(version => [prefixOf(version).slice(1), openapiAt(version)])),
  },
  ...Object.fromEntries(versions.map(version => [openapiAt(version).serverRelativeURL, openapiOf(version)])),
}

function groupOf(groupVersion: string) {
  const [name, version] = groupVersion.split('/')
  const only = { groupVersion, version }
  return { name, versions: [only], preferredVersion: only }
}

function resourcesOf(groupVersion: string) {
  const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update']
  const resources = kinds
    .filter(({ apiVersion }) => apiVersion === groupVersion)
    .map(({ kind, plural, namespaced }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      kind,
      namespaced,
      verbs,
    }))
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources }
}

function openapiAt(apiVersion: string) {
  return { serverRelativeURL: `/openapi/v3${prefixOf(apiVersion)}` }
}

/** Just that the server itself checks the fields, so that kubectl leaves it to it. */
function openapiOf(groupVersion: string) {
  const [group, version] = groupVersion === 'v1' ? ['', 'v1'] : groupVersion.split('/')
  const pathOf = ({ plural, namespaced }: Kind) =>
    `${prefixOf(groupVersion)}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}/{name}`
  const parameters = [{ name: 'fieldValidation', in: 'query', schema: { type: 'string' } }]
  const paths = kinds
    .filter(({ apiVersion }) => apiVersion === groupVersion)
    .map(one => [
      pathOf(one),
      { patch: { parameters, 'x-kubernetes-group-version-kind': { group, version, kind: one.kind }, responses: {} } },
    ])
  return { openapi: '3.0.0', info: { title: 'Kubernetes', version: 'v1.30.0' }, paths: Object.fromEntries(paths) }
}
