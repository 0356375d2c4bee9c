// Browsers as accomplices: a page that rebinds its name to our address, and pages of the outside world on a machine
// where the service runs for its owner alone.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { call, docsPlace, type Place, post, productPlaces } from '../support/mcp-rpc.ts'
import { type Running, start } from '../support/start-service.ts'

const local = await start({ after })
const open = await start(
  { after },
  {
    config: { baseUrl: 'https://api.example.com', webUrl: 'https://example.com' },
  },
)

const places: readonly Place[] = [...productPlaces, docsPlace]

async function status(service: Running, place: Place, headers: Record<string, string>): Promise<number> {
  const posted = await post(service, place, call('ping'), headers)
  const asked = await service[place[0]](place[1], { headers })
  assert.equal(asked.status, posted.status, 'POST and GET have the same rules')
  if (posted.status === 403) assert.equal(posted.json().error, 'forbidden')
  return posted.status
}

const port = (service: Running, [host]: Place) => service.ports[host]

for (const place of places) {
  suite(`${place.join(' ')} on the owner's machine`, () => {
    test('foreign names do not get through', async () => {
      for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example', 'notlocalhost', 'example.com.'])
        assert.equal(await status(local, place, { host }), 403, host)
    })

    test('names and addresses of the machine do', async () => {
      for (const name of ['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '[::1]'])
        assert.equal(await status(local, place, { host: `${name}:${port(local, place)}` }), 200, name)
    })

    test('pages of the outside world do not get through', async () => {
      const host = `localhost:${port(local, place)}`
      for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null', 'https://example.com'])
        assert.equal(await status(local, place, { host, origin }), 403, origin)
    })

    test('pages of the machine do', async () => {
      const host = `localhost:${port(local, place)}`
      for (const origin of [
        'http://localhost:6274',
        'http://127.0.0.1:3000',
        'http://[::1]:80',
        'http://mira.localhost:4000',
      ])
        assert.equal(await status(local, place, { host, origin }), 200, origin)
    })

    test('what is no origin does not get through', async () => {
      const host = `localhost:${port(local, place)}`
      for (const origin of [
        'localhost',
        'http://',
        'http://localhost/path',
        'http://a b',
        'http://localhost, http://localhost',
      ])
        assert.equal(await status(local, place, { host, origin }), 403, origin)
    })
  })

  suite(`${place.join(' ')} under a public name`, () => {
    const host = place[0] === 'api' ? 'api.example.com' : 'example.com'

    test('every page may ask, as everything is public', async () => {
      for (const origin of [
        'https://chat.example',
        'http://localhost:6274',
        'null',
        'chrome-extension://abc',
        'https://example.com',
      ])
        assert.equal(await status(open, place, { host, origin }), 200, origin)
      const reply = await post(open, place, call('ping'), { host, origin: 'https://chat.example' })
      assert.equal(reply.headers['access-control-allow-origin'], '*')
    })

    test('foreign names and malformed origins do not get through', async () => {
      for (const foreign of ['evil.example', 'api.example.com.evil.example', 'xexample.com'])
        assert.equal(await status(open, place, { host: foreign, origin: `https://${foreign}` }), 403, foreign)
      assert.equal(await status(open, place, { host, origin: 'example.com' }), 403)
      assert.equal(await status(open, place, { host, origin: 'https://example.com/' }), 403)
    })

    test('an address instead of the name is fine for programs, and for no foreign page', async () => {
      const address = `127.0.0.1:${port(open, place)}`
      assert.equal(await status(open, place, { host: address }), 200)
      assert.equal(await status(open, place, { host: address, origin: 'https://evil.example' }), 403)
      assert.equal(await status(open, place, { host: address, origin: 'https://example.com' }), 200)
    })
  })
}
