// How Node and V8 run a process that serves.

/** Garbage is collected soon, also at the price of more work. Versions of Node before 26 know neither it nor `growFlag`. */
export const savingFlag = '--memory-saver-mode'

/** Left alone, V8 sets four times as much memory aside for what is short-lived as serving needs. */
export const youngFlag = '--max-semi-space-size'

/**
 * Everything is collected in small steps, begun so early (in percent of what may be allocated) that they are done before
 * the rest is used up: otherwise, saving memory, V8 does all of it at once, and everybody waits for 40 to 90 ms. Not
 * earlier, or it would begin anew as soon as it is done. The last flag lets the heap grow while the steps are taken.
 */
export const stepsFlags = ['--incremental-marking-soft-trigger=25', '--incremental-marking-hard-trigger=40']
export const growFlag = '--no-enable-allocation-failures-optimize-memory'

/** Threads of V8's own take their turns on the same cores as whoever waits for an answer. */
const threadsFlag = '--v8-pool-size=1'

export const servingFlags = [`${youngFlag}=4`, threadsFlag, ...stepsFlags, growFlag, savingFlag]
