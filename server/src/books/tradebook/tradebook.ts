import { tradebookCalls, tradebookErrors, type TradebookReading, tradebookRules } from '@sauda/contract/books/tradebook'
import { lineError } from '@sauda/contract/platform/csv'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { inThread } from '../../platform/thread.ts'
import type * as work from '../tax/tax.ts'
import { leftOutBy } from '../../platform/format.ts'
import { fileReader } from '../../platform/workbook.ts'
import type * as files from './tradebook.read.ts'
import type { FileTrade, TradebookFile } from './tradebook.read.ts'
import {
  deleteTradebook,
  hasTradebook,
  insertTradebook,
  isinsOf,
  lockClient,
  type NewTrade,
  selectKnown,
  selectTradebooks,
} from './tradebook.sql.ts'

const read = fileReader<typeof files>(new URL('./tradebook.read.ts', import.meta.url))
const report = inThread<typeof work>(new URL('../tax/tax.ts', import.meta.url), commonErrors.tooMuchWork)

type Given = RequestInput<typeof tradebookCalls.importFile>

/** The trades of the file that are used, and what is said about the others. */
async function readingOf(sql: Sql, clientId: string, name: string, file: TradebookFile) {
  const symbols = [...new Set(file.trades.filter(({ isin }) => isin === '').map(({ symbol }) => symbol))]
  const isins = new Map((await isinsOf(sql, symbols)).map(({ symbol, isin }) => [symbol, isin]))
  const known = new Map((await selectKnown(sql, clientId)).map((trade) => [keyOf(trade), trade]))
  const faults = [...file.faults]
  const leftOut: string[] = []
  const trades: NewTrade[] = []
  const equal = new Map<string, number>()
  for (const trade of file.trades) {
    const isin = trade.isin || isins.get(trade.symbol)
    if (isin === undefined) {
      const fault = `it has no ISIN, and we have no share with the symbol ${trade.symbol}.`
      faults.push(lineError(trade.line, fault).message)
      continue
    }
    const found = { ...trade, isin, key: tradeKey(trade, isin, equal) }
    const stored = known.get(keyOf(found))
    if (!stored) trades.push(found)
    else if (stored.quantity === found.quantity && stored.price === found.price)
      leftOut.push('that you have imported already')
    else
      faults.push(
        lineError(
          trade.line,
          `the trade ${trade.tradeId} was imported before with ${stored.quantity} at ${stored.price}, and is ${found.quantity} at ${found.price} here.`,
        ).message,
      )
  }
  const days = trades.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const reading: TradebookReading = {
    name,
    rows: file.rows,
    trades: trades.length,
    buys: trades.filter(({ side }) => side === 'B').length,
    sales: trades.filter(({ side }) => side === 'S').length,
    stocks: new Set(trades.map(({ isin }) => isin)).size,
    ...(from !== undefined && to !== undefined && { from, to }),
    leftOut: [...file.leftOut, ...leftOutBy(leftOut)],
    faults: faults.slice(0, tradebookRules.shownFaults),
    faultCount: faults.length,
    unused: [...file.unused],
  }
  return { reading, trades }
}

const keyOf = ({ day, isin, side, key }: Pick<NewTrade, 'day' | 'isin' | 'side' | 'key'>): string =>
  [day, isin, side, key].join('|')

/** Rows without a trade number that say the same are counted, so that two equal trades are two, and a second file with them adds none. */
function tradeKey(trade: FileTrade, isin: string, equal: Map<string, number>): string {
  const { day, side, exchange, tradeId, time, quantity, price } = trade
  if (tradeId !== '') return `${exchange} ${tradeId}`
  const says = `${exchange} ${time} ${quantity} at ${price}`
  const place = keyOf({ day, isin, side, key: says })
  const count = (equal.get(place) ?? 0) + 1
  equal.set(place, count)
  return `${says}, ${count}`
}

const readFile = ({ csv, query }: Pick<Given, 'csv' | 'query'>) => read('readTradebook', { ...query, bytes: csv.bytes })

async function importTradebook({ db, audit, notifyScreens }: AppContext, given: Given): Promise<TradebookReading> {
  const { client, ip, csv } = given
  const file = await readFile(given)
  return db.transaction(async (tx) => {
    await requireRow(lockClient(tx, client.id))
    if (await hasTradebook(tx, client.id, csv.sha256)) throw new AppError(tradebookErrors.known)
    const { reading, trades } = await readingOf(tx, client.id, csv.name, file)
    if (trades.length === 0) throw new AppError(tradebookErrors.noTrades)
    const stored = await selectTradebooks(tx, client.id)
    if (stored.length >= tradebookRules.files) throw new AppError(tradebookErrors.tooManyFiles)
    if (stored.reduce((count, each) => count + each.trades, trades.length) > tradebookRules.trades)
      throw new AppError(tradebookErrors.tooManyTrades)
    const id = newId()
    await insertTradebook(tx, { id, clientId: client.id, name: csv.name, sha256: csv.sha256, trades })
    await audit(tx, {
      by: { client, ip },
      action: 'tradebook.import',
      subjectId: client.id,
      after: { name: csv.name, trades: trades.length, sha256: csv.sha256.toString('hex') },
    })
    await notifyScreens(tx, { clientId: client.id }, 'trade')
    return reading
  })
}

const removeTradebook = (
  { db, audit, notifyScreens }: AppContext,
  { client, ip, params }: RequestInput<typeof tradebookCalls.remove>,
) =>
  db.transaction(async (tx) => {
    await requireRow(lockClient(tx, client.id))
    const removed = await deleteTradebook(tx, client.id, params.tradebookId)
    if (!removed) throw new AppError(commonErrors.notFound)
    await audit(tx, { by: { client, ip }, action: 'tradebook.remove', subjectId: client.id, after: removed })
    await notifyScreens(tx, { clientId: client.id }, 'trade')
    return { tradebooks: await selectTradebooks(tx, client.id) }
  })

export function tradebookRoutes(context: AppContext): void {
  const { mount, db } = context
  const inputOf = (clientId: string) => ({ connection: db.historyReader().connection, clientId })
  mount(tradebookCalls.list, async ({ client }) => ({ tradebooks: await selectTradebooks(db, client.id) }))
  mount(tradebookCalls.preview, async (given) => {
    const { client, csv } = given
    return (await readingOf(db, client.id, csv.name, await readFile(given))).reading
  })
  mount(tradebookCalls.importFile, (given) => importTradebook(context, given))
  mount(tradebookCalls.remove, (given) => removeTradebook(context, given))
  mount(tradebookCalls.year, ({ client, query }) => report('statedFigures', { ...inputOf(client.id), query }))
  mount(tradebookCalls.exits, ({ client, query }) => report('statedSales', { ...inputOf(client.id), query }))
}
