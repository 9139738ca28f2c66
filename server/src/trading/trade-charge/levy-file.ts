import { csvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, decimalText, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import type { Reply } from '@sauda/contract/platform/call'
import {
  type LevyDifference,
  type levyFileCalls,
  levyFileErrors,
  levyFileRules,
} from '@sauda/contract/trading/levy-file'
import type { AppContext } from '../../app-context.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { inChild } from '../../platform/child.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { rejectFuture } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import type { ChargeOptions, DayCharges } from './trade-charge.compute.ts'
import type * as files from './levy-file.read.ts'
import type { LevyContent } from './levy-file.read.ts'
import {
  countClients,
  type DifferenceRow,
  findFile,
  insertLines,
  newestFiles,
  saveSecurities,
  selectDifferences,
  selectFinal,
} from './levy-file.sql.ts'

const child = inChild<typeof files>(new URL('./levy-file.read.ts', import.meta.url), csvErrors.tooMuch)

type Sent = { readonly csv: SentCsv; readonly content: LevyContent }

/** Throws an AppError that names what is wrong with the file. */
export const readSent = ({ name, bytes }: SentCsv) => child('readLevies', { name, bytes })

/** Stores the file; the newest of a day is final. */
export async function importFile(context: AppContext, tx: Tx, { operator, ip, csv, content }: Sent & ByOperator) {
  await lock(tx, 'priceFiles')
  const { levy, exchange, day } = content
  rejectFuture(day)
  if (await isImported(tx, 'levy_file', { levy, exchange, day }, csv)) throw new AppError(levyFileErrors.known)
  const total = decimalText(content.total)
  const id = await insertFile(tx, 'levy_file', csv, operator.id, { levy, exchange, day, total })
  await insertLines(tx, id, content.lines)
  const compared = await compare(tx, id)
  const differing = compared.differences.length + compared.more
  const after = { levy, exchange, day, fileName: csv.name, sha256: csv.sha256.toString('hex'), total, differing }
  await recordByOperator(
    context,
    tx,
    { operator, ip },
    { action: 'levy-file.import', subjectId: id, after, topic: 'market' },
  )
  return compared
}

/** Where a file differs from what was computed, by client. */
export async function compare(sql: Sql, id: string): Promise<Reply<typeof levyFileCalls.importFile>> {
  const file = await requireRow(findFile(sql, id))
  const rows = await selectDifferences(sql, id)
  const differences = [...Map.groupBy(rows, ({ code }) => code)].map(([code, own]) => differenceOf(code, own))
  return {
    file,
    ...(await countClients(sql, id)),
    differences: differences.slice(0, levyFileRules.differences),
    more: Math.max(0, differences.length - levyFileRules.differences),
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

export const listFiles = async (sql: Sql) => ({ files: await newestFiles(sql, levyFileRules.files) })

export type FinalLevies = { readonly stt: bigint; readonly stamp: bigint }
type Stated = { readonly at?: string; readonly stampUnit: ChargeOptions['stampUnit'] }
/**
 * STT and stamp duty of clients on a day, in paise: of each exchange from its newest file at the time `at`, else from its first file
 * after that, else as computed. A client whom a file does not name owes nothing by it. `at`: a time in PostgreSQL's notation, or `now`,
 * the start of the transaction.
 */
export const finalLevies = async (
  sql: Sql,
  day: string,
  clientIds: readonly string[],
  { at = 'infinity', stampUnit }: Stated,
): Promise<ReadonlyMap<string, FinalLevies>> => {
  const rows = await selectFinal(sql, day, clientIds, { at, stampDigits: stampUnit === 'rupee' ? 0 : 2 })
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
      securities.map(({ exchanges, isin, bought, sold, intraday, stt, stamp }) => ({
        clientId,
        exchange: exchanges.length === 1 ? (exchanges[0] ?? 'all') : 'all',
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
