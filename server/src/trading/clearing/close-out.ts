import { accountNames } from '@sauda/contract/core/ledger-name'
import type { Body } from '@sauda/contract/platform/call'
import type { Payload } from '@sauda/contract/core/proposal'
import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { type clearingCalls, clearingErrors, closeOutNames, highestOf } from '@sauda/contract/trading/clearing'
import { isSettlement, settlementIdOf } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { obstacle, type Plan, planHandler, propose } from '../../core/approval/plan.ts'
import { type Executor, type ProposalHandlers, secondOf } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { bookContract, previewContract, settlement, reverseContract } from '../../core/ledger/clearing.ts'
import { amountBlock, buttonBlock, composeMail, type Mail, recipientOf } from '../../core/mail/mail.ts'
import type { Notice } from '../../core/notice/notice.ts'
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
export async function obstacleTo(context: CloseOutContext, tx: Tx, input: CloseInput): Promise<string | undefined> {
  const by = { ...input, requestedBy: input.operator.id }
  return (await obstacle(async () => closePlan(context, tx, await payloadOf(tx, input), by))).fault?.message
}

export async function requestClose(context: CloseOutContext, tx: Tx, { operator, ip, ...input }: CloseInput) {
  const payload = await payloadOf(tx, input)
  const plan = await closePlan(context, tx, payload, { operator, ip, requestedBy: operator.id })
  const result = await propose(context, tx, { kind: 'shortage.close' as const, payload, operator, ip }, plan)
  const { summary } = plan
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

/** Throws an AppError if it cannot be booked now. */
async function closePlan(context: CloseOutContext, tx: Tx, payload: Terms, by: Executor): Promise<Plan> {
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
  const summary = `${reason}, in ${settlementId}`
  return {
    clientId,
    summary,
    reasons: ['The money of a shortage always needs a second operator'],
    async review() {
      const { postings } = await previewContract(tx, note)
      const moved = postings.map(({ from, to, paise }) => ({
        label: `${accountNames[from]} to ${accountNames[to]}`,
        value: { text: formatRupees(paise) },
      }))
      const facts = [...moved, ...factsOf(await highestFact(tx, shortage, day))]
      // With the price in it: the approval of another price is rejected.
      return { evidence: [{ type: 'facts', id: summary, title: summary, facts }] }
    },
    async write() {
      const dated = { exchange, type: auctionType, number, tradedOn: day }
      await settlement(tx, { ...dated, settlesOn: await settlementDay(tx, { ...dated, day }) })
      const { bought, sold, reversed, taken, trades } = plan
      const { unusableUsed } = await bookContract(tx, note)
      const contract = { id: contractId, clientId, day, bought, sold, ...noCharges }
      await insertContracts(tx, [{ ...contract, shortageId: shortage.id, unusableUsed }])
      await undoTrades(tx, reversed)
      await markReversed(tx, { tradeIds: reversed, reason, requestedBy: by.requestedBy, decidedBy: by.operator.id })
      await insertTrades(tx, day, by.operator.id, trades)
      await takeFromLots(tx, taken)
      await endByCloseOut(tx, shortage.id, by.operator.id, summary.slice(0, 300))
      await informOf(context, tx, clientId, reason, plan.sold - plan.bought)
    },
    ...recordOf('shortage.close', clientId, { ...payload, summary }),
  }
}

/** The audit row and the screens that show the shortage. */
const recordOf = (action: string, clientId: string, after: object) => ({
  audit: () => ({ action, subjectId: clientId, after }),
  notices: [['desk', 'trade']] as [Notice],
})

const noCharges = { brokerage: 0n, gst: 0n, stt: 0n, stampDuty: 0n, exchangeCharges: 0n, sebiFee: 0n }

async function informOf(context: AppContext, tx: Tx, clientId: string, reason: string, net: bigint) {
  const isPaid = net < 0n
  const mail = composeMail(await recipientOf(tx, clientId), reason, [
    amountBlock(isPaid ? 'To pay' : 'To receive', formatRupees(isPaid ? -net : net)),
    isPaid
      ? 'The exchange bought or settled these shares at your cost, because they were not delivered. Your holdings are as before the sale.'
      : 'The exchange pays this amount instead of the shares. It becomes withdrawable after the pay-out of the auction.',
    buttonBlock('View your orders', `${context.config.publicUrl}/account/position/order-history`),
  ])
  await informClient(context, tx, clientId, mail)
}

async function informClient(context: AppContext, tx: Tx, clientId: string, mail: Mail): Promise<void> {
  await context.inform(tx, mail, { clientId, topic: 'trade' })
  await context.notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
}

/** The highest price since the trade, if there are price files of these days. */
async function highestFact(tx: Tx, { isin, tradedOn }: ShortageRow, day: string): Promise<Record<string, string>> {
  const highs = await dailyHighs(tx, [isin ?? ''], tradedOn, day)
  const highest = highestOf(highs.map((each) => ({ ...each, price: Number(each.price) })))
  if (!highest) return {}
  const text = `₹${highest.price}, ${highest.exchange}, ${dateText(highest.day)}`
  return { 'Highest price by the price files': text }
}

// The reversal of a close-out: its trades and entries are undone, the sales it replaced are booked as before, and the shortage is open again.

export async function requestReopen(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { shortageId }, body: { reason } }: RequestInput<typeof clearingCalls.reopenShortage>,
) {
  const { clientId, settlementId, amount } = await requireRow(findShortage(tx, shortageId))
  const payload = { clientId, settlementId, amount: rupeesOf(amount), reason, shortageId }
  const plan = await reopenPlan(context, tx, payload, { operator, ip, requestedBy: operator.id })
  const result = await propose(context, tx, { kind: 'shortage.reopen' as const, payload, operator, ip }, plan)
  return { message: 'done' in result ? 'Close-out reversed' : 'Approval requested', ...secondOf(result) }
}

/** Throws an AppError if it cannot be reversed now. */
async function reopenPlan(
  context: AppContext,
  tx: Tx,
  { shortageId, ...payload }: Payload<'shortage.reopen'>,
  by: Executor,
): Promise<Plan> {
  const { clientId } = payload
  await lockClients(tx, [clientId])
  const closed = await bookedCloseOut(tx, shortageId)
  if (!closed) throw new AppError(clearingErrors.notClosed)
  if (closed.isReleased) throw new AppError(clearingErrors.released)
  if (closed.isTradedSince) throw new AppError(clearingErrors.tradedSince)
  if (closed.isOpen) throw new AppError(clearingErrors.held)
  const { contractId, made, replaced, net, amount, settlementId, unusableUsed } = closed
  const reason = `Close-out reversed: ${payload.reason}`
  return {
    clientId,
    summary: `Reverse the close-out of the shortage of ${formatRupees(amount)} in ${settlementId}: ${payload.reason}`,
    reasons: ['The reversal of a close-out always needs a second operator'],
    review() {
      const label = net < 0n ? 'Returned to the client' : 'Taken back from the client'
      const facts = factsOf({
        [label]: formatRupees(net < 0n ? -net : net),
        'Sales booked as before': String(replaced.length),
      })
      return { evidence: [{ type: 'facts', id: contractId, title: 'Reversal of the close-out', facts }] }
    },
    async write() {
      await undoTrades(tx, made)
      await markReversed(tx, { tradeIds: made, reason, requestedBy: by.requestedBy, decidedBy: by.operator.id })
      await takeFromLots(tx, await repeatSales(tx, replaced, by.operator.id))
      const before = { settlementId, unusable: unusableUsed }
      await reverseContract(tx, { clientId, noteId: contractId, reason, closed: before })
      await markContractReversed(tx, contractId)
      await reopenShortage(tx, shortageId)
      const mail = composeMail(await recipientOf(tx, clientId), 'A close-out was reversed', [
        `Its amounts and trades are booked back, and your orders are as before it. Reason: ${payload.reason}`,
      ])
      await informClient(context, tx, clientId, mail)
    },
    ...recordOf('shortage.reopen', clientId, { shortageId, ...payload }),
  }
}

export const closeOutProposals = (
  context: CloseOutContext,
): ProposalHandlers<'shortage.close' | 'shortage.reopen'> => ({
  'shortage.close': planHandler(context, (tx, payload, by) => closePlan(context, tx, payload, by)),
  'shortage.reopen': planHandler(context, (tx, payload, by) => reopenPlan(context, tx, payload, by)),
})
