import { nameOf } from '@sauda/contract/core/name'
import { decimalText, formatPrice, formatQuantity, moneyOf } from '@sauda/contract/platform/decimal'
import { commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, sum } from '@sauda/contract/platform/money'
import type { Executor } from '../../core/approval/proposal.ts'
import { type Journal, postAll } from '../../core/ledger/ledger.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { markReversed } from '../contract/contract.undo.sql.ts'
import type { ActionContext } from './corporate-action.pay.ts'
import { insertFractionSales, lockFractions } from './corporate-action.pay.sql.ts'
import type { ClientPlan, Prepared } from './corporate-action.prepare.ts'
import { type AllottedRow, closeBought, insertPurchases, tradesOfAllotment } from './corporate-action.rights.sql.ts'
import type { ActionRow } from './corporate-action.sql.ts'
import { decimal } from './corporate-action.terms.ts'

/**
 * The allotment of a rights issue. What a client paid to the registrar is a purchase of the action, whose lot the action replaces by one
 * that has the cost of the entitlements too; entitlements that were not taken are sold for nothing. No money passes the wallet.
 */

type Allotment = { readonly actionId: string; readonly prepared: Prepared }

const takenBy = ({ opened }: ClientPlan): bigint =>
  sum(opened.filter(({ isOther }) => isOther).map(({ quantity }) => quantity))

/** The purchases of those who took shares, by client. */
export async function buyAllotted(
  tx: Tx,
  { actionId, prepared: { terms, plans } }: Allotment,
  by: Executor,
): Promise<ReadonlyMap<string, string>> {
  const price = decimal(terms.issuePrice ?? 0)
  const purchases = plans.flatMap((plan) => {
    const quantity = takenBy(plan)
    if (quantity === 0n) return []
    const stock = terms.otherStock ?? ''
    return [{ id: newId(), clientId: plan.clientId, stock, quantity, amount: moneyOf(price, quantity) }]
  })
  const of = { actionId, on: terms.exDate, price: decimalText(price), operatorId: by.operator.id }
  await insertPurchases(
    tx,
    { ...of, requestedBy: by.requestedBy },
    purchases.map(({ quantity, amount, ...row }) => ({
      ...row,
      quantity: decimalText(quantity),
      amount: String(amount),
    })),
  )
  return new Map(purchases.map(({ id, clientId }) => [clientId, id]))
}

/** Sells what lapsed for nothing, books what was paid and what is written off, and records it for each client. */
export async function endRights(
  context: ActionContext,
  tx: Tx,
  { actionId, prepared: { terms, plans } }: Allotment,
  by: Executor & { readonly action: string },
): Promise<void> {
  const lapsed = (await lockFractions(tx, actionId)).map((lot) => ({ id: newId(), lot }))
  await insertFractionSales(
    tx,
    { actionId, paidOn: terms.exDate, operatorId: by.operator.id, requestedBy: by.requestedBy },
    lapsed.map(({ id, lot }) => ({
      id,
      clientId: lot.client_id,
      stock: lot.stock,
      quantity: lot.quantity,
      price: '0',
      amount: '0',
      cost: String(lot.cost),
      loanPart: String(lot.loan_part),
      lotId: lot.lot_id,
    })),
  )
  const rows = await tradesOfAllotment(tx, actionId)
  const narration = `${terms.stockName}, allotment of ${terms.otherStock ?? ''} at ${formatPrice(decimal(terms.issuePrice ?? 0))}`
  await post(tx, 'rights.allotted', rows.filter(isPurchase), narration)
  await post(tx, 'rights.lapsed', rows.filter(isLapse), narration)
  const paid = new Map(rows.filter(isPurchase).map((row) => [row.client_id, row.cost]))
  await Promise.all(
    plans.map(async (plan) => {
      const { clientId, opened } = plan
      const unused = sum(opened.filter(({ isFraction }) => isFraction).map(({ quantity }) => quantity))
      const after = {
        action: by.action,
        allotted: formatQuantity(takenBy(plan)),
        paid: decimalRupees(paid.get(clientId) ?? 0n),
        lapsed: formatQuantity(unused),
      }
      await recordFor(context, tx, by, { action: 'corporate-action.allot', clientId, after })
    }),
  )
}

const isPurchase = ({ action }: AllottedRow): boolean => action === 'BUY'
const isLapse = ({ action }: AllottedRow): boolean => action === 'SELL'

type Recorded = { readonly action: string; readonly clientId: string; readonly after: object }

async function recordFor(
  context: ActionContext,
  tx: Tx,
  by: Executor,
  { action, clientId, after }: Recorded,
): Promise<void> {
  await context.audit(tx, { by: { operator: by.operator, ip: by.ip }, action, subjectId: clientId, after })
  await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
}

/** What was paid outside counts as brought in, like an imported position; what lapsed leaves the books. */
const postings = {
  'rights.allotted': (paise: bigint) => [
    { from: 'opening', to: 'invested', paise } as const,
    { from: 'securities', to: 'opening', paise } as const,
  ],
  'rights.lapsed': (paise: bigint) => [{ from: 'invested', to: 'securities', paise } as const],
} as const

async function post(
  tx: Tx,
  event: keyof typeof postings,
  rows: readonly AllottedRow[],
  reason: string,
  isReversal = false,
): Promise<void> {
  const journals = rows
    .filter(({ cost }) => cost > 0n)
    .map(({ id, client_id: clientId, cost }): Journal => {
      const booked = postings[event](cost)
      return {
        event: isReversal ? 'rights.reversed' : event,
        clientId,
        causeId: id,
        reason,
        postings: isReversal ? booked.map(({ from, to, paise }) => ({ from: to, to: from, paise })) : booked,
      }
    })
  if (journals.length > 0) await postAll(tx, journals, commonErrors.fault)
}

/** Undoes purchases and lapses, as part of the reversal of the allotment; the lots that it closed are open again. */
export async function undoAllotment(
  context: ActionContext,
  tx: Tx,
  { id: actionId, number }: Pick<ActionRow, 'id' | 'number'>,
  by: Executor & { readonly reason: string },
): Promise<void> {
  const rows = await tradesOfAllotment(tx, actionId)
  const { reason, requestedBy, operator } = by
  await closeBought(tx, actionId)
  await markReversed(tx, { tradeIds: rows.map(({ id }) => id), reason, requestedBy, decidedBy: operator.id })
  await post(tx, 'rights.allotted', rows.filter(isPurchase), reason, true)
  await post(tx, 'rights.lapsed', rows.filter(isLapse), reason, true)
  const after = { action: nameOf('action', number), reason }
  for (const clientId of new Set(rows.map((row) => row.client_id)))
    await recordFor(context, tx, by, { action: 'corporate-action.unallot', clientId, after })
}
