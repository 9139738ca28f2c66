import { accountNames } from '@sauda/contract/core/ledger-name'
import type { Body } from '@sauda/contract/platform/call'
import type { Payload } from '@sauda/contract/core/proposal'
import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { type clearingCalls, clearingErrors, closeOutNames, highestOf } from '@sauda/contract/trading/clearing'
import { isSettlement, settlementIdOf } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { type Executor, type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { bookContract, previewContract, settlement, reverseContract } from '../../core/ledger/clearing.ts'
import { amountBlock, buttonBlock, composeMail, recipientOf } from '../../core/mail/mail.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { type BookContext, returnableLoan } from '../contract/contract.book.ts'
import { insertContracts, insertTrades, lockClients } from '../contract/contract.sql.ts'
import { markReversed, takeFromLots, undoTrades, markContractReversed } from '../contract/contract.undo.sql.ts'
import { auctionType } from './corporation.sql.ts'
import { creditedBefore, settlementDay } from './pay-out-day.ts'
import { planBuyer, planSeller } from './close-out.plan.ts'
import {
  dailyHighs,
  endByCloseOut,
  lastClose,
  lotsToClose,
  salesToClose,
  type ShortageRow,
  shortageToClose,
  bookedCloseOut,
  reopenShortage,
  repeatSales,
} from './close-out.sql.ts'
import { findShortage } from './clearing.sql.ts'

type Terms = Payload<'shortage.close'>
export type CloseOutContext = AppContext & Pick<BookContext, 'owed'>

/** `file`: the delivery file that names it, whose price is final. */
type CloseInput = Pick<RequestInput<typeof clearingCalls.closeShortage>, 'operator' | 'ip' | 'params'> & {
  readonly body: Body<typeof clearingCalls.closeShortage> & { readonly file?: string }
}

const payloadOf = async (tx: Tx, { params: { shortageId }, body }: Pick<CloseInput, 'params' | 'body'>) => {
  const { clientId } = await requireRow(shortageToClose(tx, shortageId))
  return { clientId, shortageId, ...body }
}

/** Why it cannot be closed out now; undefined if it can. */
export const obstacleTo = async (context: CloseOutContext, tx: Tx, input: CloseInput): Promise<string | undefined> =>
  prepare(context, tx, await payloadOf(tx, input)).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error.message
      throw error
    },
  )

export async function requestClose(context: CloseOutContext, tx: Tx, { operator, ip, ...input }: CloseInput) {
  const payload = await payloadOf(tx, input)
  const { clientId } = payload
  const { summary } = await prepare(context, tx, payload)
  const reasons = ['The money of a shortage always needs a second operator']
  const change = { kind: 'shortage.close' as const, payload, summary, clientId, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await proposeUnlessWaived(context, tx, change, () => close(context, tx, payload, by))
  return { message: 'done' in result ? 'Shortage closed' : 'Approval requested', summary, ...secondOf(result) }
}

/** The price: that of the file or of the auction, or of a close-out the higher of the highest price since the trade and 120 % of the last close. */
async function priceOf(tx: Tx, { isin, exchange }: ShortageRow, { kind, day, price, file }: Terms): Promise<bigint> {
  const given = decimalOf(price) ?? 0n
  if (given <= 0n) throw new AppError(clearingErrors.price)
  if (kind === 'auction' || file !== undefined) return given
  const last = await lastClose(tx, isin ?? '', exchange, day)
  if (!last) throw new AppError(clearingErrors.noClose)
  const raised = ((decimalOf(last.close) ?? 0n) * 12n + 5n) / 10n
  return raised > given ? raised : given
}

/** Everything about it that is not stored yet. Throws an AppError if it cannot be booked now. */
async function prepare(context: CloseOutContext, tx: Tx, payload: Terms) {
  const { clientId, kind, day, number } = payload
  await lockClients(tx, [clientId])
  const shortage = await requireRow(shortageToClose(tx, payload.shortageId))
  const { exchange, isin, side, quantity, tradedOn, isOpen } = shortage
  if (!isOpen) throw new AppError(clearingErrors.ended)
  if (isin === null || side === null || quantity === null) throw new AppError(clearingErrors.noSecurity)
  if (day < tradedOn || day > dayInIndia(new Date())) throw new AppError(clearingErrors.closeDay)
  if (!isSettlement(auctionType, number)) throw new AppError(clearingErrors.auctionNumber)
  const price = await priceOf(tx, shortage, payload)
  const settlementId = settlementIdOf({ exchange, type: auctionType, number })
  const contractId = newId()
  const terms = { clientId, contractId, settlementId, exchange, day, quantity: decimalOf(quantity) ?? 0n, price }
  const plan =
    side === 'S'
      ? planSeller(await salesToClose(tx, shortage), terms, await creditedBefore(tx, tradedOn))
      : planBuyer(await lotsToClose(tx, shortage), terms, await returnableLoan(context, tx, clientId))
  const stock = plan.trades[0]?.stock ?? isin
  const what = `${decimalText(terms.quantity)} ${stock} ${side === 'S' ? 'sold and not delivered' : 'bought and not received'}`
  const reason = `${closeOutNames[kind]} of ${what} on ${dateText(tradedOn)} at ₹${decimalText(price)}`
  const note = {
    clientId,
    noteId: contractId,
    reason,
    trades: plan.ledger,
    charges: noCharges,
    closes: { settlementId: shortage.settlementId, unusable: plan.unusable, short: shortage.amount },
  }
  return { shortage, terms, plan, note, summary: `${reason}, in ${settlementId}` }
}

const noCharges = { brokerage: 0n, gst: 0n, stt: 0n, stampDuty: 0n, exchangeCharges: 0n, sebiFee: 0n }

async function close(context: CloseOutContext, tx: Tx, payload: Terms, by: Executor): Promise<void> {
  const { shortage, terms, plan, note, summary } = await prepare(context, tx, payload)
  const { day, clientId, contractId } = terms
  const { exchange } = shortage
  const dated = { exchange, type: auctionType, number: payload.number, tradedOn: day }
  await settlement(tx, { ...dated, settlesOn: await settlementDay(tx, { ...dated, day }) })
  const { bought, sold, reversed, taken, trades } = plan
  const { unusableUsed } = await bookContract(tx, note)
  const contract = { id: contractId, clientId, day, bought, sold, ...noCharges }
  await insertContracts(tx, [{ ...contract, shortageId: shortage.id, unusableUsed }])
  await undoTrades(tx, reversed)
  await markReversed(tx, {
    tradeIds: reversed,
    reason: note.reason,
    requestedBy: by.requestedBy,
    decidedBy: by.operator.id,
  })
  await insertTrades(tx, day, by.operator.id, trades)
  await takeFromLots(tx, taken)
  await endByCloseOut(tx, shortage.id, by.operator.id, summary.slice(0, 300))
  const after = { ...payload, summary }
  await recordByOperator(context, tx, by, { action: 'shortage.close', subjectId: clientId, after, topic: 'trade' })
  await informOf(context, tx, clientId, note.reason, sold - bought)
}

async function informOf(context: AppContext, tx: Tx, clientId: string, reason: string, net: bigint) {
  const isPaid = net < 0n
  const mail = composeMail(await recipientOf(tx, clientId), reason, [
    amountBlock(isPaid ? 'To pay' : 'To receive', formatRupees(isPaid ? -net : net)),
    isPaid
      ? 'The exchange bought or settled these shares at your cost, because they were not delivered. Your holdings are as before the sale.'
      : 'The exchange pays this amount instead of the shares. It becomes withdrawable after the pay-out of the auction.',
    buttonBlock('View your orders', `${context.config.publicUrl}/account/position/order-history`),
  ])
  await context.inform(tx, mail, { clientId, topic: 'trade' })
  await context.notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
}

export const closeOutProposals = (context: CloseOutContext): ProposalHandlers<'shortage.close'> => ({
  'shortage.close': {
    carryOut: (tx, payload, by) => close(context, tx, payload, by),
    describe: async (tx, payload) => {
      const { note, summary, shortage, terms } = await prepare(context, tx, payload)
      const highs = await dailyHighs(tx, [shortage.isin ?? ''], shortage.tradedOn, terms.day)
      const highest = highestOf(highs.map((each) => ({ ...each, price: Number(each.price) })))
      const { postings } = await previewContract(tx, note)
      const facts = postings.map(({ from, to, paise }) => ({
        label: `${accountNames[from]} to ${accountNames[to]}`,
        value: { text: formatRupees(paise) },
      }))
      if (highest)
        facts.push({
          label: 'Highest price by the price files',
          value: { text: `₹${highest.price}, ${highest.exchange}, ${dateText(highest.day)}` },
        })
      // With the price in it: the approval of another price is rejected.
      return { evidence: [{ type: 'facts', id: summary, title: summary, facts }] }
    },
  },
})

// The reversal of a close-out: its trades and entries are undone, the sales it replaced are booked as before, and the shortage is open again.

/** Throws an AppError if it cannot be reversed now. */
async function prepareReopen(tx: Tx, clientId: string, shortageId: string) {
  await lockClients(tx, [clientId])
  const closed = await bookedCloseOut(tx, shortageId)
  if (!closed) throw new AppError(clearingErrors.notClosed)
  if (closed.isReleased) throw new AppError(clearingErrors.released)
  if (closed.isTradedSince) throw new AppError(clearingErrors.tradedSince)
  if (closed.isOpen) throw new AppError(clearingErrors.held)
  return closed
}

export async function requestReopen(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { shortageId }, body: { reason } }: RequestInput<typeof clearingCalls.reopenShortage>,
) {
  const { clientId } = await requireRow(findShortage(tx, shortageId))
  const { settlementId, amount } = await prepareReopen(tx, clientId, shortageId)
  const payload = { clientId, settlementId, amount: rupeesOf(amount), reason, shortageId }
  const summary = `Reverse the close-out of the shortage of ${formatRupees(amount)} in ${settlementId}: ${reason}`
  const reasons = ['The reversal of a close-out always needs a second operator']
  const change = { kind: 'shortage.reopen' as const, payload, summary, clientId, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await proposeUnlessWaived(context, tx, change, () => reopen(context, tx, payload, by))
  return { message: 'done' in result ? 'Close-out reversed' : 'Approval requested', ...secondOf(result) }
}

async function reopen(
  context: AppContext,
  tx: Tx,
  { shortageId, ...payload }: Payload<'shortage.reopen'>,
  by: Executor,
): Promise<void> {
  const { clientId } = payload
  const { contractId, made, replaced, settlementId, unusableUsed } = await prepareReopen(tx, clientId, shortageId)
  const reason = `Close-out reversed: ${payload.reason}`
  await undoTrades(tx, made)
  await markReversed(tx, { tradeIds: made, reason, requestedBy: by.requestedBy, decidedBy: by.operator.id })
  await takeFromLots(tx, await repeatSales(tx, replaced, by.operator.id))
  const closed = { settlementId, unusable: unusableUsed }
  await reverseContract(tx, { clientId, noteId: contractId, reason, closed })
  await markContractReversed(tx, contractId)
  await reopenShortage(tx, shortageId)
  const after = { shortageId, ...payload }
  await recordByOperator(context, tx, by, { action: 'shortage.reopen', subjectId: clientId, after, topic: 'trade' })
  const mail = composeMail(await recipientOf(tx, clientId), 'A close-out was reversed', [
    `Its amounts and trades are booked back, and your orders are as before it. Reason: ${payload.reason}`,
  ])
  await context.inform(tx, mail, { clientId, topic: 'trade' })
  await context.notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
}

export const reopenProposals = (context: AppContext): ProposalHandlers<'shortage.reopen'> => ({
  'shortage.reopen': {
    carryOut: (tx, payload, by) => reopen(context, tx, payload, by),
    describe: async (tx, { clientId, shortageId }) => {
      const { contractId, net, replaced } = await prepareReopen(tx, clientId, shortageId)
      const label = net < 0n ? 'Returned to the client' : 'Taken back from the client'
      const facts = factsOf({
        [label]: formatRupees(net < 0n ? -net : net),
        'Sales booked as before': String(replaced.length),
      })
      return { evidence: [{ type: 'facts', id: contractId, title: 'Reversal of the close-out', facts }] }
    },
  },
})
