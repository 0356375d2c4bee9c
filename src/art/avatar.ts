// Avatars: a portrait without a face, or a pattern of quarter rounds.
import { below, pick, type Random } from './random.ts'
import { type Brush, circle, drawing, linear, path, rect, stroke } from './svg.ts'

const skins = ['#f9d9c2', '#f1c27d', '#e0ac69', '#c68642', '#a1683a', '#8d5524', '#6b4226', '#ffdfc4'] as const
const hairs = ['#2b1d17', '#3f2a1d', '#6a4326', '#a5682a', '#d9a441', '#1c1c24', '#8c8c94', '#b5482f'] as const

type Look = { skin: string; hair: string; cloth: string; trim: string; random: Random }
/** What lies behind the head and what lies over it. */
type Hair = { behind: (look: Look) => string; over: (look: Look) => string }

const none = () => ''
const crown = 'M78 112C74 62 100 44 128 44S182 62 178 112C170 92 160 84 150 80C128 90 100 90 88 86C82 92 80 100 78 112Z'
const side = 'M78 116C72 60 102 42 130 42S184 62 178 116C172 96 164 82 140 72C122 88 94 90 84 92C80 98 80 106 78 116Z'

const styles: readonly Hair[] = [
  { behind: none, over: look => path(crown, look.hair) },
  { behind: none, over: look => path(side, look.hair) },
  {
    behind: look => path('M72 110C66 20 190 20 184 110L188 176C188 196 68 196 68 176Z', look.hair),
    over: look => path(side, look.hair),
  },
  {
    behind: look => path('M70 108C64 22 192 22 186 108C188 150 204 190 196 232H60C52 190 68 150 70 108Z', look.hair),
    over: look => path(crown, look.hair),
  },
  { behind: look => circle(128, 34, 25, look.hair), over: look => path(crown, look.hair) },
  {
    behind: look => circle(128, 88, 74, look.hair),
    over: look => path('M80 100C82 62 104 56 128 56S174 62 176 100C160 76 96 76 80 100Z', look.hair),
  },
  {
    behind: none,
    over: look =>
      [
        [84, 78],
        [102, 58],
        [128, 50],
        [154, 58],
        [172, 78],
        [116, 72],
        [142, 72],
      ]
        .map(([x, y]) => circle(x!, y!, 22, look.hair))
        .join(''),
  },
  {
    // A headscarf.
    behind: look => path('M68 116C62 24 194 24 188 116C190 160 206 186 196 214H60C50 186 66 160 68 116Z', look.trim),
    over: look =>
      path(
        'M70 120C64 28 192 28 186 120C188 150 170 176 128 182C86 176 68 150 70 120ZM128 64C92 64 88 92 88 114C88 142 106 158 128 158S168 142 168 114C168 92 164 64 128 64Z',
        look.trim,
        'fill-rule="evenodd"',
      ),
  },
  {
    // A woollen hat.
    behind: look => path('M80 110H176V150C176 160 80 160 80 150Z', look.hair),
    over: look =>
      path('M76 92C76 44 104 36 128 36S180 44 180 92Z', look.trim) +
      rect(70, 80, 116, 24, 12, look.cloth) +
      circle(128, 32, 14, look.cloth),
  },
  {
    behind: none,
    over: look =>
      path('M80 120C82 168 104 178 128 178S174 168 176 120C170 140 150 142 128 142S86 140 80 120Z', look.hair) +
      path(crown, look.hair),
  },
  {
    behind: none,
    over: look =>
      path('M82 118C84 166 106 176 128 176S172 166 174 118C168 142 148 140 128 140S88 142 82 118Z', look.hair),
  },
]

function portrait(brush: Brush): string {
  const { random, palette, id } = brush
  const [cloth, trim] = random() < 0.5 ? [palette.main, palette.accent] : [palette.accent, palette.main]
  const look: Look = { skin: pick(random, skins), hair: pick(random, hairs), cloth, trim, random }
  const hair = pick(random, styles)
  const collar = pick(random, [
    path('M104 190L128 218L152 190Z', look.skin),
    stroke('M98 192Q128 220 158 192', look.trim, 12),
    path('M96 186L128 236L160 186L176 196L128 256L80 196Z', palette.paper, 'opacity=".85"'),
    '',
  ])
  const glasses =
    random() < 0.28
      ? stroke(
          'M90 114a16 16 0 1 0 32 0a16 16 0 1 0-32 0M134 114a16 16 0 1 0 32 0a16 16 0 1 0-32 0M122 112h12',
          palette.ink,
          5,
        )
      : ''
  return (
    rect(0, 0, 256, 256, 0, `url(#${id('b')})`) +
    circle(128, 118, 104, palette.paper, 'opacity=".3"') +
    hair.behind(look) +
    path('M20 262C20 212 66 190 128 190S236 212 236 262Z', look.cloth) +
    rect(106, 146, 44, 60, 20, look.skin) +
    path('M106 162C120 174 136 174 150 162V178C136 188 120 188 106 178Z', palette.ink, 'opacity=".14"') +
    collar +
    `<ellipse cx="128" cy="112" rx="48" ry="56" fill="${look.skin}"/>` +
    hair.over(look) +
    glasses
  )
}

function pattern(brush: Brush): string {
  const { random, palette, id } = brush
  const colours = [palette.main, palette.second, palette.accent, palette.paper, palette.ink]
  let drawn = rect(0, 0, 256, 256, 0, `url(#${id('b')})`)
  for (let i = 0; i < 4; i++) {
    const [x, y] = [(i % 2) * 128, Math.floor(i / 2) * 128]
    const first = colours[(i + below(random, 2)) % 5]!
    const second = colours[(i + 2 + below(random, 2)) % 5]!
    const quarter = path('M0 0H128A128 128 0 0 1 0 128Z', first) + path('M0 0H64A64 64 0 0 1 0 64Z', second)
    const round = circle(64, 64, 64, first) + circle(64, 64, 28, second)
    const leaf = path('M0 0H64A64 64 0 0 1 128 64V128H64A64 64 0 0 1 0 64Z', first) + circle(64, 64, 22, second)
    const turn = below(random, 4) * 90
    drawn += `<g transform="translate(${x} ${y})rotate(${turn} 64 64)">${pick(random, [quarter, quarter, round, leaf])}</g>`
  }
  return drawn
}

export function drawAvatar(brush: Brush): string {
  const { random, palette, id } = brush
  const content = random() < 0.78 ? portrait(brush) : pattern(brush)
  return drawing(256, 256, linear(id('b'), palette.from, palette.to), content)
}
