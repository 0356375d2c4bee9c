// Parses RFC 3339 dates into one canonical form: UTC, upper case, milliseconds only if nonzero.

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/
const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Null when the text is not a date, or is one that does not exist, such as 30 February. */
export function canonicalDate(text: string): string | null {
  const match = rfc3339.exec(text)
  if (match === null) return null
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match
  if (!isCalendarDay(Number(year), Number(month), Number(day)) || !isTimeOfDay(hour, minute) || Number(second) > 59)
    return null
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  if (fraction === undefined && sign === undefined) return `${whole}Z`
  if (sign !== undefined && !isTimeOfDay(offsetHour, offsetMinute)) return null
  // Parsed as text, because Date.UTC maps the years 0 to 99 to the 20th century.
  const local = Date.parse(`${whole}.${(fraction ?? '').slice(0, 3).padEnd(3, '0')}Z`)
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000
  const utc = dateOf(sign === '-' ? local + offset : local - offset)
  // An offset can move a date beyond four-digit years, which are written with a sign.
  return /^\d{4}-/.test(utc) ? utc : null
}

/** A timestamp in canonical form. */
export function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z')
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 && leap ? 29 : daysInMonth[month - 1]!)
}

function isTimeOfDay(hour: string | undefined, minute: string | undefined): boolean {
  return Number(hour) <= 23 && Number(minute) <= 59
}
