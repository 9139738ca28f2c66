import {
  actionErrors,
  actionRules,
  type ActionPreview,
  type ActionTerms,
} from '@sauda/contract/trading/corporate-action'
import { type ActionRatio, ratioText, replacesLots } from '@sauda/contract/trading/corporate-action-name'
import {
  decimalNumber,
  decimalText,
  decimalOf,
  formatQuantity,
  moneyOf,
  shareOf,
} from '@sauda/contract/platform/decimal'
import { AppError, conflict, invalid } from '@sauda/contract/platform/error'
import { rupeesOf, sum } from '@sauda/contract/platform/money'
import { listText } from '@sauda/contract/platform/sentence'
import type { Sql } from '../../platform/db.ts'
import { addDays, dateText } from '../../platform/india.ts'
import type { ChangedByAction, DatedContract } from '../contract/contract.undo.sql.ts'
import { requireUndoable } from './corporate-action.again.ts'
import { type OpenedLot, planAction, type Terms } from './corporate-action.plan.ts'
import {
  actionAfter,
  findShare,
  isBooked,
  type LotRow,
  salesSince,
  selectLots,
  unbookedBefore,
} from './corporate-action.sql.ts'
import { type CloseRow, closesAround } from './price.sql.ts'

/** What an action would do, before anything is written. */

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

const decimal = (value: number | string): bigint => decimalOf(value) ?? 0n

/** Faults of the terms alone. */
function checkTerms({
  kind,
  held,
  given,
  newIsin,
  otherStock,
  costPercent,
  allottedOn,
  creditedOn,
  exDate,
  accepted,
}: ActionTerms) {
  const e = actionErrors
  const gives = kind === 'merger' || kind === 'demerger'
  if (gives !== (otherStock !== undefined)) throw new AppError(gives ? e.otherMissing : e.otherUnused)
  if ((kind === 'demerger') !== (costPercent !== undefined))
    throw new AppError(kind === 'demerger' ? e.percentMissing : e.percentUnused)
  if (kind !== 'bonus' && (allottedOn !== undefined || creditedOn !== undefined)) throw new AppError(e.datesUnused)
  if (kind === 'bonus' && (allottedOn === undefined || creditedOn === undefined)) throw new AppError(e.datesMissing)
  if (allottedOn !== undefined && creditedOn !== undefined && (allottedOn < exDate || creditedOn < allottedOn))
    throw new AppError(e.datesOrder)
  if (newIsin !== undefined && kind !== 'split' && kind !== 'consolidation') throw new AppError(e.isinUnused)
  if ((kind === 'buyback') !== (accepted !== undefined))
    throw new AppError(kind === 'buyback' ? e.acceptedMissing : e.acceptedUnused)
  if ((kind === 'split' && given <= held) || (kind === 'consolidation' && given >= held))
    throw new AppError(e.splitRatio)
}

const planTerms = ({ kind, held, given, costPercent = 0 }: ActionTerms): Terms => ({
  kind,
  held: decimal(held),
  given: decimal(given),
  // Percent in hundred-millionths become millionths of the whole.
  costPart: decimal(costPercent) / 10_000n,
})

/** How many shares before are how many after; undefined where another share's price follows. */
export function changeOf({ kind, held, given }: ActionRatio): { before: string; after: string } | undefined {
  if (kind === 'merger' || kind === 'demerger' || kind === 'buyback' || kind === 'dividend') return undefined
  const after = kind === 'bonus' ? decimal(held) + decimal(given) : decimal(given)
  return { before: decimalText(decimal(held)), after: decimalText(after) }
}

const summaryOf = ({ stockName, ...terms }: ActionTerms): string => {
  const text = ratioText(terms)
  const other = terms.otherStock === undefined ? '' : ` into ${terms.otherStock}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} of ${stockName}${other}, ${terms.kind === 'buyback' ? 'on' : 'ex-date'} ${dateText(terms.exDate)}`
}

/** Throws an AppError where it cannot be booked, apart from its date. */
export async function prepare(sql: Sql, given: ActionTerms): Promise<Prepared> {
  checkTerms(given)
  const { kind, exDate } = given
  const share = await findShare(sql, given.stockName, addDays(exDate, -1))
  if (!share) throw new AppError(actionErrors.unknownStock)
  const stock = share.symbol
  const other = given.otherStock === undefined ? undefined : await findShare(sql, given.otherStock, exDate)
  if (given.otherStock !== undefined && (!other || other.symbol === stock))
    throw new AppError(actionErrors.unknownOther)
  const otherStock = other?.symbol
  const terms = { ...given, stockName: stock, ...(otherStock !== undefined && { otherStock }) }
  if (terms.newIsin !== undefined && terms.newIsin === share.isin) throw new AppError(actionErrors.sameIsin)
  const of = { stock, exDate }
  if (await isBooked(sql, { ...of, kind })) throw new AppError(actionErrors.bookedBefore)
  const stocks = otherStock === undefined ? [stock] : [stock, otherStock]
  if (await actionAfter(sql, stocks, exDate)) throw new AppError(actionErrors.laterAction)
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
  if (lots.length === 0) throw new AppError(actionErrors.noHolders)
  const accepted = terms.accepted && acceptedOf(terms.accepted, lots)
  const plans = [...Map.groupBy(lots, (row) => row.client_id).values()].flatMap((own): ClientPlan[] => {
    const [first] = own
    if (!first || (accepted && !accepted.has(first.sauda_id))) return []
    const held = own.map((row) => ({
      id: row.id,
      quantity: decimal(row.quantity),
      cost: row.cost,
      loanPart: row.loan_part,
      soldSince: decimal(row.sold_since),
      accepted: accepted?.get(row.sauda_id),
    }))
    const { client_id: clientId, client_name: clientName, sauda_id: saudaId } = first
    const opened = planAction(planTerms(terms), held, !(other ?? share).fractional)
    const touched = new Set(opened.map(({ parentId }) => parentId))
    const replaced = accepted ? own.filter(({ id }) => touched.has(id)) : own
    const isDividend = kind === 'dividend'
    const before = sum(held.map(({ quantity, soldSince }) => quantity + (isDividend ? soldSince : 0n)))
    return [{ clientId, clientName, saudaId, before, lots: replaced, opened }]
  })
  const newIsin = other ? other.isin : (terms.newIsin ?? share.isin)
  const changed = { clientIds: plans.map(({ clientId }) => clientId), stocks, exDate, replaces }
  const again = kind === 'dividend' ? [] : await requireUndoable(sql, changed)
  return { terms, summary: summaryOf(terms), isin: share.isin, newIsin, plans, changed, again }
}

/** By client, in hundred-millionths. Throws where one does not hold so many. */
function acceptedOf(lines: readonly string[], lots: readonly LotRow[]): ReadonlyMap<string, bigint> {
  const held = Map.groupBy(lots, (row) => row.sauda_id)
  const found = new Map<string, bigint>()
  for (const text of lines) {
    const [saudaId = '', shares = ''] = text.toUpperCase().split(' ')
    const [own = [], quantity] = [held.get(saudaId), decimal(shares)]
    const most = sum(own.map((row) => decimal(row.quantity)))
    if (found.has(saudaId)) throw new AppError(invalid(`${saudaId} is in the list of accepted shares twice.`))
    if (quantity === 0n || quantity > most)
      throw new AppError(
        invalid(
          `${saudaId} held ${formatQuantity(most)} shares at the close before that day, so ${shares} cannot be accepted.`,
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
  const isMerger = terms.kind === 'merger'
  const own = opened.filter(({ isOther, isFraction }) => !isFraction && (isMerger || !isOther))
  return {
    client: { clientId: client.clientId, clientName: client.clientName, saudaId: client.saudaId },
    before,
    after: quantityOf(own) + (replacesLots(terms.kind) ? untouched : before),
    other:
      terms.kind === 'demerger'
        ? quantityOf(opened.filter(({ isOther, isFraction }) => isOther && !isFraction))
        : undefined,
    fraction: quantityOf(opened.filter(({ isFraction }) => isFraction)),
    cost: sum(lots.map(({ cost }) => cost)),
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
export const quantityText = ({ after, other, fraction }: Pick<Effect, 'after' | 'other' | 'fraction'>): string =>
  [
    formatQuantity(after),
    ...(other === undefined ? [] : [`${formatQuantity(other)} of the other share`]),
    ...(fraction > 0n ? [`${formatQuantity(fraction)} in cash`] : []),
  ].join(' and ')

/** `2 days of 1 client, from 10 Jun 2025`: what exchange files sold since the ex-date; undefined if nothing. */
export function againText({ again }: Pick<Prepared, 'again'>): string | undefined {
  const since = again.at(-1)?.day
  if (since === undefined) return undefined
  const clients = new Set(again.map(({ client_id: id }) => id)).size
  return `${again.length} ${again.length === 1 ? 'day' : 'days'} of ${clients} ${clients === 1 ? 'client' : 'clients'}, from ${dateText(since)}`
}
