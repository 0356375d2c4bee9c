// Buttons that scroll a row of cards by what is visible of it. They are added to rows that scroll.
const { wordPrevious, wordNext } = document.querySelector('main').dataset

function buttonsFor(rail, heading) {
  const rightToLeft = document.dir === 'rtl' ? -1 : 1
  const bar = document.createElement('div')
  bar.className = 'rail-buttons'
  const buttons = [
    [wordPrevious, -1],
    [wordNext, 1],
  ].map(([name, direction]) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'tool'
    button.title = button.ariaLabel = `${name}: ${heading.querySelector('h2').textContent}`
    button.innerHTML = '<i class="i i-arrow" aria-hidden="true"></i>'
    button.addEventListener('click', () => rail.scrollBy({ left: direction * rightToLeft * rail.clientWidth * 0.8 }))
    return button
  })
  function update() {
    const position = Math.abs(rail.scrollLeft)
    const end = rail.scrollWidth - rail.clientWidth
    bar.hidden = end < 2
    buttons[0].disabled = position < 2
    buttons[1].disabled = position > end - 2
  }
  bar.append(...buttons)
  heading.append(bar)
  rail.addEventListener('scroll', update, { passive: true })
  new ResizeObserver(update).observe(rail)
  update()
}

for (const rail of document.querySelectorAll('.rail')) {
  const heading = rail.previousElementSibling
  if (heading?.matches('.heading')) buttonsFor(rail, heading)
}
