import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { commonErrors, conflict } from '../platform/error.ts'
import { decimalIn, id, line, moment } from '../platform/field.ts'
import { decimalText, symbolText } from './market.ts'

/** watch: the symbols that a client follows, and the prices at which they are informed. */

export const watchRules = {
  symbols: 50,
  /** Open ones of a client. */
  alerts: 100,
  /** Used ones of a client that are kept when another is set. */
  usedAlerts: 100,
  /** For one client, because each alert sends a mail. */
  alertLimit: { most: 100, seconds: 3600 },
  found: 8,
  /** How often each server process compares open alerts with the last prices. */
  checkMilliseconds: 2000,
} as const

export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

const alert = z.object({
  _id: id,
  side: z.enum(alertSides),
  price: decimalText,
  createdAt: moment,
  /** Once the client was informed; an alert is used once. */
  fired: z.optional(z.object({ price: decimalText, at: moment })),
})
export type PriceAlert = z.infer<typeof alert>

const watched = z.object({ symbol: z.string(), name: z.string(), alerts: z.array(alert) })
export type Watched = z.infer<typeof watched>

const reply = z.object({ watched: z.array(watched) })

export const watchErrors = {
  unknownSymbol: { status: 404, message: 'We have no instrument with this symbol' },
  full: conflict(`A watchlist has at most ${watchRules.symbols} symbols. Remove one first.`),
  tooManyAlerts: conflict(`You can have at most ${watchRules.alerts} open alerts. Remove one first.`),
  notWatched: conflict('Add the symbol to your watchlist first'),
} as const

const e = watchErrors
const priceError = 'Enter a price above ₹0, such as 2450.50'

export const watchCalls = {
  list: call('GET /user/watchlist', 'client', {
    does: 'The client’s watchlist with its price alerts, by symbol.',
    reads: ['market'],
    reply,
  }),
  find: call('GET /user/instruments', 'client', {
    does: 'The instruments whose symbol or name matches a text, the best match first.',
    reads: ['market'],
    query: z.object({ search: line('Enter a symbol or a name', 80) }),
    reply: z.object({ instruments: z.array(z.object({ symbol: z.string(), name: z.string() })) }),
  }),
  add: call('POST /user/watchlist', 'client', {
    does: 'Adds a symbol to the watchlist.',
    body: z.object({ symbol: symbolText }),
    reply,
    errors: [e.unknownSymbol, e.full],
  }),
  remove: call('POST /user/watchlist/remove', 'client', {
    does: 'Removes a symbol and its alerts.',
    body: z.object({ symbol: symbolText }),
    reply,
  }),
  addAlert: call('POST /user/watchlist/alerts', 'client', {
    limit: watchRules.alertLimit,
    does: 'Informs the client once, by mail and notification, when a later price or close is at or beyond this price.',
    body: z.object({
      symbol: symbolText,
      side: z.enum(alertSides, { error: 'Choose above or below' }),
      price: decimalIn(priceError),
    }),
    reply,
    errors: [e.notWatched, e.tooManyAlerts],
  }),
  removeAlert: call('DELETE /user/watchlist/alerts/:alertId', 'client', {
    does: 'Removes an alert.',
    reply,
    errors: [commonErrors.notFound],
  }),
}
