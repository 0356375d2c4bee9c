// Where a creation comes from and what became of it, as a nested list.
import type { Origin } from '../creation-parts.ts'
import { type Html, html } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'

/** A public creation with its remixes. `more` counts those that are left out. */
export type TreeNode = Origin & { remixes: readonly TreeNode[]; more: number }

/** Without originals and remixes of remixes, the tree has no more than the list of remixes. */
export const isTree = (origins: readonly Origin[], { remixes }: TreeNode): boolean =>
  origins.length > 0 || remixes.some(node => node.remixes.length > 0)

/** `origins`: the direct original first. */
export function remixTree(site: SiteContext, origins: readonly Origin[], root: TreeNode, reader: Reader): Html {
  const own = html`<li aria-current="true">${entry(root, reader)}${branches(site, root, reader)}</li>`
  // From the oldest creation inwards to this one.
  const tree = origins.reduce((inner, origin) => html`<li>${link(site, origin, reader)}<ul>${inner}</ul></li>`, own)
  return html`<ul class="tree">${tree}</ul>`
}

const entry = ({ title, handle }: Origin, { words }: Reader): Html =>
  html`<span dir="auto">${title}</span> <small><bdi>@${handle}</bdi> · ${words.thisOne}</small>`

const link = ({ addresses }: SiteContext, { handle, slug, title }: Origin, { to }: Reader): Html =>
  html`<a href="${to(addresses.creation(handle, slug))}" dir="auto">${title}</a> <small><bdi>@${handle}</bdi></small>`

function branches(site: SiteContext, { handle, slug, remixes, more }: TreeNode, reader: Reader): Html | null {
  if (remixes.length === 0) return null
  const items = remixes.map(node => html`<li>${link(site, node, reader)}${branches(site, node, reader)}</li>`)
  const others = filled(reader.words.moreCount, { n: reader.number(more) })
  const rest =
    more > 0 ? html`<li><a href="${reader.to(site.addresses.remixes(handle, slug))}">${others}</a></li>` : null
  return html`<ul>${items}${rest}</ul>`
}

export function remixTreeMarkdown(site: SiteContext, origins: readonly Origin[], root: TreeNode): Md {
  const { addresses } = site
  const line = ({ handle, slug, title }: Origin, depth: number) =>
    md`${{ text: '  '.repeat(depth) }}- [${title}](${target(addresses.creation(handle, slug))}) (@${handle})\n`
  const below = (node: TreeNode, depth: number): Md[] => [
    line(node, depth),
    ...node.remixes.flatMap(remix => below(remix, depth + 1)),
    ...(node.more > 0 && node.remixes.length > 0
      ? [
          md`${{ text: '  '.repeat(depth + 1) }}- [${node.more} more](${target(`${addresses.remixes(node.handle, node.slug)}.md`)})\n`,
        ]
      : []),
  ]
  return md`${[...origins.toReversed().map(line), ...below(root, origins.length)]}`
}
