import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day, id, line, messageReply, rupeesIn, rupeesOut, secondFields } from '../platform/field.ts'
import { rateKeys, rateKeyText, tariffOf } from './charge-rate.ts'

/** trade-charge: rates, brokerage plans, and what trades are charged. */

const rate = z.enum(rateKeys.map(rateKeyText), { error: 'Choose the rate' })
const fromDay = day('Enter the first trade day as YYYY-MM-DD')
const percentError = 'Enter the rate in percent with at most 8 decimals, such as 0.00297'
const tariffError = 'Write the tariff as 20, 0.03 % or lower of 20 and 0.03 %; 0 for none'
const tariff = line(tariffError, 200).check(z.refine((text) => tariffOf(text) !== undefined, { error: tariffError }))
const planName = forClients(line('Please enter the name of the plan', 60))

const rateView = z.object({
  rate,
  percent: z.string(),
  from: z.iso.date(),
  /** The day before the next rate. */
  until: z.optional(z.iso.date()),
  setBy: z.optional(z.string()),
})
export type RateView = z.infer<typeof rateView>

const planFields = { name: z.string(), delivery: z.string(), intraday: z.string(), etf: z.string() }
const planView = z.object({
  ...planFields,
  from: z.iso.date(),
  until: z.optional(z.iso.date()),
  minimum: rupeesOut,
  dealerFee: rupeesOut,
  setBy: z.string(),
})
export type PlanView = z.infer<typeof planView>

const assignedView = z.object({
  /** Absent: all clients without a plan of their own. */
  client: z.optional(z.object({ _id: id, name: z.string(), saudaId: z.string() })),
  plan: z.string(),
  from: z.iso.date(),
  setBy: z.string(),
})
export type AssignedPlan = z.infer<typeof assignedView>

export const tradeChargeRules = {
  /** Newest assignments in the list. */
  assigned: 200,
  /** Clients who get a plan with one request. */
  clients: 1000,
} as const

/** Client IDs or UCCs, separated by anything but letters, digits, - and _. */
export const clientCodesIn = (text: string): string[] => [
  ...new Set((text.match(/[\w-]+/g) ?? []).map((code) => code.toUpperCase())),
]
const severalError = 'Enter the Client IDs or UCCs of at most 1,000 clients, one a line'
const several = z.object({
  clients: z.string({ error: severalError }).check(
    z.trim(),
    z.maxLength(25_000, { error: severalError }),
    z.refine((text) => clientCodesIn(text).length > 0 && clientCodesIn(text).length <= tradeChargeRules.clients, {
      error: severalError,
    }),
  ),
  plan: planName,
  from: fromDay,
})
const changedPlan = z.object({
  clientId: id,
  clientName: z.string(),
  saudaId: z.string(),
  /** Absent: none until now. */
  before: z.optional(z.string()),
})
export type ChangedPlan = z.infer<typeof changedPlan>

export const tradeChargeErrors = {
  unchanged: conflict('This is set already. Nothing was changed.'),
  unknownClients: (codes: string) => invalid(`No client has these codes: ${codes}. Nothing was changed.`),
  noPlan: invalid('This plan does not exist on that day. Choose a plan that begins on or before it.'),
} as const

const changed = z.extend(messageReply, secondFields)

export const tradeChargeCalls = {
  list: call('GET /desk/trade-charges', 'exchange.import', {
    alsoFor: 'operator.manage',
    does: 'The rates of the charges of trades, the brokerage plans, and the newest plans of clients, each by first trade day.',
    reads: ['market'],
    reply: z.object({
      rates: z.array(rateView),
      plans: z.array(planView),
      assigned: z.array(assignedView),
    }),
  }),
  setRate: call('POST /desk/trade-charges/rates', 'operator.manage', {
    does: 'Sets a rate from a trade day on, until the next one that is set. From the second administrator on, one of them must approve it.',
    body: z.object({
      rate,
      percent: z
        .string({ error: percentError })
        .check(z.trim(), z.regex(/^(?:100|\d{1,2}(?:\.\d{1,8})?)$/, { error: percentError })),
      from: fromDay,
    }),
    reply: changed,
    errors: [tradeChargeErrors.unchanged],
  }),
  setPlan: call('POST /desk/trade-charges/plans', 'operator.manage', {
    does: 'Sets a brokerage plan from a trade day on, until its next version. From the second administrator on, one of them must approve it.',
    body: z.object({
      name: planName,
      from: fromDay,
      delivery: tariff,
      intraday: tariff,
      etf: tariff,
      minimum: rupeesIn,
      dealerFee: rupeesIn,
    }),
    reply: changed,
    errors: [tradeChargeErrors.unchanged],
  }),
  assignPlan: call('POST /desk/trade-charges/plans/assign', 'operator.manage', {
    does: 'Gives a client a brokerage plan from a trade day on; without `clientId` all clients who have none of their own. From the second administrator on, one of them must approve it.',
    body: z.object({ clientId: z.optional(id), plan: planName, from: fromDay }),
    reply: changed,
    errors: [tradeChargeErrors.noPlan, tradeChargeErrors.unchanged, commonErrors.notFound],
  }),
  previewPlans: call('POST /desk/trade-charges/plans/assign-several/preview', 'operator.manage', {
    does: 'What giving several clients (`clients`: Client IDs or UCCs, one a line) a brokerage plan would change. Changes nothing.',
    body: several,
    reply: z.object({ clients: z.array(changedPlan), unchanged: z.number(), kept: z.optional(z.string()) }),
    errors: [tradeChargeErrors.noPlan],
  }),
  assignPlans: call('POST /desk/trade-charges/plans/assign-several', 'operator.manage', {
    does: 'Gives several clients (`clients`: Client IDs or UCCs, one a line) a brokerage plan from a trade day on. From the second administrator on, one of them must approve it.',
    body: several,
    reply: changed,
    errors: [tradeChargeErrors.noPlan, tradeChargeErrors.unchanged, commonErrors.ownAccount],
  }),
}
