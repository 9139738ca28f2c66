import type { AppContext } from '../src/app-context.ts'
import type { Tx } from '../src/platform/db.ts'
import type { CurrentOperator } from '../src/platform/mount.ts'
import { sha256 } from '../src/platform/secret.ts'
import { importStatement } from '../src/banking/reconciliation/reconciliation.import.ts'
import { readFile } from '../src/banking/reconciliation/reconciliation.file.ts'
import { close } from '../src/banking/reconciliation/reconciliation.book.ts'
import { searchIds } from '../src/banking/reconciliation/reconciliation.sql.ts'
import { ip } from './people.ts'
import { tradingDay } from './demo.time.ts'

/** Trading days ago, narration, reference, paid out, received. */
const lines = [
  [25, 'UPI-JAYA SHETTY-JAYA@OKSBI-SBIN0000001-412600000006-ADD FUND', '0000412600000006', '', '5,00,000.00'],
  [23, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000001-ADD FUND', '0000412600000001', '', '1,50,000.00'],
  [15, 'NEFT DR-SBIN0000001-CHITRA NAIR-NETBANK-N324260000001', 'N324260000001', '12,000.00', ''],
  [14, 'INTEREST PAID', '', '', '412.00'],
  [12, 'UPI-GITA MENON-GITA@OKICICI-ICIC0000001-412600000004-ADD FUND', '0000412600000004', '', '2,50,000.00'],
  [8, 'UPI-HARISH RAO-HARISH@OKICICI-ICIC0000001-412600000005-ADD FUND', '0000412600000005', '', '90,000.00'],
  [7, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000011-CHARGE', '0000412600000011', '', '401.78'],
  [0, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000003-ADD FUND', '0000412600000003', '', '25,000.00'],
  [0, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000013-CHARGE', '0000412600000013', '', '1,156.40'],
  [0, 'UPI-INDU GUPTA-9800000009@YBL-YESB0000001-632412345678-UPI', '0000632412345678', '', '5,000.00'],
  [0, 'UPI-FARHAN QURESHI-FARHAN@OKHDFC-HDFC0000001-412600000002-ADD FUND', '0000412600000002', '', '2,500.00'],
  [0, 'UPI-S KULKARNI-SKULKARNI@YBL-UTIB0000001-632498765432-PAYMENT', '0000632498765432', '', '7,777.00'],
  [0, 'SMS CHARGES', '', '17.70', ''],
] as const

function dayOf(back: number) {
  const [year = '', month = '', day = ''] = tradingDay(back, '12:00').toISOString().slice(0, 10).split('-')
  return { written: `${day}/${month}/${year.slice(2)}`, name: `${year}-${month}-${day}` }
}

/** A bank statement with matched lines, lines to approve and exceptions, one of them settled. */
export async function seedStatement(context: AppContext, tx: Tx, operator: CurrentOperator): Promise<void> {
  const rows = lines.map(([back, ...cells]) => [dayOf(back).written, ...cells].map((cell) => `"${cell}"`).join())
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  const bytes = Buffer.from(['Account No : 50200012345678', header, ...rows].join('\n'))
  const csv = { name: `statement-${dayOf(0).name}.csv`, bytes, sha256: sha256(bytes) }
  await importStatement(context, tx, { csv, query: {}, operator, ip, statement: await readFile({ bytes }) })
  const [interest] = await searchIds(tx, { name: null, number: null, paise: 41_200n }, 1)
  if (interest !== undefined)
    await close(context, tx, { lineId: interest, operator, note: 'Interest of the bank, booked by accounts', ip })
}
