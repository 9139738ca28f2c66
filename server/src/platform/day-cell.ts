const months = 'january february march april may june july august september october november december'.split(' ')

/** Some of the patterns below take quadratic time. */
const longestCell = 60

/**
 * A date as Indian banks write it (`19/11/2026`, `19-Nov-26`, `19 Nov 2026 10:22`, `2026-11-19`) as ISO, or
 * undefined.
 */
export function dayIn(cell: string): string | undefined {
  if (cell.length > longestCell) return undefined
  const day = cell.replace(/[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i, '')
  const digits = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/.exec(day)
  if (digits) return isoDay(digits[3], digits[2], digits[1])
  const named = /^(\d{1,2})[/. -]?([a-z]{3,9})\.?[/. ,-]?(\d{4}|\d{2})$/i.exec(day)
  if (named) return isoDay(named[3], monthNumber(named[2] ?? ''), named[1])
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(day)
  return iso ? isoDay(iso[1], iso[2], iso[3]) : undefined
}

/** `nov` and `Sept` are months, `no` and `novem ber` are not. */
function monthNumber(name: string): string {
  const at = months.findIndex((month) => month.startsWith(name.toLowerCase()))
  return at < 0 ? '' : String(at + 1)
}

function isoDay(year = '', month = '', day = ''): string | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date would turn the 31st of a shorter month into the 1st of the next.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}
