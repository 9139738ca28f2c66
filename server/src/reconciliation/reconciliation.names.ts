import { isUtr, normalizeReference } from '@sauda/contract/reference'

/** The references in a bank line: the bank's, ours, and numbers that may be one of them. */
export type Names = {
  /** The bank's reference, if any. */
  readonly reference: string | undefined
  /** Including `reference`. */
  readonly all: readonly string[]
}

const mostNames = 16

const ours = /SD[0-9A-HJKMNP-TV-Z]{16}|(?:ADD|WDR|CHG)\d{6,12}/g
const letters = (text: string): string => text.normalize('NFKC').toUpperCase()

/** `bookedOn` tells a payment's UTR from other twelve-digit numbers. */
export function namesIn(references: readonly string[], text: string, bookedOn: string): Names {
  const own: readonly string[] = letters([...references, text].join(' ')).match(ours) ?? []
  const isForeign = (name: string) => !own.includes(name)
  const cells = references.map(normalizeReference)
  const named = cells.filter((cell) => isName(cell) && isForeign(cell))
  const runs = (letters(text).match(/[A-Z0-9]+/g) ?? [])
    .map(normalizeReference)
    .filter((run) => isLong(run) && isForeign(run))
  const reference = named.find(isUtr) ?? utrAmong(runs, text, bookedOn) ?? named[0]
  const all = [...(reference === undefined ? [] : [reference]), ...own, ...named, ...runs]
  return { reference, all: [...new Set(all)].slice(0, mostNames) }
}

/** Zeros or words alone are not a reference. */
const isName = (cell: string): boolean => /^[A-Z0-9]{6,30}$/.test(cell) && /[1-9]/.test(cell)

const isLong = (run: string): boolean => run.length >= 8 && run.length <= 30 && (run.match(/\d/g)?.length ?? 0) >= 6

function utrAmong(runs: readonly string[], text: string, bookedOn: string): string | undefined {
  const utrs = runs.filter(isUtr)
  const digits = utrs.filter((utr) => /^\d/.test(utr))
  // A twelve-digit number may be an account or mobile number: the one containing the date is the payment's.
  const best = digits.find((utr) => isOfDay(utr, bookedOn)) ?? digits[0]
  const lettered = utrs.find((utr) => !digits.includes(utr))
  return /\b(?:NEFT|RTGS)\b/i.test(text) ? (lettered ?? best) : (best ?? lettered)
}

/** UPI references start with the last digit of the year and the day of the year, give or take a day. */
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
