import type { TrailSource } from '@sauda/contract/books/statement'
import { createStore } from '@sauda/web/store'

/** An amount whose trail is open: what it is, and either what it is made of or where the server finds its events. */
export interface Trail {
  title: string
  /** Paise. */
  amount: bigint
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
