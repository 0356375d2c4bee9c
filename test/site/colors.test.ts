// The built-in colours are written twice: for browsers in the style sheet, and in code for packs, share images and checks.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { allColors, completeColors } from '../../src/site/colors.ts'

test('the built-in colours are those of the style sheet', () => {
  const css = readFileSync('browser/site/tokens.css', 'utf8')
  for (const [name, { light, dark }] of Object.entries(allColors({}))) {
    const property = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    const found = new RegExp(`--${property}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css)
    assert.deepEqual(found?.slice(1), [light, dark], name)
  }
})

test('surfaces that a pack does not set are derived from its background', () => {
  const { surface, line } = completeColors({ paper: { light: '#fdf0e0', dark: '#241a10' } })
  for (const color of [surface, line]) {
    for (const theme of ['light', 'dark'] as const) {
      const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(color![theme].slice(at, at + 2), 16))
      assert.ok(red! >= green! && green! >= blue!, `${color![theme]} must be warm, like the background`)
    }
  }
  assert.equal(completeColors({ paper: '#fdf0e0' }).surface!.dark, allColors({}).surface.dark)
})
