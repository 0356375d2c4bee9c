// Input of an import: a file or a stream, plain or compressed. Memory is bounded by the chunk size.
import { open } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { type Compression, contentOf, type Source } from './content.ts'

const chunkBytes = 1 << 18
/** Enough to recognise compressed data and encodings; every record is longer. */
const headBytes = 4

export type Input = {
  /** For messages. */
  name: string
  chunks: AsyncIterable<Uint8Array>
  /** Bytes read so far and in total; a total of 0 means unknown. */
  progress: () => { done: number; of: number }
  close: () => Promise<void>
}

/** Throws if the file cannot be read, or its first bytes show that it is not NDJSON. */
export async function openInput(path: string): Promise<Input> {
  const file = await open(path).catch(unreadable(path))
  try {
    const { size } = await file.stat()
    let done = 0
    async function* bytes() {
      const stream = file.createReadStream({ highWaterMark: chunkBytes, autoClose: false })
      try {
        for await (const chunk of stream) {
          done += chunk.length
          yield chunk as Buffer
        }
      } catch (error) {
        unreadable(path)(error as NodeJS.ErrnoException)
      }
    }
    const chunks = await decoded(bytes(), { name: path, path })
    return { name: path, chunks, progress: () => ({ done, of: size }), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** For a stream, which is examined when its first bytes arrive. */
export function streamInput(stream: Readable): Input {
  const name = 'Standard input'
  async function* chunks() {
    yield* await decoded(stream, { name })
  }
  return { name, chunks: chunks(), progress: () => ({ done: 0, of: 0 }), close: async () => void stream.destroy() }
}

function unreadable(path: string): (error: NodeJS.ErrnoException) => never {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'access is denied',
  }
  return error => {
    throw new Error(`Cannot read ${path}: ${reasons[error.code ?? ''] ?? error.message}.`, { cause: error })
  }
}

const decompressors: Record<Compression, () => Transform> = {
  gzip: () => createGunzip({ chunkSize: chunkBytes }),
  zstd: () => createZstdDecompress({ chunkSize: chunkBytes }),
}

async function decoded(chunks: AsyncIterable<Uint8Array>, source: Source): Promise<AsyncIterable<Uint8Array>> {
  const { head, all } = await withHead(chunks)
  const content = contentOf(head, source)
  if (content === 'text') return all
  return decoded(decompressed(all, content, source.name), { ...source, compression: content })
}

/** The first bytes of a stream, and the whole stream. */
async function withHead(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let bytes = 0
  while (bytes < headBytes) {
    const { done, value } = await iterator.next()
    if (done) break
    first.push(value)
    bytes += value.length
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first.splice(0)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: Buffer.concat(first), all: all() }
}

async function* decompressed(chunks: AsyncIterable<Uint8Array>, compression: Compression, name: string) {
  const decompressor = decompressors[compression]()
  // The loop below also throws the errors of both streams.
  const done = pipeline(Readable.from(chunks), decompressor).catch(() => {})
  try {
    for await (const chunk of decompressor) yield chunk as Buffer
    await done
  } catch (error) {
    throw withAdvice(error as NodeJS.ErrnoException, compression, name)
  }
}

function withAdvice(error: NodeJS.ErrnoException, compression: Compression, name: string): Error {
  if (!/^Z(?:STD)?_/.test(error.code ?? '')) return error
  const again = 'Copy or compress it again.'
  if (error.code === 'Z_BUF_ERROR') return new Error(`${name} is cut off: its ${compression} data has no end. ${again}`)
  return new Error(`${name} is damaged: its ${compression} data cannot be read (${error.message}). ${again}`)
}
