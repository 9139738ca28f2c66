import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import type { ActionFile } from '@sauda/contract/trading/corporate-action'
import { insertSentFile } from '../../core/sent-file/sent-file.sql.ts'
import { inChild } from '../../platform/child.ts'
import type { Db } from '../../platform/db.ts'
import type { SentCsv } from '../../platform/upload.ts'
import type * as lists from './corporate-action.read.ts'
import { knownShares } from './corporate-action.file.sql.ts'

const child = inChild<typeof lists>(new URL('./corporate-action.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

/** Rows about shares that clients hold come first. The file is kept as the evidence of the actions that are requested from it. */
export async function readActions(db: Db, csv: SentCsv): Promise<ActionFile> {
  const { rows, understood, unused } = await child('readActionList', { bytes: csv.bytes })
  const shares = await db.transaction(async (tx) => {
    await insertSentFile(tx, csv)
    return knownShares(tx, understood)
  })
  const found = new Map(shares.map((share) => [share.line, share]))
  const known = understood.map((row) => {
    const { stock, clients = 0, newIsin } = found.get(row.line) ?? {}
    return { ...row, clients, ...(stock !== undefined && { stockName: stock }), ...(newIsin != null && { newIsin }) }
  })
  return {
    name: csv.name,
    rows,
    understood: known.toSorted((one, other) => other.clients - one.clients),
    unused: [...unused],
  }
}
