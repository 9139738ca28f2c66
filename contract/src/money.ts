import * as z from 'zod/mini'

/** money: whole paise in code (bigint), rupees with at most two decimals on the wire and on screens. */

export const moneyRules = {
  /** Most rupees one request may carry: ₹100 crore. */
  maximumRupees: 1_000_000_000,
} as const

const wanted = 'Enter the amount in rupees with at most two decimals'

/** Digits as JSON wrote them, so `0.1 + 0.2`, `1e21` and `100.001` are seen for what they are. */
const plainRupees = /^\d{1,10}(?:\.\d{1,2})?$/

/** A non-negative amount on the wire: a JSON number of rupees; becomes paise. Text, signs, more than two decimals are refused. */
export const rupeesIn = z.pipe(
  z.number({ error: wanted }).check(
    z.refine((rupees) => plainRupees.test(String(rupees)), { error: wanted, abort: true }),
    z.refine((rupees) => rupees <= moneyRules.maximumRupees, { error: 'Enter an amount of at most ₹1,00,00,00,000' }),
  ),
  z.transform(paiseOf),
)

/** Rupees as they leave: a JSON number with at most two decimals. */
export const rupeesOut = z.number()

/** 1234.5 → 123450n. Only for numbers with at most two decimals (see `rupeesIn`). */
export function paiseOf(rupees: number): bigint {
  const [whole = '0', part = ''] = String(rupees).split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** 123450n → 1234.5; exact for every amount below ₹90 lakh crore (2^53 paise). */
export function rupeesOf(paise: bigint): number {
  return Number(paise) / 100
}

/** 50000n → `500.00`: always two decimals, no sign, for machines that read text. */
export function decimalRupees(paise: bigint): string {
  const digits = paise.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** 12345678901n → `₹12,34,56,789.01`; the sign comes first, as in −₹5.00. */
export function formatRupees(paise: bigint): string {
  const digits = (paise < 0n ? -paise : paise).toString().padStart(3, '0')
  const whole = digits.slice(0, -2)
  const grouped =
    whole.length > 3 ? `${whole.slice(0, -3).replace(/\B(?=(?:\d{2})+$)/g, ',')},${whole.slice(-3)}` : whole
  return `${paise < 0n ? '−' : ''}₹${grouped}.${digits.slice(-2)}`
}
