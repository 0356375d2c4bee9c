// Delay before a failed worker is replaced: none, unless workers keep failing.

export type Pauses = {
  /** A worker that lived this long was healthy. */
  healthyMs: number
  firstMs: number
  longestMs: number
}

export const pauses: Pauses = { healthyMs: 10_000, firstMs: 1000, longestMs: 30_000 }

/** Maps how long a worker lived to the pause before the next one is started. */
export function makeBackoff({ healthyMs, firstMs, longestMs }: Pauses): (livedMs: number) => number {
  let quickEnds = 0
  return livedMs => {
    quickEnds = livedMs >= healthyMs ? 0 : quickEnds + 1
    return quickEnds < 2 ? 0 : Math.min(firstMs * 2 ** (quickEnds - 2), longestMs)
  }
}
