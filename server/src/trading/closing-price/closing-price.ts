import type { Body, Reply } from '@sauda/contract/platform/call'
import { csvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import {
  closingPriceCalls,
  closingPriceErrors,
  closingPriceRules,
  type HeldPrice,
  type PriceFileReading,
} from '@sauda/contract/trading/closing-price'
import { type Close, exchanges } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app-context.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { inChild } from '../../platform/child.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { checkRows, fileFault, requireTradingDay } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { closeOf, indianTime, tradingDaysBefore } from '../market/trading-day.ts'
import type * as files from './closing-price.read.ts'
import type { FilePrice, PriceFileContent } from './closing-price.read.ts'
import {
  fileBefore,
  fileDays,
  heldPrices,
  heldWithout,
  type Known,
  knownBefore,
  lastCloses,
  lockPrice,
  newestFiles,
  type NewPrice,
  saveDecision,
  savePrices,
} from './closing-price.sql.ts'
import { importOnce, runIdempotent } from '../../core/idempotency/idempotency.ts'

const child = inChild<typeof files>(new URL('./closing-price.read.ts', import.meta.url), csvErrors.tooMuch)

type Sent = { readonly csv: SentCsv; readonly content: PriceFileContent }

/** Throws an AppError that names what is wrong with the file. */
const readSent = ({ name, bytes }: SentCsv) => child('readPrices', { name, bytes })

/** Changes nothing. */
const preview = async (sql: Sql, sent: Sent): Promise<PriceFileReading> => (await plan(sql, sent)).reading

/** Stores the file and its prices; a later file of the same day replaces them. */
async function importFile(context: AppContext, tx: Tx, { operator, ip, ...sent }: Sent & ByOperator) {
  const { csv } = sent
  const { exchange, day, rows } = sent.content
  await lockFiles(tx)
  const { reading, prices } = await plan(tx, sent)
  const id = await insertFile(tx, 'price_file', csv, operator.id, { exchange, day, rows, prices: prices.length })
  await savePrices(tx, { id, exchange, day }, prices)
  const after = {
    exchange,
    day,
    fileName: csv.name,
    sha256: csv.sha256.toString('hex'),
    prices: prices.length,
    held: reading.held.map(({ symbol }) => symbol),
    missing: reading.missing,
  }
  const recorded = { action: 'closing-price.import', subjectId: id, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'market' })
  return reading
}

async function plan(
  sql: Sql,
  { csv, content }: Sent,
): Promise<{ reading: PriceFileReading; prices: readonly NewPrice[] }> {
  const { exchange, day, rows, prices } = content
  if (await isImported(sql, 'price_file', { exchange, day }, csv)) throw new AppError(closingPriceErrors.known)
  checkDay(day)
  const before = await fileBefore(sql, content)
  checkRows(rows, before, closingPriceRules.leastRowsPercent)
  const known = new Map((await knownBefore(sql, content, prices)).map((each) => [each.isin, each]))
  // Across a missing day every previous close would differ.
  const isNext = before !== undefined && before.day === tradingDaysBefore(day, 1)[0]
  const judged = prices.map((price) => {
    const of = known.get(price.isin)
    return { ...price, reasons: before && of ? reasonsOf(price, of, isNext) : [] }
  })
  const held = judged.filter(({ reasons }) => reasons.length > 0)
  return {
    reading: {
      exchange,
      day,
      name: csv.name,
      rows,
      prices: prices.length,
      held: held
        .map((price) => viewOf({ ...price, exchange, day }, known.get(price.isin)))
        .toSorted((one, other) => Number(other.isHeldByClients) - Number(one.isHeldByClients))
        .slice(0, closingPriceRules.held),
      missing: await heldWithout(
        sql,
        exchange,
        prices.map(({ isin }) => isin),
      ),
    },
    prices: judged,
  }
}

/** The close is known half an hour after the end of the session. */
const closeKnownAt = '16:00'

function checkDay(day: string): void {
  requireTradingDay(day)
  if (Date.now() < indianTime(day, closeKnownAt).getTime())
    throw fileFault(`The closing prices of ${dateText(day)} are not known before 4 pm of that day.`)
}

/** Why a price waits for an operator; none if it does not. */
function reasonsOf({ symbol, close, previous }: FilePrice, known: Known, isNext: boolean): string[] {
  const now = decimalOf(close) ?? 0n
  const given = decimalOf(previous || '0') ?? 0n
  const ours = known.close === null ? undefined : decimalOf(known.close)
  const base = ours ?? given
  const reasons: string[] = []
  if (known.other !== null)
    reasons.push(`${symbol} had the ISIN ${known.other} until now. Check for a split or consolidation.`)
  if (isNext && ours !== undefined && known.day !== null && given !== ours)
    reasons.push(
      `The previous close in the file is ${formatPrice(given)}, ours of ${dateText(known.day)} is ${formatPrice(ours)}. Check for a corporate action that is missing here.`,
    )
  const move = now > base ? now - base : base - now
  if (base > 0n && move * 100n > base * BigInt(closingPriceRules.mostMovePercent))
    reasons.push(
      `The price ${now > base ? 'rose' : 'fell'} by more than ${closingPriceRules.mostMovePercent} % from ${formatPrice(base)} to ${formatPrice(now)}.`,
    )
  return reasons
}

type Held = Pick<HeldPrice, 'exchange' | 'day' | 'isin' | 'symbol' | 'close' | 'reasons'>

const viewOf = ({ exchange, day, isin, symbol, close, reasons }: Held, known: Known | undefined): HeldPrice => ({
  exchange,
  day,
  isin,
  symbol,
  close,
  ...(known && known.close !== null && known.day !== null && { before: { close: known.close, day: known.day } }),
  isHeldByClients: known?.held === true,
  reasons,
})

async function listFiles(sql: Sql): Promise<Reply<typeof closingPriceCalls.list>> {
  return {
    files: await newestFiles(sql, 2 * closingPriceRules.days),
    missing: await missingDays(sql),
    held: await heldPrices(sql, closingPriceRules.held),
  }
}

/** Trading days since the first file of an exchange, of the last weeks, without a file. */
async function missingDays(sql: Sql) {
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
  await saveDecision(tx, key, accept, operator.id)
  const after = { ...key, symbol: price.symbol, close: price.close, accepted: accept, reason }
  const recorded = { action: 'closing-price.decide', after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'market' })
  return { message: accept ? 'Price accepted' : 'Price left out' }
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

/** One at a time, so that each sees the prices before it. */
const lockFiles = (tx: Tx) => lock(tx, 'priceFiles')

/** `changed` is called when the closes by which positions are valued have changed. */
export function closingPriceRoutes(context: AppContext, changed: () => Promise<void>) {
  const { mount, db } = context
  mount(closingPriceCalls.list, () => listFiles(db))
  mount(closingPriceCalls.preview, async ({ csv }) => preview(db, { csv, content: await readSent(csv) }))
  mount(closingPriceCalls.importFile, async (given) => {
    const content = await readSent(given.csv)
    const reading = await importOnce(db, given, (tx) => importFile(context, tx, { ...given, content }))
    await changed()
    return reading
  })
  mount(closingPriceCalls.decide, async (given) => {
    const result = await runIdempotent(db, given, (tx) => decide(context, tx, given))
    await changed()
    return result
  })
}
