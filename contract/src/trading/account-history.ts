import * as z from 'zod/mini'
import { clientReads, ledgerReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'
import { decimalOf } from '../platform/decimal.ts'
import { commonErrors } from '../platform/error.ts'
import { id, rupeesOut } from '../platform/field.ts'
import { paiseOf } from '../platform/money.ts'
import { requestTypes } from '../money/wallet.ts'
import { decimalText, symbolText } from './market.ts'
import { worthAt } from './valuation.ts'

/** account history: what a client had at the end of any day, from the ledger and the stored closes. */

/** `closes`: trading days of the years. `requests`: the newest ones that were open over a night. */
export const historyRules = { years: 2, closes: 520, requests: 2000 } as const

const day = z.iso.date()

/** At the end of the day; a day without a booking has the figures of the one before. */
const figures = z.object({
  day,
  cash: rupeesOut,
  /** Cost of the open positions, the borrowed part included. */
  invested: rupeesOut,
  onHold: rupeesOut,
  unsettled: rupeesOut,
  dues: rupeesOut,
  /** Unpaid principal of loans, less what of it is not invested. */
  loan: rupeesOut,
})

const held = z.object({
  symbol: symbolText,
  /** From this day on; quantity and cost in rupees of the open positions. */
  positions: z.array(z.object({ day, quantity: decimalText, cost: rupeesOut })),
  closes: z.array(z.object({ day, close: decimalText })),
  /** The demo made the closes. */
  isSample: z.optional(z.boolean()),
})

const request = z.object({
  _id: id,
  /** `ADD100001`, `WDR100001` */
  name: z.string(),
  type: z.enum(requestTypes),
  amount: rupeesOut,
  from: day,
  /** The day of the decision; open until then. */
  until: z.optional(day),
})

/** Added and taken out as in the worth; charges without those paid outside the wallet. */
export const flowKinds = ['added', 'takenOut', 'charges'] as const
const flow = z.object({ day, kind: z.enum(flowKinds), amount: rupeesOut })

const accountHistory = z.object({
  /** The first and the last day: today, in India. */
  from: day,
  to: day,
  figures: z.array(figures),
  holdings: z.array(held),
  requests: z.array(request),
  /** What changed the total besides prices and trades: the sum of each kind and day, oldest first; below zero if returned. */
  flows: z.array(flow),
})
export type AccountHistory = z.infer<typeof accountHistory>

const does =
  'What the client had on each day of the last two years: changes of the figures and positions, closes, requests, and what was added, taken out or charged. The browser computes a day from it (`accountOn`).'

export const accountHistoryCalls = {
  own: call('GET /user/account-history/:userId', 'client', {
    does: `${does} With \`days\`, of the last days only.`,
    query: z.object({ days: z.optional(z.string().check(z.regex(/^\d{1,3}$/, { error: 'Send the number of days' }))) }),
    reads: ledgerReads,
    reply: accountHistory,
  }),
  ofClient: call('GET /desk/clients/:clientId/account-history', 'client.read', {
    does,
    reads: clientReads,
    reply: accountHistory,
    errors: [commonErrors.notFound],
  }),
}

export type PastHolding = {
  readonly symbol: string
  readonly quantity: string
  /** The last close up to the day, today the last price; without one the holding is valued at cost. */
  readonly close?: { readonly day: string; readonly close: string; readonly isSample?: boolean | undefined }
  /** Paise. */
  readonly cost: bigint
  readonly value: bigint
}

/** Paise; the parts add up to `amount`. */
export type PastAccount = {
  readonly amount: bigint
  readonly parts: Readonly<Record<'cash' | 'holdings' | 'onHold' | 'unsettled' | 'dues' | 'loan', bigint>>
  readonly holdings: readonly PastHolding[]
  readonly requests: AccountHistory['requests']
}

/** The last entry up to the day, of entries in the order of their days. */
function lastOn<Entry extends { readonly day: string }>(entries: readonly Entry[], on: string): Entry | undefined {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.day ?? '') <= on) low = middle + 1
    else high = middle
  }
  return entries[low - 1]
}

const dayMilliseconds = 86_400_000

/** Every day of it, oldest first. */
export function daysOf({ from, to }: AccountHistory): string[] {
  const first = Date.parse(from) / dayMilliseconds
  return Array.from({ length: Date.parse(to) / dayMilliseconds - first + 1 }, (_, index) =>
    new Date((first + index) * dayMilliseconds).toISOString().slice(0, 10),
  )
}

/** The total at the end of a day, in paise. */
export const totalOn = (history: AccountHistory, on: string): bigint => valuedOn(history, on).amount

/** The change of the total from one day to a later one, in paise, and what of it is of new closes; the rest are ledger entries. */
export function changeBetween(history: AccountHistory, before: string, on: string) {
  const { amount, holdings } = valuedOn(history, before)
  const ofCloses = holdings.reduce((sum, { symbol, quantity, value }) => {
    const close = lastOn(history.holdings.find((held) => held.symbol === symbol)?.closes ?? [], on)
    return close ? sum + worthAt(close.close, quantity) - value : sum
  }, 0n)
  return { amount: totalOn(history, on) - amount, ofCloses }
}

/** The account at the end of a day. */
export function accountOn(history: AccountHistory, on: string): PastAccount {
  const { holdings, ...account } = valuedOn(history, on)
  return {
    ...account,
    holdings: holdings.toSorted((one, other) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0)),
    requests: history.requests.filter(({ from, until }) => from <= on && (until === undefined || until > on)),
  }
}

function valuedOn(history: AccountHistory, on: string): Omit<PastAccount, 'requests'> {
  const known = lastOn(history.figures, on)
  const paise = (name: 'cash' | 'invested' | 'onHold' | 'unsettled' | 'dues' | 'loan') => paiseOf(known?.[name] ?? 0)
  const holdings = history.holdings.flatMap(({ symbol, positions, closes, isSample }): PastHolding[] => {
    const position = lastOn(positions, on)
    if (!position || (decimalOf(position.quantity) ?? 0n) <= 0n) return []
    const close = lastOn(closes, on)
    const cost = paiseOf(position.cost)
    const value = close ? worthAt(close.close, position.quantity) : cost
    return [{ symbol, quantity: position.quantity, cost, value, ...(close && { close: { ...close, isSample } }) }]
  })
  const gain = holdings.reduce((sum, { value, cost }) => sum + value - cost, 0n)
  const parts = {
    cash: paise('cash'),
    holdings: paise('invested') + gain,
    onHold: paise('onHold'),
    unsettled: paise('unsettled'),
    dues: paise('dues'),
    loan: paise('loan'),
  }
  return {
    amount: parts.cash + parts.holdings + parts.onHold + parts.unsettled - parts.dues - parts.loan,
    parts,
    holdings,
  }
}
