import { randomBytes, randomUUID } from 'node:crypto'
import {
  clientImportColumns,
  type ClientImportColumn,
  optionalImportColumns,
} from '@sauda/contract/client/client-import'
import { ownerCipher } from '../src/platform/data-key.ts'
import { statementForm } from './reconciliation.ts'
import type { TestServer } from './server.ts'

export type ImportCells = Partial<Record<ClientImportColumn, string>>

let used = 0
const letters = (n: number, count: number): string =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(65 + (Math.floor(n / 26 ** at) % 26))).join('')

/** A client's line that no other has anything in common with. */
export function clientCells(cells: ImportCells = {}): ImportCells {
  used += 1
  return {
    record: 'client',
    pan: `${letters(used, 3)}P${letters(used * 7, 1)}${String(1000 + (used % 9000))}K`,
    name: 'Meera Iyer',
    email: `imported${used}@example.com`,
    mobile: String(9_100_000_000 + used),
    kyc_date: '2024-03-31',
    balance: '1500.50',
    account_holder: 'Meera Iyer',
    account_number: String(50_100_000_000_000 + used),
    ifsc: 'HDFC0001234',
    ...cells,
  }
}

export const positionCells = (client: ImportCells, cells: ImportCells = {}): ImportCells => ({
  record: 'position',
  pan: client.pan ?? '',
  stock: 'TCS',
  quantity: '10',
  unit_cost: '3000',
  purchase_date: '2023-06-01',
  ...cells,
})

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The columns that may be left out are in the text if a line has one. */
export function importText(lines: readonly ImportCells[]): string {
  const more = optionalImportColumns.filter((column) => lines.some((cells) => cells[column] !== undefined))
  const columns = [...clientImportColumns, ...more]
  return [
    columns.join(','),
    ...lines.map((cells) => columns.map((column) => quoted(cells[column] ?? '')).join(',')),
    '',
  ].join('\r\n')
}

/** An import that waits for a second operator, also where the approval policy is switched off; ids of import and proposal. */
export async function pendingImport(
  { db, app }: Pick<TestServer, 'db' | 'app'>,
  operatorId: string,
): Promise<{ importId: string; proposalId: string }> {
  const [importId, proposalId] = [randomUUID(), randomUUID()]
  const cipher = await ownerCipher(app.context.secret, db, importId)
  const content = cipher.encrypt('file', Buffer.from(importText([clientCells()])), `client-import:${importId}`)
  await db.run(
    `insert into client_import (id, file_name, file_hash, content, clients, positions, bank_details, balance, cost, requested_by)
     values ($1, 'clients.csv', $2, $3, 1, 0, 1, 150050, 0, $4)`,
    [importId, randomBytes(32), content, operatorId],
  )
  await db.run(
    `insert into proposal (id, kind, summary, reasons, payload, requested_by)
     values ($1, 'client-import.book', 'Import 1 client', '{}', $2, $3)`,
    [proposalId, JSON.stringify({ importId }), operatorId],
  )
  return { importId, proposalId }
}

/** Valid requests of the calls with a file, and of a pending one. */
export function importForms(server: Pick<TestServer, 'db' | 'app'>, operatorId: string) {
  const file = async () => ({ body: statementForm(importText([clientCells()]), 'clients.csv') })
  return {
    'client-import.preview': file,
    'client-import.importFile': file,
    'client-import.lines': async () => ({ params: { importId: (await pendingImport(server, operatorId)).importId } }),
  }
}
