// JSON.parse keeps the last of several equal keys. A record with "visibility" twice would be public for one reader of
// the file and private for another, so such records are rejected.

const quote = 0x22
const backslash = 0x5c
const isSpace = (code: number) => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/**
 * The first repeated key of an object in `text`, or undefined. `value` is the parsed `text`. Every key is followed
 * by a colon, so the text has at most as many keys as colons after a quotation mark; if the value has as many, none
 * was lost. Only otherwise (a repeated key, or a string that contains `":`) the text is scanned token by token,
 * which takes several times as long.
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  return keysIn(value) === possibleKeysIn(text) ? undefined : findRepeatedKey(text)
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const entry of value) keys += keysIn(entry)
  } else {
    for (const key in value) keys += 1 + keysIn((value as Record<string, unknown>)[key])
  }
  return keys
}

function possibleKeysIn(text: string): number {
  let found = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isSpace(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === quote) found++
  }
  return found
}

/** `text` is valid JSON. */
function findRepeatedKey(text: string): string | undefined {
  /** The keys of the open objects; null for an array. */
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(null)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, at)
      let next = end + 1
      while (isSpace(text.charCodeAt(next))) next++
      const keys = open.at(-1)
      if (keys && text[next] === ':') {
        const key = JSON.parse(text.slice(at, end + 1)) as string
        if (keys.has(key)) return key
        keys.add(key)
      }
      at = end
    }
  }
  return undefined
}

/** The index of the closing quotation mark of the string at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === backslash ? 2 : 1
  return end
}
