// Forms that try a read: they fill in path and query and show the response.
import { makeClient } from '../client.js'

/** One attempt without a version, like a plain request. */
const client = makeClient({ url: location.origin, version: null, attempts: 1 })

for (const form of document.querySelectorAll('[data-trial]')) {
  form.hidden = false
  const output = form.querySelector('pre')
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const given = new FormData(form)
    const path = form.dataset.trial.replace(/\{(\w+)\}/g, (_, name) => {
      const value = given.get(name)
      given.delete(name)
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams([...given].filter(([, value]) => value !== ''))
    const url = query.size === 0 ? path : `${path}?${query}`
    form.querySelector('.url').textContent = url
    output.hidden = false
    try {
      output.textContent = `200\n${JSON.stringify(await client.request(url), null, 2)}`
    } catch (error) {
      const { status, body, message } = error
      output.textContent = status === 0 ? 'No answer came.' : `${status}\n${JSON.stringify(body ?? message, null, 2)}`
    }
  })
}
