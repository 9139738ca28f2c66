import { isDeepStrictEqual } from 'node:util'
import type { Body, Query, Reply } from '@sauda/contract/platform/call'
import { marketErrors, marketRules, type Instrument, marketCalls } from '@sauda/contract/trading/market'
import { AppError } from '@sauda/contract/platform/error'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, type ProposalHandlers, waiting } from '../../core/approval/proposal.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import {
  breaksNames,
  findByName,
  insertInstrument,
  type InstrumentValues,
  lockInstrument,
  pageOfInstruments,
  searchInstruments,
  updateInstrument,
} from './market.sql.ts'

export type FindInstrument = (sql: Sql, stockName: string) => Promise<Instrument | undefined>

export const findInstrument: FindInstrument = findByName

export async function listInstruments(
  sql: Sql,
  { search = '', kind, after = '' }: Query<typeof marketCalls.instruments>,
) {
  const page = { kind, after, limit: marketRules.instruments }
  const rows = await (search === '' ? pageOfInstruments(sql, page) : searchInstruments(sql, search, page))
  return { instruments: rows, total: Number(rows[0]?.total ?? 0) }
}

type NewInstrument = Body<typeof marketCalls.addInstrument>
type Changes = Payload<'instrument.change'>

/** From the second administrator on, one of them must approve it. */
export const addInstrument = (
  context: AppContext,
  { body, ...by }: RequestInput<typeof marketCalls.addInstrument>,
): Promise<Reply<typeof marketCalls.addInstrument>> =>
  context.db.transaction(async (tx) => {
    const { symbol, ...values } = body
    const summary = `Add the instrument ${symbol}: ${describe(values)}`
    const change = { kind: 'instrument.add' as const, payload: body, summary, operator: by.operator, ip: by.ip }
    const result = await changeOrPropose(context, tx, change, () => insert(context, tx, by, body))
    return 'done' in result ? result.done : { ...body, _id: result.proposal._id, ...waiting(result.proposal) }
  })

/** From the second administrator on, one of them must approve it. */
export const editInstrument = (
  context: AppContext,
  { params: { instrumentId }, body, ...by }: RequestInput<typeof marketCalls.editInstrument>,
): Promise<Reply<typeof marketCalls.editInstrument>> =>
  context.db.transaction(async (tx) => {
    const { _id, symbol, ...before } = await requireRow(lockInstrument(tx, instrumentId))
    const changed = Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(before, name, value)))
    if (Object.keys(changed).length === 0) return { _id, symbol, ...before }
    const summary = `Change the instrument ${symbol}: ${describe(changed)}`
    const payload: Changes = { instrumentId, changed }
    const change = { kind: 'instrument.change' as const, payload, summary, operator: by.operator, ip: by.ip }
    const result = await changeOrPropose(context, tx, change, () => update(context, tx, by, payload))
    return 'done' in result ? result.done : { _id, symbol, ...before, ...waiting(result.proposal) }
  })

function isSame(instrument: object, name: string, value: unknown): boolean {
  const present = (instrument as Record<string, unknown>)[name]
  // The same tick size may be written with further zeros.
  return name === 'tick' ? Number(present) === Number(value) : isDeepStrictEqual(present, value)
}

/** `lot 5, tick 0.1`, for the operator who approves it. */
function describe(values: Partial<InstrumentValues>): string {
  const texts = Object.entries(values).map(([name, value]) => {
    if (name === 'active') return value === true ? 'open for buying' : 'closed for buying'
    if (name === 'fractional') return value === true ? 'fractional quantities' : 'whole quantities'
    return `${name === 'isin' ? 'ISIN' : name} ${Array.isArray(value) ? value.join(', ') || 'none' : String(value) || 'none'}`
  })
  return texts.join(', ')
}

export const instrumentProposals = (context: AppContext): ProposalHandlers<'instrument.add' | 'instrument.change'> => ({
  'instrument.add': {
    carryOut: (tx, payload, by) => insert(context, tx, by, marketCalls.addInstrument.body.parse(payload)),
  },
  'instrument.change': {
    carryOut: (tx, payload, by) => update(context, tx, by, payload),
    describe: async (tx, { instrumentId }) => ({
      before: { changed: await requireRow(lockInstrument(tx, instrumentId)) },
    }),
  },
})

async function insert(context: AppContext, tx: Tx, by: ByOperator, body: NewInstrument): Promise<Instrument> {
  const { symbol, ...values } = body
  const id = newId()
  await insertInstrument(tx, id, symbol, values).catch(namesTaken)
  await recordByOperator(context, tx, by, { action: 'market.add', subjectId: id, after: body, topic: 'market', id })
  return requireRow(lockInstrument(tx, id))
}

/** Keeps what another operator changed since the request. */
async function update(context: AppContext, tx: Tx, by: ByOperator, { instrumentId, changed }: Changes) {
  const before = await requireRow(lockInstrument(tx, instrumentId))
  const values = marketCalls.editInstrument.body.parse({ ...before, ...changed })
  await updateInstrument(tx, instrumentId, values).catch(namesTaken)
  const names = Object.keys(changed) as (keyof InstrumentValues)[]
  const recorded = (of: InstrumentValues) => ({
    symbol: before.symbol,
    ...Object.fromEntries(names.map((name) => [name, of[name]])),
  })
  const after = await requireRow(lockInstrument(tx, instrumentId))
  await recordByOperator(context, tx, by, {
    action: 'market.edit',
    subjectId: instrumentId,
    before: recorded(before),
    after: recorded(after),
    topic: 'market',
    id: instrumentId,
  })
  return after
}

function namesTaken(error: unknown): never {
  throw breaksNames(error) ? new AppError(marketErrors.symbolTaken) : error
}
