// How long others may keep what we send. The service itself notices new data within a second.

/** Answers made from the data: fresh for a moment, then shown while asking again, or while nobody answers. */
export const changing = { maxAge: 5, staleWhileRevalidate: 30, staleIfError: 86_400 }

export const changingAnswer: readonly string[] = [
  'Cache-Control',
  `public, max-age=${changing.maxAge}, stale-while-revalidate=${changing.staleWhileRevalidate}, stale-if-error=${changing.staleIfError}`,
  'Vary',
  'Accept-Encoding, Service-API-Version',
]

/** Documents about the service: they change when it is deployed. */
export const documentAnswer: readonly string[] = [
  'Cache-Control',
  'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400',
  'Vary',
  'Accept-Encoding, Service-API-Version',
]

/** Drawings are a function of their address. */
export const foreverAnswer: readonly string[] = [
  'Cache-Control',
  'public, max-age=31536000, immutable',
  'Vary',
  'Accept-Encoding, Service-API-Version',
]

export const neverStored: readonly string[] = ['Cache-Control', 'no-store']
