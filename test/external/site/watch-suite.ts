// A service that loads its site pack again when files change.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { scratchFolder, start as startProgram, until } from '../../support/vitrine-process.ts'

const page = { headers: { accept: 'text/html' } }

/** A site pack with this site.json and these files. */
export function packFolder(t: TestContext, json: object, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-site-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...files, 'site.json': JSON.stringify(json) }))
    writeFileSync(join(folder, name), text)
  return folder
}

export const testWatch = (args: readonly string[]): void => {
  test(`vitrine serve ${args.join(' ')} uses changes at once, and SIGHUP too`, async t => {
    const folder = scratchFolder()
    const site = packFolder(t, { name: 'One' })
    const env = {
      VITRINE_BASE_URL: 'http://localhost:0',
      VITRINE_WEB_URL: 'http://localhost:0',
      VITRINE_STORE: join(folder, 'store.db'),
      VITRINE_DEMO: 'off',
      VITRINE_LIMIT_DISCOVERY: '0',
      VITRINE_SITE: site,
    }
    const program = startProgram(['serve', ...args], env)
    t.after(() => program.child.kill('SIGKILL'))
    await until('it listens', () => program.stdout().includes('"msg":"listening"'))
    const line = program
      .stdout()
      .split('\n')
      .find(text => text.includes('"msg":"listening"'))!
    const { web } = JSON.parse(line) as { web: string }
    const title = () =>
      fetch(`${web}/`, page).then(
        async answer => /<title>([^<]*)/.exec(await answer.text())?.[1],
        () => null,
      )
    assert.equal(await title(), 'One')
    writeFileSync(join(site, 'site.json'), '{ "name": "Two" }')
    await until('the change is noticed', async () => (await title()) === 'Two')
    writeFileSync(join(site, 'site.json'), '{ "name": 2 }')
    await until('the problem is logged', () => program.stdout().includes('name must be'))
    assert.equal(await title(), 'Two')
    rmSync(join(site, 'site.json'))
    cpSync(join(import.meta.dirname, '../../../demo/site/site.json'), join(site, 'site.json'))
    program.child.kill('SIGHUP')
    await until('the pack is used', async () => (await title()) === 'Pocketry')
    program.child.kill('SIGTERM')
    assert.equal((await program.finished).code, 0)
  })
}
