// Where a creation comes from and what became of it, as a nested list.
import { counterLabel } from '../../site/kinds.ts'
import type { Origin } from '../creation-parts.ts'
import { cover, type Pictured } from '../layout/card.ts'
import { type Html, html } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'

/** A creation with its picture; originals that are not public have none. */
export type Relative = Origin & { picture: Pictured | null }

/** A public creation with its remixes. `total` counts all public ones, `more` those that are left out. */
export type TreeNode = Relative & { remixes: readonly TreeNode[]; total: number; more: number }

/** Without originals and remixes of remixes, the tree has no more than the list of remixes. */
export const isTree = (origins: readonly Origin[], { remixes }: TreeNode): boolean =>
  origins.length > 0 || remixes.some(node => node.remixes.length > 0)

/** `origins`: the direct original first. */
export function remixTree(site: SiteContext, origins: readonly Relative[], root: TreeNode, reader: Reader): Html {
  const own = html`<li aria-current="true">${entry(site, root, reader, true)}${branches(site, root, reader)}</li>`
  // From the oldest creation inwards to this one.
  const tree = origins.reduce((inner, origin) => html`<li>${entry(site, origin, reader)}<ul>${inner}</ul></li>`, own)
  return html`<ul class="tree">${tree}</ul>`
}

/** The creation of the page is not linked. */
function entry(site: SiteContext, node: Relative & { total?: number }, reader: Reader, isOwn = false): Html {
  const { handle, slug, title, picture, total = 0 } = node
  const name = isOwn
    ? html`<b dir="auto">${title}</b>`
    : html`<a href="${reader.to(site.addresses.creation(handle, slug))}" dir="auto">${title}</a>`
  const own = isOwn ? html` · ${reader.words.thisOne}` : null
  const count = total === 0 ? null : html`<span class="size"> · ${remixCount(site, total, reader)}</span>`
  return html`<div class="node">${picture && cover(site, picture)}<span>${name}<small><bdi>@${handle}</bdi>${own}${count}</small></span></div>`
}

const remixCount = (site: SiteContext, total: number, { locale, number }: Pick<Reader, 'locale' | 'number'>): string =>
  `${counterLabel(site, 'remixes', locale)}: ${number(total)}`

function branches(site: SiteContext, { handle, slug, remixes, more }: TreeNode, reader: Reader): Html | null {
  if (remixes.length === 0) return null
  const items = remixes.map(node => html`<li>${entry(site, node, reader)}${folded(site, node, reader)}</li>`)
  const others = filled(reader.words.moreCount, { n: reader.number(more) })
  const rest =
    more > 0
      ? html`<li><a class="chip" href="${reader.to(site.addresses.remixes(handle, slug))}">${others}</a></li>`
      : null
  return html`<ul>${items}${rest}</ul>`
}

/** Remixes of remixes. The style sheet opens them on wide screens. */
function folded(site: SiteContext, node: TreeNode, reader: Reader): Html | null {
  const inner = branches(site, node, reader)
  return inner && html`<details><summary>${remixCount(site, node.total, reader)}</summary>${inner}</details>`
}

export function remixTreeMarkdown(site: SiteContext, origins: readonly Origin[], root: TreeNode): Md {
  const { addresses } = site
  const line = ({ handle, slug, title, total = 0 }: Origin & { total?: number }, depth: number) =>
    md`${{ text: '  '.repeat(depth) }}- [${title}](${target(addresses.creation(handle, slug))}) (@${handle})${total > 0 ? ` · ${remixCount(site, total, { locale: 'en', number: String })}` : ''}\n`
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
