import * as z from 'zod/mini'
import { clientReads, ledgerReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'
import { dayInIndia, wrongOrder } from '../platform/day-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day, id, line, messageReply, moment, optionalLine, rupeesOut } from '../platform/field.ts'
import { clientLedgerAccounts, ledgerAccount, ledgerEvent } from '../core/ledger.ts'
import { yearText } from './tax.ts'

/** statement: a client's ledger as a passbook, one row per event with the balance after it. */

export const statementRules = {
  pageRows: 50,
  searchCharacters: 60,
  /** Most events in one PDF, some 3,000 pages. */
  pdfEvents: 100_000,
  /** Files of one client; each takes the server up to some seconds. */
  filesPerHour: 60,
  /** Most events in a money trail. */
  trailEvents: 100,
} as const

const rangeFields = {
  from: z.optional(
    day('Enter the first day of the statement').check(
      z.refine((from) => from <= dayInIndia(new Date()), { error: 'The first day must not be in the future' }),
    ),
  ),
  to: z.optional(day('Enter the last day of the statement')),
}
/** Both days belong to the range; without them it starts with the first event and ends with the last. It never ends after today. */
const isInOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { error: wrongOrder },
)

export const statementRange = z.object(rangeFields).check(isInOrder)
const fileLimit = { most: statementRules.filesPerHour, seconds: 3600 } as const

/** Totals of the balance (cash). */
const totals = {
  opening: rupeesOut,
  moneyIn: rupeesOut,
  moneyOut: rupeesOut,
  closing: rupeesOut,
}

export const statementEvent = z.object({
  journalId: id,
  at: moment,
  event: ledgerEvent,
  title: z.string(),
  /** For example `ADD100001`. */
  reference: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** Change of the balance, and the balance after it. */
  amount: rupeesOut,
  balance: rupeesOut,
  entries: z.array(
    z.object({ id: z.string(), label: z.string(), debit: ledgerAccount, credit: ledgerAccount, amount: rupeesOut }),
  ),
  /** The client's figures after the event. */
  figures: z.object({
    cash: rupeesOut,
    invested: rupeesOut,
    loan: rupeesOut,
    cashback: rupeesOut,
    withheld: rupeesOut,
    unsettled: z.optional(rupeesOut),
    dues: z.optional(rupeesOut),
  }),
})
export type StatementEvent = z.infer<typeof statementEvent>

/** A line of the statement of one of the broker's bank accounts; `reference` is the bank's, such as the UTR. */
const trailLine = z.object({
  id,
  day: z.string(),
  direction: z.enum(['credit', 'debit']),
  amount: rupeesOut,
  reference: z.optional(z.string()),
  /** For example `HDFC Bank ••••4521`. */
  account: z.string(),
})

/** Oldest first. */
const moneyTrail = z.object({
  steps: z.array(z.union([z.object({ event: statementEvent }), z.object({ line: trailLine })])),
  /** Some events are left out. */
  hasMore: z.boolean(),
})
export type MoneyTrail = z.infer<typeof moneyTrail>

const sources = ['figure', 'stock', 'sales', 'cause'] as const

/**
 * What an amount is: a figure of the client (`balance` is cash and loan money, `added` and `takenOut` the payments of Home), what is
 * held of a stock, the sales of a trading day, or one transaction, trade, charge or loan. Of a figure also the changes of some
 * days, or those up to an event.
 */
const trailQuery = z
  .object({
    figure: z.optional(z.enum([...clientLedgerAccounts, 'dues', 'balance', 'added', 'takenOut'])),
    stock: z.optional(line('Enter a stock', 100)),
    sales: z.optional(day('Enter a day')),
    cause: z.optional(id),
    ...rangeFields,
    /** Only what increased or what reduced it. */
    flow: z.optional(z.enum(['in', 'out'])),
    /** A `journalId`. */
    until: z.optional(id),
  })
  .check(
    isInOrder,
    z.refine((given) => sources.filter((name) => given[name] !== undefined).length === 1, {
      error: 'Name one figure, stock, day of sales or transaction',
    }),
    z.refine(({ figure, from, to, flow, until }) => figure !== undefined || !(from ?? to ?? flow ?? until), {
      error: 'Name a figure for its changes',
    }),
  )
export type TrailSource = z.infer<typeof trailQuery>
export type TrailFigure = NonNullable<TrailSource['figure']>

export const statementErrors = {
  noTrades: invalid('No trades are booked for this trading day'),
  tooLong: conflict('A PDF can have at most 1,00,000 entries. Choose a shorter period, or download the CSV.'),
} as const

export const statementTexts = {
  sent: 'The explanation was sent to the client',
  unchanged: 'Nothing changed the balance in this period.',
} as const

/** How the balance changed; the amounts, negative where they took from it, lead from `opening` to `closing`. */
const explanation = z.object({
  opening: rupeesOut,
  closing: rupeesOut,
  lines: z.array(z.object({ name: z.string(), amount: rupeesOut, sentence: z.string() })),
  sentences: z.array(z.string()),
})
export type BalanceExplanation = z.infer<typeof explanation>

const pageFields = { ...rangeFields, before: z.optional(id) }
const page = {
  reply: z.object({
    /** Before and after the whole range; on the first page, and not by trade date. */
    range: z.optional(z.object({ opening: rupeesOut, closing: rupeesOut })),
    /** Totals of the months on this page, within the range; none for a search or by trade date. */
    months: z.array(z.object({ month: z.string(), ...totals })),
    events: z.array(statementEvent),
    hasMore: z.boolean(),
  }),
} as const

export const statementCalls = {
  events: call('GET /user/statement/:userId/events', 'client', {
    does: 'The events of a range of days, newest first, with the totals of each month; `before` is the `journalId` of the last one already read.',
    reads: ledgerReads,
    ...page,
    query: z
      .object({ ...pageFields, search: z.optional(optionalLine(statementRules.searchCharacters)) })
      .check(isInOrder),
  }),
  ofClient: call('GET /desk/clients/:clientId/statement', 'ledger.read', {
    does: 'What the client reads of their statement: the events of a range, newest first, with opening, running and closing balance. With `by=trade` trades and their charges belong to the trade day, everything else to the day of booking.',
    reads: clientReads,
    ...page,
    query: z
      .object({ ...pageFields, by: z.optional(z.literal('trade', { error: 'Choose trade, or leave it out' })) })
      .check(isInOrder),
    errors: [commonErrors.notFound],
  }),
  explanation: call('GET /desk/clients/:clientId/explanation', 'ledger.read', {
    does: 'How the balance changed in a range, in sentences whose figures add up.',
    reads: clientReads,
    query: statementRange,
    reply: explanation,
    errors: [commonErrors.notFound],
  }),
  explanationPdf: call('GET /desk/clients/:clientId/explanation/pdf', 'ledger.read', {
    does: 'The same as PDF.',
    query: statementRange,
    reply: 'file',
    errors: [commonErrors.notFound, commonErrors.busy],
  }),
  sendExplanation: call('POST /desk/clients/:clientId/explanation', 'client.write', {
    does: 'Sends the explanation of the balance to the client as PDF.',
    body: statementRange,
    reply: messageReply,
    errors: [commonErrors.notFound, commonErrors.busy],
  }),
  event: call('GET /user/statement/:userId/events/:journalId', 'client', {
    does: 'One event with its ledger entries and the figures after it.',
    reads: ledgerReads,
    reply: statementEvent,
    errors: [commonErrors.notFound],
  }),
  trail: call('GET /user/statement/:userId/events/:journalId/trail', 'client', {
    does: 'Where the money of an event came from and where it went: the lines of the bank statement and the events that moved it, oldest first.',
    reads: ledgerReads,
    reply: moneyTrail,
    errors: [commonErrors.notFound],
  }),
  trailOf: call('GET /user/statement/:userId/trail', 'client', {
    does: 'Where an amount came from: the events that made up a figure or a holding, or those of one transaction, trade, charge or loan, with their bank lines, oldest first; of a figure the newest, also of some days (`from`, `to`), up to an event (`until`) or of one direction (`flow`).',
    reads: ledgerReads,
    query: trailQuery,
    reply: moneyTrail,
    errors: [commonErrors.notFound],
  }),
  trailOfClient: call('GET /desk/clients/:clientId/statement/:journalId/trail', 'ledger.read', {
    does: 'The same for an operator; also by the id of the deposit, withdrawal, charge, loan or trade.',
    reads: clientReads,
    reply: moneyTrail,
    errors: [commonErrors.notFound],
  }),
  trailOfAmount: call('GET /desk/clients/:clientId/statement/trail', 'ledger.read', {
    does: 'For an operator where an amount of the client came from, as in the client’s own call.',
    reads: clientReads,
    query: trailQuery,
    reply: moneyTrail,
    errors: [commonErrors.notFound],
  }),
  csv: call('GET /user/statement/:userId/csv', 'client', {
    does: 'The events of a range as CSV, oldest first, with the figures after each.',
    query: statementRange,
    limit: fileLimit,
    reply: 'file',
  }),
  confirmation: call('GET /user/statement/:userId/confirmation', 'client', {
    does: 'A trade confirmation of one trading day as PDF: the trades booked for it and their ledger entries.',
    query: z.object({ day: day('Enter a trading day') }),
    limit: fileLimit,
    reply: 'file',
    errors: [statementErrors.noTrades, statementErrors.tooLong, commonErrors.busy],
  }),
  annual: call('GET /user/statement/:userId/annual', 'client', {
    does: 'The annual statement of a financial year as PDF: opening and closing figures, totals by kind of entry, charges, loan interest and the tax summary.',
    query: z.object({ year: yearText }),
    limit: fileLimit,
    reply: 'file',
    errors: [commonErrors.busy],
  }),
  pdf: call('GET /user/statement/:userId/pdf', 'client', {
    does: 'The statement of a range as PDF: opening and closing balance, monthly totals, the broker’s legal identity.',
    query: statementRange,
    limit: fileLimit,
    reply: 'file',
    errors: [statementErrors.tooLong, commonErrors.busy],
  }),
}
