// What a row of the table is: a fault or a load, and what was measured under it.

/** `figure` was measured, `must` is the requirement. `overLimit`: it fails only by a time or an amount of memory. */
export type Check = { must: string; figure: string; holds: boolean; overLimit?: boolean }

export type Plan = {
  /** A quick look instead of a measurement. */
  short: boolean
}

export type Row = { name: string; fault: string; run: (plan: Plan) => Promise<Check[]> }

export const check = (must: string, figure: string, holds: boolean): Check => ({ must, figure, holds })

/** A check of behaviour, `holds`, and of a time or an amount of memory, which may be worse on a busy machine. */
export const measured = (must: string, figure: string, holds: boolean, isWithinLimit: boolean): Check => ({
  must,
  figure,
  holds: holds && isWithinLimit,
  overLimit: holds && !isWithinLimit,
})

/** The value that so many percent are not above. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0
}

export const largest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
