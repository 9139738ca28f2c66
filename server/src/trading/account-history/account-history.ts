import { historyRules, type AccountHistory } from '@sauda/contract/trading/account-history'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { Sql } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { type ChartContext, closes } from '../market/chart.ts'
import { type PositionRow, selectFigures, selectPositions, selectRequestsSince } from './account-history.sql.ts'

/** The client exists. */
export async function accountHistory(context: ChartContext, sql: Sql, clientId: string): Promise<AccountHistory> {
  const to = dayInIndia(new Date())
  const earliest = `${Number(to.slice(0, 4)) - historyRules.years}${to.slice(4)}`.replace('02-29', '02-28')
  const [rows, positions, requests] = await Promise.all([
    selectFigures(sql, clientId, earliest),
    selectPositions(sql, clientId, earliest),
    selectRequestsSince(sql, clientId, earliest),
  ])
  const holdings = Map.groupBy(positions, ({ symbol }) => symbol)
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
    holdings: await Promise.all([...holdings].map(([symbol, changes]) => holdingOf(context, symbol, changes))),
    requests: requests.map(({ id, amount, until, ...rest }) => ({
      _id: id,
      ...rest,
      amount: rupeesOf(amount),
      ...(until !== null && { until }),
    })),
  }
}

async function holdingOf(context: ChartContext, symbol: string, changes: readonly PositionRow[]) {
  const known = (await closes(context, symbol, historyRules.closes)).closes
  const first = changes[0]?.day ?? ''
  // The last close before the first position values it until the next one.
  const start = known.findLastIndex(({ day }) => day <= first)
  return {
    symbol,
    positions: changes.map(({ day, quantity, cost }) => ({ day, quantity, cost: rupeesOf(cost) })),
    closes: known.slice(Math.max(0, start)),
  }
}
