// Colours of a site pack: missing ones are derived, and the contrast of texts is checked (WCAG 2.2, level AA).
import { type ColorName, type Colors, colorNames } from './site.ts'

export type Theme = 'light' | 'dark'

/** The colours of browser/site/tokens.css. */
const builtIn: Record<ColorName, { light: string; dark: string }> = {
  paper: { light: '#faf8f4', dark: '#131119' },
  surface: { light: '#ffffff', dark: '#1d1a26' },
  ink: { light: '#1d1a24', dark: '#f2eff8' },
  soft: { light: '#5f5a6b', dark: '#b0aabf' },
  line: { light: '#e5dfd3', dark: '#332e40' },
  accent: { light: '#5132c8', dark: '#b5a4ff' },
  onAccent: { light: '#ffffff', dark: '#1a1430' },
  tint: { light: '#ece7fc', dark: '#2c2545' },
}

export type GivenColors = Partial<Record<ColorName, string | { light: string; dark: string }>>

const textContrast = 4.5
/** Texts and what they are written on. */
const textPairs: readonly [text: ColorName, back: ColorName][] = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['soft', 'paper'],
  ['soft', 'surface'],
  ['accent', 'paper'],
  ['accent', 'surface'],
  ['onAccent', 'accent'],
]

/** Colours that are the background of others get no derived dark variant: the built-in dark theme stays dark. */
const backgrounds: readonly ColorName[] = ['paper', 'surface', 'line', 'tint']

/** The colours that differ from the built-in ones. */
export function completeColors(given: GivenColors): Colors {
  const colors: Colors = {}
  for (const name of colorNames) {
    const color = given[name]
    if (color === undefined) continue
    if (typeof color !== 'string') colors[name] = { light: longHex(color.light), dark: longHex(color.dark) }
    else if (backgrounds.includes(name)) colors[name] = { light: longHex(color), dark: builtIn[name].dark }
    else
      colors[name] = {
        light: longHex(color),
        dark: lightened(longHex(color), colors.paper?.dark ?? builtIn.paper.dark),
      }
  }
  if (colors.paper !== undefined) {
    colors.surface ??= onPaper(colors.paper, 'surface', '#ffffff', { light: 0.7, dark: 0.06 })
    colors.line ??= onPaper(colors.paper, 'line', (colors.ink ?? builtIn.ink).light, { light: 0.1, dark: 0.14 })
  }
  if (colors.accent !== undefined) {
    colors.onAccent ??= { light: legible(colors.accent.light), dark: legible(colors.accent.dark) }
    const paper = colors.paper ?? builtIn.paper
    colors.tint ??= {
      light: mixed(colors.accent.light, paper.light, 0.1),
      dark: mixed(colors.accent.dark, paper.dark, 0.18),
    }
  }
  return colors
}

/** A secondary surface: the paper with some of the colour on light pages, and of white on dark ones. */
const onPaper = (
  paper: { light: string; dark: string },
  name: ColorName,
  color: string,
  share: { light: number; dark: number },
) => ({
  light: mixed(color, paper.light, share.light),
  dark: paper.dark === builtIn.paper.dark ? builtIn[name].dark : mixed('#ffffff', paper.dark, share.dark),
})

/** Descriptions of text that is hard to read. */
export function contrastProblems(colors: Colors): string[] {
  const all = allColors(colors)
  return (['light', 'dark'] as const).flatMap(theme =>
    textPairs.flatMap(([text, back]) => {
      const ratio = contrast(all[text][theme], all[back][theme])
      if (ratio >= textContrast) return []
      const names = `${text} (${all[text][theme]}) on ${back} (${all[back][theme]})`
      return [`${names} in the ${theme} theme has a contrast of ${ratio.toFixed(1)}; text needs ${textContrast}.`]
    }),
  )
}

/** With the built-in ones where the pack has none. */
export const allColors = (colors: Colors) => ({ ...builtIn, ...colors })

export function colorsCss(colors: Colors): string {
  const entries = Object.entries(colors).map(([name, { light, dark }]) => {
    const property = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    return `--${property}:light-dark(${light},${dark})`
  })
  return entries.length === 0 ? '' : `:root{${entries.join(';')}}`
}

/** Of the browser's toolbar. */
export const themeColor = (colors: Colors, theme: Theme): string => (colors.paper ?? builtIn.paper)[theme]

const longHex = (hex: string): string =>
  (hex.length === 4 ? hex.replace(/[^#]/g, digit => digit + digit) : hex).toLowerCase()

const channels = (hex: string): number[] => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

function luminance(hex: string): number {
  const [r, g, b] = channels(hex)
    .map(value => value / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the first colour, the rest of the second. */
function mixed(one: string, other: string, share: number): string {
  const second = channels(other)
  const mix = channels(one).map((value, i) => Math.round(value * share + second[i]! * (1 - share)))
  return `#${mix.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** The colour with as much white as it needs to be readable on a dark background; some more for comfort. */
function lightened(hex: string, background: string): string {
  for (let white = 0; white < 1; white += 0.05) {
    const candidate = mixed('#ffffff', hex, white)
    if (contrast(candidate, background) >= textContrast + 1.5) return candidate
  }
  return '#ffffff'
}

/** White or nearly black, whichever is easier to read on this colour. */
const legible = (background: string): string =>
  contrast('#ffffff', background) >= contrast('#14121a', background) ? '#ffffff' : '#14121a'
