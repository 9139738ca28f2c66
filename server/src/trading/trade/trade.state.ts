import type { SegmentValue } from '@sauda/contract/client/setting'
import type { Instrument } from '@sauda/contract/trading/market'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { sum } from '@sauda/contract/platform/money'
import { tradeRules } from '@sauda/contract/trading/trade-error'
import { tradeFileRules } from '@sauda/contract/trading/trade-file'
import type { Reading } from '../../core/approval/plan.ts'
import { type DealerDay, dealerDay, lockedDealerDay, type PricedTrade } from '../../core/approval/trade.policy.ts'
import { ownMoney, type OwnMoney } from '../../core/ledger/clearing.ts'
import { figuresOf, lockedFigures } from '../../core/ledger/ledger.ts'
import type { Sql } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import type { OperatorRequest, TradeContext } from './trade.alone.ts'
import type { OpenPart } from './trade.plan.ts'
import { findPurchase } from './lot.sql.ts'
import { type ClientRow, countOpen } from './trade.sql.ts'

/** A client's money and positions after the trades decided so far. */
export type ClientState = {
  readonly client: ClientRow
  money: OwnMoney
  /** By how many positions these trades open more than they close. */
  opened: number
}

/** A position after the trades decided so far. */
export type Position = {
  readonly id: string
  readonly clientId: string
  readonly stock: string
  lot: OpenPart
  /** Its trade number; undefined until it is booked. */
  name: string | undefined
  /** Undefined if it is bought when the file is booked. */
  readonly boughtAt: Date | undefined
}

/** The profit or loss of a decided sale, for the limits of the sales after it. */
type DecidedSale = {
  readonly clientId: string
  /** The later of the days on which the position was bought and booked. */
  readonly boughtOn: string
  readonly profit: bigint
  /** Whether the same dealer bought the position. */
  readonly isOwn: boolean
}

/** What trades are decided from. Each decided trade changes it for those after it. */
export type TradeState = {
  readonly sql: Sql
  readonly by: OperatorRequest
  /** What counts towards the limits of the dealer; undefined if a second operator approves or reviews. */
  readonly dealer: DealerDay | undefined
  /** A second operator reviews what waits: nothing is locked. */
  readonly isReview: boolean
  readonly clients: ReadonlyMap<string, ClientState>
  readonly sales: DecidedSale[]
  /** By symbol, name or alias. */
  readonly instrument: (name: string) => Promise<Instrument | undefined>
  readonly segments: (clientId: string) => Promise<SegmentValue>
  /** Unpaid loan principal, in paise. */
  readonly owed: (clientId: string) => Promise<bigint>
  readonly openPositions: (own: ClientState) => Promise<number>
}

/** Positions are locked before; then the dealer and the clients in the order of their ids, as every transaction locks them. */
export async function loadState(
  context: TradeContext,
  { sql, tx }: Reading,
  by: OperatorRequest,
  clients: Iterable<ClientRow>,
): Promise<TradeState> {
  const { id: operatorId } = by.operator
  const dealer =
    by.requestedBy !== undefined
      ? undefined
      : await (tx ? lockedDealerDay(context, tx, operatorId) : dealerDay(sql, operatorId))
  const states = new Map<string, ClientState>()
  for (const client of [...clients].toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const figures = await (tx ? lockedFigures(tx, client.id) : figuresOf(sql, client.id))
    states.set(client.id, { client, money: await ownMoney(sql, client.id, figures), opened: 0 })
  }
  return {
    sql,
    by,
    dealer,
    isReview: !tx && by.requestedBy !== undefined,
    clients: states,
    sales: [],
    instrument: once((name) => context.instrument(sql, name)),
    segments: once((clientId) => context.segments(sql, clientId)),
    // After the figures are locked, so that no repayment can change it.
    owed: once((clientId) => context.owed(sql, clientId)),
    // A file may close as many positions as it has lines before it opens one.
    openPositions: async (own) => {
      const open = await countOpen(sql, own.client.id, tradeRules.openPositions + tradeFileRules.lines)
      return (open?.count ?? 0) + own.opened
    },
  }
}

/** Reads the value of each name or id once. */
function once<Value>(read: (name: string) => Promise<Value>): typeof read {
  const known = new Map<string, Promise<Value>>()
  return (name) => {
    const value = known.get(name) ?? read(name)
    known.set(name, value)
    return value
  }
}

/** In which a purchase is recent enough for its profit to count towards the limit of one dealer. */
const recentDays = 5

type Sold = { readonly tradedAt?: string | undefined; readonly profit: bigint }

/**
 * The profit or loss of a sale with that of the sales decided before it, who bought the position, and the first day on which a purchase
 * is recent; undefined if it was bought before that day. The sale counts for those after it.
 */
export async function recentProfit(
  { days }: TradeContext,
  { sql, by, dealer, sales }: TradeState,
  { id, clientId, name }: Position,
  { tradedAt, profit }: Sold,
): Promise<PricedTrade['recent']> {
  const day = dayInIndia(tradedAt === undefined ? new Date() : new Date(tradedAt))
  const [since = day] = days.before(day, recentDays)
  const bought =
    name === undefined ? { on: dayInIndia(new Date()), dealers: [by.operator.id] } : await findPurchase(sql, id)
  // Bonus shares were bought by nobody.
  if (!bought) return undefined
  const isOwn = dealer !== undefined && bought.dealers.includes(dealer.operatorId)
  // A profit counts with the profits, a loss with the losses on what this dealer bought.
  const before = sales.filter(
    (each) =>
      each.clientId === clientId &&
      each.boughtOn >= since &&
      each.profit > 0n === profit > 0n &&
      (profit > 0n || each.isOwn),
  )
  sales.push({ clientId, boughtOn: bought.on, profit, isOwn })
  if (bought.on < since) return undefined
  return { since, dealers: bought.dealers, profit: profit + sum(before.map((each) => each.profit)) }
}

export function ownOf({ clients }: TradeState, clientId: string): ClientState {
  const own = clients.get(clientId)
  if (!own) throw new AppError(commonErrors.notFound)
  return own
}
