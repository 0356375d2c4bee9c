// Loads the site pack again when its files change.
import { watch } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../src/config/config.ts'
import { folderOf, sitePackError } from '../src/site/read.ts'
import { usageError } from './command.ts'

/** Editors write a file in several steps. */
const settleMs = 150

/** Calls `reload` after changes in the folder. */
export function watchSite({ sitePack }: Config, reload: () => void): void {
  if (sitePack === undefined) throw usageError('--watch needs a site pack: set VITRINE_SITE to its folder.')
  let timer: NodeJS.Timeout | undefined
  watch(folderOf(sitePack), { recursive: true, persistent: false }, () => {
    clearTimeout(timer)
    timer = setTimeout(reload, settleMs)
  })
}

/** Whether the site pack has no problems. Otherwise they are logged, and the previous one should stay. */
export async function isSiteValid({ sitePack }: Config, log: Logger): Promise<boolean> {
  if (sitePack === undefined) return true
  const { checkSite } = await import('../src/discovery/self-description.ts')
  const folder = folderOf(sitePack)
  const { problems } = checkSite(folder)
  if (problems.length > 0) logSiteProblems(log, new Error(sitePackError(folder, problems)))
  return problems.length === 0
}

export const logSiteProblems = (log: Logger, error: unknown): void =>
  log.error({ problems: (error as Error).message.split('\n') }, 'the site pack is not used; the previous one stays')
