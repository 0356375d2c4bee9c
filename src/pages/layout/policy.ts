// The content security policy of pages. Origins are explicit rather than 'self': a creator's page has its own host.
import { hash } from 'node:crypto'
import { memoizeLast } from '../../util/lazily.ts'
import { themeScriptHash } from './assets.ts'
import type { SiteContext } from './page.ts'

export const pageHeaders = memoizeLast(({ addresses, head, font }: SiteContext): readonly string[] => {
  const { baseUrl, webUrl } = addresses
  const scripts = head.scripts.map(({ src }) => new URL(src).origin)
  const allowed = [...new Set([...scripts, ...head.origins])].map(origin => ` ${origin}`).join('')
  return [
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `script-src ${webUrl}/assets/ ${themeScriptHash}${allowed}`,
      `style-src ${webUrl}/assets/`,
      ...(font === null ? [] : [`font-src ${webUrl}/assets/`]),
      // Creators host their own images.
      'img-src http: https: data:',
      `connect-src ${webUrl} ${baseUrl}${allowed}`,
      `manifest-src ${webUrl}`,
      `form-action ${webUrl}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
  ]
})

/** Of the cards that other sites show in frames. They have no scripts; `style` is the content of their style element. */
export const embedHeaders = (style: string): readonly string[] => [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src http: https: data:',
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; '),
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'X-Robots-Tag',
  'noindex',
]
