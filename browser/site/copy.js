// Copy and share buttons.
async function copied(button, text, done) {
  await navigator.clipboard.writeText(text)
  const before = button.textContent
  button.textContent = done
  button.classList.add('done')
  setTimeout(() => {
    button.textContent = before
    button.classList.remove('done')
  }, 1500)
}

// Scrollable blocks are focusable, so that they can be scrolled with the keyboard.
for (const part of document.querySelectorAll('main pre, main .wide')) part.tabIndex = 0

if (navigator.clipboard) {
  const words = document.querySelector('main').dataset
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const field = document.getElementById(button.dataset.copy)
      field.select()
      copied(button, field.value, button.dataset.done).catch(() => {})
    })
  }
  for (const pre of document.querySelectorAll('main pre:not(.trial pre)')) {
    const frame = document.createElement('div')
    const button = document.createElement('button')
    frame.className = 'code'
    button.className = 'button quiet i-copy'
    button.type = 'button'
    button.textContent = words.wordCopy
    button.addEventListener('click', () => copied(button, pre.textContent, words.wordCopied).catch(() => {}))
    pre.replaceWith(frame)
    frame.append(pre, button)
  }
}

// A link to the page, which shares the address where the browser can, and copies it elsewhere.
const shared = document.querySelector('[data-share]')
if (shared && (navigator.share || navigator.clipboard)) {
  const label = shared.querySelector('span')
  const copy = () => copied(label, shared.href, shared.dataset.done).catch(() => {})
  shared.role = 'button'
  shared.addEventListener('click', event => {
    event.preventDefault()
    const { share: title, shareText: text } = shared.dataset
    if (!navigator.share) copy()
    else navigator.share({ title, text, url: shared.href }).catch(error => error.name !== 'AbortError' && copy())
  })
  shared.addEventListener('keydown', event => {
    if (event.key !== ' ') return
    event.preventDefault()
    shared.click()
  })
}
