// What `kubectl create` sends: its objects in protobuf (k8s.io/api, generated.proto), which it alone insists on.

export type KubernetesObject = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string } & Record<string, unknown>
} & Record<string, unknown>

/** Before the envelope: https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding */
const magic = Buffer.from('k8s\0')

type Fields = ReadonlyMap<number, readonly Buffer[]>

export function objectIn(body: Buffer): KubernetesObject {
  if (!body.subarray(0, 4).equals(magic)) throw new Error('That is not the protobuf of Kubernetes.')
  const [type = Buffer.alloc(0), raw = Buffer.alloc(0)] = [1, 2].map(
    field => fieldsOf(body.subarray(4)).get(field)?.[0],
  )
  const [apiVersion, kind] = [1, 2].map(field => textOf(fieldsOf(type), field)) as [string, string]
  const fields = fieldsOf(raw)
  const read = readers[`${apiVersion} ${kind}`]
  if (read === undefined) throw new Error(`kubectl sends ${apiVersion} ${kind} as protobuf, which is not read here.`)
  return { apiVersion, kind, metadata: metadataOf(fields), ...read(fields) }
}

/** What an object has beside its metadata. */
const readers: Readonly<Record<string, (fields: Fields) => Record<string, unknown>>> = {
  'v1 Namespace': () => ({}),
  'v1 Secret': fields => ({
    type: textOf(fields, 3) || 'Opaque',
    data: Object.fromEntries(
      (fields.get(2) ?? []).map(fieldsOf).map(entry => [textOf(entry, 1), entry.get(2)?.[0]?.toString('base64') ?? '']),
    ),
  }),
}

function metadataOf(fields: Fields): KubernetesObject['metadata'] {
  const metadata = fieldsOf(fields.get(1)?.[0] ?? Buffer.alloc(0))
  const namespace = textOf(metadata, 3)
  return { name: textOf(metadata, 1), ...(namespace === '' ? {} : { namespace }) }
}

const textOf = (fields: Fields, field: number): string => fields.get(field)?.[0]?.toString() ?? ''

/** The fields that have a length; numbers are passed over. https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, Buffer[]>()
  for (let at = 0; at < bytes.length; ) {
    const tag = numberAt(bytes, at)
    const value = numberAt(bytes, tag.end)
    at = value.end
    if ((tag.value & 7) === 0) continue
    if ((tag.value & 7) !== 2) throw new Error('Of protobuf, only texts, messages and whole numbers are read here.')
    at += value.value
    const field = tag.value >> 3
    fields.set(field, [...(fields.get(field) ?? []), bytes.subarray(value.end, at)])
  }
  return fields
}

function numberAt(bytes: Buffer, from: number): { value: number; end: number } {
  let [value, end, byte] = [0, from, 0x80]
  for (let factor = 1; byte >= 0x80; factor *= 0x80) {
    byte = bytes[end++] ?? 0
    value += (byte & 0x7f) * factor
  }
  return { value, end }
}
