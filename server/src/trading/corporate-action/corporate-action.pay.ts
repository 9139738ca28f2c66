import { actionErrors, type corporateActionCalls } from '@sauda/contract/trading/corporate-action'
import { ratioText } from '@sauda/contract/trading/corporate-action-name'
import { nameOf } from '@sauda/contract/core/name'
import type { Payload } from '@sauda/contract/core/proposal'
import { decimalOf, decimalText, formatPrice, formatQuantity, moneyOf, splitBy } from '@sauda/contract/platform/decimal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees, sum } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { tableEvidence } from '../../core/approval/file-proposal.ts'
import { ownObstacle, requireOthersAccount } from '../../core/approval/own-account.ts'
import { type Executor, type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { clientShown } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { type Journal, postAll } from '../../core/ledger/ledger.ts'
import { composeMail, contactLine, rowsBlock } from '../../core/mail/mail.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { newId } from '../../platform/id.ts'
import { markReversed as markTradesReversed } from '../contract/contract.undo.sql.ts'
import {
  type FractionRow,
  insertFractionSales,
  lockFractions,
  paidFractions,
  reopenFractions,
  saveFractionPrice,
} from './corporate-action.pay.sql.ts'
import { type ActionRow, lockAction } from './corporate-action.sql.ts'

/**
 * The company pays fractions of shares, and shares that it bought back, to the clients' own bank accounts: for tax they are sold on the day
 * of payment, and their cost leaves the books. No money passes the wallet.
 */

export type ActionContext = AppContext & {
  /** To be called when what positions are worth may have changed. */
  readonly pricesChanged: () => Promise<void>
}

type Paid = Payload<'corporate-action.pay'>
type ClientFractions = {
  readonly client: {
    readonly clientId: string
    readonly clientName: string
    readonly saudaId: string
    readonly email: string
  }
  readonly stock: string
  readonly quantity: bigint
  readonly amount: bigint
  readonly cost: bigint
  readonly parts: readonly { readonly row: FractionRow; readonly amount: bigint }[]
}

async function prepare(tx: Tx, { actionId, price, paidOn }: Paid) {
  const row = await requireRow(lockAction(tx, actionId))
  if (row.reversed_at !== null) throw new AppError(actionErrors.reversed)
  if (row.kind === 'tender') throw new AppError(actionErrors.noFractions)
  if (row.fraction_paid_on !== null) throw new AppError(actionErrors.fractionsPaid)
  if (paidOn < row.ex_date || paidOn > dayInIndia(new Date())) throw new AppError(actionErrors.paidOn)
  const fractions = await lockFractions(tx, actionId)
  if (fractions.length === 0) throw new AppError(actionErrors.noFractions)
  const each = decimalOf(price) ?? 0n
  const clients = [...Map.groupBy(fractions, (lot) => lot.client_id).values()].flatMap((own): ClientFractions[] => {
    const [first] = own
    if (!first) return []
    const quantities = own.map(({ quantity }) => decimalOf(quantity) ?? 0n)
    const amounts = splitBy(moneyOf(each, sum(quantities)), quantities)
    if (amounts.some((amount) => amount === 0n)) throw new AppError(actionErrors.tooSmall)
    const { client_id: clientId, client_name: clientName, client_email: email, sauda_id: saudaId, stock } = first
    return [
      {
        client: { clientId, clientName, saudaId, email },
        stock,
        quantity: sum(quantities),
        amount: sum(amounts),
        cost: sum(own.map(({ cost }) => cost)),
        parts: own.map((lot, at) => ({ row: lot, amount: amounts[at] ?? 0n })),
      },
    ]
  })
  return { row, clients, price: each }
}

const summaryOf = (row: ActionRow, price: bigint): string =>
  `${row.kind === 'buyback' ? 'Shares' : 'Fractions'} of the ${ratioText(row)} of ${row.stock} (${nameOf('action', row.number)}) paid at ${formatPrice(price)} per share`

export async function payFractions(
  context: ActionContext,
  tx: Tx,
  { params, body, operator, ip }: RequestInput<typeof corporateActionCalls.pay>,
) {
  const payload = { ...params, ...body }
  const { row, clients, price } = await prepare(tx, payload)
  const summary = summaryOf(row, price)
  await requireOthers(context, tx, { operator, ip }, ofClients(clients), summary)
  const reasons = ['What a company paid is always recorded by two operators']
  const change = { kind: 'corporate-action.pay' as const, payload, summary, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await proposeUnlessWaived(context, tx, change, () => pay(context, tx, payload, by))
  return { message: 'done' in result ? 'Payment recorded' : 'Approval requested', ...secondOf(result) }
}

const ofClients = (clients: readonly ClientFractions[]) => clients.map(({ client }) => client)

/** What changes the operator's own client account is requested and approved by others. */
export const requireOthers = (
  context: ActionContext,
  tx: Tx,
  by: Pick<Executor, 'operator' | 'ip'>,
  clients: readonly { readonly clientId: string }[],
  summary: string,
) => requireOthersAccount(context, tx, by, { clientIds: clients.map(({ clientId }) => clientId), summary })

async function pay(context: ActionContext, tx: Tx, payload: Paid, by: Executor): Promise<void> {
  const { row, clients, price } = await prepare(tx, payload)
  const summary = summaryOf(row, price)
  await requireOthers(context, tx, by, ofClients(clients), summary)
  const { actionId, paidOn } = payload
  const sales = clients.flatMap(({ parts }) => parts.map((part) => ({ id: newId(), ...part })))
  await saveFractionPrice(tx, actionId, String(payload.price), paidOn)
  await insertFractionSales(
    tx,
    { actionId, paidOn, operatorId: by.operator.id, requestedBy: by.requestedBy },
    sales.map(({ id, row: lot, amount }) => ({
      id,
      clientId: lot.client_id,
      stock: lot.stock,
      quantity: lot.quantity,
      price: decimalText(price),
      amount: String(amount),
      cost: String(lot.cost),
      loanPart: String(lot.loan_part),
      lotId: lot.lot_id,
    })),
  )
  await bookCosts(
    tx,
    'fraction.paid',
    summary,
    sales.map(({ id, row: lot }) => ({ id, clientId: lot.client_id, cost: lot.cost })),
  )
  await record(
    context,
    tx,
    by,
    { action: 'corporate-action.pay', actionId, row, paidOn, price: String(payload.price) },
    clients,
  )
  for (const client of clients) {
    const { email, clientName: name } = client.client
    const isBuyback = row.kind === 'buyback'
    const subject = isBuyback ? `${client.stock} bought back` : `A fraction of ${client.stock} is paid in cash`
    const what = isBuyback ? 'pays the shares that it bought back' : 'pays a part of a share in cash'
    const mail = composeMail({ name, email }, subject, [
      `After the ${ratioText(row)} of ${row.stock} on ${dateText(row.ex_date)} the company ${what}, to your own bank account. It does not pass your wallet here.`,
      rowsBlock([
        [isBuyback ? 'Shares' : 'Part of a share', formatQuantity(client.quantity)],
        ['Price per share', formatPrice(price)],
        ['Amount', formatRupees(client.amount)],
      ]),
      contactLine(context.config.supportEmail),
    ])
    await context.inform(tx, mail, { clientId: client.client.clientId, topic: 'trade' })
  }
}

type CostRow = { readonly id: string; readonly clientId: string; readonly cost: bigint }

/** The cost of fractions leaves the books, or returns. */
async function bookCosts(
  tx: Tx,
  event: 'fraction.paid' | 'fraction.reversed',
  reason: string,
  rows: readonly CostRow[],
) {
  const [from, to] =
    event === 'fraction.paid' ? (['invested', 'securities'] as const) : (['securities', 'invested'] as const)
  const journals = rows
    .filter(({ cost }) => cost > 0n)
    .map(({ id, clientId, cost }): Journal => ({
      event,
      clientId,
      causeId: id,
      reason,
      postings: [{ from, to, paise: cost }],
    }))
  if (journals.length > 0) await postAll(tx, journals, commonErrors.fault)
}

type Recorded = {
  readonly action: 'corporate-action.pay' | 'corporate-action.unpay'
  readonly actionId: string
  readonly row: ActionRow
  readonly [more: string]: unknown
}

/** A row of the audit log for the action, and one for each client. */
async function record(
  context: ActionContext,
  tx: Tx,
  by: Executor,
  { action, actionId, row, ...more }: Recorded,
  clients: readonly Pick<ClientFractions, 'client' | 'amount' | 'cost'>[],
) {
  const name = nameOf('action', row.number)
  const after = { action: name, ...more, clients: clients.length }
  await recordByOperator(context, tx, by, { action, subjectId: actionId, after, topic: 'trade' })
  await Promise.all(
    clients.map(async ({ client: { clientId }, amount, cost }) => {
      const own = { action: name, amount: decimalRupees(amount), cost: decimalRupees(cost) }
      await context.audit(tx, { by: { operator: by.operator, ip: by.ip }, action, subjectId: clientId, after: own })
      await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
    }),
  )
}

/** Undoes a payment, as part of the reversal of its action. */
export async function unpayFractions(
  context: ActionContext,
  tx: Tx,
  row: ActionRow,
  by: Executor & { readonly reason: string },
) {
  const paid = await paidFractions(tx, row.id)
  if (paid.length === 0) return
  const tradeIds = paid.map(({ id }) => id)
  await lockFractions(tx, row.id)
  await reopenFractions(tx, tradeIds)
  const { requestedBy, reason, operator } = by
  await markTradesReversed(tx, { tradeIds, reason, requestedBy, decidedBy: operator.id })
  await bookCosts(
    tx,
    'fraction.reversed',
    reason,
    paid.map(({ id, client_id: clientId, cost }) => ({ id, clientId, cost })),
  )
  await saveFractionPrice(tx, row.id, null, null)
  const clients = [...Map.groupBy(paid, (each) => each.client_id)].map(([clientId, own]) => ({
    client: { clientId, clientName: '', saudaId: '', email: '' },
    amount: sum(own.map(({ amount }) => amount)),
    cost: sum(own.map(({ cost }) => cost)),
  }))
  await record(context, tx, by, { action: 'corporate-action.unpay', actionId: row.id, row, reason }, clients)
}

export const payProposals = (context: ActionContext): ProposalHandlers<'corporate-action.pay'> => ({
  'corporate-action.pay': {
    carryOut: (tx, payload, by) => pay(context, tx, payload, by),
    describe: async (tx, payload, operator) => {
      const { clients } = await prepare(tx, payload)
      return {
        ...(await ownObstacle(context, tx, operator, ofClients(clients))),
        evidence: [
          tableEvidence({
            title: 'What each client is paid',
            columns: ['Client', 'Shares', 'Amount', 'Cost'],
            rows: clients.map(({ client, quantity, amount, cost }) => [
              clientShown(client),
              formatQuantity(quantity),
              formatRupees(amount),
              formatRupees(cost),
            ]),
          }),
        ],
      }
    },
  },
})
