import * as z from 'zod/mini'
import { packedFileErrors } from '../platform/csv.ts'
import { call } from '../platform/call.ts'
import { decimalOf } from '../platform/decimal.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import {
  clientFields,
  day,
  decimalOut,
  id,
  line,
  messageReply,
  moment,
  rupeesOut,
  secondFields,
} from '../platform/field.ts'
import { actionKinds } from './corporate-action-name.ts'
import { countedFileErrors } from './counted-file.ts'
import { isIsin } from './isin.ts'

/** corporate-action: what a company does with its shares. Two operators book it for all holders, and two reverse it. */

export const actionRules = {
  /** Booked actions in the list. */
  listed: 200,
  /** Clients in a preview. */
  clients: 50,
  /** By how much the close of the ex-date may differ from the adjusted close before it, in percent. */
  usualMovePercent: 20,
  /** What a company deducts from the dividend of a resident above an amount a year, in percent. */
  tdsPercent: 10,
  tdsAbove: 10_000,
} as const

const ratioError = 'Enter a number above 0 with at most four decimal places, such as 5'
const ratio = z.number({ error: ratioError }).check(
  z.refine((value) => value > 0 && value <= 100_000 && /^\d+(\.\d{1,4})?$/.test(String(value)), {
    error: ratioError,
  }),
)
const isinError = 'Enter an ISIN of 12 characters, such as INE002A01018'
const percentError = 'Enter the part of the cost in percent, above 0 and below 100'

const acceptedError = 'Enter one client a line with the shares, such as SD100001 12'
const acceptedForm = /^SD\d{1,12} \d{1,12}$/i

const priceError = 'Enter the price per share in rupees'
const rupeesPerShare = z.number({ error: priceError }).check(
  z.refine((value) => value > 0 && value < 10_000_000 && (decimalOf(value) ?? 1n) % 10_000n === 0n, {
    error: priceError,
  }),
)

export const actionTerms = z.object({
  kind: z.enum(actionKinds, { error: 'Choose the kind of action' }),
  stockName: line('Choose the share', 40),
  exDate: day('Enter the ex-date as YYYY-MM-DD'),
  /** For so many shares held; 1 in a buyback and an allotment … */
  held: ratio,
  /** … so many after the action (split, consolidation, merger) or besides (bonus, demerger, rights issue); rupees of a dividend. */
  given: ratio,
  /** The ISIN of the shares after a split or consolidation, where it changes. */
  newIsin: z.optional(line(isinError, 12).check(z.refine(isIsin, { error: isinError }))),
  /** The share that holders receive in a merger or demerger; of a rights issue the entitlement, of an allotment the share itself. */
  otherStock: z.optional(line('Choose the share that holders receive', 40)),
  /** The part of the cost that a demerger moves to the other share. */
  costPercent: z.optional(
    z.number({ error: percentError }).check(
      z.refine((value) => value > 0 && value < 100 && (decimalOf(value) ?? 1n) % 10_000n === 0n, {
        error: percentError,
      }),
    ),
  ),
  /** From when the shares of a bonus are held, for tax. */
  allottedOn: z.optional(day('Enter the day of allotment as YYYY-MM-DD')),
  /** The first day on which the shares of a bonus or allotment, or entitlements, can be sold. */
  creditedOn: z.optional(day('Enter the first day of trading as YYYY-MM-DD')),
  /** In an allotment, what a share cost who took it, in rupees; paid to the registrar, not from the wallet. */
  issuePrice: z.optional(rupeesPerShare),
  /**
   * What each client tendered, what the company accepted of it in the buyback, or what it allotted: `SD100001 12`. Absent where it accepted
   * nothing of a tender, as after its withdrawal.
   */
  accepted: z.optional(
    z
      .array(line(acceptedError, 30).check(z.regex(acceptedForm, { error: acceptedError })))
      .check(z.minLength(1, { error: acceptedError }), z.maxLength(5000, { error: 'Enter at most 5,000 clients' })),
  ),
  source: line('Enter the file, notice or circular that states it', 200),
})
export type ActionTerms = z.infer<typeof actionTerms>

const effect = z.object({
  ...clientFields,
  before: decimalOut,
  after: decimalOut,
  /** Units of the other share, in a merger, demerger, rights issue or allotment. */
  other: z.optional(decimalOut),
  /** Parts of a share, which the company pays in cash; of an allotment the entitlements that lapse, of a tender the shares blocked. */
  fraction: z.optional(decimalOut),
  cost: rupeesOut,
  /** A dividend, before tax and after the tax that a company deducts from one above ₹10,000. */
  dividend: z.optional(rupeesOut),
  dividendNet: z.optional(rupeesOut),
})
const price = z.object({ exchange: z.string(), day: z.iso.date(), close: decimalOut })

const actionPreview = z.object({
  summary: z.string(),
  clients: z.number(),
  before: decimalOut,
  after: decimalOut,
  fraction: decimalOut,
  /** What exchange files sold since the ex-date, which is undone and booked again: trade days and clients. */
  bookedAgain: z.optional(z.string()),
  /** The effects on the clients with the largest holdings. */
  effects: z.array(effect),
  /** The closes before and on the ex-date, the factor by which the first is adjusted, and whether they fit. */
  price: z.object({
    before: z.optional(price),
    on: z.optional(price),
    adjusted: z.optional(decimalOut),
    fits: z.optional(z.boolean()),
  }),
})
export type ActionPreview = z.infer<typeof actionPreview>

const booked = z.object({
  _id: id,
  /** `CA100001` */
  name: z.string(),
  kind: z.enum(actionKinds),
  stockName: z.string(),
  exDate: z.iso.date(),
  held: decimalOut,
  given: decimalOut,
  source: z.string(),
  clients: z.number(),
  requestedBy: z.string(),
  decidedBy: z.string(),
  bookedAt: moment,
  /** Parts of a share, or shares bought back, of all clients, not paid in cash yet. */
  openFraction: decimalOut,
  fractionPrice: z.optional(decimalOut),
  fractionPaidOn: z.optional(z.iso.date()),
  reversed: z.optional(z.object({ at: moment, by: z.string(), reason: z.string() })),
})
export type BookedAction = z.infer<typeof booked>

/** A row of an exchange's file that is understood; what the file does not say is added by the operator. */
const understood = z.object({
  line: z.number(),
  symbol: z.string(),
  purpose: z.string(),
  kind: z.enum(actionKinds),
  exDate: z.iso.date(),
  held: z.number(),
  given: z.number(),
  newIsin: z.optional(z.string()),
  /** The instrument, where it is known here, and how many clients hold it. */
  stockName: z.optional(z.string()),
  clients: z.number(),
})
const actionFile = z.object({
  name: z.string(),
  rows: z.number(),
  understood: z.array(understood),
  /** Rows that are not used, with the reason. */
  unused: z.array(z.object({ line: z.number(), symbol: z.string(), purpose: z.string(), reason: z.string() })),
})
export type ActionFile = z.infer<typeof actionFile>

export const actionErrors = {
  columns: invalid(
    'This is not a list of corporate actions: choose CF-CA-equities or C_CORPACT of NSE, as the exchange gave it.',
  ),
  noRows: invalid('The file has no corporate actions in it'),
  ...packedFileErrors,
  unknownStock: invalid('This share is not in the list of instruments. Choose one from the list.'),
  unknownOther: invalid('The share that holders receive is not in the list of instruments. Add it first.'),
  otherMissing: invalid('Choose the share that holders receive'),
  otherUnused: invalid('Only a merger, demerger, rights issue or allotment gives another share. Leave it out.'),
  percentMissing: invalid('Enter which part of the cost goes to the other share, as the company publishes it'),
  percentUnused: invalid('Only a demerger moves a part of the cost. Leave the percentage out.'),
  datesMissing: invalid('Enter the day of allotment and the first day of trading of the bonus shares'),
  creditMissing: invalid('Enter the first day on which what the clients receive can be traded'),
  creditOrder: invalid('What the clients receive is traded on or after the day itself'),
  priceMissing: invalid('Enter the issue price'),
  priceUnused: invalid('Only an allotment has an issue price. Leave it out.'),
  datesUnused: invalid('Only a bonus has a day of allotment. Leave it out.'),
  datesOrder: invalid('The bonus shares are allotted on or after the ex-date, and traded on or after the allotment'),
  isinUnused: invalid('The ISIN changes only with a split or consolidation. Leave the new one out.'),
  sameIsin: invalid('The new ISIN is that of the share already'),
  acceptedMissing: invalid('Enter what the company accepted of each client, one a line'),
  tenderedMissing: invalid('Enter what each client tendered, one a line'),
  acceptedUnused: invalid(
    'Only a tender, a buyback and an allotment have shares of single clients. Leave the list out.',
  ),
  tendered: conflict('These shares are tendered in a buyback. They cannot be sold until the company has accepted.'),
  tenderOpen: conflict(
    'Shares are tendered in a buyback. Book the buyback with what the company accepted first, or without a list if it accepted nothing.',
  ),
  boughtBack: conflict('The company has bought these shares back. They cannot be sold.'),
  lapsed: conflict('These entitlements have lapsed. They cannot be sold.'),
  splitRatio: invalid('A split makes more shares, a consolidation fewer. Check the numbers.'),
  tooEarly: conflict('The ex-date has not begun. Approve the action on the ex-date or later.'),
  noHolders: conflict('No client held this share at the close before the ex-date. There is nothing to book.'),
  bookedBefore: conflict('This action is booked already'),
  reversed: conflict('This action is reversed already'),
  laterAction: conflict('A later corporate action of this share is booked. Reverse that one first.'),
  noFractions: conflict('This action has left nothing that the company pays'),
  fractionsPaid: conflict('What the company pays for this action is recorded already'),
  tooSmall: invalid('At this price a fraction is worth less than ₹0.01. Check the price.'),
  paidOn: invalid('The company pays after the ex-date, and not in the future'),
  notCredited: conflict('These shares are not credited yet, so they cannot be sold'),
  fraction: conflict('This is a fraction of a share, which the company pays in cash. It cannot be sold.'),
} as const

const e = actionErrors
const termErrors = [
  e.unknownStock,
  e.unknownOther,
  e.otherMissing,
  e.otherUnused,
  e.percentMissing,
  e.percentUnused,
  e.datesMissing,
  e.datesUnused,
  e.datesOrder,
  e.creditMissing,
  e.creditOrder,
  e.priceMissing,
  e.priceUnused,
  e.isinUnused,
  e.sameIsin,
  e.splitRatio,
  e.acceptedMissing,
  e.tenderedMissing,
  e.tenderOpen,
  e.acceptedUnused,
  e.tooEarly,
  e.noHolders,
  e.bookedBefore,
  e.laterAction,
]
const change = z.extend(messageReply, secondFields)

export const corporateActionCalls = {
  list: call('GET /desk/corporate-actions', 'exchange.import', {
    does: 'The booked corporate actions, the newest ex-date first.',
    reads: ['trade', 'proposal'],
    reply: z.object({ actions: z.array(booked) }),
  }),
  readFile: call('POST /desk/corporate-actions/file', 'exchange.import', {
    does: 'Reads an exchange’s list of corporate actions (field `file`: CSV, gzip or zip), and shows which rows are understood. Books nothing: each action is completed and requested by itself.',
    csv: 'file',
    reply: actionFile,
    errors: countedFileErrors([e.columns, e.noRows]).preview,
  }),
  preview: call('POST /desk/corporate-actions/preview', 'exchange.import', {
    does: 'What an action would change for each client, and whether the prices fit. Changes nothing.',
    body: actionTerms,
    reply: actionPreview,
    errors: termErrors,
  }),
  book: call('POST /desk/corporate-actions', 'exchange.import', {
    does: 'Requests an action. On or after the ex-date another operator approves it; then the lots of all holders are replaced.',
    body: actionTerms,
    reply: change,
    errors: [...termErrors, commonErrors.ownAccount],
  }),
  pay: call('POST /desk/corporate-actions/:actionId/fractions', 'exchange.import', {
    does: 'Records the price at which the company paid fractions, or the shares that it bought back, to the clients’ own bank accounts: a sale for tax, and the cost leaves the books. Another operator approves it.',
    params: z.object({ actionId: id }),
    body: z.object({
      price: rupeesPerShare,
      paidOn: day('Enter the day of payment as YYYY-MM-DD'),
    }),
    reply: change,
    errors: [
      e.noFractions,
      e.fractionsPaid,
      e.reversed,
      e.paidOn,
      e.tooSmall,
      commonErrors.notFound,
      commonErrors.ownAccount,
    ],
  }),
  reverse: call('POST /desk/corporate-actions/:actionId/reverse', 'exchange.import', {
    does: 'Reverses a booked action with its payments: every lot is as before. Rejected while shares that it gave are sold. Another operator approves it.',
    params: z.object({ actionId: id }),
    body: z.object({ reason: line('Please enter the reason', 300) }),
    reply: change,
    errors: [e.reversed, e.laterAction, commonErrors.notFound, commonErrors.ownAccount],
  }),
}
