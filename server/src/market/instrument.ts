import { isDeepStrictEqual } from 'node:util'
import type { Query } from '@sauda/contract/call'
import { marketErrors, marketRules, type Instrument, type marketCalls } from '@sauda/contract/market'
import { AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { MarketContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { requireRow, type Db, type Sql, type Tx } from '../platform/db.ts'
import type { CurrentOperator, RequestInput } from '../platform/mount.ts'
import {
  breaksNames,
  findByName,
  insertInstrument,
  lockInstrument,
  pageOfInstruments,
  searchInstruments,
  updateInstrument,
} from './instrument.sql.ts'

export type FindInstrument = (sql: Sql, stockName: string) => Promise<Instrument | undefined>

export const findInstrument: FindInstrument = findByName

export async function listInstruments(sql: Sql, { search = '', after = '' }: Query<typeof marketCalls.instruments>) {
  const page = { after, limit: marketRules.instruments }
  const rows = await (search === '' ? pageOfInstruments(sql, page) : searchInstruments(sql, search, page))
  return { instruments: rows, total: Number(rows[0]?.total ?? 0) }
}

export function addInstrument(context: MarketContext, input: RequestInput<typeof marketCalls.addInstrument>) {
  const { symbol, ...values } = input.body
  const id = uuidv7()
  return change(context.db, async (tx) => {
    await insertInstrument(tx, id, symbol, values)
    await record(context, tx, input, { action: 'market.add', subjectId: id, after: { symbol, ...values } })
    return requireRow(lockInstrument(tx, id))
  })
}

export function editInstrument(context: MarketContext, input: RequestInput<typeof marketCalls.editInstrument>) {
  const id = input.params.instrumentId
  return change(context.db, async (tx) => {
    const before = await requireRow(lockInstrument(tx, id))
    await updateInstrument(tx, id, input.body)
    const after = await requireRow(lockInstrument(tx, id))
    const names = Object.keys(after) as (keyof Instrument)[]
    const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
    const recorded = (instrument: Instrument) =>
      Object.fromEntries(['symbol' as const, ...changed].map((name) => [name, instrument[name]]))
    if (changed.length > 0) {
      const values = { before: recorded(before), after: recorded(after) }
      await record(context, tx, input, { action: 'market.edit', subjectId: id, ...values })
    }
    return after
  })
}

async function change<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (breaksNames(error)) throw new AppError(marketErrors.symbolTaken)
    throw error
  }
}

async function record(
  context: MarketContext,
  tx: Tx,
  { operator, ip }: { readonly operator: CurrentOperator; readonly ip: string },
  change: { readonly action: string; readonly subjectId: string; readonly before?: object; readonly after: object },
) {
  await context.audit(tx, { actor: operatorActor(operator), ...change, ip })
  await context.notifyScreens(tx, 'desk', 'market', change.subjectId)
}
