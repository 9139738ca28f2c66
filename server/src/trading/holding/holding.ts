import { decimalText, formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import {
  depositoryOf,
  holdingCalls,
  holdingErrors,
  type HoldingReading,
  holdingRules,
} from '@sauda/contract/trading/holding'
import type { AppContext } from '../../app/app-context.ts'
import {
  type FileFormat,
  type FileToCount,
  previewFile,
  sendFile,
  waitingFiles,
} from '../../core/approval/file-proposal.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { addDays, dateText } from '../../platform/india.ts'
import { fileReader } from '../../platform/workbook.ts'
import { creditedBefore } from '../clearing/pay-out-day.ts'
import { rejectFuture } from '../market/imported-file.ts'
import { insertFile } from '../market/market.sql.ts'
import type * as files from './holding.read.ts'
import type { HoldingColumns, HoldingFile } from './holding.read.ts'
import {
  clientsOf,
  countAbsent,
  countDays,
  countsOf,
  countWithoutDemat,
  endedDifferences,
  expectedHoldings,
  hasDay,
  linesOf,
  newestOf,
  savedColumns,
  saveLines,
  type StoredHolding,
} from './holding.sql.ts'

const read = fileReader<typeof files>(new URL('./holding.read.ts', import.meta.url))

/** Days after which shares that were bought or sold are certainly paid out. */
const longestSettlement = 20

type ReadFile = HoldingFile & { readonly columns: HoldingColumns }

/** Holdings files of depositories; `columns`: as the operator named them; `saved`: those of earlier files. */
export const holdingFiles = (
  columns: HoldingColumns = {},
  saved?: () => Promise<HoldingColumns[]>,
): FileFormat<ReadFile, HoldingReading> => ({
  kind: 'holding-file.count',
  lock: 'holdingFiles',
  // What waits is read again as it was.
  read: async ({ bytes }, about?: HoldingColumns) =>
    read('readHoldings', about ? { ...about, bytes } : { ...columns, bytes, ...(saved && { saved: await saved() }) }),
  about: ({ columns: named }) => ({ ...namedColumns(named), ...(named.day && { day: named.day }) }),
  count: countFile,
})

/** Stores the holdings of the clients in the file and compares them with their positions on the evening of its day. */
async function countFile(tx: Tx, file: FileToCount<ReadFile>) {
  const { csv, content, importedBy, approvedBy } = file
  const { day, rows } = content
  rejectFuture(day)
  const { holdings, clientIds, leftOut, areNsdl } = await ofClients(tx, content)
  if (clientIds.length === 0) throw new AppError(holdingErrors.noClient)
  const isReplaced = await hasDay(tx, day, clientIds)
  const names = namedColumns(content.columns)
  const columns = { day, rows, approved_by: approvedBy, columns: names ? JSON.stringify(names) : null }
  const fileId = await insertFile(tx, 'holding_file', csv, importedBy, columns)
  await saveLines(tx, { fileId, day, clientIds, holdings, unsettled: await unsettledDays(tx, day) })
  const ended = await endedDifferences(tx, day, clientIds)
  const counts = await countsOf(tx, fileId)
  const reading = {
    ...counts,
    day,
    name: csv.name,
    ...(names && { columns: names }),
    rows,
    leftOut,
    absent: await countAbsent(tx, clientIds, areNsdl),
    unused: [...content.unused],
    lines: await linesOf(tx, { fileId }, holdingRules.lines),
  }
  return {
    reading,
    summary: `Compare the holdings of ${dateText(day)} in ${csv.name} with the positions of ${clientsText(counts.clients)}`,
    reasons: [
      ...(isReplaced ? [`It replaces holdings of ${dateText(day)} that were imported already.`] : []),
      ...(ended.length > 0 ? [`It ends differences of ${clientsText(ended.length)}.`] : []),
    ],
    // No position and no amount changes.
    changes: [],
    tables: [tableOfLines(reading)],
    audited: { action: 'holding.import', subjectId: fileId, after: { day, ...counts }, topic: 'trade' as const },
  }
}

/** The names without the day; undefined where the usual ones were enough. */
function namedColumns({ account, isin, quantity }: HoldingColumns) {
  const names = { ...(account && { account }), ...(isin && { isin }), ...(quantity && { quantity }) }
  return Object.keys(names).length === 0 ? undefined : names
}

const clientsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'client' : 'clients'}`

const tableOfLines = ({ lines }: HoldingReading) => ({
  title: 'Holdings that are not equal',
  columns: [
    'Client',
    'ISIN',
    'Depository',
    'Bought, not paid out',
    'Sold, not delivered',
    'Bonus, not credited',
    'Position',
    'Difference',
  ],
  rows: lines.map(
    ({ clientName, saudaId, isin, symbol, depository, bought, sold, entitled, books, difference, state }) => [
      `${clientName}, ${saudaId}`,
      symbol === undefined ? isin : `${symbol}, ${isin}`,
      depository,
      bought,
      sold,
      entitled,
      books,
      state === 'different' ? { text: difference, warns: true as const } : difference,
    ],
  ),
})

/** The rows of the file whose demat account one client has. */
async function ofClients(sql: Sql, { holdings, leftOut }: HoldingFile) {
  const demats = [...new Set(holdings.map(({ demat }) => demat))]
  const known = new Map((await clientsOf(sql, demats)).map(({ demat, clientId }) => [demat, clientId]))
  const rows = holdings.flatMap(({ demat, isin, ...units }): StoredHolding[] => {
    const clientId = known.get(demat)
    if (!clientId) return []
    const { total, pledged, lockedIn } = units
    return [
      { clientId, isin, total: decimalText(total), pledged: decimalText(pledged), lockedIn: decimalText(lockedIn) },
    ]
  })
  const count = (isLeftOut: (clientId: string | null | undefined) => boolean) =>
    holdings.filter(({ demat }) => isLeftOut(known.get(demat))).length
  const others = [
    { reason: 'of a demat account that no client has here', rows: count((clientId) => clientId === undefined) },
    { reason: 'of a demat account that several clients have here', rows: count((clientId) => clientId === null) },
  ].filter(({ rows: found }) => found > 0)
  return {
    holdings: rows,
    clientIds: [...known.values()].filter((clientId) => clientId !== null),
    leftOut: [...leftOut, ...others],
    areNsdl: [...new Set(demats.map((demat) => depositoryOf(demat) === 'NSDL'))],
  }
}

/** Trade days until `day` whose shares are paid out after it. */
async function unsettledDays(sql: Sql, day: string): Promise<string[]> {
  const isCredited = await creditedBefore(sql, addDays(day, 1))
  return Array.from({ length: longestSettlement }, (_, before) => addDays(day, -before)).filter(
    (each) => !isCredited(each),
  )
}

export function holdingRoutes(context: AppContext) {
  const { mount, db } = context
  const filesOf = (columns: HoldingColumns) => holdingFiles(columns, () => savedColumns(db))
  mount(holdingCalls.list, async ({ query }) => {
    const days = await countDays(db, holdingRules.days)
    const day = query.day ?? days[0]?.day
    return {
      days,
      lines: day === undefined ? [] : await linesOf(db, { day }, holdingRules.lines),
      expected: days.length === 0 ? await expectedHoldings(db, holdingRules.lines) : [],
      withoutDemat: await countWithoutDemat(db),
      waitingFiles: await waitingFiles(db, 'holding-file.count'),
    }
  })
  mount(holdingCalls.preview, (given) => previewFile(context, filesOf(given.query), given))
  mount(holdingCalls.importFile, (given) => sendFile(context, filesOf(given.query), given))
  mount(holdingCalls.own, async ({ client }) => {
    const { demat, day, at, equal, explained, different } = (await newestOf(db, client.id)) ?? {}
    return {
      ...(demat && { demat, depository: depositoryOf(demat) }),
      ...(day &&
        at && {
          compared: {
            day,
            at: at.toISOString(),
            equal: equal ?? 0,
            explained: explained ?? 0,
            different: different ?? 0,
          },
        }),
    }
  })
}
