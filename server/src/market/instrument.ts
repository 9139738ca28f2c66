import type { Body, Reply } from '@sauda/contract/call'
import { marketErrors, marketRules, type Instrument, type marketCalls } from '@sauda/contract/market'
import { AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { MarketContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { requireRow, type Db, type Sql, type Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import {
  breaksNames,
  findByName,
  insertInstrument,
  lockInstrument,
  pageOfInstruments,
  searchInstruments,
  updateInstrument,
  type InstrumentRow,
  type InstrumentValues,
} from './instrument.sql.ts'

/** By symbol, name or alias. */
export type FindInstrument = (sql: Sql, stockName: string) => Promise<Instrument | undefined>

export const findInstrument: FindInstrument = async (sql, stockName) => {
  const row = await findByName(sql, stockName)
  return row && viewOf(row)
}

type InstrumentQuery = { readonly search?: string | undefined; readonly after?: string | undefined }

export async function listInstruments(
  sql: Sql,
  { search = '', after = '' }: InstrumentQuery,
): Promise<Reply<typeof marketCalls.instruments>> {
  const page = { after, limit: marketRules.instruments }
  const rows = await (search === '' ? pageOfInstruments(sql, page) : searchInstruments(sql, search, page))
  return { instruments: rows.map(viewOf), total: Number(rows[0]?.total ?? 0) }
}

type OperatorRequest = { readonly operator: CurrentOperator; readonly ip: string }

export function addInstrument(
  context: MarketContext,
  { symbol, ...given }: Body<typeof marketCalls.addInstrument>,
  by: OperatorRequest,
): Promise<Instrument> {
  const id = uuidv7()
  return change(context.db, async (tx) => {
    await insertInstrument(tx, id, symbol, given)
    await record(context, tx, by, { action: 'market.add', id, after: { symbol, ...given } })
    return viewOf(await requireRow(lockInstrument(tx, id)))
  })
}

export const editInstrument = (
  context: MarketContext,
  id: string,
  given: InstrumentValues,
  by: OperatorRequest,
): Promise<Instrument> =>
  change(context.db, async (tx) => {
    const before = viewOf(await requireRow(lockInstrument(tx, id)))
    await updateInstrument(tx, id, given)
    const after = viewOf(await requireRow(lockInstrument(tx, id)))
    const changed = (Object.keys(after) as (keyof Instrument)[]).filter((name) => !isSame(before[name], after[name]))
    const lastFeed = (instrument: Instrument) =>
      Object.fromEntries(['symbol' as const, ...changed].map((name) => [name, instrument[name]]))
    if (changed.length > 0)
      await record(context, tx, by, { action: 'market.edit', id, before: lastFeed(before), after: lastFeed(after) })
    return after
  })

async function change<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (breaksNames(error)) throw new AppError(marketErrors.symbolTaken)
    throw error
  }
}

type Change = { readonly action: string; readonly id: string; readonly before?: object; readonly after: object }

async function record(
  context: MarketContext,
  tx: Tx,
  { operator, ip }: OperatorRequest,
  { action, id, before, after }: Change,
) {
  await context.audit(tx, {
    actor: operatorActor(operator),
    action,
    subjectId: id,
    ...(before && { before }),
    after,
    ip,
  })
  await context.notifyScreens(tx, 'desk', 'market', id)
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const viewOf = ({ id, ...rest }: InstrumentRow): Instrument => ({ _id: id, ...rest })
