import type { AppContext } from '../../app/app-context.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { saveRemoved } from '../contract/contract.fault.sql.ts'
import { forgetCounts } from '../contract/contract.sql.ts'
import { readTrades } from './exchange-file.ts'
import { confirmTrades, typedTrades, unmatchedTrades } from './exchange-file.book.sql.ts'
import { applyRows } from './exchange-file.compare.sql.ts'
import {
  addInstruments,
  fileContent,
  type FileRow,
  fillOpen,
  fillRows,
  lockFile,
  openFiles,
  replaceEarlier,
  resolveTrades,
  setStatus,
} from './exchange-file.sql.ts'

/**
 * Records the approved files. After an interruption it continues where it was. A file for which it fails, such as one with a code
 * that was removed since, does not hold up the others: the first failure is thrown at the end.
 */
export async function recordFiles(context: AppContext): Promise<void> {
  const failures: unknown[] = []
  for (const file of await openFiles(context.db))
    await recordFile(context, file).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function recordFile(context: AppContext, file: FileRow): Promise<void> {
  if (file.status === 'approved') await applyFile(context, file.id)
  await context.db.transaction(async (tx) => {
    // Another server may have recorded it meanwhile.
    if ((await requireRow(lockFile(tx, file.id))).status !== 'booking') return
    await forgetCounts(tx, file.day)
    await fillOpen(tx, file)
    await addInstruments(tx, file)
    await resolveTrades(tx, file)
    await confirmTyped(tx, file.day)
    await saveRemoved(tx, file.day)
    await setStatus(tx, file.id, 'booked')
    await context.notifyScreens(tx, 'desk', 'trade', file.id)
  })
}

/** The trades of the day are those of the file from then on. */
async function applyFile(context: AppContext, id: string): Promise<void> {
  const { name, content } = await requireRow(fileContent(context.db, id))
  const { batches } = await readTrades(context.db, { name, bytes: content })
  await context.db.transaction(async (tx) => {
    const file = await requireRow(lockFile(tx, id))
    if (file.status !== 'approved') return
    await fillRows(tx, batches)
    await forgetCounts(tx, file.day)
    await applyRows(tx, file, id)
    await replaceEarlier(tx, file, id)
    await setStatus(tx, id, 'booking')
  })
}

/** The dealers' trades that the files confirm: the same security, side, quantity and price, by the exchange's trade number where it was typed. */
export async function confirmTyped(tx: Tx, day: string, clientIds?: readonly string[]): Promise<void> {
  const typed = await typedTrades(tx, day, clientIds)
  if (typed.length === 0) return
  const free = new Set(await unmatchedTrades(tx, day, [...new Set(typed.map((trade) => trade.client_id))]))
  const keys = ['client_id', 'side', 'stock', 'quantity', 'price'] as const
  const pairs = typed
    .toSorted((one, other) => Number(one.number === null) - Number(other.number === null))
    .flatMap((trade) => {
      const row = [...free].find(
        (each) =>
          keys.every((key) => each[key] === trade[key]) &&
          (trade.exchange === null || each.exchange === trade.exchange) &&
          (trade.number === null || each.number === trade.number),
      )
      if (!row) return []
      free.delete(row)
      return [{ id: row.id, tradeId: trade.id }]
    })
  await confirmTrades(tx, pairs)
}
