// Trying a read: the form fills the path and the query, and shows what came back.
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
      const reply = await fetch(url)
      output.textContent = `${reply.status}\n${JSON.stringify(await reply.json(), null, 2)}`
    } catch {
      output.textContent = 'No answer came.'
    }
  })
}
