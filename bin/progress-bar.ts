// Progress of long work as a line on the terminal; silent without a terminal.
import type { Progress } from '../src/records/transfer/import.ts'
import { printable } from './command.ts'

const width = 30
const redrawMs = 100

export function progressBar(stream: NodeJS.WriteStream = process.stderr) {
  let drawnAt = 0
  let drawn = false

  function draw(text: string): void {
    if (!stream.isTTY || Date.now() - drawnAt < redrawMs) return
    drawnAt = Date.now()
    drawn = true
    stream.write(`\r\u001b[K${text}`)
  }
  function clear(): void {
    if (drawn) stream.write('\r\u001b[K')
    drawn = false
    drawnAt = 0
  }

  const update = (phase: Parameters<Progress>[0] | 'copying', done: number, of: number) => {
    if (of === 0) return draw(`${phase.padEnd(8)} ${done.toLocaleString('en')}`)
    const share = Math.min(1, done / of)
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░')
    draw(`${phase.padEnd(8)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %`)
  }
  return {
    update,
    status: draw,
    clear,
    /** A line that stays. */
    note(text: string): void {
      clear()
      stream.write(`${printable(text)}\n`)
    },
  }
}
