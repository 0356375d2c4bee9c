// Checks and reads XML documents of the service.
import assert from 'node:assert/strict'

const tag = /<(\/?)([A-Za-z0-9:_]+)((?: [a-zA-Z0-9:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy

/** Fails unless tags nest, attributes are quoted and every `&` begins an entity that XML knows. */
export function assertWellFormed(xml: string): void {
  const open: string[] = []
  const body = xml.replace(/^<\?xml [^>]*\?>\n/, '')
  let end = 0
  for (const [piece, closing, name, attributes, empty, text] of body.matchAll(tag)) {
    end += piece.length
    for (const [entity] of `${attributes ?? ''}${text ?? ''}`.matchAll(/&[^;]*;?/g)) {
      assert.match(entity, /^&(?:amp|lt|gt|quot|#39);$/)
    }
    if (name === undefined) continue
    if (closing) assert.equal(open.pop(), name)
    else if (!empty) open.push(name)
  }
  assert.equal(end, body.length, `broken markup: ${body.slice(end, end + 80)}`)
  assert.deepEqual(open, [])
  assert.doesNotMatch(xml, /[\ufffe\uffff]/)
}

/** The texts of all elements of this name, as they are written. */
export const textsIn = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))].map(match => match[1]!)
