// Times in the time zone of the reader, and the current entry of a menu that scrolls in sight.
const date = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}
for (const time of document.querySelectorAll('time[data-local]'))
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, date).format(new Date(time.dateTime))

const current = document.querySelector('.bar nav [aria-current]')
if (current) {
  const { parentElement: entry } = current
  entry.parentElement.scrollLeft = entry.offsetLeft - (innerWidth - entry.offsetWidth) / 2
}
