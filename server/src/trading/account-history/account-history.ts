import { type AccountHistory, accountHistoryCalls, historyRules } from '@sauda/contract/trading/account-history'
import { rupeesOf } from '@sauda/contract/platform/money'
import { addDays, dayInIndia } from '../../platform/india.ts'
import type { Reader } from '../../platform/pool.ts'
import { type ChartContext, closes } from '../market/chart.ts'
import type { LastPrice } from '../trade/trade.history.ts'
import {
  type PositionRow,
  selectFigures,
  selectFlows,
  selectPositions,
  selectRequestsSince,
} from './account-history.sql.ts'
import type { AppContext } from '../../app/app-context.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'

type HistoryContext = ChartContext & { readonly last: LastPrice }

/** The client exists. */
async function accountHistory(
  context: HistoryContext,
  reader: Reader,
  clientId: string,
  days?: number,
): Promise<AccountHistory> {
  const to = dayInIndia(new Date())
  const earliest =
    days === undefined
      ? `${Number(to.slice(0, 4)) - historyRules.years}${to.slice(4)}`.replace('02-29', '02-28')
      : addDays(to, -days)
  const { rows, positions, requests, flows } = await reader.snapshot(async (sql) => ({
    rows: await selectFigures(sql, clientId, earliest),
    positions: await selectPositions(sql, clientId, earliest),
    requests: await selectRequestsSince(sql, clientId, earliest, historyRules.requests),
    flows: await selectFlows(sql, clientId, earliest),
  }))
  const stocks = Map.groupBy(positions, ({ symbol }) => symbol)
  const held = [...stocks].filter(([, changes]) => changes.some(({ cost, quantity }) => cost > 0n || quantity !== '0'))
  const holdings: AccountHistory['holdings'] = []
  // One after the other: a client with many stocks takes one connection.
  for (const [symbol, changes] of held) holdings.push(await holdingOf(context, symbol, changes, days))
  return {
    from: rows[0]?.day ?? to,
    to,
    figures: rows.map(({ day, cash, invested, loan, withheld, unsettled, dues, borrowed }) => ({
      day,
      cash: rupeesOf(cash),
      invested: rupeesOf(invested),
      onHold: rupeesOf(withheld),
      unsettled: rupeesOf(unsettled),
      dues: rupeesOf(dues),
      loan: rupeesOf(borrowed - loan),
    })),
    holdings,
    requests: requests.map(({ amount, ...request }) => ({ ...request, amount: rupeesOf(amount) })),
    flows: flows.map(({ amount, ...flow }) => ({ ...flow, amount: rupeesOf(amount) })),
  }
}

/**
 * The closes of the days on which the stock was held, and the last price if it still is. Without a price it is valued at cost,
 * as everywhere.
 */
async function holdingOf(
  context: HistoryContext,
  symbol: string,
  changes: readonly PositionRow[],
  most: number = historyRules.closes,
) {
  const { price, at } = context.last(symbol)
  const isValued = price !== undefined && at !== undefined
  const { closes: known, sample } = isValued
    ? await closes(context, symbol, Math.min(most + 1, historyRules.closes))
    : { closes: [], sample: false }
  const newest = isValued && { day: dayInIndia(new Date(at)), close: price }
  const [first, last] = [changes[0], changes.at(-1)]
  // The last close before the first position values it until the next one.
  const start = known.findLastIndex(({ day }) => day <= (first?.day ?? ''))
  const isSold = last?.quantity === '0'
  const past = known.slice(Math.max(0, start))
  return {
    symbol,
    positions: changes.map(({ day, quantity, cost }) => ({ day, quantity, cost: rupeesOf(cost) })),
    closes: isSold
      ? past.filter(({ day }) => day < last.day)
      : [...past.filter(({ day }) => newest && day < newest.day), ...(newest ? [newest] : [])],
    ...(sample && { isSample: true }),
  }
}

export function accountHistoryRoutes(context: Pick<AppContext, 'mount' | 'db' | 'config'> & HistoryContext): void {
  const { mount, db } = context
  mount(accountHistoryCalls.own, ({ client, query: { days } }) =>
    accountHistory(context, db.historyReader(), client.id, days === undefined ? undefined : Number(days)),
  )
  mount(accountHistoryCalls.ofClient, async ({ params: { clientId } }) => {
    await figuresOf(db, clientId)
    return accountHistory(context, db.historyReader(), clientId)
  })
}
