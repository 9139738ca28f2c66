import type { RequestInput } from '../../platform/mount.ts'
import {
  actionErrors,
  actionRules,
  actionTerms,
  type ActionTerms,
  corporateActionCalls,
} from '@sauda/contract/trading/corporate-action'
import { afterAction, ratioText, replacesLots } from '@sauda/contract/trading/corporate-action-name'
import { nameOf } from '@sauda/contract/core/name'
import type { Payload } from '@sauda/contract/core/proposal'
import { decimalText, formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import { AppError, conflict, invalid } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import { capitalize } from '@sauda/contract/platform/sentence'
import { tableEvidence } from '../../core/approval/file-proposal.ts'
import { ownObstacle } from '../../core/approval/own-account.ts'
import { type Executor, type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { clientShown, factsOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { insertNotifications } from '../../core/notice/notice.sql.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { newId } from '../../platform/id.ts'
import {
  againText,
  type ClientPlan,
  type Effect,
  effectsOf,
  type Prepared,
  prepare,
  previewOf,
  priceStep,
  quantityText,
} from './corporate-action.prepare.ts'
import { type ActionContext, payFractions, payProposals, requireOthers } from './corporate-action.pay.ts'
import { buyAllotted, endRights } from './corporate-action.rights.ts'
import { requestReverse, reverseProposals } from './corporate-action.reverse.ts'
import { readActions } from './corporate-action.file.ts'
import { assignAgain } from '../exchange-file/exchange-file.book.sql.ts'
import { requireNoneInProgress, undoSales } from './corporate-action.again.ts'
import {
  insertAction,
  insertLots,
  lockStock,
  type NewLot,
  replaceLots,
  saveSuccessor,
  selectActions,
} from './corporate-action.sql.ts'
import { changeOf, decimal } from './corporate-action.terms.ts'
import { adjustAlerts } from './price.sql.ts'

/** Corporate actions: lots are closed and opened for all holders in one transaction (docs/decisions/0105-corporate-actions.md). */

async function requestBook(
  context: ActionContext,
  tx: Tx,
  { body, operator, ip }: RequestInput<typeof corporateActionCalls.book>,
) {
  const prepared = await prepare(tx, body)
  const { summary, terms } = prepared
  await requireOthers(context, tx, { operator, ip }, prepared.plans, summary)
  const reasons = ['A corporate action always needs a second operator']
  const change = { kind: 'corporate-action.book' as const, payload: terms, summary, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await proposeUnlessWaived(context, tx, change, () => book(context, tx, terms, by))
  return { message: 'done' in result ? 'Corporate action booked' : 'Approval requested', ...secondOf(result) }
}

async function book(context: ActionContext, tx: Tx, terms: ActionTerms, by: Executor): Promise<void> {
  if (terms.exDate > dayInIndia(new Date())) throw new AppError(actionErrors.tooEarly)
  // No file is recorded, and no day released, meanwhile.
  await lock(tx, 'tradeFiles')
  await requireNoneInProgress(tx)
  const before = await prepare(tx, terms)
  const { summary } = before
  await requireOthers(context, tx, by, before.plans, summary)
  await undoSales(context, tx, by, { ...before.changed, contracts: before.again, reason: againReason(summary) })
  await lockStock(tx, before.terms.stockName)
  const prepared = await prepare(tx, terms)
  const { plans, isin, newIsin } = prepared
  const id = newId()
  const { number } = await requireRow(insertAction(tx, actionRow(id, prepared, by)))
  const isAllotment = terms.kind === 'allotment'
  const bought = isAllotment ? await buyAllotted(tx, { actionId: id, prepared }, by) : new Map<string, string>()
  if (replacesLots(terms.kind))
    await replaceLots(tx, id, [...plans.flatMap(({ lots }) => lots.map((lot) => lot.id)), ...bought.values()])
  await insertLots(
    tx,
    id,
    plans.flatMap((plan) => newLots(prepared, plan, bought.get(plan.clientId))),
  )
  if (isAllotment) await endRights(context, tx, { actionId: id, prepared }, { ...by, action: nameOf('action', number) })
  const succeeds = terms.newIsin !== undefined && isin !== null && newIsin !== null
  const successor = { actionId: id, isin: isin ?? '', newIsin: newIsin ?? '', symbol: terms.stockName }
  if (succeeds && (await saveSuccessor(tx, { ...successor, exDate: terms.exDate, decidedBy: by.operator.id })) === 0)
    throw new AppError(
      conflict(`Another ISIN than ${newIsin} is recorded as the successor of ${isin}. Check the new ISIN.`),
    )
  if (succeeds) await assignAgain(tx, newIsin)
  const change = changeOf(terms)
  if (change) await adjustAlerts(tx, terms.stockName, change)
  const after = {
    action: nameOf('action', number),
    ...terms,
    clients: plans.length,
    ...(before.again.length > 0 && { bookedAgain: before.again.length }),
  }
  await recordByOperator(context, tx, by, { action: 'corporate-action.book', subjectId: id, after, topic: 'trade' })
  await insertNotifications(
    tx,
    effectsOf(prepared).map((effect) => ({
      id: newId(),
      clientId: effect.client.clientId,
      text: textOf(terms, effect),
    })),
  )
}

const againReason = (summary: string): string => `Booked again after the corporate action: ${summary}`

/** What a client is told. */
function textOf(terms: ActionTerms, effect: Effect): string {
  const { dividend, dividendNet = dividend } = effect
  if (dividend === undefined || dividendNet === undefined)
    return (
      rightsText(terms, effect) ??
      `${afterAction(terms)} you hold ${quantityText(terms, effect)} of ${terms.kind === 'merger' ? (terms.otherStock ?? '') : terms.stockName}`
    )
  const tax =
    dividendNet === dividend ? '' : `, or ${formatRupees(dividendNet)} after tax at ${actionRules.tdsPercent}%`
  return `${capitalize(ratioText(terms))} of ${terms.stockName}, ex-date ${dateText(terms.exDate)}, on your ${formatQuantity(effect.before)} shares: ${formatRupees(dividend)}${tax}. The company’s registrar pays it to your bank account, not to your wallet.`
}

/** Money does not pass the wallet: the registrar takes it. */
function rightsText(terms: ActionTerms, { before, other = 0n, fraction, cost }: Effect): string | undefined {
  const { kind, stockName, otherStock = '', exDate, creditedOn = exDate } = terms
  const from = dateText(creditedOn)
  if (kind === 'rights')
    return `${capitalize(ratioText(terms))} of ${stockName}, ex-date ${dateText(exDate)}, on your ${formatQuantity(before)} shares: ${formatQuantity(other)} entitlements (${otherStock}), which can be sold from ${from}. Shares are taken with the registrar or your bank, not here.`
  if (kind !== 'allotment') return undefined
  const taken =
    other === 0n
      ? []
      : [
          `${formatQuantity(other)} shares of ${otherStock} allotted at ${formatPrice(decimal(terms.issuePrice ?? 0))}, at a cost of ${formatRupees(cost)} with that of the entitlements. They can be sold from ${from}. Nothing was taken from your wallet.`,
        ]
  const lapsed = fraction === 0n ? [] : [`${formatQuantity(fraction)} entitlements lapsed.`]
  return `Rights allotment of ${stockName} on ${dateText(exDate)}: ${[...taken, ...lapsed].join(' ')}`
}

const actionRow = (id: string, { terms, isin, newIsin, plans }: Prepared, by: Executor) => ({
  id,
  kind: terms.kind,
  stock: terms.stockName,
  isin,
  otherStock: terms.otherStock ?? null,
  otherIsin: newIsin === isin ? null : newIsin,
  exDate: terms.exDate,
  held: String(terms.held),
  given: String(terms.given),
  costPercent: terms.costPercent === undefined ? null : String(terms.costPercent),
  allottedOn: terms.allottedOn ?? null,
  creditedOn: terms.creditedOn ?? null,
  issuePrice: terms.issuePrice === undefined ? null : String(terms.issuePrice),
  source: terms.source,
  requestedBy: by.requestedBy,
  decidedBy: by.operator.id,
  clients: terms.kind === 'dividend' ? plans.length : null,
})

/** `boughtId`: the purchase of the shares of an allotment. */
function newLots(
  { terms, isin, newIsin }: Prepared,
  { clientId, lots, opened }: ClientPlan,
  boughtId?: string,
): NewLot[] {
  const rows = new Map(lots.map((row) => [row.id, row]))
  return opened.map((lot): NewLot => {
    const parent = lot.parentId === undefined ? undefined : rows.get(lot.parentId)
    const isGiven = lot.isOther || terms.kind === 'split' || terms.kind === 'consolidation'
    return {
      id: newId(),
      clientId,
      stock: lot.isOther ? (terms.otherStock ?? '') : terms.stockName,
      isin: isGiven ? newIsin : isin,
      tradeId: parent?.trade_id ?? (lot.isOther ? (boughtId ?? null) : null),
      parentId: lot.parentId ?? null,
      acquiredOn: parent?.acquired_on ?? terms.allottedOn ?? terms.exDate,
      quantity: decimalText(lot.quantity),
      cost: String(lot.cost),
      loanPart: String(lot.loanPart),
      isFraction: lot.isFraction,
    }
  })
}

/** What the second operator sees: each client before and after, and the step of the price. */
async function describeBook(
  context: ActionContext,
  sql: Sql,
  payload: Payload<'corporate-action.book'>,
  operator: Executor['operator'],
) {
  const terms = checked(payload)
  const prepared = await prepare(sql, terms)
  const step = await priceStep(sql, prepared)
  const effects = effectsOf(prepared)
  const isDividend = terms.kind === 'dividend'
  const facts = factsOf({
    'Clients who hold it': String(effects.length),
    'Trade days that are booked again': againText(prepared),
    'Close before the ex-date':
      step.before && `${formatPriceOf(step.before.close)}, ${step.before.exchange}, ${dateText(step.before.day)}`,
    'Adjusted by the action': step.adjusted === undefined ? undefined : formatPrice(step.adjusted),
    'Close on or after the ex-date': step.on && {
      text: `${formatPriceOf(step.on.close)}, ${step.on.exchange}, ${dateText(step.on.day)}: ${step.fits === true ? 'fits' : 'does not fit'}`,
      ...(step.fits === true ? {} : { warns: true as const }),
    },
    'Step of the price':
      step.on || !changeOf(terms)
        ? undefined
        : { text: 'Not known yet: no close of the ex-date is imported', warns: true as const },
  })
  return {
    ...(await ownObstacle(context, sql, operator, prepared.plans)),
    evidence: [
      { type: 'facts' as const, id: `price ${JSON.stringify(facts)}`, title: 'Holders and price', facts },
      tableEvidence({
        title: isDividend ? 'What the company pays' : 'Clients before and after',
        columns: isDividend
          ? ['Client', 'Shares', 'Dividend', 'After tax deducted']
          : ['Client', 'Shares before', 'Shares after', 'Cost'],
        rows: effects.map((effect) => [
          clientShown(effect.client),
          formatQuantity(effect.before),
          isDividend ? formatRupees(effect.dividend ?? 0n) : quantityText(terms, effect),
          formatRupees(isDividend ? (effect.dividendNet ?? 0n) : effect.cost),
        ]),
      }),
    ],
  }
}

const formatPriceOf = (text: string): string => `₹${text}`

/** The stored terms, checked against the contract again. */
function checked(payload: unknown): ActionTerms {
  const parsed = actionTerms.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new AppError(invalid(parsed.error.issues[0]?.message ?? ''))
}

export const actionProposals = (
  context: ActionContext,
): ProposalHandlers<'corporate-action.book' | 'corporate-action.pay' | 'corporate-action.reverse'> => ({
  'corporate-action.book': {
    carryOut: (tx, payload, by) => book(context, tx, checked(payload), by),
    describe: (tx, payload, operator) => describeBook(context, tx, payload, operator),
    committed: context.pricesChanged,
  },
  ...payProposals(context),
  ...reverseProposals(context),
})

export function corporateActionRoutes(context: ActionContext) {
  const { mount, mountCommand, db } = context
  mount(corporateActionCalls.list, async () => ({ actions: await selectActions(db, actionRules.listed) }))
  mount(corporateActionCalls.readFile, ({ csv }) => readActions(db, csv))
  mount(corporateActionCalls.preview, async ({ body }) => previewOf(db, await prepare(db, body)))
  mountCommand(corporateActionCalls.book, (tx, given) => requestBook(context, tx, given))
  mountCommand(corporateActionCalls.pay, (tx, given) => payFractions(context, tx, given))
  mountCommand(corporateActionCalls.reverse, (tx, given) => requestReverse(context, tx, given))
}
