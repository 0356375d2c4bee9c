// How long to wait before a worker that ended is started again: not at all, unless it keeps ending.

export type Pauses = {
  /** A worker that lived so long was well. */
  wellMs: number
  firstMs: number
  longestMs: number
}

export const pauses: Pauses = { wellMs: 10_000, firstMs: 1000, longestMs: 30_000 }

/** Told how long a worker lived, says how long to wait until the next is started. */
export function makeBackoff({ wellMs, firstMs, longestMs }: Pauses): (livedMs: number) => number {
  let quickEnds = 0
  return livedMs => {
    quickEnds = livedMs >= wellMs ? 0 : quickEnds + 1
    return quickEnds < 2 ? 0 : Math.min(firstMs * 2 ** (quickEnds - 2), longestMs)
  }
}
