// Sets of matching colours. Every drawing uses one palette.

export type Palette = {
  /** The background runs from the first to the second. */
  from: string
  to: string
  /** The darkest tone, for outlines and shadows. */
  ink: string
  main: string
  second: string
  accent: string
  /** Nearly white, for cards and glyphs. */
  paper: string
  /** The sun of landscapes. */
  sun: string
}

/** `from to ink main second accent paper sun` */
function palette(line: string): Palette {
  const [from, to, ink, main, second, accent, paper, sun] = line.split(' ').map(colour => `#${colour}`)
  return { from: from!, to: to!, ink: ink!, main: main!, second: second!, accent: accent!, paper: paper!, sun: sun! }
}

export const palettes: readonly Palette[] = [
  palette('ffe9d6 ffb199 4a2338 ef5460 ff8c61 ffd166 fff8f0 ffd166'),
  palette('e3f9ec 9adfc0 0b3b3c 12937b 3ccb9b ffc857 fafffc ffd36b'),
  palette('d6f3ff 7cc8f0 0b2a4a 1273c4 2fa8e0 ffb627 f7fcff ffd884'),
  palette('efe7ff bfa6f5 2b1b57 6c47d8 9b7bf0 ff8fb1 fbf9ff ffd6e0'),
  palette('232765 3d2c7a 0e1033 7b6cf6 b388ff ffd36e f3f1ff ffd36e'),
  palette('2a6350 0f3a33 0a2622 4fb286 9ad6a3 f6c453 f3fbf4 f6c453'),
  palette('ffa56b e0477e 4b1248 8a2474 ff6f61 ffe28a fff6ee ffe28a'),
  palette('fbf1dc ebcf9e 4a3216 c8762b e3a857 2f8f8b fffcf4 fff6dc'),
  palette('ffe4ec f9a8c2 571b3c d6336c f06595 5c7cfa fff8fa fff3d9'),
  palette('eaf2fb b5cbe6 1d2f4a 4a6fa5 7fa3d1 ff7f66 fbfdff ff8f78'),
  palette('fff6c2 ffd54a 4a3b00 f08c00 ffb300 d9480f fffef3 fffdf0'),
  palette('11507a 072e4f 051c33 328cc1 5fc9d8 ffb140 effaff ffb140'),
  palette('5b2152 2f1139 1d0a24 d65db1 ff9671 f9e871 fff3fb f9e871'),
  palette('f8e0d2 dfa488 4b2a20 b5523b d9825b 3b7a75 fff9f5 ffe9c4'),
  palette('f0f4d8 c3d08b 2f3a12 6b8e23 95b046 d9622b fdfef5 fdeb9a'),
  palette('3b4a62 1e2939 121a26 5c7ea6 8fb3d9 ff9f80 f2f6fb ffb59c'),
]
