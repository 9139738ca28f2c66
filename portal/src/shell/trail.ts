import type { TrailSource } from '@sauda/contract/books/statement'
import { createStore } from '@sauda/web/store'

/** An amount whose trail is open: what it is, and either what it is made of or where the server finds its events. */
export interface Trail {
  title: string
  /** Paise; not shown if it is not known. */
  amount?: bigint
  /** How the amount differs from its events. */
  note?: string
  source?: TrailSource
  parts?: readonly Trail[]
  /** The amount of which it is a part. */
  of?: Trail | undefined
}

/** The account area shows it in a dialog. */
export const openedTrail = createStore<Trail | undefined>(undefined)

/** For `onTrace` of an amount: opens where it came from. */
export const traceOf = (title: string, source: TrailSource) => (amount: bigint) =>
  openedTrail.set({ title, amount, source })

/** Opens the amounts that add up to a sum; undefined if they do not. */
export function traceParts(title: string, amount: bigint, parts: readonly Trail[]): (() => void) | undefined {
  const sum = parts.reduce((total, part) => total + (part.amount ?? 0n), 0n)
  return parts.length > 0 && sum === amount ? () => openedTrail.set({ title, amount, parts }) : undefined
}
