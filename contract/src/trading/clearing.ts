import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { packedFileErrors } from '../platform/csv.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import {
  clientFields,
  day,
  id,
  keysOf,
  line,
  messageReply,
  moment,
  rupeesIn,
  rupeesOut,
  secondFields,
  saudaId,
} from '../platform/field.ts'
import { countedFileErrors } from './counted-file.ts'
import { exchanges } from './market.ts'

/** clearing: settlement of trades with the clearing corporations: obligations, pay-in, pay-out and release to clients. */

export const clearingRules = {
  /** Settlements in the list, the newest first. */
  settlements: 30,
  /** Securities whose volumes differ, in one answer. */
  differences: 200,
  /** Gaps of a settlement that its line names. */
  gaps: 20,
  /** Days from the trade on of which the price files propose the price of a close-out. */
  auctionDays: 15,
} as const

export const fileKinds = {
  master: 'Settlement master',
  obligation: 'Obligation file',
  delivery: 'Delivery file',
} as const
/** How the money of a shortage is settled. */
export const closeOutNames = { closeout: 'Close-out', auction: 'Auction' } as const
export type CloseOutKind = keyof typeof closeOutNames
export type FileKind = keyof typeof fileKinds
/** Requests about a shortage. */
export const pendingNames = {
  'shortage.end': 'End awaiting approval',
  'shortage.close': 'Close-out awaiting approval',
  'shortage.reopen': 'Reversal awaiting approval',
} as const

/** Trades of the exchange files that are in no client’s ledger. */
export const apartNames = {
  own: 'Own account',
  error: 'Error account',
  institutional: 'Institutional',
  unassigned: 'No client',
  unbooked: 'Not booked yet',
} as const
export type ApartKind = keyof typeof apartNames

const settlement = z.object({
  /** `NSE-M-2026220` */
  _id: z.string(),
  tradedOn: z.iso.date(),
  settlesOn: z.iso.date(),
  /** Another pay-out in a settlement master that came before the trades; importing the master again decides. */
  masterDay: z.optional(z.iso.date()),
  /** Sales less purchases in the ledger; above zero the clearing corporation pays. */
  computed: rupeesOut,
  /** The net funds obligation of the newest file. */
  file: z.optional(rupeesOut),
  isProvisional: z.optional(z.literal(true)),
  /** The file less the ledger. */
  difference: z.optional(rupeesOut),
  /** What of it the broker’s own and error accounts do not explain. */
  unexplained: z.optional(rupeesOut),
  /** Sales less purchases of the trades that are in no client’s ledger. */
  apart: z.optional(z.array(z.object({ kind: z.enum(keysOf(apartNames)), net: rupeesOut }))),
  /** Bank entries booked to it: received less paid. */
  linked: rupeesOut,
  /** Clients who had or have proceeds in it, and those of them who have everything. */
  clients: z.number(),
  released: z.number(),
  state: z.string(),
  /** What else the release needs or an operator accepts: equal volumes and values, a delivery file. `version` names all of it. */
  gaps: z.optional(z.object({ texts: z.array(z.string()), version: z.string() })),
  /** The file of the settlement that waits for a second operator; nothing is released before the decision. */
  waiting: z.optional(z.object({ proposalId: id, name: z.string() })),
  /** An operator who did not import the file may accept the unexplained difference and the gaps. */
  mayAccept: z.boolean(),
})
export type ClearingSettlement = z.infer<typeof settlement>

const volume = z.object({
  isin: z.string(),
  fileBought: z.string(),
  fileSold: z.string(),
  bought: z.string(),
  sold: z.string(),
  /** In rupees, without those of the file in files of earlier versions. */
  fileBoughtValue: z.optional(z.string()),
  fileSoldValue: z.optional(z.string()),
  boughtValue: z.string(),
  soldValue: z.string(),
})
export type VolumeDifference = z.infer<typeof volume>

const shortage = z.object({
  _id: id,
  ...clientFields,
  amount: rupeesOut,
  reason: z.string(),
  /** It names its security and quantity, so that a close-out can be booked. */
  mayClose: z.boolean(),
  /** For its close-out: the usual day of the auction, and the highest price of each day on which it may be by the price files. */
  auction: z.optional(
    z.object({
      day: z.iso.date(),
      days: z.array(
        z.object({ day: z.iso.date(), price: z.optional(z.number()), exchange: z.optional(z.enum(exchanges)) }),
      ),
    }),
  ),
  /** Its close-out is booked and can be reversed by two operators. */
  mayReopen: z.boolean(),
  /** The request about it that waits for a second operator. */
  pending: z.optional(z.object({ proposalId: id, kind: z.enum(keysOf(pendingNames)) })),
  recordedBy: z.string(),
  recordedAt: moment,
  ended: z.optional(z.object({ by: z.string(), reason: z.string() })),
})
export type Shortage = z.infer<typeof shortage>

/** The first of the days with the highest price. */
export const highestOf = <Day extends { readonly price?: number | undefined }>(days: readonly Day[]) =>
  days.reduce<Day | undefined>((best, each) => ((each.price ?? 0) > (best?.price ?? 0) ? each : best), undefined)

export const clearingErrors = {
  name: invalid(
    'The file must have the name the clearing corporation gave it, such as Obligation_NCL_CM_0_CM_90001_20261120_F_0000.csv.gz, SettlementMaster_NCL_CM_0_0_0_20261100_0_0000.csv.gz or DeliveryDpo_NCL_CM_EquityT1_CM_90001_20261120_F_0000.csv.gz.',
  ),
  columns: invalid(
    'This is not a file of this kind: the first row must name its columns, among them SttlmTp, SctiesSttlmTxId and FndsPayOutDtAndTm in a settlement master, ISIN and DalyBuyTradgVol in an obligation file, ClntId and QtyORShrtQty in a delivery file.',
  ),
  noRows: invalid('The file has no settlements in it'),
  ...packedFileErrors,
  ownFile: conflict('You imported this file. An operator who did not import it must accept this.'),
  changed: conflict('The difference has changed. Check the settlement again.'),
  accepted: conflict('This was already accepted'),
  noClient: invalid('No client with proceeds in this settlement has this client ID'),
  held: conflict('A shortage of this client is already recorded for this settlement'),
  ended: conflict('This shortage has ended already'),
  noSecurity: conflict(
    'This shortage has no security and quantity. Import the delivery file, then close out the shortage that it names.',
  ),
  notBooked: conflict(
    'The booked sales of the client in this settlement are fewer than the shares that are short. Book the trade day first.',
  ),
  soldOn: conflict('The client has sold these shares since then. Close out that later sale first, then this purchase.'),
  noClose: conflict(
    'This security has no closing price, and a close-out is at least 120 % of it. Import the closing prices first.',
  ),
  notClosed: conflict('This shortage was not closed out, or its close-out was already reversed'),
  released: conflict('Proceeds have been released since this close-out. Record an adjustment instead of a reversal.'),
  tradedSince: conflict(
    'The client has traded this security since its close-out. Record an adjustment instead of a reversal.',
  ),
  price: invalid('Enter the price in rupees, above zero'),
  closeDay: invalid('The auction is on the day of the trade or later, and not in the future'),
  auctionNumber: invalid('Enter the number of the auction settlement as in the file, such as 2026221'),
} as const
const e = clearingErrors

/** A settlement is named by its id, `NSE-M-2026220`. */
const words = { settlementId: undefined }
const reason = line('Give a reason for the books', 300)
/** The reason of a shortage is in the client’s export of their data and in the mail about a reversal. */
const clientReason = forClients(line('Give a reason for the books', 300))

export const clearingCalls = {
  list: call('GET /desk/clearing-settlements', 'settlement.manage', {
    does: 'The newest settlements with the clearing corporations: obligation in the ledger and in the file, trades outside the clients’ ledgers by kind, bank entries, release to clients.',
    reads: ['trade', 'reconciliation', 'proposal'],
    reply: z.object({ settlements: z.array(settlement) }),
  }),
  settlement: call('GET /desk/clearing-settlements/:settlementId', 'settlement.manage', {
    does: 'Securities whose volumes or values in the obligation file are not those of the trade files, and the shortages of a settlement.',
    words,
    reads: ['trade', 'reconciliation', 'proposal'],
    reply: z.object({ volumes: z.array(volume), shortages: z.array(shortage) }),
  }),
  importFile: call('POST /desk/clearing-files', 'settlement.manage', {
    does: 'Imports an obligation file (final or provisional), a settlement master or a delivery file (field `file`: CSV or gzip). It counts at once where it agrees with the trading calendar or the trade files and ends or lowers no shortage; otherwise it waits for a second operator, and nothing of its settlements is released meanwhile. A later file replaces the figures until money is released; a shortage in a delivery file holds the release to its client. Each close-out or auction that a delivery file names is requested at its price, for a second operator to approve; `notRequested` names the others and why.',
    csv: 'file',
    reply: z.object({
      kind: z.enum(keysOf(fileKinds)),
      exchange: z.enum(exchanges),
      settlements: z.array(
        z.object({
          _id: z.string(),
          net: z.optional(rupeesOut),
          settlesOn: z.optional(z.iso.date()),
          /** Clients and securities that are short by a delivery file. */
          shortages: z.optional(z.number()),
        }),
      ),
      /** What the delivery file closes out, each a request of its own. */
      closeOuts: z.optional(z.array(z.string())),
      /** Its other close-outs, each with the reason why nothing is requested for it. */
      notRequested: z.optional(z.array(z.string())),
      ...secondFields,
    }),
    errors: countedFileErrors([e.name, e.columns, e.noRows]).send,
  }),
  accept: call('POST /desk/clearing-settlements/:settlementId/accept', 'settlement.manage', {
    does: 'Accepts that the final obligation differs from the ledger by exactly this amount more than the broker’s own and error accounts explain, and the differing volumes that `gaps` names; not by the operator who imported the file.',
    words,
    body: z.object({
      difference: z.number({ error: 'The difference is missing' }),
      /** Their version, if there are gaps. */
      gaps: z.optional(line('The version of the gaps is missing', 64)),
      reason,
    }),
    reply: messageReply,
    errors: [e.ownFile, e.changed, e.accepted, commonErrors.notFound],
  }),
  addShortage: call('POST /desk/clearing-settlements/:settlementId/shortages', 'settlement.manage', {
    does: 'Records shares that a client did not deliver. Nothing of the settlement is released to the client until it has ended.',
    words,
    body: z.object({
      saudaId,
      amount: rupeesIn.check(z.refine((paise) => paise > 0n, { error: 'Enter an amount above ₹0' })),
      reason: clientReason,
    }),
    reply: messageReply,
    errors: [e.noClient, e.held],
  }),
  closeShortage: call('POST /desk/shortages/:shortageId/close', 'settlement.manage', {
    does: 'Books the money of a shortage: a close-out at the higher of `price`, the highest since the trade, and 120 % of the last close, or an auction at `price`. A second operator must approve it.',
    body: z.object({
      kind: z.enum(keysOf(closeOutNames), { error: 'Choose how it is closed' }),
      number: line(e.auctionNumber.message, 20),
      day: day('Enter the day of the auction as YYYY-MM-DD'),
      price: z.number({ error: e.price.message }).check(z.positive({ error: e.price.message })),
    }),
    reply: z.extend(messageReply, secondFields),
    errors: [
      e.ended,
      e.noSecurity,
      e.notBooked,
      e.soldOn,
      e.noClose,
      e.price,
      e.closeDay,
      e.auctionNumber,
      commonErrors.notFound,
    ],
  }),
  reopenShortage: call('POST /desk/shortages/:shortageId/reopen', 'settlement.manage', {
    does: 'Reverses the close-out of a shortage, which is open again, while nothing was released since. A second operator must approve it.',
    body: z.object({ reason: clientReason }),
    reply: z.extend(messageReply, secondFields),
    errors: [e.notClosed, e.released, e.tradedSince, e.held],
  }),
  endShortage: call('POST /desk/shortages/:shortageId/end', 'settlement.manage', {
    does: 'Ends a shortage, so that the proceeds are released. A second operator must approve it.',
    body: z.object({ reason: clientReason }),
    reply: z.extend(messageReply, secondFields),
    errors: [e.ended],
  }),
}
