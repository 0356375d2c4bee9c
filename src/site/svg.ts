// Checks that a picture is an SVG document that browsers can show: well-formed XML whose root is `svg`. Not a full parser:
// it knows no document type definitions beyond their syntax.

const name = '[A-Za-z_:][\\w:.-]*'
const token = new RegExp(
  [
    '<!--(?:(?!--)[\\s\\S])*-->',
    '<!\\[CDATA\\[[\\s\\S]*?\\]\\]>',
    '<\\?[\\s\\S]*?\\?>',
    '<!DOCTYPE(?:[^\\[>"\']|"[^"]*"|\'[^\']*\'|\\[[^\\]]*\\])*>',
    `</(?<end>${name})\\s*>`,
    `<(?<start>${name})(?<attributes>(?:\\s+${name}\\s*=\\s*(?:"[^<"]*"|'[^<']*'))*)\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)
const attribute = new RegExp(`(${name})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g')
/** An `&` that starts no entity. */
const looseAmpersand = /&(?!(?:[A-Za-z_][\w.-]*|#\d+|#x[\da-f]+);)/i

const namespace = 'http://www.w3.org/2000/svg'

/** What is wrong with the document; null for a valid one. */
export function svgProblem(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text.includes('\uFFFD')) return 'is not UTF-8 text'
  const open: string[] = []
  let root: string | null = null
  let at = 0
  while (at < text.length) {
    token.lastIndex = at
    const found = token.exec(text)
    if (found === null) return `is not well-formed XML at line ${lineAt(text, at)}`
    const { start, end, empty, attributes = '', text: content } = found.groups!
    const problem = looseAmpersand.test(content ?? attributes)
      ? 'an & that must be written &amp;'
      : repeated(attributes)
    if (problem !== null) return `is not well-formed XML: line ${lineAt(text, at)} has ${problem}`
    const isOutside = open.length === 0 && (content?.trim() || (start !== undefined && root !== null))
    if (isOutside) return `is not well-formed XML: line ${lineAt(text, at)} is outside of the root element`
    if (end !== undefined && open.pop() !== end)
      return `is not well-formed XML: </${end}> in line ${lineAt(text, at)} closes nothing`
    if (start !== undefined) {
      root ??= start
      if (empty === '') open.push(start)
    }
    at = token.lastIndex
  }
  if (open.length > 0) return `is not well-formed XML: <${open.at(-1)}> is not closed`
  if (root === null) return 'is empty'
  if (root.split(':').at(-1) !== 'svg') return `is not an SVG picture: its root element is ${root}`
  return text.includes(namespace) ? null : `needs xmlns="${namespace}" in its root element`
}

function repeated(attributes: string): string | null {
  const names = [...attributes.matchAll(attribute)].map(([, attributeName]) => attributeName!)
  const twice = names.find((one, i) => names.indexOf(one) !== i)
  return twice === undefined ? null : `the attribute ${twice} twice`
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
