// What may be there at once. Promises around something that is would cost a page of the feed a tenth of its time.

export type NowOrLater<T> = T | Promise<T>

/** Goes on at once when it can; a failure is thrown or rejected accordingly. */
export const andThen = <T, U>(value: NowOrLater<T>, next: (value: T) => U): NowOrLater<U> =>
  value instanceof Promise ? value.then(next) : next(value)
