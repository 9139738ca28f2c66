import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import {
  closingPriceErrors,
  closingPriceRules,
  type HeldPrice,
  type PriceFileReading,
} from '@sauda/contract/trading/closing-price'
import type { AppContext } from '../../app/app-context.ts'
import type { ClientChange, FileFormat, FileToCount } from '../../core/approval/file-proposal.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { inChild } from '../../platform/child.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { checkRows, fileFault, requireTradingDay } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { indianTime } from '../market/trading-day.ts'
import { isFollowing, reasonsOfFile, reasonsOfPrice } from './closing-price.judge.ts'
import type * as files from './closing-price.read.ts'
import type { PriceFileContent } from './closing-price.read.ts'
import {
  type ChangedClose,
  type CloseRow,
  heldWithout,
  holdingsAt,
  type Known,
  knownAround,
  lastCloses,
  savePrices,
  storedFiles,
} from './closing-price.sql.ts'

const child = inChild<typeof files>(new URL('./closing-price.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

/** Price files: the newest of an exchange and day that counts has its prices. `changed` is called when closes have changed. */
export const priceFiles = (
  { config }: Pick<AppContext, 'config'>,
  changed: () => Promise<void>,
): FileFormat<PriceFileContent, PriceFileReading> => ({
  kind: 'price-file.count',
  lock: 'priceFiles',
  read: ({ name, bytes }) => child('readPrices', { name, bytes }),
  count: (tx, file) => countFile({ config }, tx, file),
  committed: changed,
})

/** Stores the file and its prices; a later file of the same day replaces them. */
async function countFile(context: Pick<AppContext, 'config'>, tx: Tx, file: FileToCount<PriceFileContent>) {
  const { csv, content, importedBy, approvedBy } = file
  const { exchange, day, rows } = content
  const { reading, prices, reasons } = await plan(context, tx, file)
  const columns = { exchange, day, rows, prices: prices.length, approved_by: approvedBy }
  const id = await insertFile(tx, 'price_file', csv, importedBy, columns)
  const store = () =>
    savePrices(
      tx,
      { id, exchange, day },
      prices.map(({ reasons: why, ...price }) => ({ ...price, isHeld: why.length > 0 })),
    )
  const needsSecond = reasons.length > 0 || approvedBy !== null
  const effects = needsSecond ? await closeChanges(tx, store) : { done: await store(), changes: [], table: undefined }
  const after = {
    exchange,
    day,
    prices: prices.length,
    held: reading.held.map(({ symbol }) => symbol),
    missing: reading.missing,
  }
  return {
    reading,
    summary: `Use the closing prices of ${csv.name}, of ${exchange} on ${dateText(day)}`,
    reasons,
    changes: effects.changes,
    tables: [tableOfHeld(reading.held), ...(effects.table ? [effects.table] : [])],
    audited: { action: 'closing-price.import', subjectId: id, after, topic: 'market' as const },
  }
}

/** Runs `work`, and compares the closes and what they make of each client's holdings before and after it. */
export async function closeChanges<Done>(tx: Tx, work: () => Promise<Done>) {
  const before = await lastCloses(tx)
  const done = await work()
  const closes = changedCloses(before, await lastCloses(tx))
  const changes: ClientChange[] = (await holdingsAt(tx, closes)).map((each) => ({
    ...each,
    figure: 'Holdings at closing prices',
  }))
  return { done, changes, table: tableOfCloses(closes) }
}

type DatedClose = ChangedClose & { readonly shownBefore: string; readonly shownAfter: string }

/** The closes of instruments that differ, the largest changes first. */
function changedCloses(before: readonly CloseRow[], after: readonly CloseRow[]): DatedClose[] {
  const [old, fresh] = [before, after].map((rows) => new Map(rows.map((row) => [row.symbol, row])))
  const symbols = new Set([...before, ...after].map(({ symbol }) => symbol))
  return [...symbols]
    .map((symbol) => ({ symbol, was: old?.get(symbol), is: fresh?.get(symbol) }))
    .filter(({ was, is }) => was?.close !== is?.close)
    .map(({ symbol, was, is }) => ({
      symbol,
      before: was?.close ?? null,
      after: is?.close ?? null,
      shownBefore: closeText(was),
      shownAfter: closeText(is),
    }))
    .toSorted((one, other) => shareOf(other) - shareOf(one) || one.symbol.localeCompare(other.symbol))
}

const closeText = (row: CloseRow | undefined): string =>
  row ? `${formatPrice(decimalOf(row.close) ?? 0n)}, ${dateText(row.day)}` : '–'

/** How many times the larger one is the smaller one; a close that begins or ends comes first. */
function shareOf({ before, after }: ChangedClose): number {
  const [one, other] = [Number(before ?? 0), Number(after ?? 0)]
  return Math.max(one, other) / Math.max(Math.min(one, other), 1e-9)
}

const tableOfHeld = (held: readonly HeldPrice[]) => ({
  title: 'Prices to check',
  columns: ['Security', 'Last close', 'New close', 'To check'],
  rows: held.map(({ symbol, isin, before, close, reasons }) => [
    `${symbol}, ${isin}`,
    before ? `${formatPrice(decimalOf(before.close) ?? 0n)}, ${dateText(before.day)}` : '–',
    formatPrice(decimalOf(close) ?? 0n),
    { text: reasons.join(' '), warns: true as const },
  ]),
})

const tableOfCloses = (closes: readonly DatedClose[]) => ({
  title: 'Closes of instruments that change',
  columns: ['Instrument', 'Before', 'After'],
  rows: closes.map(({ symbol, shownBefore, shownAfter }) => [symbol, shownBefore, shownAfter]),
})

const notOffered = 'of units of trusts, gold bonds and other debt that are no instrument here'

type Planned = Pick<FileToCount<PriceFileContent>, 'csv' | 'content' | 'importedBy' | 'approvedBy'>

/** Throws an AppError that names what is wrong with the file. Changes nothing. */
async function plan(context: Pick<AppContext, 'config'>, sql: Sql, file: Planned) {
  const { csv, content, importedBy, approvedBy } = file
  const { exchange, day, rows, leftOut } = content
  if (await isImported(sql, 'price_file', { exchange, day }, csv)) throw new AppError(closingPriceErrors.known)
  checkDay(day)
  const stored = await storedFiles(sql, content)
  checkRows({ day, rows }, stored.newestBefore)
  const reasons = reasonsOfFile(content, stored)
  const isAlone = reasons.length === 0 && approvedBy === null && !isSingle(context)
  const isNext = isFollowing(stored, day)
  const around = await knownAround(sql, { exchange, day, operatorId: importedBy }, content.prices)
  const known = new Map(around.map((each) => [each.isin, each]))
  const prices = content.prices.filter(({ isin, isOther }) => !isOther || known.get(isin)?.isOffered)
  const others = content.prices.length - prices.length
  const judged = prices.map((price) => {
    const of = known.get(price.isin)
    return { ...price, reasons: stored.hasAny && of ? reasonsOfPrice(price, of, { isNext, isAlone }) : [] }
  })
  const held = judged
    .filter((price) => price.reasons.length > 0)
    .map((price) => viewOf({ ...price, exchange, day }, known.get(price.isin)))
    .toSorted((one, other) => Number(other.isHeldByClients) - Number(one.isHeldByClients))
  const isins = prices.map(({ isin }) => isin)
  const reading: PriceFileReading = {
    exchange,
    day,
    name: csv.name,
    rows,
    prices: prices.length,
    leftOut: [...leftOut, ...(others > 0 ? [{ reason: notOffered, rows: others }] : [])],
    held: held.slice(0, closingPriceRules.held),
    missing: await heldWithout(sql, exchange, isins),
  }
  return { reading, prices: judged, reasons }
}

/** The close is known half an hour after the end of the session. */
export const closeKnownAt = '16:00'

function checkDay(day: string): void {
  requireTradingDay(day)
  if (Date.now() < indianTime(day, closeKnownAt).getTime())
    throw fileFault(`The closing prices of ${dateText(day)} are not known before 4 pm of that day.`)
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
