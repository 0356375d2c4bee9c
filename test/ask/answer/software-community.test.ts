// Questions about a community of software, whose names are short words in lower case and whose tags may be any word.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { AskResponse } from '../../../src/ask/answer/answer.ts'
import { start } from '../../support/start-service.ts'

const creator = (handle: string, displayName = handle) => ({ type: 'creator', handle, displayName })
const package_ = (handle: string, title: string, summary: string, tags: string[], more: object = {}) => ({
  type: 'creation',
  handle,
  slug: title.toLowerCase().replaceAll(' ', '-'),
  title,
  kind: 'app',
  summary,
  tags,
  publishedAt: '2026-03-01T00:00:00Z',
  ...more,
})
const stats = (plays: number, likes: number) => ({ stats: { views: plays, plays, likes, remixes: 0 } })

const records = [
  ...['rust-team', 'postcss', 'moss', 'three-d-team'].map(handle => creator(handle)),
  creator('lego-team', 'Lego Team'),
  package_('moss', 'jest', 'Runs tests.', ['jest', 'test'], stats(50, 8)),
  package_('moss', 'mocha', 'Runs tests, too.', ['mocha', 'test', 'jest'], stats(70, 5)),
  package_('moss', 'moment', 'Formats a date.', ['date', 'is'], {
    ...stats(20, 3),
    kind: 'widget',
    version: '2.30.1',
    license: 'MIT',
  }),
  package_('moss', 'pretty-format', 'Formats values.', ['is'], { ...stats(90, 1), kind: 'widget' }),
  package_('moss', 'i18next', 'Messages in many languages.', ['i18n'], stats(4, 1)),
  package_('postcss', 'autoprefixer', 'Adds prefixes.', ['css', 'plugin'], stats(3, 1)),
  package_('postcss', 'nesting', 'Nests rules: a plugin for postcss.', ['css', 'plugin'], stats(2, 1)),
  package_('moss', 'importer', 'Imports rules: a plugin for postcss.', ['css', 'plugin'], stats(1, 1)),
  package_('three-d-team', 'csv-parse', 'Parses csv.', ['csv'], stats(1, 1)),
  package_('moss', 'cheerio', 'Scrapes HTML pages.', ['html'], stats(1, 1)),
  package_('moss', 'steghide', 'Hides secret messages in pictures.', ['security'], stats(1, 1)),
  package_('lego-team', 'bricks', 'Draws bricks.', ['toys'], stats(1, 1)),
  package_('lego-team', 'Between', 'A game about two people.', ['toys'], { ...stats(1, 1), kind: 'game' }),
  package_('moss', 'text editor', 'Edits text.', ['editor'], stats(1, 1)),
  package_('moss', 'pencil', 'A text editor for code.', ['editor'], stats(1, 2)),
  package_('moss', 'passport', 'Password login for express.', ['express'], stats(1, 1)),
  package_('moss', 'checkers', 'A board with pieces.', ['board'], stats(1, 2)),
  package_('moss', 'chess', 'A board with kings.', ['board'], stats(1, 1)),
  package_('moss', 'boxes', 'A box for virtual machines.', ['machines'], stats(1, 1)),
  package_('moss', 'walks', 'Bring friends to walk a dog.', ['dogs'], stats(1, 1)),
  package_('moss', 'creed', 'All about dogma.', ['faith'], stats(2, 1)),
  package_('moss', 'qlc-editor', 'Edits lights.', ['light'], stats(1, 1)),
]

const service = await start({ after }, { records })
await service.prepare()

suite('a community of software', () => {
  const ask = async (query: string, ...prev: string[]): Promise<AskResponse> => {
    const body = JSON.stringify({ query, context: { prev } })
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await service.web('/ask', post)).json()
  }
  const says = async (query: string, pattern: RegExp) => {
    const { answer, answered, metadata } = await ask(query)
    assert.match(answer, pattern, query)
    assert.deepEqual([answered, metadata.intent, metadata.locale], [true, 'community', 'en'], query)
    return answer
  }

  test('creations are compared by their names, also if these are tags', async () => {
    await says(
      'jest vs mocha',
      /^jest and mocha:\n\njest: “Runs tests”\. jest – Plays: 50\.\n\nmocha: “Runs tests, too”\. mocha – Plays: 70\.$/,
    )
    await says('which has more likes, jest or mocha?', /^Likes: .* 8 − 5 = 3\.$/)
    await says('mocha or jest?', /^mocha and jest:\n\nmocha: .* mocha – Plays: 70\./)
    await says('does jest have more likes than mocha?', /8 − 5 = 3/)
    await says('moment or mocha, which one is played more?', /70/)
    assert.doesNotMatch((await ask('are there more jest or mocha apps?')).answer, /Runs tests/)
  })

  test('three creations are compared by what they are and how much they are used', async () => {
    const { answer, citations } = await ask('jest vs mocha vs checkers')
    assert.match(
      answer,
      /^jest, mocha and checkers:\n\njest: .*\n\nmocha: .*\n\ncheckers: “A board with pieces”\. checkers – Plays: 1\.$/,
    )
    assert.deepEqual([...new Set(citations.map(({ title }) => title))], ['jest', 'mocha', 'checkers'])
  })

  test('makers of several creations are named', async () => {
    await says('who made jest and autoprefixer?', /“jest” is .* by moss .*“autoprefixer” is .* by postcss/s)
    await says('jest vs mocha for a child who knows boards', /jest: “Runs tests”/)
  })

  test('whether a creation is of a kind is answered with what it is', async () => {
    await says('Is moment a library or a command?', /^“moment” is a creation \(widget\).*Formats a date/)
  })

  test('how many people like or downloaded a creation are its counters', async () => {
    await says('how many people liked jest?', /^“jest” has 8 likes/)
    await says('how often was jest downloaded?', /^“jest” has 50 plays/)
  })

  test('everything for something is a list, and a number that nothing has is declined', async () => {
    await says('everything for css', /^(?:There are 3 |Creations ).*css/)
    const { answered } = await ask('how many kilobytes do jest and mocha take?')
    assert.equal(answered, false)
    await says('what is jest good for and how many people like it', /Runs tests/)
  })

  test('a creation that is named by its address or a name with a hyphen is meant, whatever is asked', async () => {
    await says('which license does the widget @moss/moment have?', /MIT/)
    await says('show me the widget @moss/moment', /Formats a date/)
    await says('When was pretty-format last updated?', /2026-03-01/)
    assert.match((await ask('Who made @nobody/jest?')).answer, /^No public creation is at @nobody\/jest/)
    assert.doesNotMatch((await ask('Who else follows @moss?')).answer, /creations? by/)
  })

  test('a description is marked, so that the page shows it as one', async () => {
    const isAbout = async (query: string) => (await ask(query)).metadata.about ?? false
    assert.deepEqual([await isAbout('what is moment'), await isAbout('who made moment?')], [true, false])
  })

  test('the name of a creator may have a typo', async () => {
    await says('what has Lego Taem made?', /“bricks”/)
  })

  test('words of a list that are also a name are searched for', async () => {
    await says('most popular text editor', /^Creations with the tag “editor” for “text”.*“pencil”/)
    assert.doesNotMatch((await ask('which pretty format widgets are there?')).answer, /is a creation/)
  })

  test('words that could ask for a date or a score are searched for in a sorted list', async () => {
    await says('most popular date formats', /^Creations .*: “moment”/)
    await says('which editor do most people use?', /with the most plays: /)
  })

  test('what else the author of a creation made is asked about the author', async () => {
    const { results } = await ask('other things by the author of autoprefixer')
    assert.deepEqual(results.map(({ name }) => name).sort(), ['autoprefixer', 'nesting'])
  })

  test('below a single result are creations with some of the words', async () => {
    const { answer, results } = await ask('something with plugin rules for nests')
    assert.match(answer, /“nesting”/)
    assert.doesNotMatch(answer, /importer/)
    assert.deepEqual(results.map(({ name }) => name).slice(0, 2), ['nesting', 'importer'])
  })

  test('a common word is a name if the question asks for what only a creation has', async () => {
    await says('which version of moment is listed here', /2\.30\.1/)
    await says('is moment MIT licensed?', /MIT/)
    await says('what is moment', /Formats a date/)
  })

  test('who made a creation and when is asked about the creation, and a number about those with a tag', async () => {
    await says('who made jest?', /“jest” is .* by moss/)
    await says('when was jest published?', /2026-03-01/)
    assert.doesNotMatch((await ask('when will jest 30 be released?')).answer, /2026-03-01/)
    await says('how many about jest?', /^There are 2 .*tag “jest”/)
    await says('libraries to use instead of jest', /^Similar to “jest”/)
  })

  test('a question about what one may do is no search', async () => {
    const { answered, results } = await ask('Can I bring my dog?')
    assert.deepEqual([answered, results[0]?.name], [false, 'walks'])
  })

  test('kinds are counted', async () => {
    await says('how many kinds of creations are there?', /^By kind: Apps \(\d+\), Widgets \(2\)/)
  })

  test('a tag is looked for without the words that its creations do not have', async () => {
    await says('an app for quieter toys', /tag “toys”/)
    await says('how many packages bear the tag css?', /^There are 3 .*tag “css”/)
  })

  test('what only a part of the words found is close, and a need is no number', async () => {
    await says('something to sing with my grandmother about chess', /^Closest to .*“chess”/)
    await says('a game for two people', /Between/)
  })

  test('short words are not the beginnings of others', async () => {
    const names = async (query: string) => (await ask(query)).results.map(({ name }) => name)
    assert.deepEqual(await names('something for my dog'), ['walks'])
    assert.deepEqual(await names('something with kings'), ['chess'])
  })

  test('a question without an answer shows what contains some of its words', async () => {
    const { answered, results } = await ask('Why did the trams hit kings, umbrellas and machines?')
    assert.equal(answered, false)
    assert.deepEqual(
      results
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
      ['boxes', 'chess'],
    )
  })

  test('"sorted by" asks for an order', async () => {
    await says('apps sorted by likes', /“jest”.*“mocha”/)
  })

  test('a follow-up compares the last creation with another one', async () => {
    const { answer } = await ask('compare it with mocha', 'how many plays does jest have?')
    assert.match(answer, /jest – Plays: 50\.\n\nmocha: .* mocha – Plays: 70/)
  })

  test('a stop word that is a tag is still a stop word', async () => {
    const answer = await says('what is the most liked test?', /“jest”/)
    assert.doesNotMatch(answer, /“is”/)
  })

  test('words with digits are words, and a number is no name', async () => {
    await says('i18n tag', /i18next/)
    const answer = await says('top 3 by likes', /“jest”.*“mocha”.*“moment”/)
    assert.doesNotMatch(answer, /three-d-team/)
  })

  test('words that usually ask for a date are searched for', async () => {
    const answer = await says('date formatting widgets', /moment/)
    assert.doesNotMatch(answer, /pretty-format/)
  })

  test('a creator who is called like a word of a search does not restrict it', async () => {
    await says('postcss plugin', /importer/)
    assert.equal((await ask('is there an app for building lego castles on a tablet?')).answered, false)
  })

  test('in a community without followers, the first creators are those with the most creations', async () => {
    await says('who are the top creators?', /^[^“]*moss/)
    await says('who are the most productive creators?', /^[^“]*moss/)
    assert.equal((await ask('who has the most followers?')).answered, false)
    const { answer } = await ask('what did the first one make?', 'who are the top creators?')
    assert.match(answer, /moss/)
  })

  test('a need in another language finds what its special words name', async () => {
    const { answer, answered, metadata } = await ask('algo para leer archivos csv')
    assert.deepEqual([answered, metadata.locale], [true, 'es'])
    assert.match(answer, /csv-parse/)
  })

  test('creations with all words of a text without a question are the answer', async () => {
    await says('scrape html pages', /“cheerio”/)
    const { metadata, results } = await ask('read html pages')
    assert.equal(metadata.intent, 'fact')
    assert.equal(results.at(-1)?.name, 'cheerio', 'shown below the fact')
  })

  test('a text without a question needs a fact that covers it', async () => {
    await says('hide a secret message inside a picture', /“steghide”/)
    await says('develop html pages from my camera', /“cheerio”/)
  })

  test('what a request names or describes is shown below its refusal', async () => {
    for (const [query, name] of [
      ['delete my app moment for me please', 'moment'],
      ['write me an importer of rules', 'importer'],
    ] as const) {
      const { metadata, results } = await ask(query)
      assert.deepEqual([metadata.intent, results.at(1)?.name], ['refusal', name], query)
    }
    const secret = await ask('Sign me up, my email is jo@example.com and I use moment')
    assert.deepEqual([secret.metadata.intent, secret.results.length], ['refusal', 1])
  })

  test('a superlative asks for one of several, not for a creation with these words as its title', async () => {
    await says('which text editor has the most likes?', /“pencil” by .*“text editor” by/)
  })

  test('a stop word is a name after the noun that it names', async () => {
    await says('what does the game Between do?', /A game about two people/)
  })

  test('a part of an unknown word finds nothing', async () => {
    assert.doesNotMatch(await says('most liked ches program', /“chess”/), /checkers/)
  })

  test('an unknown name is the only title that contains it', async () => {
    await says('who published QLC?', /“qlc-editor” .* by moss/)
  })

  test('a request for something that the service does not have may look for a creation', async () => {
    await says('login with password for express', /“passport”/)
    assert.equal((await ask('delete my app moment')).metadata.intent, 'refusal')
  })

  test('a follow-up with a purpose restricts the search', async () => {
    const { answer } = await ask('something for css?', 'prefixes')
    assert.match(answer, /autoprefixer/)
    assert.doesNotMatch(answer, /nesting/)
  })

  test('what no list has is declined', async () => {
    for (const [query, ...before] of [
      ['how many apps are in the category Mathematics?'],
      ['most viewed apps by moss'],
      ['in which country does moss live?'],
      ['do you have virtualbox?'],
      ['who is the best developer here?'],
      ['My eyes and wrists hurt. What reminds me to take breaks?'],
      ['how many apps are MIT licensed?'],
      ['what is the newest postcss version?'],
      ['and the oldest?', 'newest apps'],
    ] as const) {
      assert.equal((await ask(query, ...before)).answered, false, query)
    }
  })
})
