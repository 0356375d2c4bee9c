// How ask reads words and writes titles: accented letters, slugs, error numbers, titles that begin like an address.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sanitize } from '../../src/ask/answer/sanitize.ts'
import { smallCommunity, start } from '../support/start-service.ts'

const at = '2026-03-01T00:00:00Z'
const titled = (slug: string, title: string) => ({
  type: 'creation',
  handle: 'mira',
  slug,
  title,
  summary: 'Trains the brain.',
  kind: 'game',
  publishedAt: at,
  updatedAt: at,
})
const records = [
  ...smallCommunity(),
  titled('data-brain-trainer', 'Data: Brain Trainer'),
  titled('brain-trainer-number-2048-redux', 'Brain Trainer Redux'),
]
const service = await start({ after }, { records })
const ask = async (query: string) => (await service.web(`/ask?${new URLSearchParams({ query })}`)).json()

test('a title keeps a beginning that looks like a scheme', async () => {
  for (const title of ['Data: Brain Trainer', 'Data:Brain', 'JavaScript: The Game', 'Mailto: A Story']) {
    assert.equal(sanitize(title), title)
  }
  const { answer } = await ask('find games about brain trainer')
  assert.match(answer, /“Data: Brain Trainer”/)
})

test('addresses are still removed', () => {
  const addresses = [
    'data:text/html;base64,PHNjcmlwdD4=',
    'DATA:,x',
    'javascript:alert(1)',
    'mailto:eve@example.org',
    'https://evil.example/',
    'www.evil.example',
  ]
  for (const address of addresses) assert.equal(sanitize(`Free ${address} now`), 'Free … now')
})

test('a slug is no token, and error numbers are no one-time code', async () => {
  for (const query of [
    'show me the app mira/brain-trainer-number-2048-redux',
    'tell me about my app brain-trainer-number-2048-redux',
    'What do the error codes 429 503 mean?',
  ]) {
    const { metadata, query: repeated } = await ask(query)
    assert.notEqual(metadata.intent, 'refusal', query)
    if (query.includes('redux')) assert.equal(repeated, query)
  }
})

test('tokens and codes are still refused and not repeated', async () => {
  for (const secret of [
    'sk-proj-a1b2c3d4e5f6g7h8',
    'deadbeefcafebabedead1234',
    '6f1c1b0e-8a2d-4c1f-9b3e-0d5a7c9e1f2b',
  ]) {
    const { metadata, query } = await ask(`my token is ${secret}`)
    assert.deepEqual([metadata.intent, query], ['refusal', 'my token is …'])
  }
  assert.equal((await ask('my code is 123 456')).metadata.intent, 'refusal')
})
