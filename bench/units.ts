/** How numbers are printed. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en')
export const ratio = (value: number): string => value.toFixed(2)
export const seconds = (value: number): string => `${value.toFixed(2)} s`
export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`
export const megabytes = (value: number): string => `${whole(value)} MB`

/** 100000 as `100 thousand`, 1000000 as `1 million`. */
export function sizeName(creations: number): string {
  if (creations >= 1_000_000) return `${creations / 1_000_000} million`
  return creations >= 1_000 ? `${creations / 1_000} thousand` : String(creations)
}
