// The list of creations: search as you type, filters without reloading, infinite scrolling. Everything is rendered by the
// server: whole pages are fetched and parts of them inserted.
const results = document.getElementById('results')
const explorer = document.querySelector('.explorer')

async function pageAt(url, signal) {
  const reply = await fetch(url, { headers: { accept: 'text/html' }, signal })
  if (!reply.ok) throw new Error(reply.status)
  return new DOMParser().parseFromString(await reply.text(), 'text/html')
}

function explore() {
  const form = explorer.querySelector('form')
  const field = form.querySelector('#q')
  const automatic = 3
  let running
  let loaded = []
  let waiting
  let restoring = false

  /** The text of a chip without its count. */
  const labelOf = chip => chip?.querySelector('span')?.textContent

  const cards = () => [...results.querySelectorAll('.grid > li')]

  /** The first visible card and its position: the height of the rebuilt page may differ. */
  function place() {
    const at = cards().findIndex(card => card.getBoundingClientRect().bottom > 0)
    return scrollY === 0 || at === -1 ? null : { at, top: cards()[at].getBoundingClientRect().top }
  }

  /** Saved on every change: some browsers do not save it while a page is left. */
  function keep() {
    if (restoring) return
    history.replaceState({ loaded, place: place() }, '')
    // The browser restores the position only within the content that the server sent.
    history.scrollRestoration = loaded.length > 0 ? 'manual' : 'auto'
  }

  function trouble() {
    results.ariaBusy = 'false'
    for (const card of results.querySelectorAll('.waiting')) card.remove()
    if (results.querySelector('.trouble')) return
    const note = document.createElement('p')
    note.className = 'trouble'
    note.role = 'alert'
    note.textContent = results.dataset.failed
    results.append(note)
  }

  /** The chip with this label, or the menu of sorts that has it. A removed filter has no chip anymore; then, the first control. */
  function focusOn(label) {
    const controls = [...explorer.querySelectorAll('#filters :is(.chip, summary)')]
    const visible = controls.filter(control => control.checkVisibility())
    const same = controls.find(control => labelOf(control) === label)
    const menu = same?.closest('.sorts')?.querySelector('summary')
    const control = visible.find(control => labelOf(control) === label) ?? menu ?? visible[0] ?? field
    control.focus({ preventScroll: true })
  }

  async function show(url, change) {
    running?.abort()
    running = new AbortController()
    results.ariaBusy = 'true'
    try {
      const page = await pageAt(url, running.signal)
      const chosen = labelOf(document.activeElement?.closest('.explorer .chip'))
      for (const id of ['intro', 'notes', 'filters', 'results', 'after', 'kept', 'site-languages']) {
        const [here, there] = [document.getElementById(id), page.getElementById(id)]
        here.replaceChildren(...there.childNodes)
      }
      field.placeholder = page.getElementById('q').placeholder
      form.querySelector('label').textContent = field.placeholder
      document.title = page.title
      if (change === 'pushState') keep()
      loaded = []
      if (change) {
        history[change]({ loaded, place: null }, '', url)
        history.scrollRestoration = 'auto'
      }
      if (chosen) focusOn(chosen)
      results.ariaBusy = 'false'
      watch()
    } catch (error) {
      if (error.name !== 'AbortError') trouble()
    }
  }

  async function more(url) {
    const grid = results.querySelector('.grid')
    const link = results.querySelector('.next')
    link?.remove()
    results.querySelector('.trouble')?.remove()
    const place = document.createElement('li')
    place.className = 'card waiting'
    grid.append(place, place.cloneNode(), place.cloneNode())
    const page = await pageAt(url).catch(error => {
      // The reader can try again.
      if (link && grid.isConnected) results.append(link)
      throw error
    })
    // The list may have been replaced in the meantime.
    if (!grid.isConnected) return
    for (const card of grid.querySelectorAll('.waiting')) card.remove()
    grid.append(...page.querySelectorAll('#results .grid > li'))
    const next = page.querySelector('#results .next')
    if (next) results.append(next)
    loaded.push(url)
    keep()
    watch()
  }

  const seen = new IntersectionObserver(
    entries => {
      const link = entries.find(entry => entry.isIntersecting)?.target.querySelector('a')
      if (link && loaded.length < automatic) more(link.href).catch(trouble)
    },
    { rootMargin: '400px' },
  )

  function watch() {
    seen.disconnect()
    const next = results.querySelector('.next')
    if (next) seen.observe(next)
  }

  const asked = () => {
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    return query.size === 0 ? form.action : `${form.action}?${query}`
  }

  field.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => show(asked(), 'replaceState'), 250)
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    clearTimeout(waiting)
    show(asked(), 'pushState')
  })
  explorer.addEventListener('click', event => {
    const link = event.target.closest('a')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    keep()
    if (link.rel === 'next') {
      event.preventDefault()
      more(link.href).catch(trouble)
    } else if (link.matches('.chip:not(#after *)') && link.pathname === location.pathname) {
      event.preventDefault()
      show(link.href, 'pushState')
    }
  })

  /** An open menu is closed by a click next to it, and by Escape. */
  function closeMenu({ target, key }) {
    const menu = explorer.querySelector('.order details[open]')
    if (!menu || (key ? key !== 'Escape' : menu.contains(target))) return
    menu.open = false
    if (key) menu.querySelector('summary').focus()
  }
  document.addEventListener('click', closeMenu)
  document.addEventListener('keydown', closeMenu)

  /** Loads the list as far as before and restores the position, or the nearest one. */
  async function restore(state) {
    restoring = true
    try {
      for (const url of state?.loaded ?? []) await more(url)
    } finally {
      const card = state?.place && cards()[state.place.at]
      if (card) scrollBy({ top: card.getBoundingClientRect().top - state.place.top, behavior: 'instant' })
      restoring = false
      keep()
    }
  }
  addEventListener('popstate', async ({ state }) => {
    field.value = new URL(location.href).searchParams.get('q') ?? ''
    await show(location.href)
    await restore(state).catch(trouble)
  })
  addEventListener('scrollend', keep)
  addEventListener('pagehide', keep)
  const state = history.state
  if (state?.loaded?.length) restore(state).catch(trouble)
  else watch()
}

if (results && explorer) explore()
