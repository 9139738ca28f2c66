import type { Sql, Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { SentCsv } from '../../platform/upload.ts'

/** The tables of the files that exchanges and clearing corporations give; each has its own key and figures. */
type FileTable = 'price_file' | 'security_file' | 'levy_file' | 'clearing_file'
type Columns = Readonly<Record<string, string | number | boolean | Buffer>>

/** Whether a file with this key and these bytes is stored already. */
export async function isImported(sql: Sql, table: FileTable, key: Columns, { sha256 }: SentCsv): Promise<boolean> {
  const of: Columns = { ...key, sha256 }
  const same = Object.keys(of).map((name, index) => `${name} = $${index + 1}`)
  return (await sql.row(`select from ${table} where ${same.join(' and ')}`, Object.values(of))) !== undefined
}

export async function insertFile(
  tx: Tx,
  table: FileTable,
  { name, sha256, bytes }: SentCsv,
  operatorId: string,
  columns: Columns,
): Promise<string> {
  const id = newId()
  const row: Columns = { id, name, sha256, content: bytes, imported_by: operatorId, ...columns }
  const places = Object.keys(row).map((_, index) => `$${index + 1}`)
  await tx.run(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
  return id
}
