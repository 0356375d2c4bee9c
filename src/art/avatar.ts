// Avatars: portraits without faces.
import { pick } from './random.ts'
import { circle, type DrawingContext, drawing, linearGradient, path, rect, stroke } from './svg.ts'

const skins = ['#f9d9c2', '#f1c27d', '#e0ac69', '#c68642', '#a1683a', '#8d5524', '#6b4226', '#ffdfc4'] as const
const hairs = ['#2b1d17', '#3f2a1d', '#6a4326', '#a5682a', '#d9a441', '#1c1c24', '#8c8c94', '#b5482f'] as const

const darkest = '#1c1c24'
/** Of 255: with less, a face is hard to tell from the hair around it. */
const leastDifference = 40

function brightness(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

const hairFor = (skin: string, hair: string): string =>
  Math.abs(brightness(skin) - brightness(hair)) < leastDifference ? darkest : hair

/** `scarf` is the colour of a headscarf. */
type Look = { hair: string; scarf: string }
type HairStyle = { behind?: (look: Look) => string; over: (look: Look) => string }

const crown = 'M78 112C74 62 100 44 128 44S182 62 178 112C170 92 160 84 150 80C128 90 100 90 88 86C82 92 80 100 78 112Z'
const side = 'M78 116C72 60 102 42 130 42S184 62 178 116C172 96 164 82 140 72C122 88 94 90 84 92C80 98 80 106 78 116Z'
const beard = 'M80 120C82 168 104 178 128 178S174 168 176 120C170 140 150 142 128 142S86 140 80 120Z'
const scarfOpening = 'M128 64C92 64 88 92 88 114C88 142 106 158 128 158S168 142 168 114C168 92 164 64 128 64Z'

const styles: readonly HairStyle[] = [
  { over: ({ hair }) => path(crown, hair) },
  { over: ({ hair }) => path(crown + beard, hair) },
  {
    behind: ({ hair }) => path('M72 110C66 20 190 20 184 110L188 176C188 196 68 196 68 176Z', hair),
    over: ({ hair }) => path(side, hair),
  },
  {
    behind: ({ hair }) => path('M70 108C64 22 192 22 186 108C188 150 204 190 196 232H60C52 190 68 150 70 108Z', hair),
    over: ({ hair }) => path(crown, hair),
  },
  { behind: ({ hair }) => circle(128, 34, 25, hair), over: ({ hair }) => path(crown, hair) },
  {
    behind: ({ hair }) => circle(128, 88, 74, hair),
    over: ({ hair }) => path('M80 100C82 62 104 56 128 56S174 62 176 100C160 76 96 76 80 100Z', hair),
  },
  {
    behind: ({ scarf }) => path('M68 116C62 24 194 24 188 116C190 160 206 186 196 214H60C50 186 66 160 68 116Z', scarf),
    over: ({ scarf }) =>
      path(
        `M70 120C64 28 192 28 186 120C188 150 170 176 128 182C86 176 68 150 70 120Z${scarfOpening}`,
        scarf,
        'fill-rule="evenodd"',
      ),
  },
]

const glasses = 'M90 114a16 16 0 1 0 32 0a16 16 0 1 0-32 0M134 114a16 16 0 1 0 32 0a16 16 0 1 0-32 0M122 112h12'

export function drawAvatar({ random, palette, id }: DrawingContext): string {
  const [cloth, scarf] = random() < 0.5 ? [palette.main, palette.accent] : [palette.accent, palette.main]
  const hair = pick(random, hairs)
  const skin = pick(random, skins)
  const look: Look = { hair: hairFor(skin, hair), scarf }
  const style = pick(random, styles)
  const content =
    rect(0, 0, 256, 256, 0, `url(#${id('b')})`) +
    circle(128, 118, 104, palette.paper, 'opacity=".3"') +
    (style.behind?.(look) ?? '') +
    path('M20 262C20 212 66 190 128 190S236 212 236 262Z', cloth) +
    rect(106, 146, 44, 60, 20, skin) +
    path('M106 162C120 174 136 174 150 162V178C136 188 120 188 106 178Z', palette.ink, 'opacity=".14"') +
    stroke('M98 192Q128 220 158 192', scarf, 12) +
    `<ellipse cx="128" cy="112" rx="48" ry="56" fill="${skin}"/>` +
    style.over(look) +
    (random() < 0.28 ? stroke(glasses, palette.ink, 5) : '')
  return drawing(256, 256, linearGradient(id('b'), palette.from, palette.to), content)
}
