import { formatCount } from '@sauda/contract/platform/decimal'
import {
  type ClientImport,
  clientImportColumns,
  type ClientImportColumn,
  tradingAccountColumns,
} from '@sauda/contract/client/client-import'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'

type Cells = Partial<Record<ClientImportColumn, string>>

const example: readonly Cells[] = [
  {
    record: 'client',
    pan: 'ABCPD1234E',
    name: 'Asha Rao',
    email: 'asha.rao@example.com',
    mobile: '9876543210',
    kyc_date: '2024-03-31',
    executive: 'Meera Iyer',
    balance: '25000.00',
    account_holder: 'Asha Rao',
    account_number: '50100123456789',
    ifsc: 'HDFC0001234',
    ucc: 'AB1001',
    demat: '1208160000123456',
  },
  {
    record: 'position',
    pan: 'ABCPD1234E',
    stock: 'RELIANCE',
    quantity: '10',
    unit_cost: '2450.75',
    purchase_date: '2023-06-15',
  },
]

const columns = [...clientImportColumns, ...tradingAccountColumns]

/** With one client and one position to replace. */
export const template = [
  columns.join(','),
  ...example.map((cells) => columns.map((column) => cells[column] ?? '').join(',')),
  '',
].join('\r\n')

const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`

export const clientsText = (count: number): string => countOf(count, 'client', 'clients')

export function totalsText({ clients, positions, bankDetails, balance, cost }: ClientImport['totals']): string {
  return [
    `${clientsText(clients)} with opening balances of ${formatRupees(paiseOf(balance))}`,
    `${countOf(positions, 'position', 'positions')} at a cost of ${formatRupees(paiseOf(cost))}`,
    `and bank details of ${clientsText(bankDetails)}.`,
  ].join(', ')
}

export const wrongText = (wrong: number): string =>
  wrong === 1
    ? '1 line has an error. Correct the file before you import it.'
    : `${formatCount(wrong)} lines have errors. Correct the file before you import it.`

export const importedText = (count: number): string =>
  count === 1
    ? '1 line was imported before and stays unchanged.'
    : `${formatCount(count)} lines were imported before and stay unchanged.`
