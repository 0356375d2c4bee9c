// What the parts of test:documents have in common: each runs the blocks of one program as they are written.
import type { Block } from '../docs-blocks.ts'

/** What a block was shown to do, or why it failed. */
export type Shown = { at: string; what: string; fault?: string }

/** Where a part works, and who cleans up behind it. */
export type Ground = {
  /** An empty folder for this part, removed at the end. */
  folder: string
  /** Called when the part has ended, well or not, the last first: whatever was started is stopped. */
  after: (stop: () => unknown) => void
  /** A line for whoever waits. */
  say: (line: string) => void
}

/**
 * Runs the blocks, all of the same program, in the order of the documents. Gives back one line for each; throws when one
 * does not do what it says, or when the program is missing and may not be installed: then the message says what to do.
 */
export type Part = (blocks: readonly Block[], ground: Ground) => Promise<Shown[]>

/** One block after the other; those behind one that fails are run all the same. */
export async function showEach(
  blocks: readonly Block[],
  { say }: Ground,
  show: (block: Block) => Promise<string>,
): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const block of blocks) {
    say(`${block.at}: ${block.text.trim().split('\n').join('; ')}`)
    const began = Date.now()
    const one = await show(block).then(
      what => ({ at: block.at, what }),
      (error: Error) => ({ at: block.at, what: 'failed', fault: error.message }),
    )
    say(`${one.what}, after ${Math.round((Date.now() - began) / 1000)} s`)
    shown.push(one)
  }
  return shown
}
