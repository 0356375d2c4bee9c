// Answers are built as JSON text, because creations come from the store as text and must not be parsed on the way.

export const json = (value: unknown): string => JSON.stringify(value)
export const jsonList = (items: readonly string[]): string => `[${items.join(',')}]`

/** Each field of T as JSON text; the type makes sure that none is forgotten. */
export function jsonObject<T>(fields: { [K in keyof T]: string }): string {
  return `{${Object.entries(fields)
    .map(([key, text]) => `"${key}":${text}`)
    .join(',')}}`
}
