// Keeps results small, because they end up in the context of a model: smaller pages, then shorter lists and texts.
import type { Checked, Context } from '../../operations/define.ts'
import { answer, prepare } from '../../operations/define.ts'
import { getCommunityFeed } from '../../operations/index.ts'
import { truncate } from '../../util/text.ts'

/** Characters of JSON; about six thousand tokens. */
export const budget = 25_000

type LimitedAnswer = { json: string; note: string | null }

export async function answerWithin(
  checked: Checked,
  context: Context,
  maxLength: number = budget,
): Promise<LimitedAnswer> {
  const fullJson = (await answer(checked, context)).json()
  if (fullJson.length <= maxLength) return { json: fullJson, note: null }
  const { limit } = checked.input
  const page = typeof limit === 'number' ? await smallerPage(checked, fullJson, limit, context, maxLength) : null
  const { json, notes } = shorten(page?.json ?? fullJson, maxLength)
  return { json, note: [page?.note ?? [], ...notes, 'This keeps the answer short.'].flat().join(' ') }
}

/** Requests the page again with a smaller limit, so that its cursor continues where it ends. */
async function smallerPage(
  checked: Checked,
  fullJson: string,
  limit: number,
  context: Context,
  maxLength: number,
): Promise<LimitedAnswer> {
  let text = fullJson
  let size = limit
  while (text.length > maxLength && size > 1) {
    size = Math.max(1, Math.min(size - 1, Math.floor((size * maxLength) / text.length)))
    text = (await answer(prepare(checked.operation, { ...checked.input, limit: size }, context), context)).json()
  }
  if (size === limit) return { json: fullJson, note: null }
  const more = text.includes('"next_cursor"') ? ' The rest follows from next_cursor.' : ''
  return { json: text, note: `Cut to ${size} of the ${limit} items asked for.${more}` }
}

/** Serialises a value with everything larger than `size` truncated. */
type Cut = (value: unknown, size: number) => string
type Step = { cut: Cut; min: number; max: number; note: (size: number) => string }

/** Applied in sequence until the result fits; each cuts as little as necessary. */
const steps: readonly Step[] = [
  {
    cut: (value, size) => cutLists(value, size, items => isCreation(items[0])),
    min: 1,
    max: 48,
    note: size => `Lists are cut to ${size} creations each; ${getCommunityFeed.name} gives more.`,
  },
  {
    cut: cutTexts,
    min: 200,
    max: 10_000,
    note: size => `Texts are cut to ${size} characters each; the same read over HTTP gives them whole.`,
  },
  {
    cut: (value, size) => cutLists(value, size, () => true),
    min: 0,
    max: 100,
    note: size => `All lists are cut to ${size} entries each; the same read over HTTP gives them whole.`,
  },
]

function shorten(fullJson: string, maxLength: number): { json: string; notes: string[] } {
  const notes: string[] = []
  let json = fullJson
  for (const step of steps) {
    if (json.length <= maxLength) break
    const { text, size } = largestThatFits(JSON.parse(json), step, maxLength)
    if (text.length < json.length) notes.push(step.note(size))
    json = text
  }
  return { json, notes }
}

/** Finds the largest size that fits by bisection; the smallest size if none does. */
function largestThatFits(value: unknown, { cut, min, max }: Step, maxLength: number) {
  let [low, high] = [min, max]
  let text = cut(value, low)
  while (low < high) {
    const size = (low + high + 1) >> 1
    const candidate = cut(value, size)
    if (candidate.length <= maxLength) [low, text] = [size, candidate]
    else high = size - 1
  }
  return { text, size: low }
}

function cutLists(data: unknown, length: number, isCut: (items: readonly unknown[]) => boolean): string {
  const isTooLong = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length > length && isCut(value)
  return JSON.stringify(data, (_key, value: unknown) => {
    if (isTooLong(value)) return value.slice(0, length)
    return isPage(value) && isTooLong(value.items) ? { ...value, hasMore: true } : value
  })
}

/** Texts by members, which may be long. */
const longTexts = ['description', 'instructions', 'summary', 'bio', 'text']

function cutTexts(data: unknown, length: number): string {
  return JSON.stringify(data, (key, value: unknown) =>
    typeof value === 'string' && longTexts.includes(key) ? truncate(value, length, '…') : value,
  )
}

const isCreation = (value: unknown): boolean => typeof value === 'object' && value !== null && 'apiUrl' in value

const isPage = (value: unknown): value is { items: unknown; hasMore: boolean } =>
  typeof value === 'object' && value !== null && 'hasMore' in value && 'items' in value
