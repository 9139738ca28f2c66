import {
  actionErrors,
  actionRules,
  type ActionPreview,
  type ActionTerms,
} from '@sauda/contract/trading/corporate-action'
import { givesOther, listsClients, replacesLots } from '@sauda/contract/trading/corporate-action-name'
import { decimalNumber, formatQuantity, moneyOf, shareOf } from '@sauda/contract/platform/decimal'
import { AppError, conflict, invalid } from '@sauda/contract/platform/error'
import { rupeesOf, sum } from '@sauda/contract/platform/money'
import { listText } from '@sauda/contract/platform/sentence'
import type { Sql } from '../../platform/db.ts'
import { addDays, dateText } from '../../platform/india.ts'
import type { ChangedByAction, DatedContract } from '../contract/contract.undo.sql.ts'
import { requireUndoable } from './corporate-action.again.ts'
import { type OpenedLot, planAction } from './corporate-action.plan.ts'
import {
  actionAfter,
  findShare,
  isBooked,
  type LotRow,
  salesSince,
  selectLots,
  unbookedBefore,
} from './corporate-action.sql.ts'
import { changeOf, checkTerms, decimal, planTerms, summaryOf } from './corporate-action.terms.ts'
import { type CloseRow, closesAround } from './price.sql.ts'

/** What an action would do, before anything is written. */

const e = actionErrors

export type ClientPlan = {
  readonly clientId: string
  readonly clientName: string
  readonly saudaId: string
  /** Shares, in hundred-millionths. */
  readonly before: bigint
  /** Those that it replaces, or that entitle to a bonus. */
  readonly lots: readonly LotRow[]
  readonly opened: readonly OpenedLot[]
}

export type Prepared = {
  readonly terms: ActionTerms
  readonly summary: string
  /** Before and after the action; null where the instrument has none. */
  readonly isin: string | null
  readonly newIsin: string | null
  readonly plans: readonly ClientPlan[]
  readonly changed: ChangedByAction
  /** What is undone before it and booked again after it, the newest first. */
  readonly again: readonly DatedContract[]
}

/** Throws an AppError where it cannot be booked, apart from its date. */
export async function prepare(sql: Sql, given: ActionTerms): Promise<Prepared> {
  checkTerms(given)
  const { kind, exDate } = given
  const share = await findShare(sql, given.stockName, addDays(exDate, -1))
  if (!share) throw new AppError(e.unknownStock)
  const stock = share.symbol
  const other = given.otherStock === undefined ? undefined : await findShare(sql, given.otherStock, exDate)
  if (given.otherStock !== undefined && (!other || other.symbol === stock)) throw new AppError(e.unknownOther)
  const otherStock = other?.symbol
  const terms = { ...given, stockName: stock, ...(otherStock !== undefined && { otherStock }) }
  if (terms.newIsin !== undefined && terms.newIsin === share.isin) throw new AppError(e.sameIsin)
  const of = { stock, exDate }
  if (await isBooked(sql, { ...of, kind })) throw new AppError(e.bookedBefore)
  const stocks = otherStock === undefined ? [stock] : [stock, otherStock]
  if (await actionAfter(sql, stocks, exDate)) throw new AppError(e.laterAction)
  const unbooked = await unbookedBefore(sql, of)
  if (unbooked.length > 0)
    throw new AppError(
      conflict(
        `Trades of ${stock} of ${listText(unbooked.map(dateText))} are recorded and not booked. Book those days first: they decide who is entitled.`,
      ),
    )
  const replaces = replacesLots(kind)
  if (replaces) await requireNoSales(sql, of)
  const lots = await selectLots(sql, of, !replaces)
  if (lots.length === 0) throw new AppError(e.noHolders)
  const [isAllotment, isBuyback] = [kind === 'allotment', kind === 'buyback']
  const isTendered = lots.some((row) => row.is_tendered)
  if (replaces && !isBuyback && isTendered) throw new AppError(e.tenderOpen)
  if (isBuyback && !isTendered && given.accepted === undefined) throw new AppError(e.acceptedMissing)
  const accepted = listsClients(kind) ? acceptedOf(terms, lots) : undefined
  const plans = [...Map.groupBy(lots, (row) => row.client_id).values()].flatMap((own): ClientPlan[] => {
    const [first] = own
    const isListed = accepted === undefined || accepted.has(first?.sauda_id ?? '')
    // What is not accepted of a tender can be sold again; what is not taken of entitlements lapses.
    if (!first || !(isListed || isAllotment || (isBuyback && own.some((row) => row.is_tendered)))) return []
    const held = own.map((row) => ({
      id: row.id,
      quantity: decimal(row.quantity),
      cost: row.cost,
      loanPart: row.loan_part,
      soldSince: decimal(row.sold_since),
      accepted: accepted?.get(row.sauda_id),
      isTendered: row.is_tendered,
    }))
    const { client_id: clientId, client_name: clientName, sauda_id: saudaId } = first
    const opened = planAction(planTerms(terms), held, !(other ?? share).fractional)
    const touched = new Set(opened.map(({ parentId }) => parentId))
    const replaced = isBuyback || kind === 'tender' ? own.filter(({ id }) => touched.has(id)) : own
    const isDividend = kind === 'dividend'
    const before = sum(held.map(({ quantity, soldSince }) => quantity + (isDividend ? soldSince : 0n)))
    // Too few for one entitlement.
    if (kind === 'rights' && opened.length === 0) return []
    return [{ clientId, clientName, saudaId, before, lots: replaced, opened }]
  })
  if (plans.length === 0) throw new AppError(e.noHolders)
  const newIsin = other ? other.isin : (terms.newIsin ?? share.isin)
  const changed = { clientIds: plans.map(({ clientId }) => clientId), stocks, exDate, replaces }
  const again = kind === 'dividend' ? [] : await requireUndoable(sql, changed)
  return { terms, summary: summaryOf(terms), isin: share.isin, newIsin, plans, changed, again }
}

/** By client, in hundred-millionths. Throws where one does not hold so many. */
function acceptedOf({ kind, accepted: lines = [] }: ActionTerms, lots: readonly LotRow[]): ReadonlyMap<string, bigint> {
  const units = kind === 'allotment' ? 'entitlements' : 'shares'
  const done = kind === 'allotment' ? 'allotted' : kind === 'tender' ? 'tendered' : 'accepted'
  const held = Map.groupBy(lots, (row) => row.sauda_id)
  const found = new Map<string, bigint>()
  for (const text of lines) {
    const [saudaId = '', shares = ''] = text.toUpperCase().split(' ')
    const [own = [], quantity] = [held.get(saudaId), decimal(shares)]
    const most = sum(own.map((row) => decimal(row.quantity)))
    if (found.has(saudaId)) throw new AppError(invalid(`${saudaId} is in the list of ${done} shares twice.`))
    if (own.length === 0)
      throw new AppError(
        invalid(`${saudaId} held none of these ${units} at the close before that day. Check the client ID.`),
      )
    if (quantity === 0n || quantity > most)
      throw new AppError(
        invalid(
          `${saudaId} held ${formatQuantity(most)} ${units} at the close before that day, so ${shares} cannot be ${done}.`,
        ),
      )
    found.set(saudaId, quantity)
  }
  return found
}

/** Their lots would be counted in other shares than they were sold in. */
async function requireNoSales(sql: Sql, of: { readonly stock: string; readonly exDate: string }): Promise<void> {
  const sales = await salesSince(sql, of)
  if (sales.length === 0) return
  const named = sales.slice(0, 3).map(({ name, day, sauda_id: id }) => `${name} of ${dateText(day)} (${id})`)
  throw new AppError(
    conflict(
      `${of.stock} bought before the ex-date was sold since: ${listText(named)}${sales.length > 3 ? ' and others' : ''}. Reverse these sales first, and book them again after the action.`,
    ),
  )
}

const quantityOf = (lots: readonly { readonly quantity: bigint }[]): bigint => sum(lots.map(({ quantity }) => quantity))

/** What a client holds before and after, in hundred-millionths. */
function effectOf({ terms }: Prepared, { before, lots, opened, ...client }: ClientPlan) {
  const untouched = before - sum(lots.map((row) => decimal(row.quantity)))
  const { kind } = terms
  const isMerger = kind === 'merger'
  const own = opened.filter(({ isOther, isFraction }) => !isFraction && (isMerger || !isOther))
  return {
    client: { clientId: client.clientId, clientName: client.clientName, saudaId: client.saudaId },
    before,
    after: quantityOf(own) + (replacesLots(kind) ? untouched : before),
    other:
      givesOther(kind) && !isMerger
        ? quantityOf(opened.filter(({ isOther, isFraction }) => isOther && !isFraction))
        : undefined,
    fraction: quantityOf(opened.filter(({ isFraction }) => isFraction)),
    // In an allotment, of the shares.
    cost: sum((kind === 'allotment' ? opened.filter(({ isOther }) => isOther) : lots).map(({ cost }) => cost)),
    ...(terms.kind === 'dividend' && dividendOf(terms, before)),
  }
}

/** In paise, before tax and after what the company deducts where this is the only dividend of the year. */
function dividendOf({ given }: Pick<ActionTerms, 'given'>, shares: bigint) {
  const dividend = moneyOf(decimal(given), shares)
  const isTaxed = dividend > BigInt(actionRules.tdsAbove) * 100n
  return { dividend, dividendNet: dividend - (isTaxed ? shareOf(dividend, BigInt(actionRules.tdsPercent), 100n) : 0n) }
}

/** The largest holdings first. */
export const effectsOf = (prepared: Prepared) =>
  prepared.plans
    .map((plan) => effectOf(prepared, plan))
    .toSorted((one, other) => (one.before < other.before ? 1 : one.before > other.before ? -1 : 0))

export type Effect = ReturnType<typeof effectsOf>[number]

/** The closes around the ex-date: the step of the price is the evidence for the ratio. */
export async function priceStep(sql: Sql, { terms, isin, newIsin }: Prepared) {
  const { exDate } = terms
  const change = changeOf(terms)
  if (isin === null || !change) return {}
  const rows = await closesAround(sql, { isin, newIsin: newIsin ?? isin, exDate })
  const before = rows.find((row) => row.is_before)
  const on = rows.find((row) => !row.is_before)
  if (!before) return { ...(on && { on }) }
  const adjusted = shareOf(decimal(before.close), decimal(change.before), decimal(change.after))
  if (!on) return { before, adjusted }
  const close = decimal(on.close)
  const apart = close > adjusted ? close - adjusted : adjusted - close
  return { before, on, adjusted, fits: apart * 100n <= adjusted * BigInt(actionRules.usualMovePercent) }
}

export async function previewOf(sql: Sql, prepared: Prepared): Promise<ActionPreview> {
  const effects = effectsOf(prepared)
  const total = (of: (effect: Effect) => bigint): number => decimalNumber(sum(effects.map(of)))
  const { before, on, adjusted, fits } = await priceStep(sql, prepared)
  const close = ({ exchange, day, close: price }: CloseRow) => ({ exchange, day, close: Number(price) })
  return {
    summary: prepared.summary,
    clients: effects.length,
    before: total((effect) => effect.before),
    after: total((effect) => effect.after),
    fraction: total((effect) => effect.fraction),
    bookedAgain: againText(prepared),
    effects: effects.slice(0, actionRules.clients).map((effect) => ({
      ...effect.client,
      before: decimalNumber(effect.before),
      after: decimalNumber(effect.after),
      ...(effect.other !== undefined && { other: decimalNumber(effect.other) }),
      ...(effect.fraction > 0n && { fraction: decimalNumber(effect.fraction) }),
      cost: rupeesOf(effect.cost),
      ...(effect.dividend !== undefined && { dividend: rupeesOf(effect.dividend) }),
      ...(effect.dividendNet !== undefined && { dividendNet: rupeesOf(effect.dividendNet) }),
    })),
    price: {
      ...(before && { before: close(before) }),
      ...(on && { on: close(on) }),
      ...(adjusted !== undefined && { adjusted: decimalNumber(adjusted) }),
      ...(fits !== undefined && { fits }),
    },
  }
}

/** `252 and 0.5 in cash`. */
export function quantityText(
  { kind }: Pick<ActionTerms, 'kind'>,
  { after, other, fraction }: Pick<Effect, 'after' | 'other' | 'fraction'>,
): string {
  const isAllotment = kind === 'allotment'
  const units = isAllotment ? 'allotted' : kind === 'rights' ? 'entitlements' : 'of the other share'
  return [
    ...(isAllotment ? [] : [formatQuantity(after)]),
    ...(other === undefined ? [] : [`${formatQuantity(other)} ${units}`]),
    ...(fraction > 0n
      ? [`${formatQuantity(fraction)} ${isAllotment ? 'lapsed' : kind === 'tender' ? 'blocked' : 'in cash'}`]
      : []),
  ].join(' and ')
}

/** `2 days of 1 client, from 10 Jun 2025`: what exchange files sold since the ex-date; undefined if nothing. */
export function againText({ again }: Pick<Prepared, 'again'>): string | undefined {
  const since = again.at(-1)?.day
  if (since === undefined) return undefined
  const clients = new Set(again.map(({ client_id: id }) => id)).size
  return `${again.length} ${again.length === 1 ? 'day' : 'days'} of ${clients} ${clients === 1 ? 'client' : 'clients'}, from ${dateText(since)}`
}
