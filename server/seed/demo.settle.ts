import type { AppContext } from '../src/app-context.ts'
import { brokerBankProposals } from '../src/banking/broker-bank/broker-bank.ts'
import { readFile } from '../src/banking/reconciliation/reconciliation.file.ts'
import { importStatement } from '../src/banking/reconciliation/reconciliation.import.ts'
import { linkLine } from '../src/banking/reconciliation/reconciliation.link.ts'
import { plans } from '../src/banking/reconciliation/reconciliation.plan.ts'
import { findLine } from '../src/banking/reconciliation/reconciliation.sql.ts'
import { operatorActor } from '../src/core/audit/audit.ts'
import { requireRow, type Tx } from '../src/platform/db.ts'
import { owedPrincipal } from '../src/money/loan/loan.ts'
import type { CurrentOperator } from '../src/platform/mount.ts'
import { sha256 } from '../src/platform/secret.ts'
import { importFile } from '../src/trading/clearing/clearing.ts'
import { readClearing } from '../src/trading/clearing/clearing.read.ts'
import { findBankAccount, linesToBook, type PracticeTrade, practiceSettlements, practiceTrades } from './demo.sql.ts'
import { filesOf } from './exchange-files.ts'
import { ip } from './people.ts'

/** The member in the names of the practice files. */
export const practiceMember = 'PRACTICE'

/** Not the account that clients pay to, so that statements of that one stay complete. */
const account = {
  name: 'Settlement account (practice)',
  accountNumber: '50200087654321',
  ifsc: 'HDFC0000001',
  upiId: 'practice@okhdfc',
  upiName: 'Practice',
  receives: false,
}
export type Desk = {
  readonly context: AppContext
  readonly staff: Readonly<Record<'admin' | 'cashier' | 'dealer' | 'reviewer', CurrentOperator>>
}
type World = Parameters<typeof filesOf>[1]

/** The obligation files and bank entries of the practice settlements whose day has passed. */
export async function settle(desk: Desk, tx: Tx, world: World, today: string): Promise<void> {
  const due = await practiceSettlements(tx, today, practiceMember)
  if (due.length === 0) return
  const { context, staff } = desk
  const lines: string[] = []
  for (const { day, settlesOn } of due) {
    const trades = (await practiceTrades(tx, day)).map(tradeOf)
    const files = [...filesOf({ day, settledOn: settlesOn, trades, closes: new Map() }, world)]
    const [name = '', text = ''] = files.find(([each]) => each.startsWith('Obligation_NCL')) ?? []
    const csv = csvOf(name, text)
    await importFile({ ...context, owed: owedPrincipal }, tx, {
      csv,
      content: readClearing(csv),
      operator: staff.dealer,
      ip,
    })
    const [, bank = ''] = files.find(([each]) => each.startsWith('Bank_')) ?? []
    lines.push(...bank.split('\n').filter((line) => line.includes(',NCL ')))
  }
  await bookBank(desk, tx, lines)
}

const tradeOf = ({ at, price, quantity, ...trade }: PracticeTrade) => ({
  ...trade,
  quantity: Number(quantity),
  price: Number(price),
  at: at.toISOString(),
  isCancelled: false,
})

function csvOf(name: string, text: string) {
  const bytes = Buffer.from(text)
  return { name, bytes, sha256: sha256(bytes) }
}

async function bookBank({ context, staff }: Desk, tx: Tx, lines: readonly string[]): Promise<void> {
  const { admin, cashier } = staff
  const add = brokerBankProposals(context)['broker-bank.add']
  if (!(await findBankAccount(tx, account.accountNumber)))
    await add.carryOut(tx, account, { operator: admin, ip, requestedBy: admin.id })
  const { id: bankAccountId } = await requireRow(findBankAccount(tx, account.accountNumber))
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  const csv = csvOf('practice-settlement.csv', [`Account No : ${account.accountNumber}`, header, ...lines].join('\n'))
  const statement = await readFile(csv)
  await importStatement(context, tx, { csv, query: { bankAccountId }, operator: cashier, ip, statement })
  for (const { id: lineId } of await linesToBook(tx, bankAccountId)) {
    const line = await requireRow(findLine(tx, lineId))
    const [, kind = '', type = '', number = ''] = line.text.split(' ')
    const isSettlement = kind === 'SETTLEMENT'
    const input = { lineId, reason: line.text }
    const { links } = isSettlement
      ? await plans.settlement(tx, line, { ...input, kind: 'settlement', settlementIds: [`NSE-${type}-${number}`] })
      : await plans.levy(tx, line, { ...input, kind: 'levy', levy: kind === 'STT' ? 'stt' : 'stamp_duty' })
    for (const link of links)
      await linkLine(context, tx, link, { lineId, reason: line.text, requestedBy: cashier.id, operatorId: cashier.id })
    const after = { lineId, reason: line.text, kind: isSettlement ? 'settlement' : 'levy' }
    await context.audit(tx, { actor: operatorActor(cashier), action: 'reconciliation.book', after, ip })
  }
}
