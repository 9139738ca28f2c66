import type { HeldPrice } from '@sauda/contract/trading/closing-price'
import type { AppContext } from '../../app/app-context.ts'
import { isSingle } from '../../core/approval/waive.ts'
import type { Sql } from '../../platform/db.ts'
import { isFollowing, reasonsOfPrice } from './closing-price.judge.ts'
import { knownAround, storedFiles, type WaitingPrice } from './closing-price.sql.ts'

export type HeldContext = Pick<AppContext, 'config' | 'db'>

const fileOf = ({ exchange, day, importedBy }: WaitingPrice): string => `${exchange} ${day} ${importedBy}`

/** Why each of these prices waits, by the closes and files of this moment. */
export async function reasonsNow(
  context: Pick<HeldContext, 'config'>,
  sql: Sql,
  prices: readonly WaitingPrice[],
): Promise<(readonly string[])[]> {
  const found = new Map<WaitingPrice, readonly string[]>()
  for (const ofFile of Map.groupBy(prices, fileOf).values()) {
    const [{ exchange, day, importedBy: operatorId }] = ofFile as [WaitingPrice]
    const isNext = isFollowing(await storedFiles(sql, { exchange, day }), day)
    const around = await knownAround(sql, { exchange, day, operatorId }, ofFile)
    const known = new Map(around.map((each) => [each.isin, each]))
    for (const price of ofFile) {
      const isAlone = !price.isApproved && !isSingle(context)
      const of = known.get(price.isin)
      found.set(price, of ? reasonsOfPrice(price, of, { isNext, isAlone }) : [])
    }
  }
  return prices.map((price) => found.get(price) ?? [])
}

/** In place of reasons where later files and decisions have explained the price. */
const explained =
  'What contradicted this price was corrected since. Accept it unless the exchange announced another one.'

/** The prices as the desk shows them. */
export async function heldNow(context: HeldContext, prices: readonly WaitingPrice[]): Promise<HeldPrice[]> {
  const reasons = await reasonsNow(context, context.db, prices)
  return prices.map(({ exchange, day, isin, symbol, close, isHeldByClients, before }, at) => {
    const why = reasons[at] ?? []
    const shown = { exchange, day, isin, symbol, close, isHeldByClients, ...(before && { before }) }
    return { ...shown, reasons: why.length > 0 ? [...why] : [explained] }
  })
}
