// Request bodies: JSON only, with limited depth, and without keys that pollute prototypes.
import type { IncomingMessage } from 'node:http'
import { fail } from '../../errors.ts'
import { wellFormedJson } from '../../util/text.ts'

export const bodyLimit = 64 * 1024
const maxDepth = 32

export const tooLarge = () =>
  fail('invalid_request', `The body is larger than ${bodyLimit} bytes; send less.`, { status: 413 })

/** The body as text, for endpoints that handle invalid JSON themselves. */
export function readBody(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit) chunks.push(chunk)
      else reject(tooLarge())
    })
    req.on('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()))
    req.on('error', reject)
  })
}

/** Undefined without a body; endpoints decide whether one is required. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  if (isDeeperThan(text, maxDepth)) {
    throw fail('invalid_request', `The JSON body is nested deeper than ${maxDepth} levels; flatten it.`)
  }
  try {
    return JSON.parse(wellFormedJson(text), rejectPrototypeKeys)
  } catch (error) {
    if (error instanceof SyntaxError) throw fail('invalid_request', 'The body is not valid JSON.', { cause: error })
    throw error
  }
}

function rejectPrototypeKeys(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__') throw fail('invalid_request', 'The JSON body has a key __proto__; remove it.')
  if (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')) {
    throw fail('invalid_request', 'The JSON body has a key constructor.prototype; remove it.')
  }
  return value
}

/** Counted before parsing, since a recursive parser could overflow the stack. */
function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === backslash) i++
      else if (char === quote) inString = false
    } else if (char === quote) inString = true
    else if (char === openBrace || char === openBracket) {
      if (++depth > levels) return true
    } else if (char === closeBrace || char === closeBracket) depth--
  }
  return false
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map(character =>
  character.charCodeAt(0),
)
