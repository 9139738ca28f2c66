import type { PrivacyContext } from '../../app/app-context.ts'
import { nameOf } from '@sauda/contract/core/name'
import { dayInIndia } from '../../platform/india.ts'
import { type FileAnswer, wholeFile } from '../../platform/mount.ts'
import { findDataKey } from '../../platform/data-key.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { zipSync, type Zippable } from 'fflate'
import { type PersonalTable, personalTableNames, personalTables, type PersonalTableName } from './personal-tables.ts'
import {
  findErasureState,
  findNumbers,
  type PersonalRow,
  selectFiles,
  selectPersonal,
  type SealedNumbers,
} from './privacy.sql.ts'

/** Keys, hashes and operators are not the client's data. */
const notTheirs = /(?:_hash|_lookup|_key|_by|operator_id)$|^hash$/

/** data.json with every table of the registry, and the documents and photos. */
export async function exportClient(context: PrivacyContext, clientId: string): Promise<FileAnswer> {
  const { db, files } = context
  const { number } = await requireRow(findErasureState(db, clientId, 0))
  const [tables, dataKey, stored] = await Promise.all([
    exportTables(context, clientId),
    findDataKey(db, clientId),
    selectFiles(db, clientId),
  ])
  const zipped: Zippable = {
    'data.json': Buffer.from(JSON.stringify({ exportedAt: new Date().toISOString(), tables }, null, 2)),
  }
  // One after the other, because each is decrypted in memory.
  for (const [index, { name, title }] of stored.entries()) {
    const bytes = await files.get(name, { ownerId: clientId, dataKey })
    if (bytes) zipped[`documents/${index + 1}-${title}.jpg`] = bytes
  }
  return wholeFile(
    `${nameOf('client', number)}-data-${dayInIndia(new Date())}.zip`,
    'application/zip',
    // Photos are compressed already.
    zipSync(zipped, { level: 0 }),
  )
}

async function exportTables(context: PrivacyContext, clientId: string) {
  const tables: Record<string, PersonalRow[]> = {}
  const open = await openNumbers(context, context.db, clientId)
  for (const name of personalTableNames) {
    const { exported, omit = [] }: PersonalTable = personalTables[name]
    if (exported === false) continue
    const rows = await selectPersonal(context.db, name, clientId)
    tables[name] = rows.map((row) => open(name, withoutKeys(row, omit)))
  }
  return tables
}

const withoutKeys = (row: PersonalRow, omit: readonly string[]): PersonalRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !notTheirs.test(column) && !omit.includes(column)))

/** Replaces encrypted numbers by what they are. */
async function openNumbers({ openNumber }: PrivacyContext, sql: Sql, clientId: string) {
  const dataKey = await findDataKey(sql, clientId)
  const { account, pan, born, payees }: SealedNumbers = await requireRow(findNumbers(sql, clientId))
  const accountOf = (sealed: string) => openNumber.account(clientId, sealed, dataKey)
  return (name: PersonalTableName, row: PersonalRow): PersonalRow => {
    if (name === 'bank_details' && account !== null) return { ...row, account_number: accountOf(account) }
    if (name === 'kyc_identity')
      return {
        ...row,
        ...(pan !== null && { pan_number: openNumber.pan(clientId, pan, dataKey) }),
        ...(born !== null && { born_on: openNumber.bornOn(clientId, born, dataKey) }),
      }
    const payee = name === 'wallet_request' ? payees.find(({ id }) => id === row['id']) : undefined
    return payee ? { ...row, pay_to_number: accountOf(payee.number) } : row
  }
}
