// Sends questions without leaving the page: the answer, taken from the page that the form would open, is put above the
// earlier answers.
const asking = document.querySelector('[data-ask]')

function made(name, text, attributes = {}) {
  const element = document.createElement(name)
  element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

function waiting(query) {
  const section = made('section', '', { class: 'answer', 'aria-busy': 'true' })
  const lines = made('span', '', { class: 'lines' })
  for (let i = 0; i < 3; i++) lines.append(made('i', '', { class: 'waiting' }))
  const place = made('p', '', { class: 'said' })
  place.append(made('span', asking.dataset.looking, { class: 'away' }), lines)
  const reply = made('div', '', { class: 'reply' })
  reply.append(place)
  section.append(made('h2', query, { dir: 'auto' }), reply)
  return section
}

async function pageAt(url, signal) {
  const response = await fetch(url, { signal, headers: { Accept: 'text/html' } })
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

// Sources have ids, which several answers on one page would share.
function withOwnIds(answer, number) {
  for (const source of answer.querySelectorAll('[id]')) source.id += `-${number}`
  for (const link of answer.querySelectorAll('a[href^="#source"]')) link.setAttribute('href', `${link.hash}-${number}`)
  return answer
}

function converse() {
  const form = asking.querySelector('form')
  const answers = document.getElementById('answers')
  const timeLimit = 30_000
  let count = 0
  let running

  async function question(query, url) {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    const section = waiting(query)
    const number = ++count
    const suggestions = document.getElementById('suggestions')
    answers.prepend(section)
    answers.after(suggestions)
    suggestions.hidden = true
    try {
      const page = await pageAt(url, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]))
      section.replaceWith(withOwnIds(page.querySelector('.answer'), number))
      suggestions.replaceWith(page.getElementById('suggestions'))
      form.elements.prev.value = page.querySelector('[name=prev]').value
      history.replaceState(null, '', url)
    } catch {
      if (signal.aborted) section.remove()
      section.querySelector('.said').textContent = asking.dataset.failed
      section.removeAttribute('aria-busy')
    }
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    const query = form.elements.query.value.trim()
    if (!query) return
    form.elements.query.select()
    question(query, `${form.action}?${new URLSearchParams(new FormData(form))}`)
  })
  asking.addEventListener('click', event => {
    const link = event.target.closest('[data-question]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    form.elements.query.value = link.textContent
    question(link.textContent, link.href)
  })
}

if (asking) converse()
