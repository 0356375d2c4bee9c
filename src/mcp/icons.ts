// Icons of tools, prompts and resources, which hosts show in lists.
import { documentHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { kindIcons } from '../site/icons.ts'

/** The icons in use. */
const names = ['article', 'book', 'chart', 'chat', 'cube', 'experience', 'flag', 'globe', 'home', 'layers'] as const

export type IconName = (typeof names)[number]

const pathOf = (name: IconName): string => `/art/mcp/${name}.svg`

/** In a list for the context of a model: short, with nothing that is optional. */
export const iconsOf = (name: IconName, webUrl: string) => [{ src: webUrl + pathOf(name) }]

/** A colour that is visible on light and dark backgrounds. */
const svg = (name: IconName): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#7b818a" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${kindIcons[name]}</svg>`

export function addMcpIcons(router: Router, serve: Serve): void {
  for (const name of names) {
    const path = pathOf(name)
    const bytes = Buffer.from(svg(name))
    const content = async () => ({ bytes, type: 'image/svg+xml', headers: documentHeaders })
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: path },
      handler: (request, reply) => serve(request, reply, { key: path, content, fixed: true }),
    })
  }
}
