/** money: paise (bigint) in code, rupees on the wire. Its schemas are in field.ts: the start page must not load zod. */

export const moneyRules = {
  /** Most rupees in one request: ₹100 crore. */
  maximumRupees: 1_000_000_000,
} as const

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
export const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b))
/** `a` − `b`, or 0 if negative. */
export const above = (a: bigint, b = 0n): bigint => (a > b ? a - b : 0n)

/** 1234.5 → 123450n, -0.5 → -50n. Numbers have at most two decimals (see `rupeesIn`); a sum that is not exact is rounded to the paisa. */
export function paiseOf(rupees: number): bigint {
  const [whole = '0', part = ''] = String(Math.abs(rupees)).split('.')
  if (part.length > 2) return paiseOf(Number(rupees.toFixed(2)))
  const paise = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return rupees < 0 ? -paise : paise
}

/** 123450n → 1234.5; exact for every amount below ₹90 lakh crore (2^53 paise). */
export function rupeesOf(paise: bigint): number {
  return Number(paise) / 100
}

/** 50000n → `500.00`: always two decimals, no sign, for machines that read text. */
export function decimalRupees(paise: bigint): string {
  if (paise < 0n) return `-${decimalRupees(-paise)}`
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

/** 1200.5 → `₹1,200.50`: of rupees, as they are on the wire. */
export const rupeesText = (rupees: number): string => formatRupees(paiseOf(rupees))
