import { isDeepStrictEqual } from 'node:util'
import { bankRules } from '@sauda/contract/money/bank'
import type { Body, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { CaseWarning } from '@sauda/contract/core/queue'
import {
  cannotSettle,
  settlementErrors,
  settlementRules,
  type settlementCalls,
  type SettlementLine,
  type SettlementList,
} from '@sauda/contract/money/settlement'
import type { AppContext } from '../../app/app-context.ts'
import { requirePayouts } from '../../core/approval/payout-stop.ts'
import type { Decider } from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { fileHash, issueDocument } from '../../core/document/document.ts'
import { stayActive } from '../../core/idempotency/idempotency.ts'
import { heldOf } from '../../core/ledger/clearing.ts'
import { lockedFigures } from '../../core/ledger/ledger.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { blockedBy, blockOf } from '../../core/queue/payment-block.ts'
import { settleFunds } from '../wallet/wallet.batch.ts'
import { createBatch, requirePayingBank } from './payout.ts'
import { type SettledFunds, type SettlementPdf, settlementPdfs, settlementMail } from './settlement.pdf.ts'
import {
  insertSettlement,
  lockUnbatched,
  saveRetention,
  settlementDates,
  settlementRows,
  type SettlementRow,
} from './settlement.sql.ts'

type Page = {
  readonly day?: string | undefined
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** A page of those still open, then of those settled. */
export async function settlementList(
  context: Pick<AppContext, 'config' | 'warnings'>,
  sql: Sql,
  operator: Pick<CurrentOperator, 'id'>,
  { day, after, limit = settlementRules.clients }: Page = {},
): Promise<SettlementList> {
  const date = await settlementDate(sql, day)
  const [state, number = ''] = after?.split(':') ?? []
  const place = state === undefined ? undefined : { settled: state === 'settled', number: BigInt(number) }
  const rows = date.kinds.length === 0 ? [] : await rowsOf(context, sql, date, null, { after: place, limit })
  const unsettled = rows.filter(({ settled }) => !settled).map(subjectOf)
  const warnings = await context.warnings(sql, unsettled, operator.id)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    ...date,
    lines: rows.map((row) => lineOf(row, warnings.get(row.clientId) ?? [])),
    open: Number(rows[0]?.open ?? 0),
    ...(last && { next: `${last.settled ? 'settled' : 'open'}:${last.number}` }),
  }
}

type SettlementDate = Omit<SettlementList, 'lines' | 'open' | 'next'>

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
  context: AppContext,
  tx: Tx,
  { operator, ip, body }: Decider & { readonly body: Body<typeof settlementCalls.retain> },
): Promise<SettlementList> {
  const { day, clientId, amount, reason } = body
  // Requests about one client run one after the other, so that a repeated one changes nothing.
  await lockedFigures(tx, clientId)
  const [row] = await rowsOf(context, tx, await settlementDate(tx, day), [clientId])
  if (!row || row.settled) throw new AppError(settlementErrors.nothing)
  if (row.inactive && amount > 0n) throw new AppError(settlementErrors.inactiveRetained)
  if (amount > row.cash) throw new AppError(settlementErrors.retainedTooMuch)
  if (amount === (row.retained ?? 0n) && (amount === 0n || reason === row.reason))
    return settlementList(context, tx, operator, { day })
  await saveRetention(tx, { day, clientId, amount, reason, operatorId: operator.id })
  const before = { retained: decimalRupees(row.retained ?? 0n), reason: row.reason }
  const after = { day, retained: decimalRupees(amount), reason }
  const recorded = { action: 'settlement.retain', subjectId: clientId, before, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'payout' })
  return settlementList(context, tx, operator, { day })
}

function fundsOf(row: SettlementRow, { day, kinds }: SettlementDate): SettledFunds {
  const { clientId, clientName: name, saudaId, frequency, inactive, cash: funds } = row
  const retained = retainedOf(row)
  const settlement = kinds.includes(frequency) ? frequency : 'monthly'
  const reason = (retained > 0n && row.reason) || null
  return { clientId, name, saudaId, day, settlement, inactive, funds, retained, reason }
}

type Settlement = Decider & { readonly body: Body<typeof settlementCalls.settle> }
type Settled = { readonly settled: number; readonly left: string[] }

/** How many statements are drawn before their clients are settled; a call of the thread has a time limit. */
const drawnTogether = 50

/**
 * Makes each client's withdrawal and mail in a transaction of its own, beside that of the idempotency key, so that a large settlement
 * locks one ledger at a time. Repeated after an interruption, it goes on with those still open.
 */
export async function settleClients(
  context: AppContext,
  keyTx: Tx,
  { body: { day, bankId, clients }, ...by }: Settlement,
): Promise<Settled> {
  const { db, config } = context
  const date = await settlementDate(db, day)
  if (!date.isOpen) return { settled: 0, left: [] }
  await db.transaction(async (tx) => {
    await requirePayouts(tx)
    await requirePayingBank(tx, bankId)
  })
  const rows = await rowsOf(context, db, date, [...new Set(clients)])
  const warnings = await context.warnings(db, rows.map(subjectOf), by.operator.id)
  const judged = rows.map((row) => {
    const missing = missingOf(row)
    return { row, missing, why: missing ?? blockOf(warnings.get(row.clientId) ?? []) }
  })
  const open = judged.flatMap(({ row, why }) => (why === undefined ? [row] : []))
  const left: string[] = judged
    .toSorted((a, b) => Number(a.missing === undefined) - Number(b.missing === undefined))
    .flatMap(({ row, why }) => (why === undefined ? [] : [cannotSettle(row.saudaId, why).message]))
  let settled = 0
  for (let from = 0; from < open.length; from += drawnTogether) {
    const funds = open.slice(from, from + drawnTogether).map((row) => fundsOf(row, date))
    for (const statement of await settlementPdfs(config, funds)) {
      await stayActive(keyTx)
      const { clientId } = statement.funds
      const missing = await db.transaction((tx) => settleClient(context, tx, { clientId, date, statement, ...by }))
      if (missing === undefined) settled += 1
      else left.push(missing)
    }
  }
  return { settled, left }
}

/** The batch of what was settled now, and of what an interrupted settlement of these clients left without one. */
export async function batchSettled(
  context: AppContext,
  tx: Tx,
  { body: { day, bankId, clients }, settled, left, ...by }: Settlement & Settled,
): Promise<Reply<typeof settlementCalls.settle>> {
  const date = await settlementDate(tx, day)
  if (!date.isOpen) throw new AppError(settlementErrors.notOpen)
  const withdrawals = await lockUnbatched(tx, day, clients)
  if (withdrawals.length === 0) {
    if (settled > 0) return { settled, left }
    const [why] = left
    throw new AppError(why === undefined ? settlementErrors.nothing : { status: 409, message: why })
  }
  const batch = await createBatch(context, tx, { bankId, withdrawals, ...by })
  return { settled: Math.max(settled, withdrawals.length), left, batch }
}

type ClientSettlement = Decider & {
  readonly clientId: string
  readonly date: SettlementDate
  readonly statement: SettlementPdf
}

/** Returns why it could not be settled, if the state of the client changed meanwhile. */
async function settleClient(
  context: AppContext,
  tx: Tx,
  { clientId, date, statement, ...by }: ClientSettlement,
): Promise<string | undefined> {
  await lockedFigures(tx, clientId)
  await requirePayouts(tx)
  const [row] = await rowsOf(context, tx, date, [clientId])
  if (!row) return `${statement.funds.saudaId}: nothing is left to settle`
  const why = missingOf(row) ?? (await blockedBy(context, tx, clientId))
  if (why !== undefined) return cannotSettle(row.saudaId, why).message
  const now = fundsOf(row, date)
  const { settlement, funds, retained } = now
  const [{ bytes, mark, amount, preparedAt } = statement] = isDeepStrictEqual(statement.funds, now)
    ? []
    : await settlementPdfs(context.config, [now])
  const paid =
    retained === funds
      ? undefined
      : await settleFunds(context, tx, { ...by, clientId, paise: funds - retained, settlement })
  const requestId = paid?.id ?? null
  await insertSettlement(tx, { ...now, requestId, operatorId: by.operator.id })
  const document = { clientId, mark, amount, preparedAt, sha256: fileHash(bytes) }
  await issueDocument(context, tx, { ...document, by })
  const mail = settlementMail(context.config, { ...now, email: row.email, payTo: paid?.payTo, pdf: bytes })
  await context.inform(tx, mail, { clientId, topic: 'wallet', ...(paid && { id: paid.id }) })
  return undefined
}

const subjectOf = ({ clientId }: SettlementRow) => ({ clientId })

/** `held`: what trades that are not booked yet will take from the balance. */
type Row = SettlementRow & { readonly held: bigint }

/** Rows of all clients if `clientIds` is null. */
async function rowsOf(
  { config }: Pick<AppContext, 'config'>,
  sql: Sql,
  { day, kinds }: SettlementDate,
  clientIds: readonly string[] | null,
  page: Pick<Parameters<typeof settlementRows>[1], 'after' | 'limit'> = {},
): Promise<Row[]> {
  const rows = await settlementRows(sql, {
    ...page,
    day,
    kinds,
    clientIds,
    minimum: config.settlementMinimum,
  })
  const ids = rows.map(({ clientId }) => clientId)
  const held = await heldOf(sql, ids)
  return rows.map((row) => ({ ...row, held: held.get(row.clientId) ?? 0n }))
}

/** An amount entered before the client became inactive, or above what is left, does not count. */
function retainedOf({ inactive, cash, retained }: SettlementRow): bigint {
  if (inactive || retained === undefined) return 0n
  return retained < cash ? retained : cash
}

function missingOf(row: Row): string | undefined {
  const { settled, frozen, hasBank, cash, held } = row
  if (settled) return 'already settled on this date'
  if (frozen) return 'the login of this client is frozen'
  if (!hasBank) return `no bank details, or changed in the last ${bankRules.coolOffHours} hours`
  const retained = retainedOf(row)
  if (retained === cash || retained >= held) return undefined
  return `${formatRupees(held)} pays for trades that are not booked yet. Book them first, or retain the amount`
}

function lineOf(row: Row, warnings: CaseWarning[]): SettlementLine {
  const { clientId, clientName, saudaId, frequency, inactive, settled, requestId, cash, reason } = row
  const funds = settled ? (row.settledFunds ?? 0n) : cash
  const retained = settled ? (row.settledRetained ?? 0n) : retainedOf(row)
  const missing = settled ? undefined : missingOf(row)
  const known = { clientId, clientName, saudaId, frequency, inactive, settled, warnings }
  return {
    ...known,
    funds: rupeesOf(funds),
    retained: rupeesOf(retained),
    ...(retained > 0n && reason && { retentionReason: reason }),
    payable: rupeesOf(funds - retained),
    ...(missing !== undefined && { missing: `${missing[0]?.toUpperCase()}${missing.slice(1)}` }),
    ...(settled && requestId !== undefined && { requestId }),
  }
}
