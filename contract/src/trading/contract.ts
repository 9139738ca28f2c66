import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { day as dayField, id, keysOf, messageReply, moment } from '../platform/field.ts'
import { exchanges } from './market.ts'
import { dayAmounts } from './trade-day.ts'
import { conflict } from '../platform/error.ts'

/** contract: the trades and charges of each client and trade day, booked from the recorded trades of the exchanges. */

export const contractRules = { days: 60, listed: 500 } as const

export const dayStateNames = {
  incomplete: 'File not recorded yet',
  recorded: 'Recorded, not booked',
  booking: 'Being booked',
  faulty: 'Booked, with clients to check',
  booked: 'Booked',
} as const
const tradeDay = z.object({
  day: z.iso.date(),
  state: z.enum(keysOf(dayStateNames)),
  /** Exchanges whose final file is recorded. */
  exchanges: z.array(z.enum(exchanges)),
  trades: z.number(),
  /** Trades that are not booked yet. */
  left: z.number(),
  contracts: z.number(),
  /** Clients whose trades could not be booked, or whose levies differ from the newest file. */
  faults: z.number(),
  bookedBy: z.optional(z.string()),
  bookedAt: z.optional(moment),
})
export type TradeDay = z.infer<typeof tradeDay>

export const contractErrors = {
  noTrades: { status: 404, message: 'No trades are recorded for this day' },
  waiting: conflict(
    'A trade file of this day is awaiting a second operator or being recorded. Book the day once that is done.',
  ),
  booked: conflict('Every trade of this day is booked already'),
  booking: conflict('This day is being booked'),
} as const
const e = contractErrors
const tradedOn = dayField('Choose the trade day')

export const contractCalls = {
  days: call('GET /desk/trade-days', 'exchange.import', {
    alsoFor: 'operator.manage',
    does: 'The latest trade days with recorded trades, and how far their booking is.',
    reads: ['trade'],
    reply: z.object({ days: z.array(tradeDay) }),
  }),
  day: call('GET /desk/trade-day', 'exchange.import', {
    alsoFor: 'operator.manage',
    does: 'What is booked for a trade day: totals, the clients with their figures in rupees, and which clients need attention.',
    query: z.object({ day: tradedOn }),
    reads: ['trade'],
    reply: z.object({
      totals: z.object(dayAmounts),
      contracts: z.array(z.object({ _id: id, clientId: id, name: z.string(), saudaId: z.string(), ...dayAmounts })),
      faults: z.array(z.object({ clientId: id, name: z.string(), message: z.string() })),
    }),
    errors: [e.noTrades],
  }),
  book: call('POST /desk/trade-days', 'exchange.import', {
    does: 'Computes the charges of a trade day and books trades and charges client by client. What was booked before and changed by a newer file is reversed and booked again. `without` confirms the exchange of which there is no file.',
    body: z.object({ day: tradedOn, without: z.optional(z.enum(exchanges)) }),
    reply: messageReply,
    errors: [e.noTrades, e.waiting, e.booked, e.booking],
  }),
}
