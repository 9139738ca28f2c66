import { isDeepStrictEqual } from 'node:util'
import { bankRules } from '@sauda/contract/bank'
import type { Body, Reply } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import { decimalRupees, rupeesOf } from '@sauda/contract/money'
import {
  cannotSettle,
  settlementErrors,
  settlementRules,
  type settlementCalls,
  type SettlementLine,
  type SettlementList,
} from '@sauda/contract/settlement'
import type { Frequency } from '@sauda/contract/setting-name'
import type { AppContext, SettlementContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { lockedFigures } from '../ledger/ledger.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { addDays, dayInIndia } from '../platform/india.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { createBatch, type PayoutRequests } from './payout.ts'
import { type SettledFunds, settlementPdfs } from './settlement.pdf.ts'
import { settlementMail } from './settlement.mail.ts'
import {
  insertSettlement,
  saveRetention,
  settlementDates,
  settlementRows,
  type SettlementRow,
} from './settlement.sql.ts'

type Caller = { readonly operator: CurrentOperator; readonly ip: string }

/** The wallet's command: a withdrawal of unused funds, in the name of no client. */
export type SettleFunds = (
  tx: Tx,
  funds: Caller & { readonly clientId: string; readonly paise: bigint; readonly settlement: Frequency },
) => Promise<{ readonly id: string; readonly payTo: string }>

export async function settlementList(sql: Sql, requestedDay?: string): Promise<SettlementList> {
  const date = await settlementDate(sql, requestedDay)
  const rows = date.kinds.length === 0 ? [] : await rowsOf(sql, date, null)
  return { ...date, lines: rows.map((row) => lineOf(row)) }
}

type SettlementDate = Omit<SettlementList, 'lines'>

/** By default the date that is open, or the next one. */
async function settlementDate(sql: Sql, requestedDay?: string): Promise<SettlementDate> {
  const today = dayInIndia(new Date())
  const dates = await settlementDates(sql, addDays(today, -100), addDays(today, 400))
  const isOpenOn = ({ day }: { readonly day: string }) => isOpen(day, today)
  const next = dates.find(isOpenOn) ?? dates.find(({ day }) => day > today)
  const day = requestedDay ?? next?.day ?? today
  const kinds = dates.find((date) => date.day === day)?.kinds ?? []
  return { day, kinds, isOpen: kinds.length > 0 && isOpen(day, today), dates }
}

/** On the date and the day after. */
const isOpen = (day: string, today: string): boolean => day <= today && today <= addDays(day, settlementRules.daysLate)

export async function retain(
  context: SettlementContext,
  tx: Tx,
  { operator, ip, body }: Caller & { readonly body: Body<typeof settlementCalls.retain> },
): Promise<SettlementList> {
  const { day, clientId, amount, reason } = body
  // Requests about one client run one after the other, so that a repeated one changes nothing.
  await lockedFigures(tx, clientId)
  const [row] = await rowsOf(tx, await settlementDate(tx, day), [clientId])
  if (!row || row.settled) throw new AppError(settlementErrors.nothing)
  if (row.inactive && amount > 0n) throw new AppError(settlementErrors.inactiveRetained)
  if (amount > row.cash) throw new AppError(settlementErrors.retainedTooMuch)
  if (amount === (row.retained ?? 0n) && (amount === 0n || reason === row.reason)) return settlementList(tx, day)
  await saveRetention(tx, { day, clientId, amount, reason, operatorId: operator.id })
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: 'settlement.retain',
    subjectId: clientId,
    before: { retained: decimalRupees(row.retained ?? 0n), reason: row.reason ?? undefined },
    after: { day, retained: decimalRupees(amount), reason },
    ip,
  })
  await context.notifyScreens(tx, 'desk', 'payout')
  return settlementList(tx, day)
}

/** The statements as a PDF, drawn while no ledger is locked. */
type DrawnStatements = ReadonlyMap<string, { readonly funds: SettledFunds; readonly pdf: Buffer }>

export async function drawStatements(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { day, clients }: Body<typeof settlementCalls.settle>,
): Promise<DrawnStatements> {
  const date = await settlementDate(db, day)
  const rows = date.isOpen ? await rowsOf(db, date, [...new Set(clients)]) : []
  const all = rows.filter((row) => missingOf(row) === undefined).map((row) => fundsOf(row, date))
  const pdfs = await settlementPdfs(config, all)
  return new Map(all.map((funds, index) => [funds.clientId, { funds, pdf: pdfs[index] ?? Buffer.of() }]))
}

/** Drawn again if the figures changed meanwhile. */
async function statementOf({ config }: Pick<AppContext, 'config'>, funds: SettledFunds, drawn: DrawnStatements) {
  const found = drawn.get(funds.clientId)
  if (found && isDeepStrictEqual(found.funds, funds)) return found.pdf
  const [pdf = Buffer.of()] = await settlementPdfs(config, [funds])
  return pdf
}

function fundsOf(row: SettlementRow, { day, kinds }: SettlementDate): SettledFunds {
  const { client_id: clientId, client_name: name, sauda_id: saudaId, frequency, inactive, cash: funds } = row
  const retained = retainedOf(row)
  const settlement = kinds.includes(frequency) ? frequency : 'monthly'
  const reason = retained > 0n ? row.reason : null
  return { clientId, name, saudaId, day, settlement, inactive, funds, retained, reason }
}

/** Makes the withdrawals, their batch and the mails to the clients, all or nothing. */
export async function settle(
  context: SettlementContext,
  requests: PayoutRequests,
  settleFunds: SettleFunds,
  tx: Tx,
  {
    body: { day, bankId, clients },
    drawn,
    ...by
  }: Caller & { readonly body: Body<typeof settlementCalls.settle>; readonly drawn: DrawnStatements },
): Promise<Reply<typeof settlementCalls.settle>> {
  const date = await settlementDate(tx, day)
  if (!date.isOpen) throw new AppError(settlementErrors.notOpen)
  const ids = [...new Set(clients)].toSorted()
  // Locking in the order of the ids prevents deadlocks.
  for (const id of ids) await lockedFigures(tx, id)
  const rows = await rowsOf(tx, date, ids)
  if (rows.length === 0) throw new AppError(settlementErrors.nothing)
  const withdrawals: string[] = []
  for (const row of rows) {
    const requestId = await settleClient(context, settleFunds, tx, { row, date, drawn, ...by })
    if (requestId !== null) withdrawals.push(requestId)
  }
  const batch =
    withdrawals.length === 0 ? undefined : await createBatch(context, requests, tx, { bankId, withdrawals, ...by })
  return { settled: rows.length, ...(batch && { batch }) }
}

type ClientSettlement = Caller & {
  readonly row: SettlementRow
  readonly date: SettlementDate
  readonly drawn: DrawnStatements
}

async function settleClient(
  context: SettlementContext,
  settleFunds: SettleFunds,
  tx: Tx,
  { row, date, drawn, ...by }: ClientSettlement,
): Promise<string | null> {
  const missing = missingOf(row)
  if (missing !== undefined) throw new AppError(cannotSettle(row.sauda_id, missing))
  const statement = fundsOf(row, date)
  const { clientId, day, settlement, inactive, funds, retained, reason } = statement
  const pdf = await statementOf(context, statement, drawn)
  const paid =
    retained === funds ? undefined : await settleFunds(tx, { ...by, clientId, paise: funds - retained, settlement })
  const inserted = await insertSettlement(tx, {
    day,
    clientId,
    frequency: settlement,
    inactive,
    funds,
    retained,
    reason,
    requestId: paid?.id ?? null,
    operatorId: by.operator.id,
  })
  if (inserted === 0) throw new AppError(cannotSettle(row.sauda_id, 'already settled on this date'))
  const mail = settlementMail(context.config, { ...statement, email: row.email, payTo: paid?.payTo, pdf })
  await context.inform(tx, mail, { clientId, topic: 'wallet', ...(paid && { id: paid.id }) })
  return paid?.id ?? null
}

/** Of all clients if `clientIds` is null. */
const rowsOf = (sql: Sql, { day, kinds }: SettlementDate, clientIds: readonly string[] | null) =>
  settlementRows(sql, {
    day,
    kinds,
    clientIds,
    inactiveDays: settlementRules.inactiveDays,
    coolOffHours: bankRules.coolOffHours,
  })

/** An amount entered before the client became inactive, or above what is left, does not count. */
function retainedOf({ inactive, cash, retained }: SettlementRow): bigint {
  if (inactive || retained === null) return 0n
  return retained < cash ? retained : cash
}

function missingOf({ settled, frozen, has_bank: hasBank }: SettlementRow): string | undefined {
  if (settled) return 'already settled on this date'
  if (frozen) return 'the login of this client is frozen'
  return hasBank ? undefined : `no bank details, or changed in the last ${bankRules.coolOffHours} hours`
}

function lineOf(row: SettlementRow): SettlementLine {
  const { settled, cash, reason } = row
  const funds = settled ? (row.settled_funds ?? 0n) : cash
  const retained = settled ? (row.settled_retained ?? 0n) : retainedOf(row)
  const missing = settled ? undefined : missingOf(row)
  return {
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    frequency: row.frequency,
    inactive: row.inactive,
    funds: rupeesOf(funds),
    retained: rupeesOf(retained),
    ...(retained > 0n && reason !== null && { retentionReason: reason }),
    payable: rupeesOf(funds - retained),
    ...(missing !== undefined && { missing: `${missing[0]?.toUpperCase()}${missing.slice(1)}` }),
    settled,
    ...(settled && row.request_id !== null && { requestId: row.request_id }),
  }
}
