import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { commonErrors } from '../platform/error.ts'
import { day, rupeesOut } from '../platform/field.ts'

/** trade-day: the trades of a client and day, booked from the exchanges' files, with their charges. */

/** What a client and trade day came to, as every screen and mail names it. */
export const dayFigures = {
  bought: 'Bought',
  sold: 'Sold',
  brokerage: 'Brokerage',
  stt: 'STT',
  exchangeCharges: 'Exchange charges',
  sebiFee: 'SEBI fee',
  stampDuty: 'Stamp duty',
  gst: 'GST',
  charges: 'Total charges',
} as const
export const dayFigureKeys = Object.keys(dayFigures) as readonly (keyof typeof dayFigures)[]

/** Rupees. */
export const dayAmounts = {
  /** Without charges, as `sold`. */
  bought: rupeesOut,
  sold: rupeesOut,
  brokerage: rupeesOut,
  stt: rupeesOut,
  /** Transaction charges of the exchanges and IPFT. */
  exchangeCharges: rupeesOut,
  sebiFee: rupeesOut,
  stampDuty: rupeesOut,
  gst: rupeesOut,
  /** The sum of the six figures before. */
  charges: rupeesOut,
  /** What the client receives for the day; below zero what the client pays. */
  net: rupeesOut,
}
export type DayAmounts<Amount> = Record<keyof typeof dayAmounts, Amount>

const tradeDay = z.object({ day: z.iso.date(), ...dayAmounts })
export type TradeDay = z.infer<typeof tradeDay>

export const tradeDayRules = { pageRows: 30 } as const

const page = {
  reads: ['trade'],
  query: z.object({ before: z.optional(day('Enter a day')), day: z.optional(day('Enter a day')) }),
  reply: z.object({
    days: z.array(tradeDay),
    hasMore: z.boolean(),
    /** Trades that no exchange file contains yet, so that no day has their charges; without reversed and opening ones. */
    uncharged: z.number(),
  }),
} as const

export const tradeDayCalls = {
  days: call('GET /user/trade/days/:userId', 'client', {
    does: 'Trade days with their charges, newest first, 30 at a time; `before` is the last day already read, `day` asks for one day. Only days booked from the exchanges’ files.',
    ...page,
  }),
  ofClient: call('GET /desk/clients/:clientId/trade-days', 'client.read', {
    does: 'For an operator the trade days of a client with their charges, as in the client’s own call.',
    ...page,
    errors: [commonErrors.notFound],
  }),
}
