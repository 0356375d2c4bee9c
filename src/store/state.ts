// What the service itself has to remember across restarts. It is no part of the community: an import holds the lock of
// the community's database for as long as it lasts, and this must be written meanwhile.

/** An answer as it went out. `head` is a flat list of header names and values. */
export type KeptAnswer = { status: number; head: readonly string[]; body: Buffer }

/**
 * One request that carries a key. `scope` stands for the caller, the path and the key together, `caller` for the caller
 * alone; both are opaque here. `fingerprint` tells two requests with the same scope apart.
 */
export type KeyedRequest = { scope: string; caller: string; fingerprint: string }

/** `holder` names whoever wants to answer the request; its claim ends by itself when the lease is over. */
export type ClaimRequest = KeyedRequest & { holder: string; now: number; leaseMs: number; keepMs: number }

/** `claimed`: the holder is to answer, and then to `keep` or to `release`. */
export type Claim =
  | { outcome: 'claimed' }
  | { outcome: 'kept'; answer: KeptAnswer }
  | { outcome: 'running' }
  | { outcome: 'other_request' }

export type Held = { scope: string; holder: string }

/** Every call ends within a few seconds, if need be by failing. */
export type StateStore = {
  claim(request: ClaimRequest): Promise<Claim>
  /** False when the answer was not kept: the claim was lost meanwhile, or there is no room for an answer so large. */
  keep(answer: Held & { answer: KeptAnswer }): Promise<boolean>
  release(held: Held): Promise<void>
  /** Fails when nothing could be written now. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How much may be remembered, in all and for each caller. What is oldest goes first. */
export type StateBounds = Record<'everyone' | 'caller', { entries: number; bytes: number }>

// A caller's share is a small part of the whole, so that nobody pushes out what others need.
export const stateBounds: StateBounds = {
  everyone: { entries: 200_000, bytes: 256 * 1024 * 1024 },
  caller: { entries: 10_000, bytes: 16 * 1024 * 1024 },
}
