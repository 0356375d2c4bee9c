// Deprecation headers of a response (RFC 9745 and RFC 8594).
export type Notice = {
  /** The method of the client, or the requested path. */
  operation: string
  /** When it became, or becomes, deprecated. */
  deprecated: Date
  /** When it may be removed. */
  sunset: Date | null
  /** Documentation of the replacement. */
  link: string | null
}

export function noticeIn(headers: Headers, operation: string): Notice | null {
  const since = /^@(\d+)$/.exec(headers.get('deprecation') ?? '')?.[1]
  if (since === undefined) return null
  const sunset = new Date(headers.get('sunset') ?? Number.NaN)
  return {
    operation,
    deprecated: new Date(Number(since) * 1000),
    sunset: Number.isNaN(sunset.getTime()) ? null : sunset,
    link: /<([^>]*)>[^,]*;\s*rel="?deprecation\b/.exec(headers.get('link') ?? '')?.[1] ?? null,
  }
}
