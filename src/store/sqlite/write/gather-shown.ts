// What lists are made from, kept while creations are written. When all of them are, it need not be read back.
import { sorts } from '../../store.ts'
import { entriesAtOnce } from '../lists/build.ts'
import type { Memberships, Shown } from '../lists/collect.ts'
import type { Undone } from './derive-creation.ts'
import { figuresEach, type Prepared } from './prepare.ts'

export type Gathered = { shown: Shown; memberships: Memberships }

/** Chunks come in the order of the numbers. */
export function shownGatherer() {
  const ns: number[] = []
  const figures: number[] = []
  const ends: number[] = [0]
  let lists: Uint32Array[] = []
  let entries = 0
  return {
    add(undone: readonly Undone[], prepared: Prepared): void {
      if (entries > entriesAtOnce) return
      for (const [i, { n }] of undone.entries()) {
        if (!prepared.isShown[i]) continue
        ns.push(n)
        for (let sort = 0; sort < sorts.length; sort++) figures.push(prepared.figures[i * figuresEach + sort]!)
        ends.push(entries + prepared.ends[i]!)
      }
      entries += prepared.lists.length
      lists.push(prepared.lists)
      if (entries > entriesAtOnce) lists = []
    },
    /** Undefined when it was too much to keep. Can be had once. */
    take(): Gathered | undefined {
      if (entries > entriesAtOnce) return undefined
      const keys = sorts.map((_, sort) => Float64Array.from(ns, (_n, i) => figures[i * sorts.length + sort]!))
      const memberships = { starts: Uint32Array.from(ends), lists: joined(lists, entries) }
      lists = []
      return { shown: { ns: Uint32Array.from(ns), keys }, memberships }
    },
  }
}

function joined(parts: readonly Uint32Array[], length: number): Uint32Array<ArrayBuffer> {
  const whole = new Uint32Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
