// How Node and V8 run a process that serves.

/** Garbage is collected soon, also at the price of more work. Versions of Node before 26 do not know it. */
export const savingFlag = '--memory-saver-mode'

/** Left alone, V8 sets four times as much memory aside for what is short-lived as serving needs. */
export const youngFlag = '--max-semi-space-size'

/** Not so soon that every hundredth page meets a collection of everything. */
export const patienceFlags = ['--incremental-marking-soft-trigger=60', '--incremental-marking-hard-trigger=85']

/** Threads of V8's own take their turns on the same cores as whoever waits for an answer. */
const threadsFlag = '--v8-pool-size=1'

export const servingFlags = [`${youngFlag}=4`, threadsFlag, ...patienceFlags, savingFlag]
