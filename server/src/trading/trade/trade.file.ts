import type { Instrument } from '@sauda/contract/trading/market'
import { namePrefixes } from '@sauda/contract/core/name'
import { paiseOf } from '@sauda/contract/platform/money'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { SegmentValue } from '@sauda/contract/client/setting'
import { type TradeImport, wrongLine } from '@sauda/contract/trading/trade-file'
import { ownAccounts } from '../../core/approval/own-account.ts'
import { SecondOperatorNeeded } from '../../core/approval/proposal.ts'
import { findSentFile } from '../../core/sent-file/sent-file.sql.ts'
import { type DealerDay, dealerDay } from '../../core/approval/trade.policy.ts'
import { ownMoney, type OwnMoney } from '../../core/ledger/clearing.ts'
import { figuresOf, lockedFigures, type Figures } from '../../core/ledger/ledger.ts'
import { bulkLimits } from '../../platform/concurrency.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { inThread } from '../../platform/thread.ts'
import type * as files from './trade.file.line.ts'
import { type CsvLine, ours, saudaIdForm } from './trade.file.line.ts'
import {
  type FileState,
  type LinePlan,
  lotsSold,
  partOfSentence,
  planLines,
  priceWarnings,
  referenceKey,
} from './trade.file.plan.ts'
import { lockLots } from './lot.sql.ts'
import { type ClientRow, findClients, findNamed, lockFiles, type NamedRow } from './trade.sql.ts'
import { bulkMail, type TradeDetails } from './trade.mail.ts'
import { approvalWarnings, lastPrice } from './trade.preview.ts'
import { buy, lotOf, sell } from './trade.ts'
import { dealerOf, type OperatorRequest, type TradeContext, recentPurchase } from './trade.alone.ts'
import { checkDates } from './trade.date.ts'
import { tradeName } from './trade.history.ts'

const thread = inThread<Pick<typeof files, 'readTrades'>>(
  new URL('./trade.file.line.ts', import.meta.url),
  commonErrors.busy,
  bulkLimits,
)

/** The file that awaits a second operator, by its hash. */
export const waitingFile = async (sql: Sql, hash: string): Promise<string> =>
  (await requireRow(findSentFile(sql, hash))).content.toString()

type Preview = {
  readonly operator: Pick<OperatorRequest['operator'], 'id'>
  readonly csv: string
  /** When the request that a second operator reviews was made. ISO 8601. */
  readonly requestedAt?: string | undefined
}

export const previewFile = (context: TradeContext, preview: Preview): Promise<TradeImport> =>
  context.db.snapshot((sql) => previewLines(context, sql, preview))

export async function previewLines(context: TradeContext, sql: Sql, { operator, csv, requestedAt }: Preview) {
  const { lines, unused } = await thread('readTrades', csv)
  const rows = await namedIn(sql, lines)
  const plans = planLines(await loadState(sql, context, lines, { figures: figuresOf, requestedAt, rows }), lines)
  const clients = new Set(plans.flatMap(({ line }) => (line.status === 'new' ? (line.clientId ?? []) : [])))
  const known = new Map(
    await context.warnings(
      sql,
      [...clients].map((clientId) => ({ clientId })),
      operator.id,
    ),
  )
  const profits: LineProfit[] = []
  const dealer = requestedAt === undefined ? await dealerDay(sql, operator.id) : undefined
  const warned: LinePlan[] = []
  for (const plan of plans) {
    const { order, position, line } = plan
    if (line.status !== 'new' || !order || !position) {
      warned.push(plan)
      continue
    }
    const about = known.get(position.clientId) ?? []
    // On the first line of each client.
    known.delete(position.clientId)
    try {
      const checked = { order, position, line, requestedAt, profits, dealer }
      const approval = priceWarnings(await lineWarnings(context, sql, checked))
      warned.push({ ...plan, line: { ...line, warnings: [...about, ...line.warnings, ...approval] } })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      warned.push({ ...plan, line: { ...line, status: 'wrong', problem: partOfSentence(error), warnings: [] } })
    }
  }
  return summarise(warned, unused)
}

/** The profit or loss of a sale in the file, for the limits of the sales after it. */
type LineProfit = {
  readonly clientId: string
  readonly since: string
  readonly profit: bigint
  readonly isOwn: boolean
}

type CheckedLine = Required<Pick<LinePlan, 'order' | 'position' | 'line'>> & {
  readonly requestedAt: string | undefined
  readonly profits: LineProfit[]
  /** Undefined in the review of a second operator. */
  readonly dealer: DealerDay | undefined
}

/** The ticket's warnings about the date of this line and about the approval policy. */
async function lineWarnings(
  context: TradeContext,
  sql: Sql,
  { order, position, line, requestedAt, profits, dealer }: CheckedLine,
): Promise<string[]> {
  const { clientId, stock, boughtAt } = position
  const isSale = order.action === 'SELL'
  const { execution } = order
  const dates = await checkDates(sql, context.days, {
    ...execution,
    clientId,
    stockName: stock,
    ...(isSale && { boughtAt: boughtAt ?? new Date(requestedAt ?? Date.now()) }),
    isApproved: requestedAt !== undefined,
  })
  const deal = { ...order, clientId, stock, dates, dealer }
  if (!isSale) return approvalWarnings(context, sql, deal)
  const bought = await recentPurchase(sql, context.days, {
    ...execution,
    buyId: position.id,
    operatorId: dealer?.operatorId,
  })
  if (bought === undefined) return approvalWarnings(context, sql, deal)
  const { since } = bought
  const profit = paiseOf(line.profitLoss ?? 0)
  const isOwn = dealer !== undefined && bought.dealers.includes(dealer.operatorId)
  // A profit counts with the profits, a loss with the losses on what this dealer bought.
  const before = profits
    .filter((each) => each.clientId === clientId && each.since >= since && each.profit > 0n === profit > 0n)
    .reduce((sum, each) => sum + (each.profit > 0n || each.isOwn ? each.profit : 0n), 0n)
  profits.push({ clientId, since, profit, isOwn })
  return approvalWarnings(context, sql, { ...deal, recent: { ...bought, profit: profit + before } })
}

/** Books every new line in the order of the file, or nothing if one cannot be booked. */
export async function bookFile(context: TradeContext, tx: Tx, by: OperatorRequest, csv: string): Promise<TradeImport> {
  const { lines, unused } = await thread('readTrades', csv)
  await lockFiles(tx)
  // In the order every transaction uses: positions, the dealer, clients.
  const rows = await lockedNamedIn(tx, lines)
  const dealer = await dealerOf(context, tx, by)
  const figures: FiguresOf = (_, clientId) => lockedFigures(tx, clientId)
  const state = await loadState(tx, context, lines, { figures, requestedAt: by.requestedAt, rows })
  const plans = planLines(state, lines)
  const wrong = plans.find(({ line }) => line.status === 'wrong')?.line
  if (wrong) throw new AppError(wrongLine(wrong.line, wrong.problem ?? ''))
  const clientIds = [...state.clients.values()].map(({ id }) => id)
  const own = await ownAccounts(context, tx, { operatorId: by.operator.id, clientIds })
  const ownLine = plans.find(({ line: { status, clientId } }) => status === 'new' && own.has(clientId ?? ''))?.line
  if (ownLine) throw new AppError(wrongLine(ownLine.line, partOfSentence(commonErrors.ownAccount)))
  const mails = new Map<string, TradeDetails[]>()
  // Before the purchases of the file have ids, which nothing else can sell.
  const uses = lotsSold(plans)
  for (const one of plans) {
    if (one.line.status !== 'new' || !one.order) continue
    const trade = await bookLine(context, tx, { ...by, dealer }, one).catch((error: unknown) => {
      // Errors only the booking finds, such as too many open positions.
      if (error instanceof SecondOperatorNeeded)
        throw new SecondOperatorNeeded({
          clientId: null,
          summary: `Book a file of ${plans.length} ${plans.length === 1 ? 'trade' : 'trades'}`,
          reasons: error.reasons.map((reason) => `Line ${one.line.line}: ${reason}`),
          uses,
        })
      throw error instanceof AppError ? new AppError(wrongLine(one.line.line, partOfSentence(error))) : error
    })
    mails.set(trade.clientId, [...(mails.get(trade.clientId) ?? []), trade])
  }
  for (const client of state.clients.values()) {
    const trades = mails.get(client.id)
    if (trades)
      await context.inform(tx, bulkMail(context.config, client, trades), { clientId: client.id, topic: 'trade' })
  }
  return summarise(plans, unused)
}

/** Returns the details for the client's mail. */
async function bookLine(
  context: TradeContext,
  tx: Tx,
  request: OperatorRequest,
  one: LinePlan,
): Promise<TradeDetails & { clientId: string }> {
  const { order, position } = one
  if (!order || !position) throw new Error(`line ${one.line.line} is not to be booked`)
  const { clientId, stock } = position
  const { action, quantity, price, execution } = order
  const by = { ...request, fromFile: { reference: order.reference } }
  const trade =
    action === 'BUY'
      ? await buy(context, tx, by, { clientId, stockName: stock, quantity, price, ...execution })
      : await sell(context, tx, by, { tradeId: position.id ?? '', quantity, price, ...execution })
  // Later lines may sell from it.
  if (action === 'BUY') position.id = trade._id
  return { clientId, action, stock, quantity, price, amount: paiseOf(trade.amount), tradeId: trade.tradeId }
}

function summarise(plans: readonly LinePlan[], unused: readonly string[]): TradeImport {
  const lines = plans.map(({ line }) => line)
  const count = (input: string) => lines.filter(({ status }) => status === input).length
  return { lines, fresh: count('new'), booked: count('booked'), wrong: count('wrong'), unused: [...unused] }
}

type FiguresOf = (sql: Sql, clientId: string) => Promise<Figures>

type Loading = {
  readonly figures: FiguresOf
  readonly requestedAt: string | undefined
  /** The trades that the lines name. */
  readonly rows: readonly NamedRow[]
}

async function loadState(
  sql: Sql,
  context: TradeContext,
  lines: readonly CsvLine[],
  { figures, requestedAt, rows }: Loading,
): Promise<FileState> {
  const cells = lines.map((line) => line.cells)
  const saudaIds = cells.map(({ client }) => client.toUpperCase())
  const clients = await clientsOf(sql, saudaIds)
  const [funds, owed, segments] = [
    new Map<string, OwnMoney>(),
    new Map<string, bigint>(),
    new Map<string, SegmentValue>(),
  ]
  for (const { id } of [...clients.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    funds.set(id, await ownMoney(sql, id, await figures(sql, id)))
    owed.set(id, await context.owed(sql, id))
    segments.set(id, await context.segments(sql, id))
  }
  return {
    clients,
    instruments: await instrumentsOf(
      sql,
      context,
      cells.map(({ stock }) => stock),
    ),
    booked: new Map(rows.flatMap((row) => (row.reference_key === null ? [] : [[row.reference_key, row]]))),
    positions: await positionsOf(sql, rows),
    funds,
    owed,
    segments,
    buysPairs: context.buysPairs,
    today: dayInIndia(new Date(requestedAt ?? Date.now())),
    last: (stock) => lastPrice(context, stock),
  }
}

/** By the dealer's reference or by our number. */
function namedIn(sql: Sql, lines: readonly CsvLine[]): Promise<NamedRow[]> {
  const names = lines.flatMap(({ cells: { reference, position } }) => [reference, position]).map(referenceKey)
  const numbers = names.filter((name) => ours.test(name)).map((name) => name.slice(namePrefixes.trade.length))
  return findNamed(sql, names, numbers)
}

/** Their positions are locked until the transaction ends. */
async function lockedNamedIn(tx: Tx, lines: readonly CsvLine[]): Promise<NamedRow[]> {
  const rows = await namedIn(tx, lines)
  await lockLots(
    tx,
    rows.map((row) => row.lot_id ?? row.id),
  )
  // May have changed before the lock.
  return namedIn(tx, lines)
}

async function positionsOf(sql: Sql, rows: readonly NamedRow[]): Promise<FileState['positions']> {
  const positions: FileState['positions'] = new Map()
  for (const row of rows) {
    const boughtAt = row.traded_at ?? row.created_at
    const position =
      row.action === 'BUY'
        ? { id: row.id, clientId: row.client_id, stock: row.stock, lot: await lotOf(sql, row), boughtAt }
        : undefined
    positions.set(tradeName(row.number), position)
    if (row.reference_key !== null) positions.set(row.reference_key, position)
  }
  return positions
}

async function clientsOf(sql: Sql, saudaIds: readonly string[]): Promise<Map<string, ClientRow>> {
  const known = saudaIds.filter((saudaId) => saudaIdForm.test(saudaId))
  const numbers = known.map((saudaId) => saudaId.slice(namePrefixes.client.length))
  return new Map((await findClients(sql, [...new Set(numbers)])).map((row) => [row.sauda_id, row]))
}

async function instrumentsOf(sql: Sql, { instrument }: TradeContext, stockNames: readonly string[]) {
  const found = new Map<string, Instrument | undefined>()
  for (const name of new Set(stockNames)) found.set(name, await instrument(sql, name))
  return found
}
