// Suggestions for mistyped names.

/** The closest of `names`, or undefined when none is close enough to be worth suggesting. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  const lowered = wanted.toLowerCase()
  const candidates = [...names]
  const completions = lowered.length < 3 ? [] : candidates.filter(name => name.toLowerCase().startsWith(lowered))
  if (completions.length === 1) return completions[0]
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of candidates) {
    const distance = editDistance(lowered, name.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** ` Did you mean x?`, or an empty string when no name is close enough. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const name = nearest(wanted, names)
  return name === undefined ? '' : ` Did you mean ${name}?`
}

/** Insertions, deletions, substitutions and transpositions; `limit` when there are at least as many. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1)
      }
      current.push(cost)
      if (cost < least) least = cost
    }
    if (least >= limit) return limit
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]!
}
