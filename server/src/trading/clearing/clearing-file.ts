import { corporationOf } from '@sauda/contract/trading/corporation'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { rupeesOf } from '@sauda/contract/platform/money'
import { clearingErrors, fileKinds } from '@sauda/contract/trading/clearing'
import { type Exchange, settlementIdOf } from '@sauda/contract/trading/market'
import type { ClientChange, FileFormat } from '../../core/approval/file-proposal.ts'
import { settlement } from '../../core/ledger/clearing.ts'
import { inChild } from '../../platform/child.ts'
import type { Tx } from '../../platform/db.ts'
import { addDays, dateText } from '../../platform/india.ts'
import { fileFault, rejectFuture } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { nextSettlementDay } from '../market/trading-day.ts'
import type * as files from './clearing.read.ts'
import type { ClearingContent, FileSettlement } from './clearing.read.ts'
import {
  insertObligation,
  lockSettlement,
  type MovedDay,
  saveDays,
  tradeDays,
  uncompared,
} from './clearing-file.sql.ts'
import { differentVolumes } from './clearing.sql.ts'
import { clearedElsewhere } from './corporation.ts'
import { informOfDays } from './clearing.inform.ts'
import type { CloseOutContext } from './close-out.ts'
import { type ClearingFile, type ClearingReading, type Counted, listed, releasedAt } from './counted.ts'
import { countDeliveries } from './delivery-file.ts'
import { calendarDay, settlementDay } from './pay-out-day.ts'
import { releasable } from './releasable.ts'

const child = inChild<typeof files>(new URL('./clearing.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

/** Settlement masters, obligation files and delivery files: the newest of a kind, exchange and day counts. */
export const clearingFiles = (context: CloseOutContext): FileFormat<ClearingContent, ClearingReading> => ({
  kind: 'clearing-file.count',
  lock: 'tradeFiles',
  read: ({ name, bytes }) => child('readClearing', { name, bytes }),
  about: ({ exchange, settlements, deliveries }) => ({
    settlements: [...new Set([...settlements, ...deliveries].map(({ number }) => `${exchange} ${number}`))].join(', '),
  }),
  count: (tx, file) => countFile(context, tx, file),
})

/** Stores the file and what follows from it. */
export async function countFile(context: CloseOutContext, tx: Tx, file: ClearingFile) {
  const { csv, content, importedBy, approvedBy } = file
  const { kind, exchange, day, isFinal } = content
  if (kind !== 'master') rejectFuture(day)
  const key = { kind, exchange, day, is_final: isFinal }
  if ((await isImported(tx, 'clearing_file', key, csv)) && !(await comparesMore(tx, content)))
    throw new AppError(clearingErrors.known)
  const id = await insertFile(tx, 'clearing_file', csv, importedBy, { ...key, approved_by: approvedBy })
  const count = { master: countMaster, obligation: countObligations, delivery: countDeliveries }[kind]
  const { reading, audited, ...counted } = await count(context, tx, file, id)
  const after = { kind, exchange, day, isFinal, settlements: reading.settlements, ...audited }
  return {
    ...counted,
    reading: { kind, exchange, ...reading },
    summary: `Count the ${fileKinds[kind].toLowerCase()} ${csv.name} of ${corporationOf[exchange]}`,
    audited: { action: 'clearing.import', subjectId: id, after, topic: 'trade' as const },
  }
}

const idOf = (exchange: Exchange, { type, number }: Pick<FileSettlement, 'type' | 'number'>) =>
  settlementIdOf({ exchange, type, number })

const comparesMore = async (tx: Tx, { kind, exchange, settlements }: ClearingContent): Promise<boolean> =>
  kind === 'master' &&
  (
    await uncompared(
      tx,
      settlements.map((each) => idOf(exchange, each)),
    )
  ).length > 0

/** The trade days of the settlements in the file by their ids, where the trade files say them. */
async function daysOf(tx: Tx, { exchange, settlements }: ClearingContent, period: Parameters<typeof tradeDays>[3]) {
  const named = settlements.map((each) => ({ ...each, id: idOf(exchange, each) }))
  return new Map((await tradeDays(tx, exchange, named, period)).map((row) => [row.id, row]))
}

const isSettlementDay = (day: string): boolean => nextSettlementDay(addDays(day, -1)) === day

/** Where a master differs from the trading calendar. Without trades it names any day of pay-out of its month. */
async function againstCalendar(tx: Tx, { exchange, day: month }: ClearingContent, each: FileSettlement, day?: string) {
  const id = idOf(exchange, each)
  const { type, settlesOn, payInOn } = each
  if (day === undefined)
    return settlesOn >= month && settlesOn <= addDays(month, 45) && isSettlementDay(settlesOn)
      ? []
      : [`${id} is paid out on ${dateText(settlesOn)} in the file, which is no day of pay-out of its month`]
  const own = await calendarDay(tx, { exchange, type, day })
  const differs = (what: string, given: string) =>
    `${id} is paid ${what} on ${dateText(given)} in the file, but on ${dateText(own)} by the trading calendar`
  if (settlesOn !== own) return [differs('out', settlesOn)]
  return payInOn !== '' && payInOn !== own ? [differs('in', payInOn)] : []
}

async function countMaster(
  context: CloseOutContext,
  tx: Tx,
  { content, operator, ip }: ClearingFile,
  fileId: string,
): Promise<Counted> {
  const { exchange, day: month, settlements } = content
  const traded = await daysOf(tx, content, { from: addDays(month, -7), to: addDays(month, 45) })
  const reasons: string[] = []
  const days: { id: string; day: string; isCompared: boolean }[] = []
  for (const each of settlements) {
    const id = idOf(exchange, each)
    const day = traded.get(id)?.day
    const found = await againstCalendar(tx, content, each, day)
    reasons.push(...found)
    days.push({ id, day: each.settlesOn, isCompared: day !== undefined || found.length > 0 })
  }
  const moved = await saveDays(tx, fileId, days)
  const changes = await changesOfDays(tx, moved)
  return {
    reading: { settlements: days.map(({ id, day }) => ({ _id: id, settlesOn: day })) },
    reasons: listed(reasons),
    changes,
    audited: { moved },
    onceCounted: async () => {
      await informOfDays(context, tx, { operator, ip }, moved)
      return {}
    },
  }
}

/** Client money that is paid out on another day. */
async function changesOfDays(tx: Tx, moved: readonly MovedDay[]): Promise<ClientChange[]> {
  const changes: ClientChange[] = []
  for (const { id, before, after } of moved)
    for (const { clientId, saudaId, name, paise } of (await releasable(tx, [id])).clients) {
      const client = { clientId, saudaId, clientName: name }
      const figure = (day: string) => `Paid out on ${dateText(day)}, ${id}`
      changes.push({ ...client, figure: figure(before), before: paise, after: 0n })
      changes.push({ ...client, figure: figure(after), before: 0n, after: paise })
    }
  return changes
}

async function countObligations(
  _context: CloseOutContext,
  tx: Tx,
  { content }: ClearingFile,
  fileId: string,
): Promise<Counted> {
  const { exchange, day, isFinal, settlements } = content
  const traded = await daysOf(tx, content, { from: addDays(day, -7), to: day, unnamedOn: day })
  const reasons: string[] = []
  const changes: ClientChange[] = []
  for (const each of settlements) {
    const id = idOf(exchange, each)
    const { day: tradedOn, isNamed = true } = traded.get(id) ?? {}
    const isNew = await saveObligation(tx, fileId, content, each, tradedOn)
    if (!isNew || (!isFinal && isNamed)) continue
    const differing = await differentVolumes(tx, id)
    if (differing.length === 0) continue
    const reason = `The volumes or values of ${id} are not those of the recorded trades for ${listed(differing.map(({ isin }) => isin)).join(', ')}`
    if (!isNamed) throw fileFault(`${reason}, and no trade of ${exchange} names this settlement.`)
    reasons.push(reason)
    for (const { clientId, saudaId, name, paise } of (await releasable(tx, [id])).clients)
      changes.push({ clientId, saudaId, clientName: name, figure: releasedAt(id), before: 0n, after: paise })
  }
  const nets = settlements.map((each) => ({ _id: idOf(exchange, each), net: rupeesOf(each.net) }))
  return { reading: { settlements: nets }, reasons: listed(reasons), changes }
}

/** Returns whether it is another obligation than before. The day of a settlement comes from trade files, never from this file. */
async function saveObligation(
  tx: Tx,
  fileId: string,
  { exchange, day }: ClearingContent,
  each: FileSettlement,
  tradedOn: string | undefined,
): Promise<boolean> {
  const { type, number } = each
  const id = idOf(exchange, each)
  const known = await lockSettlement(tx, id)
  // Unchanged, it does not hold up the others of the file.
  if (known?.isReleased && known.net === each.net) return false
  if (known?.isReleased)
    throw fileFault(`Money of ${id} has already been released, so its obligation can no longer be replaced.`)
  if (tradedOn === undefined)
    throw fileFault(
      (await clearedElsewhere(tx, exchange, day)) ??
        `${id} has no recorded trades to compare the file with. Import the trade file of that settlement first or, for an auction, book its close-outs. Then import this file.`,
    )
  const settlesOn = await settlementDay(tx, { exchange, type, number, day: tradedOn })
  if (day < tradedOn || day > settlesOn)
    throw fileFault(
      `${id} is the settlement of ${dateText(tradedOn)}, but the file is of ${dateText(day)}. Choose the file of that day.`,
    )
  if (each.settlesOn !== '' && each.settlesOn !== settlesOn)
    throw fileFault(
      `${id} is paid out on ${dateText(each.settlesOn)} in the file, but on ${dateText(settlesOn)} by the trading calendar. Import the settlement master first, or correct the calendar.`,
    )
  if (known?.tradedOn !== tradedOn) await settlement(tx, { exchange, type, number, tradedOn, settlesOn })
  await insertObligation(tx, fileId, id, each)
  return true
}
