// Answers are built as JSON text, because creations come from the store as text and must not be parsed on the way.
// Texts are added up rather than joined: V8 then copies them once, when the whole is turned into bytes.

export const json = (value: unknown): string => JSON.stringify(value)

export function jsonList(items: readonly string[]): string {
  let text = '['
  for (let i = 0; i < items.length; i++) text += i === 0 ? items[i]! : `,${items[i]!}`
  return `${text}]`
}

/** Each field of T as JSON text; the type makes sure that none is forgotten. */
export function jsonObject<T>(fields: { [K in keyof T]: string }): string {
  let text = ''
  for (const key in fields) text += `${text === '' ? '{' : ','}"${key}":${fields[key]}`
  return text === '' ? '{}' : `${text}}`
}
