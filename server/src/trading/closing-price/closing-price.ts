import type { Body, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { closingPriceCalls, closingPriceErrors, closingPriceRules } from '@sauda/contract/trading/closing-price'
import { type Close, exchanges } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { previewFile, sendFile, waitingFiles } from '../../core/approval/file-proposal.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { closeOf, indianTime, tradingDaysBefore } from '../market/trading-day.ts'
import { closeKnownAt, priceFiles } from './closing-price.file.ts'
import { type HeldContext, heldNow, reasonsNow } from './closing-price.held.ts'
import {
  fileDays,
  lastCloses,
  lockPrice,
  newestFiles,
  release,
  saveDecision,
  waitingFrom,
  waitingPrices,
} from './closing-price.sql.ts'

async function listFiles(context: HeldContext): Promise<Reply<typeof closingPriceCalls.list>> {
  const sql = context.db
  return {
    files: await newestFiles(sql, 2 * closingPriceRules.days),
    missing: await missingDays(sql),
    held: await heldNow(context, await waitingPrices(sql, closingPriceRules.held)),
    waitingFiles: await waitingFiles(sql, 'price-file.count'),
  }
}

/** Trading days since the first file of an exchange, of the last weeks, without a file. */
export async function missingDays(sql: Sql) {
  const today = dayInIndia(new Date())
  const days = tradingDaysBefore(
    Date.now() < indianTime(today, closeKnownAt).getTime() ? today : addDays(today, 1),
    closingPriceRules.days,
  )
  const known = await fileDays(sql, days[0] ?? today)
  return exchanges
    .flatMap((exchange) => {
      const own = new Set(known.filter((each) => each.exchange === exchange).map(({ day }) => day))
      const [first] = [...own].toSorted()
      return days.filter((day) => first !== undefined && day > first && !own.has(day)).map((day) => ({ exchange, day }))
    })
    .toSorted((one, other) => other.day.localeCompare(one.day))
}

async function decide(
  context: AppContext,
  tx: Tx,
  { body, operator, ip }: ByOperator & { readonly body: Body<typeof closingPriceCalls.decide> },
): Promise<Reply<typeof closingPriceCalls.decide>> {
  const { accept, reason, close: seen, ...key } = body
  const price = await requireRow(lockPrice(tx, key))
  if (!price.waits) throw new AppError(closingPriceErrors.decided)
  if (seen !== undefined && seen !== price.close) throw new AppError(closingPriceErrors.changed)
  const summary = `${accept ? 'Accept' : 'Leave out'} the close of ${price.symbol} of ${dateText(key.day)}`
  await refuseOwnRequest(
    context,
    tx,
    { operator, ip },
    { makerId: price.imported_by, summary, error: closingPriceErrors.ownFile },
  )
  const [waiting] = await waitingFrom(tx, key)
  const reasons = waiting ? await reasonsNow(context, tx, [waiting]) : []
  await saveDecision(tx, key, accept, operator.id)
  const released = await judgeLater(context, tx, key)
  const after = {
    ...key,
    symbol: price.symbol,
    close: price.close,
    accepted: accept,
    toCheck: reasons.flat(),
    reason,
    ...(released > 0 && { released }),
  }
  const recorded = { action: 'closing-price.decide', after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'market' })
  const done = accept ? 'Price accepted' : 'Price left out'
  if (released === 0) return { message: done }
  const later = released === 1 ? '1 later price' : `${released} later prices`
  const wait = released === 1 ? 'no longer waits' : 'no longer wait'
  return { message: `${done}. ${later} of ${price.symbol} ${wait} for a check.` }
}

/** A price that is accepted or left out is what the later ones were compared with, which may not wait any longer then. */
async function judgeLater(context: AppContext, tx: Tx, key: Parameters<typeof waitingFrom>[1]): Promise<number> {
  let released = 0
  for (const price of await waitingFrom(tx, key)) {
    const [reasons = []] = await reasonsNow(context, tx, [price])
    if (reasons.length > 0 || price.previous === '') continue
    await release(tx, price)
    released += 1
  }
  return released
}

/** The last close of each instrument. */
export const closes = async (sql: Sql): Promise<Close[]> =>
  (await lastCloses(sql)).map(({ symbol, close, day, previous, is_old: notTradedSince, is_sample: isSample }) => ({
    symbol,
    price: close,
    at: closeOf(day).toISOString(),
    ...(previous !== null && { previousClose: previous }),
    notTradedSince,
    ...(isSample && { isSample }),
  }))

/** `changed` is called when the closes by which positions are valued have changed. */
export function closingPriceRoutes(context: AppContext, changed: () => Promise<void>) {
  const { mount, db } = context
  mount(closingPriceCalls.list, () => listFiles(context))
  mount(closingPriceCalls.preview, (given) => previewFile(context, priceFiles(context, changed), given))
  mount(closingPriceCalls.importFile, (given) => sendFile(context, priceFiles(context, changed), given))
  mount(closingPriceCalls.decide, async (given) => {
    const result = await runIdempotent(db, given, (tx) => decide(context, tx, given))
    await changed()
    return result
  })
}
