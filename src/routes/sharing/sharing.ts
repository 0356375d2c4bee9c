// What other sites show of creations and creators: cards in frames, their descriptions (oEmbed), and badges.
import type { Context } from '../../operations/define.ts'
import type { SiteContext } from '../../pages/layout/page.ts'
import type { Serve } from '../../server/response/serve.ts'
import type { Router } from '../../server/router.ts'
import { addBadges } from './badge.ts'
import { addEmbeds } from './embed.ts'
import { addOembed } from './oembed.ts'

export function addSharing(router: Router, parts: { site: SiteContext; context: Context; serve: Serve }): void {
  addEmbeds(router, parts)
  addOembed(router, parts)
  addBadges(router, parts)
}
