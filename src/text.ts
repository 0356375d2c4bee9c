// Text that is shortened or repeated to a client. Responses must be valid Unicode: strict JSON parsers reject half a
// surrogate pair.

/**
 * At most `max` code points of `text`, including `ellipsis`, which is added only when something was cut. Unpaired
 * surrogates in the input become U+FFFD.
 */
export function truncate(text: string, max: number, ellipsis = ''): string {
  if (text.length <= max) return text.toWellFormed()
  // A code point is at most two units long, so this is enough to see whether the text is too long.
  const codePoints = [...text.slice(0, 2 * max + 2)]
  if (codePoints.length <= max) return text.toWellFormed()
  return (
    codePoints
      .slice(0, max - ellipsis.length)
      .join('')
      .toWellFormed() + ellipsis
  )
}
