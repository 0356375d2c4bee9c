// What an answer says of its own end: RFC 9745 and RFC 8594.
export type Notice = {
  /** The method of the client, or the path that was asked for. */
  operation: string
  /** When it became, or becomes, deprecated. */
  deprecated: Date
  /** When it may stop answering. */
  sunset: Date | null
  /** Where to read what to use instead. */
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
