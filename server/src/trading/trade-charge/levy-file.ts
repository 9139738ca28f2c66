import { corporationOf } from '@sauda/contract/trading/corporation'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, decimalText, formatPrice } from '@sauda/contract/platform/decimal'
import { listText } from '@sauda/contract/platform/sentence'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import {
  type LevyComparison,
  type LevyDifference,
  levyFileErrors,
  levyFileRules,
  levyNames,
} from '@sauda/contract/trading/levy-file'
import type { AppContext } from '../../app/app-context.ts'
import {
  type ClientChange,
  type FileFormat,
  type FileToCount,
  waitingFiles,
} from '../../core/approval/file-proposal.ts'
import { inChild } from '../../platform/child.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { lineFault } from '../../platform/format.ts'
import { dateText } from '../../platform/india.ts'
import { fileFault, rejectFuture } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { clearedElsewhere } from '../clearing/corporation.ts'
import type { ChargeOptions, DayCharges } from './trade-charge.compute.ts'
import type * as files from './levy-file.read.ts'
import type { LevyContent, LevyLine } from './levy-file.read.ts'
import {
  chargedLevies,
  countClients,
  type DifferenceRow,
  findFile,
  highestRate,
  insertLines,
  isComputed,
  newestFiles,
  saveSecurities,
  selectDifferences,
  selectFinal,
} from './levy-file.sql.ts'

const child = inChild<typeof files>(new URL('./levy-file.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

export type LevyContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'> & {
  /** Computes the levies of trades of a day that are recorded and not booked yet. */
  readonly leviesOfRecorded: (tx: Tx, day: string) => Promise<void>
}

/** STT and stamp duty files: the newest of an exchange and day that counts is final. */
export const levyFiles = (context: LevyContext): FileFormat<LevyContent, LevyComparison> => ({
  kind: 'levy-file.count',
  lock: 'priceFiles',
  read: ({ name, bytes }) => child('readLevies', { name, bytes }),
  count: (tx, file) => countFile(context, tx, file),
})

/** Stores the file; the job adjusts the contracts of its day to it. */
async function countFile(
  { config, leviesOfRecorded }: LevyContext,
  tx: Tx,
  { csv, content, importedBy, approvedBy }: FileToCount<LevyContent>,
) {
  const { levy, exchange, day } = content
  rejectFuture(day)
  if (await isImported(tx, 'levy_file', { levy, exchange, day }, csv)) throw new AppError(levyFileErrors.known)
  await leviesOfRecorded(tx, day)
  if (!(await isComputed(tx, content)))
    throw fileFault((await clearedElsewhere(tx, exchange, day)) ?? notRecorded(content))
  await checkShares(tx, content)
  const total = decimalText(content.total)
  const columns = { levy, exchange, day, total, approved_by: approvedBy }
  const id = await insertFile(tx, 'levy_file', csv, importedBy, columns)
  await insertLines(tx, id, content.lines)
  const rows = await selectDifferences(tx, id)
  const changes = await levyChanges(tx, content, rows, config.charges)
  const reading = await comparisonOf(tx, id, rows, changes.length)
  const after = {
    levy,
    exchange,
    day,
    total,
    differing: reading.differences.length + reading.more,
  }
  return {
    reading,
    summary: `Charge clients the ${levyNames[levy]} that ${csv.name} states for the trades that cleared at ${corporationOf[exchange]} on ${dateText(day)}`,
    reasons: contradictions(rows, config.approvals.levyDifference),
    changes,
    audited: { action: 'levy-file.import', subjectId: id, after, topic: 'market' as const },
  }
}

const notRecorded = ({ exchange, day }: LevyContent) =>
  `No trades of ${dateText(day)} that cleared at ${corporationOf[exchange]} are recorded to compare the file with. Import the trade file of that day first.`

/** No client can owe more than the highest rate of the levy on the whole turnover, and a rupee by rounding. */
async function checkShares(tx: Tx, { levy, day, lines }: LevyContent): Promise<void> {
  const highest = await highestRate(tx, levy, day)
  if (highest === null) return
  const percent = decimalOf(highest) ?? 0n
  const byCode = Map.groupBy(lines, ({ code }) => code)
  const turnoverOf = ({ boughtValue, soldValue }: LevyLine) => boughtValue + soldValue
  for (const each of lines) {
    const { line, code, isin, amount } = each
    const own = turnoverOf(each)
    // The total of a client may leave the turnover to its securities.
    const turnover = isin === '' && own === 0n ? sum(byCode.get(code)?.map(turnoverOf) ?? []) : own
    if ((amount - one) * 100n * one > turnover * percent)
      throw lineFault(
        line,
        `${levyNames[levy]} of ${formatPrice(amount)} is more than ${highest} % of a turnover of ${formatPrice(turnover)}, the highest rate of the day.`,
      )
  }
}

const one = 100_000_000n

/** What clients pay for the day now, or would pay once it is booked, where the file states something else. */
async function levyChanges(
  sql: Sql,
  { levy, day }: Pick<LevyContent, 'levy' | 'day'>,
  rows: readonly DifferenceRow[],
  options: ChargeOptions,
): Promise<ClientChange[]> {
  const booked = await bookedChanges(sql, day, options)
  const charged = new Set((await chargedLevies(sql, day)).map(({ clientId }) => clientId))
  const unbooked = rows.flatMap((row) => {
    const { isin, client_id: clientId, client, sauda_id: saudaId } = row
    if (isin !== '' || clientId === null || charged.has(clientId)) return []
    const named = { clientId, clientName: client ?? '', saudaId: saudaId ?? '' }
    return [{ ...named, figure: levyNames[levy], before: paiseIn(row.computed), after: paiseIn(row.in_file) }]
  })
  return [...booked, ...unbooked.filter(({ before, after }) => before !== after)]
}

/** Paise of rupees in text with at most two decimals; 0 if there are none. */
const paiseIn = (amount: string | null): bigint => (decimalOf(amount ?? '0') ?? 0n) / 1_000_000n

/** What contracts are charged for the day, where the newest files state something else. Those with an issued note stay as they are. */
async function bookedChanges(sql: Sql, day: string, { stampUnit }: ChargeOptions): Promise<ClientChange[]> {
  const contracts = (await chargedLevies(sql, day)).filter(({ isNoted }) => !isNoted)
  const clientIds = contracts.map(({ clientId }) => clientId)
  const final = await finalLevies(sql, day, clientIds, { stampUnit })
  return contracts.flatMap(({ stt, stamp, isNoted: _isNoted, ...client }) => {
    const now = final.get(client.clientId)
    if (!now) return []
    return [
      { ...client, figure: levyNames.stt, before: stt, after: now.stt },
      { ...client, figure: levyNames.stamp, before: stamp, after: now.stamp },
    ].filter(({ before, after }) => before !== after)
  })
}

/** Where the file does not agree: totals of clients beyond rounding, clients without a row, rows without a trade. */
function contradictions(rows: readonly DifferenceRow[], tolerance: bigint): string[] {
  const totals = rows.filter(({ isin }) => isin === '')
  const isBeyond = ({ in_file: given, computed, sides }: DifferenceRow) => {
    const difference = (decimalOf(given ?? '0') ?? 0n) - (decimalOf(computed ?? '0') ?? 0n)
    return (difference < 0n ? -difference : difference) > tolerance * 1_000_000n * BigInt(Math.max(1, sides))
  }
  const differing = totals.filter((row) => row.in_file !== null && row.computed !== null && isBeyond(row))
  const unnamed = totals.filter((row) => row.in_file === null && isBeyond(row))
  const untraded = rows.filter((row) => !row.is_recorded && Number(row.in_file ?? 0) > 0)
  const codes = (some: readonly DifferenceRow[]) => listText([...new Set(some.map(({ code }) => code))])
  return [
    differing.length > 0 &&
      `The file has other totals than we computed for ${codes(differing)}, by more than ${formatRupees(tolerance)} a side`,
    unnamed.length > 0 && `The file does not name ${codes(unnamed)}, who traded that day`,
    untraded.length > 0 &&
      `The file charges ${codes(untraded)} for securities that the recorded trades of that day do not have`,
  ].filter((reason) => reason !== false)
}

/** Where a file differs from what was computed, by client. */
export async function compare(sql: Sql, id: string, options: ChargeOptions): Promise<LevyComparison> {
  const { day } = await requireRow(findFile(sql, id))
  return comparisonOf(sql, id, await selectDifferences(sql, id), (await bookedChanges(sql, day, options)).length)
}

async function comparisonOf(
  sql: Sql,
  id: string,
  rows: readonly DifferenceRow[],
  unadjusted: number,
): Promise<LevyComparison> {
  const file = await requireRow(findFile(sql, id))
  const differences = [...Map.groupBy(rows, ({ code }) => code)].map(([code, own]) => differenceOf(code, own))
  return {
    file,
    ...(await countClients(sql, id)),
    differences: differences.slice(0, levyFileRules.differences),
    more: Math.max(0, differences.length - levyFileRules.differences),
    unadjusted,
  }
}

function differenceOf(code: string, rows: readonly DifferenceRow[]): LevyDifference {
  const [first] = rows
  const total = rows.find(({ isin }) => isin === '')
  const reasons = rows.filter(({ isin }) => isin !== '').map(reasonOf)
  return {
    code,
    ...(first?.client_id != null && { clientId: first.client_id, clientName: first.client ?? '' }),
    file: total?.in_file ?? '0',
    computed: total?.computed ?? '0',
    reasons:
      reasons.length > 0
        ? reasons
        : [total?.computed == null ? notBooked : 'Every security agrees: only the total is rounded otherwise.'],
  }
}

const notBooked = 'In the file, but not in the trades booked here.'

const priceOf = (amount: string): string => formatPrice(decimalOf(amount) ?? 0n)

function reasonOf(row: DifferenceRow): string {
  const { isin, in_file: given, computed } = row
  if (computed === null) return `${isin}: in the file, but not in the trades booked here.`
  if (given === null) return `${isin}: not in the file.`
  if (row.file_bought !== row.bought || row.file_sold !== row.sold)
    return `${isin}: ${row.file_bought} bought and ${row.file_sold} sold in the file, ${row.bought} and ${row.sold} here.`
  if (row.file_intraday !== row.intraday)
    return `${isin}: ${row.file_intraday} intraday in the file, ${row.intraday} here.`
  return `${isin}: ${priceOf(given)} in the file, ${priceOf(computed)} computed, for the same quantities. Check the rate and the average price.`
}

export const listFiles = async (sql: Sql) => ({
  files: await newestFiles(sql, levyFileRules.files),
  waitingFiles: await waitingFiles(sql, 'levy-file.count'),
})

export type FinalLevies = { readonly stt: bigint; readonly stamp: bigint }
/**
 * STT and stamp duty of clients on a day, in paise: of each exchange from its newest file that counts, else as computed. A client whom a
 * file does not name owes nothing by it.
 */
export const finalLevies = async (
  sql: Sql,
  day: string,
  clientIds: readonly string[],
  { stampUnit }: Pick<ChargeOptions, 'stampUnit'>,
): Promise<ReadonlyMap<string, FinalLevies>> => {
  const rows = await selectFinal(sql, day, clientIds, stampUnit === 'rupee' ? 0 : 2)
  return new Map(rows.map(({ id, stt, stamp }) => [id, { stt, stamp }]))
}

const billionths = (amount: bigint): string =>
  `${amount / 1_000_000_000n}.${(amount % 1_000_000_000n).toString().padStart(9, '0')}`

/** Stores STT and stamp duty of each security, to be compared with the files. `codes`: client codes by client id. */
export const saveComputed = (
  tx: Tx,
  day: string,
  codes: ReadonlyMap<string, string>,
  charges: ReadonlyMap<string, DayCharges>,
) =>
  saveSecurities(
    tx,
    day,
    [...charges.keys()],
    [...charges].flatMap(([clientId, { securities }]) =>
      securities.map(({ clearsAt, isin, bought, sold, intraday, stt, stamp }) => ({
        clientId,
        exchange: clearsAt,
        isin,
        code: (codes.get(clientId) ?? '').toUpperCase(),
        bought,
        sold,
        intraday,
        stt: billionths(stt),
        stamp: billionths(stamp),
      })),
    ),
  )
