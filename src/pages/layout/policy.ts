// The content security policy of pages. Origins are explicit rather than 'self': a creator's page has its own host.
import type { Addresses } from '../../addresses.ts'
import { memoizeLast } from '../../util/lazily.ts'
import { themeScriptHash } from './assets.ts'

export const pageHeaders = memoizeLast(({ baseUrl, webUrl }: Addresses): readonly string[] => [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    `script-src ${webUrl}/assets/ ${themeScriptHash}`,
    `style-src ${webUrl}/assets/`,
    // Creators host their own images.
    'img-src http: https: data:',
    `connect-src ${webUrl} ${baseUrl}`,
    `manifest-src ${webUrl}`,
    `form-action ${webUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
])
