// Light or dark: the switch shows itself, because without a script it could do nothing.
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
      // A reader who keeps nothing has the theme for this page.
    }
  })
}
