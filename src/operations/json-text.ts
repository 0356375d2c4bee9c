// Responses are built as JSON text, because creations are stored as text and need no parsing. Strings are
// concatenated rather than joined: V8 then copies them once, when they are encoded.

export const json = (value: unknown): string => JSON.stringify(value)

export function jsonList(items: readonly string[]): string {
  let text = '['
  for (let i = 0; i < items.length; i++) text += i === 0 ? items[i]! : `,${items[i]!}`
  return `${text}]`
}

const comma = Buffer.from(',')

/** The items of a list without its brackets. */
export function listPieces(items: readonly Buffer[]): Buffer[] {
  const pieces: Buffer[] = []
  for (const item of items) {
    if (pieces.length > 0) pieces.push(comma)
    pieces.push(item)
  }
  return pieces
}

/** Each field of T as JSON text; the type ensures that none is missing. */
export function jsonObject<T>(fields: { [K in keyof T]: string }): string {
  let text = ''
  for (const key in fields) text += `${text === '' ? '{' : ','}"${key}":${fields[key]}`
  return text === '' ? '{}' : `${text}}`
}
