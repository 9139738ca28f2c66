import { isUtr, normalizeReference } from '@sauda/contract/money/reference'

const mostNames = 16

const ours = /SD[0-9A-HJKMNP-TV-Z]{16}|(?:ADD|WDR|CHG)\d{6,12}/g
const letters = (text: string): string => text.normalize('NFKC').toUpperCase()

/** Words of the bank (`BY TRANSFER-`) and account numbers are not references. */
const notReferences =
  /\b(?:(?:BY|TO) TRANSFER\b|(?:TRANSFER(?:RED)? (?:FROM|TO)|(?:A\/?C|ACC(?:OUN)?T?)(?: ?(?:NO|NUM|NUMBER))?)[ .:_-]{0,4}[X*]{0,16}\d{3,20}\b)/g

/**
 * The bank's reference of a line, if any, and `all` references in it: the bank's, ours, and numbers that may be one.
 * `bookedOn` tells a payment's UTR from other twelve-digit numbers; `accounts` are the broker's own account numbers.
 */
export function namesIn(
  references: readonly string[],
  text: string,
  { bookedOn, accounts = [] }: { readonly bookedOn: string; readonly accounts?: readonly string[] },
) {
  const own: readonly string[] = letters([...references, text].join(' ')).match(ours) ?? []
  const ownNumbers = new Set(accounts.map(withoutZeros))
  const isForeign = (name: string) => !own.includes(name) && !ownNumbers.has(withoutZeros(name))
  const read = (cell: string) => letters(cell).replace(notReferences, ' ')
  const cells = references.map((cell) => normalizeReference(read(cell)))
  const named = cells.map(shortened).filter((cell) => isName(cell) && isForeign(cell))
  const runs = (read(text).match(/[A-Z0-9]+/g) ?? [])
    .map(normalizeReference)
    .filter((run) => isLong(run) && isForeign(run))
  const reference = utrAmong([...named, ...runs], text, bookedOn) ?? named[0]
  const all = [...(reference === undefined ? [] : [reference]), ...own, ...named, ...runs]
  return { reference, all: [...new Set(all)].slice(0, mostNames) }
}

/** The number of a cheque without the zeros that banks put before it, as it stands on the cheque. */
const shortened = (cell: string): string => (isPadded(cell) ? withoutZeros(cell).padStart(6, '0') : cell)
/** The payment's number of a day begins with digits of its date, so that three zeros are those of a short number. */
const isPadded = (cell: string): boolean => /^000\d+$/.test(cell)

const withoutZeros = (number: string): string => number.replace(/^0+/, '')

/** Zeros or words alone are not a reference. */
const isName = (cell: string): boolean => /^[A-Z0-9]{6,30}$/.test(cell) && /[1-9]/.test(cell)

const isLong = (run: string): boolean => run.length >= 8 && run.length <= 30 && (run.match(/\d/g)?.length ?? 0) >= 6

/** The best of the references in the column and in the narration, in this order. */
function utrAmong(names: readonly string[], text: string, bookedOn: string): string | undefined {
  const utrs = names.filter(isUtr)
  const digits = utrs.filter((utr) => /^\d/.test(utr))
  const lettered = utrs.find((utr) => /^\D/.test(utr))
  // A twelve-digit number may be an account or mobile number: the one containing the date is the payment's.
  const ofDay = digits.find((utr) => isOfDay(utr, bookedOn))
  if (lettered !== undefined && (ofDay === undefined || /\b(?:NEFT|RTGS)/i.test(text))) return lettered
  return ofDay ?? digits.find((utr) => !isPadded(utr))
}

/** UPI references start with the last digit of the year and the day of the year, at most a day off. */
function isOfDay(utr: string, bookedOn: string): boolean {
  const day = Date.parse(bookedOn)
  return [-1, 0, 1].some((step) => {
    const date = new Date(day + step * 86_400_000)
    const inYear = Math.round(
      (Date.parse(date.toISOString().slice(0, 10)) - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000,
    )
    return utr.startsWith(`${date.getUTCFullYear() % 10}${String(inYear + 1).padStart(3, '0')}`)
  })
}
