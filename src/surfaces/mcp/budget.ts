// Answers end up in the context of a model, where room is dear. What would be too long is given in smaller pages.
import type { Checked, Context } from '../../operations/define.ts'
import { answer, prepare } from '../../operations/define.ts'

/** Characters of JSON; about six thousand tokens. */
export const budget = 25_000

export type Measured = { json: string; note: string | null }

export async function answerWithin(checked: Checked, context: Context, most: number = budget): Promise<Measured> {
  const whole = (await answer(checked, context)).json()
  if (whole.length <= most) return { json: whole, note: null }
  const { limit } = checked.input
  return typeof limit === 'number' ? smallerPage(checked, whole, limit, context, most) : shorterLists(whole, most)
}

/** Asked again with a smaller limit, so that the cursor leads on from where this page ends. */
async function smallerPage(
  checked: Checked,
  whole: string,
  limit: number,
  context: Context,
  most: number,
): Promise<Measured> {
  let text = whole
  let size = limit
  while (text.length > most && size > 1) {
    size = Math.max(1, Math.min(size - 1, Math.floor((size * most) / text.length)))
    text = (await answer(prepare(checked.operation, { ...checked.input, limit: size }, context.store), context)).json()
  }
  const more = text.includes('"next_cursor"') ? ' The rest follows from next_cursor.' : ''
  return { json: text, note: `Cut to ${size} of the ${limit} items asked for, to keep the answer short.${more}` }
}

/** Answers without a limit of their own: every list of creations in them keeps the same number. */
function shorterLists(json: string, most: number): Measured {
  let [low, high] = [1, 48]
  let best = withLists(json, low)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const text = withLists(json, middle)
    if (text.length <= most) [low, best] = [middle, text]
    else high = middle - 1
  }
  return {
    json: best,
    note: `Lists are cut to ${low} creations each, to keep the answer short; get_community_feed gives more.`,
  }
}

function withLists(json: string, length: number): string {
  return JSON.stringify(JSON.parse(json), (_key, value: unknown) => {
    if (Array.isArray(value)) return value.length > length && isCreation(value[0]) ? value.slice(0, length) : value
    if (isPage(value) && isCreation(value.items[0]) && value.items.length > length) return { ...value, hasMore: true }
    return value
  })
}

const isCreation = (value: unknown): boolean => typeof value === 'object' && value !== null && 'apiUrl' in value

const isPage = (value: unknown): value is { items: unknown[]; hasMore: boolean } =>
  typeof value === 'object' &&
  value !== null &&
  'hasMore' in value &&
  Array.isArray((value as { items?: unknown }).items)
