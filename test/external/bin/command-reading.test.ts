// The commands that read a running service, as people and programs use them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after, describe } from 'node:test'
import { commands } from '../../../bin/commands.ts'
import { plainLine, widthOf } from '../../../bin/display-width.ts'
import { viewOf } from '../../../bin/views.ts'
import { makeClient, type Operations } from '../../../client/client.ts'
import type { Operation } from '../../../src/operations/define.ts'
import { operations } from '../../../src/operations/index.ts'
import { refused } from '../../bin/refused.ts'
import { type Passing, startBreakingProxy, withHeaders } from '../../support/servers/breaking-proxy.ts'
import { smallCommunity, start } from '../../support/start-service.ts'
import { program, scratchFolder, start as startProgram, vitrine } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const japanese = {
  type: 'creation',
  handle: 'mira',
  slug: 'mizu',
  title: '水を飲む記録と毎日の習慣をまとめるとても長い名前のアプリ',
  description: 'First line.\nSecond line, which is so long that it has to be broken somewhere, most likely here.',
  publishedAt: '2026-03-30T10:00:00Z',
}
const service = start({ after }, { records: [...smallCommunity(), japanese] })

/** What comes out of a terminal of so many columns. */
async function onTerminal(columns: number, args: string[], env: Record<string, string> = {}): Promise<string> {
  const line = [process.execPath, program, ...args].map(word => `'${word}'`).join(' ')
  const command = ['script', '-qec', `stty cols ${columns} rows 40; ${line}`, '/dev/null']
  const { stdout } = await startProgram([], { NO_COLOR: '1', TERM: 'xterm', ...env }, command).finished
  return stdout.replaceAll('\r\n', '\n')
}

const uncompressed = ({ headers }: Passing) => ({ headers: { ...headers, 'accept-encoding': 'identity' } })

const hasTerminal = existsSync('/usr/bin/script')

describe('a service that runs', { concurrency: 2 }, () => {
  const places: Record<string, string> = { handle: 'mira', slug: 'mizu' }

  test('is read with a command for every operation, as JSON for programs', async () => {
    const { webUrl, api } = await service
    const read = async ({ path, pathFields, summary }: (typeof operations)[number]) => {
      const { name } = commands.find(command => command.summary === summary)!
      const { code, stdout, stderr } = await vitrine([
        name,
        ...(name === 'app' ? ['@mira/mizu'] : pathFields.map(field => places[field]!)),
        '--url',
        webUrl,
      ])
      assert.deepEqual([code, stderr], [0, ''])
      const address = path.replace(/\{(\w+)\}/g, (_, field: string) => places[field]!)
      assert.deepEqual(JSON.parse(stdout), (await api(address)).json().data)
    }
    await Promise.all(operations.map(read))
  })

  test('takes the parameters of the operation', async () => {
    const { webUrl, api } = await service
    const flags = ['--sort', 'recent', '--featuredOnly', '--limit=2', '--locale', 'fr']
    const { stdout } = await vitrine(['feed', ...flags], { VITRINE_URL: webUrl })
    const path = '/public/share/community?sort=recent&featuredOnly=true&limit=2&locale=fr'
    // The address of the next page repeats the parameters in the order they were given.
    const [given, expected] = [JSON.parse(stdout), (await api(path)).json().data]
    assert.deepEqual(given.items, expected.items)
    assert.equal(given.items.length, 2)
  })

  test('takes a flag for several tags once or repeatedly', async () => {
    const { webUrl, api } = await service
    const expected = (await api('/public/share/community?tag=hydration,rare&creator=mira')).json().data
    assert.ok(expected.total > 0)
    for (const flags of [
      ['--tag', 'rare,hydration'],
      ['--tag', 'hydration', '--tag=rare'],
    ]) {
      const { stdout } = await vitrine(['feed', ...flags, '--creator', 'mira', '--url', webUrl])
      assert.deepEqual(JSON.parse(stdout), expected)
    }
    const { code, stderr } = await vitrine([
      'feed',
      ...'abcdef'.split('').flatMap(tag => ['--tag', tag]),
      '--url',
      webUrl,
    ])
    assert.equal(code, 2)
    assert.match(stderr, /tag must be 1 to 5 tag keys/)
  })

  test('says how it is, and answers questions', async () => {
    const { webUrl } = await service
    const status = await vitrine(['status', '--url', webUrl])
    assert.equal(JSON.parse(status.stdout).status, 'operational')
    const asked = await vitrine(['ask', 'Do unused credits expire?', '--locale', 'es'], { VITRINE_URL: webUrl })
    const answer = JSON.parse(asked.stdout)
    assert.deepEqual([answer.answered, answer.metadata.locale], [true, 'es'])
    assert.ok(answer.citations[0].url.startsWith(webUrl))
  })

  if (hasTerminal) {
    test('shows tables on a terminal', async () => {
      const { webUrl } = await service
      const wide = await onTerminal(110, ['feed', '--sort', 'recent', '--limit', '3', '--url', webUrl])
      assert.match(
        wide,
        /^title +address +kind +category +plays +likes +published\n水を飲む.*mira\/mizu +app +- +0 +0 +2026-03-30\n/,
      )
      assert.match(wide, /\n3 of 41\. The next page: --cursor \S+\n$/)
      assert.match(
        await onTerminal(110, ['creators', '--q', 'mirra', '--url', webUrl]),
        /\n1 of 1\. Results for mira\.\n$/,
      )
    })

    test('shows JSON there too when that is wanted, answers in words, and bold type unless it is not', async () => {
      const { webUrl } = await service
      assert.equal(JSON.parse(await onTerminal(80, ['tags', '--json', '--url', webUrl])).total, 2)
      assert.match(await onTerminal(80, ['ask', 'Do unused credits expire?', '--url', webUrl]), /\[1\] http/)
      assert.ok((await onTerminal(80, ['tags', '--url', webUrl], { NO_COLOR: '' })).startsWith('\u001b[1mtag'))
    })

    test('cannot steer the terminal, whatever it says', async t => {
      const { apiUrl, webUrl, state } = await startBreakingProxy(t)
      state.ports = (await start(t, { config: { baseUrl: apiUrl, webUrl } })).ports
      const steering = '\\u001b]0;owned\\u0007\\u001b[2J\\u202e\\u009b31m\\n'
      state.breakage = {
        request: uncompressed,
        answer: given => ({
          ...withHeaders(given, { 'content-length': undefined }),
          body: Buffer.from(given.body.toString().replace(/(Thing \d|Sol|No creator)/g, `${steering}$1`)),
        }),
      }
      for (const args of [
        ['creator', 'mira'],
        ['creator', 'nobody'],
      ]) {
        const shown = await onTerminal(100, [...args, '--url', webUrl])
        assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|owned/, args.join(' '))
        assert.match(shown, /Thing|Sol|No creator/)
      }
    })
  }
})

describe('mistakes', () => {
  test('in how a command was typed are told before anybody is asked', async () => {
    await refused(['feed', '--lmit', '3'], /feed has no flag --lmit\. Did you mean --limit\?/, 2)
    await refused(['feed', '--limit', '0'], /limit must be a whole number from 1 to 48/, 2)
    await refused(['feed', '--sort', 'best'], /sort must be one of trending/, 2)
    await refused(['app', 'mira'], /app needs a slug: vitrine app <handle>\/<slug>/, 2)
    await refused(['creator', 'mira', 'ann'], /does not know what to do with "ann"/, 2)
    await refused(['tags', '--url', 'localhost:4000'], /--url must be .* Did you mean http:\/\/localhost:4000\?/, 2)
    await refused(['tags', '--url', 'https://a.example/docs'], /Did you mean https:\/\/a\.example\?/, 2)
    await refused(['completion', 'bsh'], /no completion for bsh: bash, zsh, fish\. Did you mean bash/, 2)
    await refused(['completion'], /completion needs a shell/, 2)
    const { code, stderr } = await vitrine(['tags'], { VITRINE_URL: 'nowhere' })
    assert.equal(code, 2)
    assert.match(stderr, /VITRINE_URL must be an http or https address/)
  })

  test('in where it was asked say what to do', async () => {
    const { webUrl, apiUrl } = await service
    await refused(['creator', 'nobody', '--url', webUrl], /^No creator is called nobody\.$/)
    await refused(['tags', '--url', apiUrl], new RegExp(`${apiUrl} is the API host\\. Pass --url ${webUrl}\\.`))
    await refused(['status', '--url', apiUrl], new RegExp(`${apiUrl} is the API host\\. Pass --url ${webUrl}\\.`))
    await refused(['status', '--url', 'http://nowhere.invalid'], /no such host/)
    const closed = await start({ after })
    await closed.close()
    const { code, stdout, stderr } = await vitrine(['tags', '--url', closed.webUrl])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^vitrine: Cannot reach http\S+ no server listens there\. .*vitrine serve.*\n$/)
  })

  test('something else that answers there is recognised', async t => {
    const { webUrl, state } = await startBreakingProxy(t)
    state.ports = (await service).ports
    state.breakage = {
      request: uncompressed,
      answer: given => ({ ...withHeaders(given, { 'content-length': undefined }), body: Buffer.from('<html>Hi') }),
    }
    await refused(
      ['tags', '--url', webUrl],
      /not a Vitrine service\. Check --url; vitrine doctor --url \S+ explains more/,
    )
  })
})

describe('completion', () => {
  test('in bash knows commands, flags, operations and values', async () => {
    const script = join(folder, 'completion.bash')
    const { code, stdout } = await vitrine(['completion', 'bash'])
    assert.equal(code, 0)
    writeFileSync(script, stdout)
    const completed = (line: string): string[] => {
      const words = line.split(' ').map(word => `'${word}'`)
      const body = `source ${script}; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _vitrine; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', body], { encoding: 'utf8' })
      assert.equal(stderr, '')
      return stdout.split('\n').filter(Boolean)
    }
    const names = commands.map(({ name }) => name)
    assert.deepEqual(completed('vitrine ').sort(), [...names, 'help'].sort())
    assert.deepEqual(completed('vitrine fo'), ['followers', 'following'])
    assert.deepEqual(completed('vitrine feed --li'), ['--limit'])
    assert.deepEqual(completed('vitrine feed --sort re'), ['recent', 'remixed'])
    assert.deepEqual(
      completed('vitrine call '),
      operations.map(({ name }) => name),
    )
    assert.deepEqual(completed('vitrine call get_app_share --'), ['--handle', '--slug', '--locale', '--help'])
    assert.deepEqual(completed('vitrine doctor --api-'), ['--api-url'])
    assert.deepEqual(completed('vitrine completion '), ['bash', 'zsh', 'fish'])
    assert.deepEqual(completed('vitrine import '), [])
    for (const { name, usage } of commands) {
      const flags = [...usage.matchAll(/^ +(--[\w-]+)/gm)].map(match => match[1]!)
      assert.deepEqual(completed(`vitrine ${name} --`).sort(), [...flags, '--help'].sort(), name)
    }
  })
})

describe('texts on a terminal', () => {
  test('none is wider than that', async () => {
    const client = makeClient({ url: (await service).webUrl })
    const read = ({ operationId, pathFields }: Operation): Promise<unknown> => {
      const input = Object.fromEntries(pathFields.map(name => [name, name === 'handle' ? 'mira' : 'mizu']))
      return client[operationId as keyof Operations](input as never)
    }
    for (const columns of [40, 64, 110]) {
      for (const operation of operations) {
        const view = viewOf(operation.output)
        const lines = view(await read(operation), { columns, colours: false }).split('\n')
        const tooWide = lines.filter(line => widthOf(line) > columns && !/https?:|--cursor/.test(line))
        assert.deepEqual([tooWide, lines.length > 1], [[], true], `${operation.name} at ${columns}`)
      }
    }
  })

  test('letters take the columns that terminals give them', () => {
    const widths: [text: string, width: number][] = [
      ['water', 5],
      ['水を飲む', 8],
      ['물 마시기', 9],
      ['ｆｕｌｌ', 8],
      ['e\u0301clair', 6],
      ['👩‍👩‍👧 family', 9],
      ['❤️', 2],
      ['🇪🇸', 2],
      ['ไทย', 3],
      ['', 0],
    ]
    for (const [text, width] of widths) assert.equal(widthOf(text), width, text)
  })

  test('what others wrote is one plain line', () => {
    assert.equal(plainLine('a\u001b[31mb\u001b]8;;http://evil\u0007c\n\td\u200e'), 'abc d')
    assert.equal(plainLine('x\u0000y\u202e'), 'x?y?')
  })
})
