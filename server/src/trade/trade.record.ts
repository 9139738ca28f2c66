import { decimalText, formatPrice, formatQuantity } from '@sauda/contract/decimal'
import type { Instrument } from '@sauda/contract/market'
import { decimalRupees } from '@sauda/contract/money'
import type { SegmentValue } from '@sauda/contract/setting'
import type { TradeContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import type { Deal } from './trade.plan.ts'
import type { NewTrade } from './trade.sql.ts'
import type { LastPrice } from './trade.view.ts'

/** Provided by other features. */
export type TradeDependencies = {
  /** By symbol, name or alias. */
  readonly instrument: (sql: Sql, stockName: string) => Promise<Instrument | undefined>
  readonly last: LastPrice
  /** Unpaid loan principal, in paise. */
  readonly owed: (sql: Sql, clientId: string) => Promise<bigint>
  readonly segments: (sql: Sql, clientId: string) => Promise<SegmentValue>
}

export type By = {
  readonly operator: Pick<CurrentOperator, 'id' | 'name'>
  readonly ip: string
  /** The dealer's reference in a bulk upload, after which the client gets one mail for the whole file. */
  readonly fromFile?: { readonly reference: string }
}

/** `10 RELIANCE at ₹2,500.50`, as in the statement. */
export const dealWords = ({ quantity, price, stock }: Deal & { readonly stock: string }): string =>
  `${formatQuantity(quantity)} ${stock} at ${formatPrice(price)}`

export const signedRupees = (paise: bigint): string => (paise < 0n ? `-${decimalRupees(-paise)}` : decimalRupees(paise))

export function factsOf({ id, stock, quantity, price, amount, reference }: NewTrade, tradeId: string) {
  return {
    tradeId: id,
    trade: tradeId,
    stock,
    quantity: decimalText(quantity),
    price: decimalText(price),
    amount: decimalRupees(amount),
    ...(reference !== null && { reference }),
  }
}

type Done = { readonly action: string; readonly clientId: string; readonly before?: object; readonly after: object }

export async function record(
  { audit, notifyScreens }: TradeContext,
  tx: Tx,
  { operator, ip }: By,
  { action, clientId, ...changed }: Done,
) {
  await Promise.all([
    audit(tx, { actor: operatorActor(operator), action, subjectId: clientId, ...changed, ip }),
    notifyScreens(tx, { clientId }, 'trade'),
    notifyScreens(tx, { clientId }, 'wallet'),
    notifyScreens(tx, 'desk', 'trade'),
    notifyScreens(tx, 'desk', 'client', clientId),
  ])
}
