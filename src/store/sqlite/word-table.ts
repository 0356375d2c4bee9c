// A map from words to numbers for the busiest look-up of an import. Words are cut out of texts anew each time, and a Map
// has to leave compiled code to hash such strings; short ones are hashed here several times faster.

export type WordTable = {
  /** -1 when the word is not there. Numbers are 0 or more. */
  find(word: string): number
  /** The word must not be there yet. */
  add(word: string, number: number): void
}

/** Another one in each process, so that nobody can publish words that all fall into one place. */
const seed = (Math.random() * 2 ** 32) | 0

function hashOf(word: string): number {
  let hash = seed
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x5bd1e995)
  return hash ^ (hash >>> 15)
}

export function wordTable(): WordTable {
  const words: string[] = []
  const numbers: number[] = []
  let hashes = new Int32Array(64)
  /** Places in `words`, counted from 1. */
  let places = new Int32Array(64)

  const freeSlot = (hash: number): number => {
    let slot = hash & (places.length - 1)
    while (places[slot] !== 0) slot = (slot + 1) & (places.length - 1)
    return slot
  }
  function grow(): void {
    const [oldHashes, oldPlaces] = [hashes, places]
    hashes = new Int32Array(2 * oldHashes.length)
    places = new Int32Array(2 * oldPlaces.length)
    for (const [i, place] of oldPlaces.entries()) {
      if (place === 0) continue
      const slot = freeSlot(oldHashes[i]!)
      hashes[slot] = oldHashes[i]!
      places[slot] = place
    }
  }
  return {
    find(word) {
      const hash = hashOf(word)
      const mask = places.length - 1
      for (let slot = hash & mask; places[slot] !== 0; slot = (slot + 1) & mask) {
        if (hashes[slot] === hash && words[places[slot]! - 1] === word) return numbers[places[slot]! - 1]!
      }
      return -1
    },
    add(word, number) {
      if (2 * words.length >= places.length) grow()
      const hash = hashOf(word)
      const slot = freeSlot(hash)
      hashes[slot] = hash
      places[slot] = words.push(word)
      numbers.push(number)
    },
  }
}
