import type { Reply } from '@sauda/contract/platform/call'
import { csvErrors } from '@sauda/contract/platform/csv'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import {
  type ApartKind,
  apartNames,
  type clearingCalls,
  clearingErrors,
  clearingRules,
  type ClearingSettlement,
} from '@sauda/contract/trading/clearing'
import { settlementIdOf } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app-context.ts'
import { type Decider, findPendingAbout } from '../../core/approval/proposal.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { settlement } from '../../core/ledger/clearing.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { inChild } from '../../platform/child.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { rejectFuture, fileFault } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { isTradingDay, nextSettlementDay } from '../market/trading-day.ts'
import { settlementDay } from './pay-out-day.ts'
import type * as files from './clearing.read.ts'
import type { ClearingContent, FileSettlement } from './clearing.read.ts'
import { type CloseOutContext, obstacleTo, requestClose } from './close-out.ts'
import { dailyHighs } from './close-out.sql.ts'
import { notRequestedText, saveDeliveries } from './delivery.ts'
import {
  acceptDifference,
  differentVolumes,
  type FigureRow,
  figuresOf,
  insertObligation,
  isSettlement,
  lockSettlement,
  newestSettlements,
  saveDays,
  shortagesOf,
} from './clearing.sql.ts'

const child = inChild<typeof files>(new URL('./clearing.read.ts', import.meta.url), csvErrors.tooMuch)

type Sent = { readonly csv: SentCsv; readonly content: ClearingContent }

/** Throws an AppError that names what is wrong with the file. */
export const readSent = ({ name, bytes }: SentCsv) => child('readClearing', { name, bytes })

const idOf = ({ exchange }: ClearingContent, { type, number }: FileSettlement) =>
  settlementIdOf({ exchange, type, number })

export async function importFile(
  context: CloseOutContext,
  tx: Tx,
  { operator, ip, csv, content }: Sent & Decider,
): Promise<Reply<typeof clearingCalls.importFile>> {
  const { kind, exchange, day, isFinal, settlements } = content
  await lock(tx, 'tradeFiles')
  if (kind !== 'master') rejectFuture(day)
  const key = { kind, exchange, day, is_final: isFinal }
  if (await isImported(tx, 'clearing_file', key, csv)) throw new AppError(clearingErrors.known)
  const id = await insertFile(tx, 'clearing_file', csv, operator.id, key)
  if (kind === 'delivery') return importDeliveries(context, tx, { operator, ip, csv, content, fileId: id })
  if (kind === 'obligation') for (const each of settlements) await saveObligation(tx, id, content, each)
  else {
    const days = settlements.map((each) => ({ id: idOf(content, each), day: each.settlesOn }))
    await saveDays(tx, id, days)
  }
  const after = { kind, exchange, day, isFinal, fileName: csv.name, sha256: csv.sha256.toString('hex') }
  const nets = settlements.map((each) =>
    kind === 'obligation'
      ? { _id: idOf(content, each), net: rupeesOf(each.net) }
      : { _id: idOf(content, each), settlesOn: each.settlesOn },
  )
  const recorded = { action: 'clearing.import', subjectId: id, after: { ...after, settlements: nets } }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'trade' })
  return { kind, exchange, settlements: nets }
}

async function importDeliveries(
  context: CloseOutContext,
  tx: Tx,
  { operator, ip, csv: { name, sha256 }, content, fileId }: Sent & Decider & { readonly fileId: string },
): Promise<Reply<typeof clearingCalls.importFile>> {
  const { kind, exchange, day } = content
  const { closed, ...saved } = await saveDeliveries(context, tx, content, { fileId, name, operatorId: operator.id })
  const closeOuts: string[] = []
  for (const { row, shortageId, ...terms } of closed) {
    if (await findPendingAbout(tx, ['shortage.close'], { shortageId })) continue
    const wanted = { operator, ip, params: { shortageId }, body: { ...terms, day, file: name } }
    const obstacle = await obstacleTo(context, tx, wanted)
    if (obstacle === undefined) closeOuts.push((await requestClose(context, tx, wanted)).summary)
    else saved.notRequested.push(notRequestedText(row, obstacle))
  }
  const file = { kind, exchange, day, fileName: name, sha256: sha256.toString('hex') }
  await recordByOperator(
    context,
    tx,
    { operator, ip },
    { action: 'clearing.import', subjectId: fileId, after: { ...file, ...saved }, topic: 'trade' },
  )
  const { settlements, notRequested } = saved
  return {
    kind,
    exchange,
    settlements,
    ...(closeOuts.length > 0 && { closeOuts }),
    ...(notRequested.length > 0 && { notRequested }),
  }
}

async function saveObligation(tx: Tx, fileId: string, content: ClearingContent, each: FileSettlement): Promise<void> {
  const { exchange, day } = content
  const settlementId = idOf(content, each)
  const known = await lockSettlement(tx, settlementId)
  if (known && (day < known.tradedOn || day > known.settlesOn))
    throw fileFault(
      `${settlementId} is the settlement of ${dateText(known.tradedOn)}, but the file is of ${dateText(day)}. Choose the file of that day.`,
    )
  // Unchanged, it does not hold up the others of the file.
  if (known?.isReleased && known.net === each.net) return
  if (known?.isReleased)
    throw fileFault(`Money of ${settlementId} is released already, so that its obligation is not replaced any more.`)
  if (!known) {
    const { type, number } = each
    const settlesOn = each.settlesOn || (await settlementDay(tx, { exchange, type, day, number }))
    await settlement(tx, { exchange, type, number, tradedOn: day, settlesOn })
  }
  await insertObligation(tx, fileId, settlementId, each)
}

/** What of the difference the broker's own and error accounts do not explain. */
const unexplained = (file: bigint, { computed, apart }: FigureRow): bigint =>
  file - computed - BigInt(apart.own ?? 0) - BigInt(apart.error ?? 0)

/** That of the final file, unless an operator has accepted it. */
const toAccept = (row: FigureRow): bigint => {
  const rest = row.net === null ? 0n : unexplained(row.net, row)
  return rest === row.accepted ? 0n : rest
}

/** The one decision about a settlement: `release` while money may be released. */
export function standOf(row: FigureRow): {
  readonly state: 'waits' | 'release' | 'complete'
  readonly text: string
} {
  const { net, provisional, linked, settlesOn, clients, left, held } = row
  const waits = (text: string) => ({ state: 'waits' as const, text })
  const released = clients - left
  if (net === null)
    return waits(`Waiting for the ${provisional === null ? 'obligation file' : 'final obligation file'}`)
  const rest = toAccept(row)
  if (rest !== 0n) return waits(`Unexplained difference of ${formatRupees(rest)}`)
  if (linked !== net) return waits(`Waiting for the ${net > linked ? 'pay-out' : 'pay-in'} line`)
  if (settlesOn > dayInIndia(new Date())) return waits(`Waiting for the pay-out on ${dateText(settlesOn)}`)
  if (left === 0) return { state: 'complete', text: 'Complete' }
  const shortages = held === 0 ? '' : `, ${held} held back for a shortage`
  return { state: 'release', text: `Released ${released} of ${clients} clients${shortages}` }
}

const apartKinds = Object.keys(apartNames) as ApartKind[]

const viewOf = (row: FigureRow, mayAccept: boolean): ClearingSettlement => {
  const { id, tradedOn, settlesOn, computed, linked, clients, left } = row
  const file = row.net ?? row.provisional
  const apart = apartKinds.flatMap((kind) => {
    const paise = row.apart[kind]
    return paise === undefined ? [] : [{ kind, net: rupeesOf(BigInt(paise)) }]
  })
  return {
    _id: id,
    tradedOn,
    settlesOn,
    computed: rupeesOf(computed),
    ...(file !== null && {
      file: rupeesOf(file),
      difference: rupeesOf(file - computed),
      unexplained: rupeesOf(unexplained(file, row)),
    }),
    ...(row.net === null && file !== null && { isProvisional: true }),
    ...(apart.length > 0 && { apart }),
    linked: rupeesOf(linked),
    clients,
    released: clients - left,
    state: standOf(row).text,
    mayAccept: mayAccept && toAccept(row) !== 0n,
  }
}

export const listSettlements = async (context: AppContext, operatorId: string) => ({
  settlements: (await newestSettlements(context.db, clearingRules.settlements)).map((row) =>
    viewOf(row, isSingle(context) || row.importedBy !== operatorId),
  ),
})

export async function settlementOf(sql: Sql, id: string): Promise<Reply<typeof clearingCalls.settlement>> {
  if (!(await isSettlement(sql, id))) throw new AppError(commonErrors.notFound)
  const shortages = await shortagesOf(sql, id)
  const proposals = await auctionsOf(sql, shortages)
  return {
    volumes: await differentVolumes(sql, id, clearingRules.differences),
    shortages: shortages.map(({ amount, isin = '', tradedOn: _day, ...row }) => ({
      ...row,
      ...(row.mayClose && { auction: proposals(isin) }),
      amount: rupeesOf(amount),
    })),
  }
}

/** The usual day of the auction of a settlement, and the highest prices of the days on which it may be; a close-out has at least that price. */
async function auctionsOf(sql: Sql, shortages: Awaited<ReturnType<typeof shortagesOf>>) {
  const tradedOn = shortages[0]?.tradedOn ?? dayInIndia(new Date())
  const day = nextSettlementDay(tradedOn)
  const today = dayInIndia(new Date())
  const last = day > today ? day : today
  const period = Array.from({ length: clearingRules.auctionDays }, (_, days) => addDays(tradedOn, days)).filter(
    (each) => isTradingDay(each) && each <= last,
  )
  const isins = [...new Set(shortages.flatMap(({ isin }) => isin ?? []))]
  const highs = await dailyHighs(sql, isins, tradedOn, period.at(-1) ?? day)
  return (isin: string) => ({
    day,
    days: period.map((each) => {
      const high = highs.find((of) => of.isin === isin && of.day === each)
      return { day: each, ...(high && { price: Number(high.price), exchange: high.exchange }) }
    }),
  })
}

/** Rejects another amount than the present unexplained difference: the operator saw other figures. */
export async function accept(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { settlementId }, body }: RequestInput<typeof clearingCalls.accept>,
) {
  await requireRow(lockSettlement(tx, settlementId))
  const row = await requireRow(figuresOf(tx, settlementId))
  const { net, accepted, importedBy } = row
  const difference = net === null ? 0n : unexplained(net, row)
  if (difference === 0n || rupeesOf(difference) !== body.difference) throw new AppError(clearingErrors.changed)
  if (accepted === difference) throw new AppError(clearingErrors.accepted)
  const summary = `Accept the unexplained difference of ${formatRupees(difference)} in ${settlementId}`
  await refuseOwnRequest(context, tx, { operator, ip }, { makerId: importedBy, summary, error: clearingErrors.ownFile })
  await acceptDifference(tx, settlementId, difference, operator.id)
  const recorded = { action: 'clearing.accept', after: { settlementId, ...body }, topic: 'trade' as const }
  await recordByOperator(context, tx, { operator, ip }, recorded)
  return { message: 'Difference accepted' }
}
