import * as z from 'zod/mini'
import { line } from '../platform/field.ts'
import { actionKinds } from './corporate-action-name.ts'
import { exchanges } from './market.ts'

const tradedAtError = 'Enter the time of the trade as a date and time, such as 2026-11-05T10:15:00+05:30'
/** The client reads it, so it is no text. */
const exchangeNumber = (name: string) =>
  line(`Enter the ${name} of the exchange`, 40).check(
    z.regex(/^[A-Za-z0-9/_-]*$/, { error: `The ${name} of the exchange has letters, digits and / _ - only` }),
  )
/** The exchange's confirmation of the trade; without `tradedAt` the time of booking counts. */
export const execution = {
  tradedAt: z.optional(
    z.iso.datetime({ offset: true, error: tradedAtError }).check(z.regex(/^20/, { error: tradedAtError })),
  ),
  exchange: z.optional(z.enum(exchanges, { error: 'Choose NSE or BSE' })),
  orderNumber: z.optional(exchangeNumber('order number')),
  exchangeTradeNumber: z.optional(exchangeNumber('trade number')),
}

/** A corporate action as positions show it. */
export const openedBy = z.object({
  kind: z.enum(actionKinds),
  held: z.number(),
  given: z.number(),
  exDate: z.iso.date(),
  /** The first day on which bonus shares can be sold. */
  creditedOn: z.optional(z.iso.date()),
  /** A part of a share, which the company pays in cash. */
  isFraction: z.optional(z.boolean()),
})
