// A real Chromium for the tests of pages, and what it complains about.
import assert from 'node:assert/strict'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Debian's; another one can be named. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

type Scope = { after: (stop: () => Promise<void>) => void }

/** `more` are further switches of Chromium. */
export async function launch(scope: Scope, ...more: string[]): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', ...more]
  const browser = await chromium.launch({ executablePath, args })
  scope.after(() => browser.close())
  return browser
}

/**
 * For pages that open one frame after another: a process for each would cost more than all that happens in it. What a
 * frame may do is decided by its sandbox and its policy all the same.
 */
export const inOneProcess = '--disable-site-isolation-trials'

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
export const desktop = { viewport: { width: 1280, height: 900 } }

export type Watched = { page: Page; complaints: string[]; close: () => Promise<void> }

/** A page in a context of its own. Messages, errors, dialogs and broken rules of the policy are complaints. */
export async function open(browser: Browser, options: BrowserContextOptions = desktop): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message =>
    complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`),
  )
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('dialog', dialog => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, complaints, close: () => context.close() }
}

/** Runs with a page of its own, which must not complain. */
export const visiting =
  (browser: Browser, webUrl: string) =>
  async (path: string, run: (page: Page) => Promise<void>, options: BrowserContextOptions = desktop): Promise<void> => {
    const { page, complaints, close } = await open(browser, options)
    await page.goto(path.startsWith('http') ? path : webUrl + path)
    await run(page)
    assert.deepEqual(complaints, [])
    await close()
  }
