// Colours of generated images: tones of one hue and its neighbour, equally light for every hue (OKLCH).

/** `deep` is for text on `paper`, `paper` for plates and text on dark tones. */
export type Tones = {
  back: string
  soft: string
  middle: string
  strong: string
  spark: string
  deep: string
  paper: string
}

export type Oklch = { lightness: number; chroma: number; hue: number }

const gamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const channel = (value: number): string =>
  Math.round(Math.min(1, Math.max(0, gamma(value))) * 255)
    .toString(16)
    .padStart(2, '0')

/** The matrices are those of Björn Ottosson's definition of Oklab. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return `#${channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${channel(
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
  )}${channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = [1, 3, 5].map(at => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b2 = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b2),
    hue: ((Math.atan2(b2, a) * 180) / Math.PI + 360) % 360,
  }
}

/** Lightness and chroma of back, soft, middle and strong. */
const schemes = [
  [0.91, 0.04, 0.87, 0.06, 0.82, 0.085, 0.74, 0.115],
  [0.8, 0.085, 0.84, 0.075, 0.75, 0.105, 0.68, 0.125],
  [0.64, 0.12, 0.69, 0.12, 0.59, 0.12, 0.75, 0.11],
  [0.46, 0.105, 0.51, 0.115, 0.41, 0.1, 0.58, 0.12],
] as const
/** Dark yellow is olive and brown, so yellow hues get the two light schemes. */
export const isYellow = (hue: number): boolean => hue > 50 && hue < 140
export const schemesFor = (hue: number): number => (isYellow(hue) ? 2 : schemes.length)

/** The colour of few shapes: gold, and coral on yellow. */
const sparkOf = (hue: number): readonly [lightness: number, chroma: number, hue: number] =>
  hue > 35 && hue < 125 ? [0.7, 0.15, 28] : [0.85, 0.12, 80]

/** `main` is the hue of most tones, in degrees. `vividness` is from 0 (grey) to 1. */
export function tonesOf(main: number, second: number, vividness: number, scheme: number): Tones {
  const [back, backC, soft, softC, middle, middleC, strong, strongC] = schemes[scheme]!
  const tone = (lightness: number, chroma: number, hue = main) => hexOf(lightness, chroma * vividness, hue)
  const between = (share: number) => main + (second - main) * share
  return {
    back: tone(back, backC),
    soft: tone(soft, softC, between(1 / 3)),
    middle: tone(middle, middleC),
    strong: tone(strong, strongC, between(1 / 2)),
    spark: tone(...sparkOf(main)),
    deep: tone(0.36, 0.1),
    paper: tone(0.985, 0.012),
  }
}
