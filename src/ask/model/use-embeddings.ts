// What ask uses the operator's optional embeddings endpoint for.
import { type EmbedderOptions, makeEmbedder } from './embedder.ts'
import { makeNearest, type Nearest } from './nearest.ts'
import { builtInOrder, makeRerank, type Rerank } from './rerank.ts'

export type Embeddings = { rerank: Rerank; nearest: Nearest }

export const withoutEmbeddings: Embeddings = { rerank: builtInOrder, nearest: async () => [] }

type Options = EmbedderOptions & { creations: Parameters<typeof makeNearest>[0]['creations'] }

export function makeEmbeddings({ creations, ...options }: Options): Embeddings {
  const embedder = makeEmbedder(options)
  return { rerank: makeRerank(embedder), nearest: makeNearest({ embedder, creations, now: options.now }) }
}
