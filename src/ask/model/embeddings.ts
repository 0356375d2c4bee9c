// Client of an OpenAI-compatible embeddings endpoint. Vectors are kept with one byte per dimension: similarities change by
// less than 1 %, and a vector takes 1 kB instead of 4.
import { type Endpoint, post, textOf } from './endpoint.ts'

export type Vector = Int8Array

/** Texts in one request. */
export const maxTexts = 32
const maxDimension = 4096
/** A number has up to 24 characters. */
const maxCharacters = maxTexts * maxDimension * 26

/** Yields one vector for each text, all of the same dimension. Throws unless the response is complete. */
export async function* embed(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
  wanted?: number,
): AsyncGenerator<Vector[]> {
  const { pieces } = await post(endpoint, '/embeddings', { input: texts }, { maxCharacters, signal })
  const { data } = JSON.parse(await textOf(pieces)) as { data?: unknown }
  if (!Array.isArray(data) || data.length !== texts.length) throw new Error('not one vector for each text')
  const vectors: Vector[] = []
  for (const [i, item] of data.entries()) vectors[positionOf(item, i)] = vectorOf(item?.embedding)
  const dimension = vectors[0]?.length
  if (dimension === undefined || !texts.every((_, i) => vectors[i]?.length === dimension))
    throw new Error('vectors of different dimensions')
  if (dimension !== (wanted ?? dimension)) throw new Error('vectors of another dimension')
  yield vectors
}

const positionOf = (item: { index?: unknown } | null, position: number): number =>
  typeof item?.index === 'number' ? item.index : position

function vectorOf(value: unknown): Vector {
  const isVector = Array.isArray(value) && value.length > 0 && value.length <= maxDimension
  if (!isVector || !value.every(Number.isFinite)) throw new Error('no vector of numbers')
  const largest = value.reduce((max, number) => Math.max(max, Math.abs(number)), 0)
  if (largest === 0) throw new Error('a vector of zeros')
  return Int8Array.from(value, number => Math.round((number / largest) * 127))
}

export function dotProduct(one: Vector, other: Vector): number {
  let product = 0
  for (let i = 0; i < one.length; i++) product += one[i]! * other[i]!
  return product
}

export const lengthOf = (vector: Vector): number => Math.sqrt(dotProduct(vector, vector))

/** Cosine of the angle. */
export const similarity = (one: Vector, other: Vector): number =>
  dotProduct(one, other) / (lengthOf(one) * lengthOf(other))

/** How much more similar than others are on average; 1 is the same text. Models differ in how similar unrelated texts are. */
export const closeness = (similarity: number, average: number): number =>
  (similarity - average) / Math.max(Number.EPSILON, 1 - average)
