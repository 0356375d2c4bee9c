// Screenshots in a dialog: arrow keys, buttons and swipes change the picture, Escape closes it.
const box = document.querySelector('.lightbox')
const caption = box.querySelector('figcaption')
const picture = document.createElement('img')
const minSwipe = 40
let current = 0
let touched

/** Those that cannot be loaded are removed. */
const links = () => [...document.querySelectorAll('.shots a')]
const isRtl = document.documentElement.dir === 'rtl'

function show(index) {
  const all = links()
  current = (index + all.length) % all.length
  picture.src = all[current].href
  caption.textContent = all[current].querySelector('img').alt
  for (const name of ['previous', 'next']) box.querySelector(`.${name}`).hidden = all.length < 2
}

// The caption names the figure.
picture.alt = ''
caption.before(picture)

document.querySelector('.shots').addEventListener('click', event => {
  const link = event.target.closest('a')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  show(links().indexOf(link))
  box.showModal()
})
box.addEventListener('click', ({ target }) => {
  if (target.closest('.previous')) show(current - 1)
  else if (target.closest('.next')) show(current + 1)
  else if (target !== picture) box.close()
})
box.addEventListener('keydown', ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (step) show(current + (isRtl ? -step : step))
})
box.addEventListener('touchstart', ({ touches }) => {
  touched = touches.length === 1 ? touches[0].clientX : undefined
})
box.addEventListener('touchend', ({ changedTouches }) => {
  const distance = touched === undefined ? 0 : changedTouches[0].clientX - touched
  if (Math.abs(distance) >= minSwipe) show(current + (distance > 0 === isRtl ? 1 : -1))
})
box.addEventListener('close', () => {
  picture.removeAttribute('src')
  links()[current]?.focus()
})
