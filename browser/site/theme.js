// The switch between light and dark; hidden without scripts.
const themeSwitch = document.querySelector('[data-theme-switch]')
if (themeSwitch) {
  const system = matchMedia('(prefers-color-scheme: dark)')
  themeSwitch.hidden = false
  themeSwitch.addEventListener('click', () => {
    const root = document.documentElement
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : system.matches
    root.dataset.theme = dark ? 'light' : 'dark'
    try {
      localStorage.setItem('theme', root.dataset.theme)
    } catch {
      // Without storage, the theme applies to this page only.
    }
  })
}
