// How V8 collects garbage in a process that serves.

/** Sooner than usual: it keeps memory low and costs little, since hot answers make no garbage. */
export const savingFlag = '--memory-saver-mode'

/** Left alone, V8 sets twice as much memory aside for what is short-lived as serving needs. */
export const youngFlag = '--max-semi-space-size'

export const servingFlags = [`${youngFlag}=8`, savingFlag]
