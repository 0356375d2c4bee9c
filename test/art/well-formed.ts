// Checks of SVG documents.
import assert from 'node:assert/strict'

/** Fails unless tags nest, attributes are quoted and none comes twice. Only `text` elements contain text. */
export function assertWellFormed(svg: string): void {
  const open: string[] = []
  let end = 0
  for (const tag of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][a-zA-Z0-9-]*="[^"<&]*")*)\s*(\/?)>/g)) {
    const between = svg.slice(end, tag.index)
    if (open.at(-1) === 'text') assert.match(between, /^(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)+$/)
    else assert.equal(between, '', `text or a broken tag before ${tag[0]} in ${svg}`)
    end = tag.index + tag[0].length
    const attributes = [...tag[3]!.matchAll(/\s([a-zA-Z][a-zA-Z0-9-]*)=/g)].map(match => match[1])
    assert.equal(new Set(attributes).size, attributes.length, `an attribute comes twice in ${tag[0]}`)
    if (tag[1]) assert.equal(open.pop(), tag[2])
    else if (!tag[4]) open.push(tag[2]!)
  }
  assert.equal(end, svg.length)
  assert.deepEqual(open, [])
}
