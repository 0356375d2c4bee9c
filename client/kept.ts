// Answers that carried an ETag, kept as text so that an unchanged one need not be sent again. The oldest go first.
export type Kept = {
  get(url: string): { etag: string; text: string } | undefined
  set(url: string, etag: string, text: string): void
}

/** `most` is in characters, of all answers together. */
export function makeKept(most: number): Kept {
  const answers = new Map<string, { etag: string; text: string }>()
  let size = 0
  const drop = (url: string): void => {
    size -= answers.get(url)?.text.length ?? 0
    answers.delete(url)
  }
  return {
    get: url => answers.get(url),
    set(url, etag, text) {
      drop(url)
      answers.set(url, { etag, text })
      size += text.length
      for (const oldest of answers.keys()) {
        if (size <= most) return
        drop(oldest)
      }
    },
  }
}

/** Browsers keep answers themselves, and better; they leave it to us once we name an ETag. */
export const usualSize = (): number => ('document' in globalThis || 'WorkerGlobalScope' in globalThis ? 0 : 2_000_000)
