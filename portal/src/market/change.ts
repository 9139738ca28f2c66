import { decimalOf } from '@sauda/contract/decimal'

export type Change = { readonly text: string; readonly isLoss: boolean }

/** How far a price is from the one before: `+1.25%`, half up; undefined where either is not known. */
export function changeOf(price: string | undefined, before: string | undefined): Change | undefined {
  const [now, then] = [decimalOf(price ?? ''), decimalOf(before ?? '')]
  if (now === undefined || !then) return undefined
  const isLoss = now < then
  const away = isLoss ? then - now : now - then
  const digits = ((away * 20_000n + then) / (2n * then)).toString().padStart(3, '0')
  const sign = isLoss ? '−' : '+'
  return { text: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}%`, isLoss }
}
