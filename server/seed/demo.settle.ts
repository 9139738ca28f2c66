import { corporationOf } from '@sauda/contract/trading/corporation'
import type { AppContext } from '../src/app/app-context.ts'
import { recordByOperator } from '../src/core/audit/audit.ts'
import { brokerBankProposals } from '../src/money/broker-bank/broker-bank.ts'
import { readFile } from '../src/money/reconciliation/reconciliation.file.ts'
import { importStatement } from '../src/money/reconciliation/reconciliation.import.ts'
import { insertPennyDrop } from '../src/money/reconciliation/reconciliation.book.sql.ts'
import { linkLine } from '../src/money/reconciliation/reconciliation.link.ts'
import { type BookInput, lineEffects } from '../src/money/reconciliation/reconciliation.plan.ts'
import { findLine, type LineRow } from '../src/money/reconciliation/reconciliation.sql.ts'
import { requireRow, type Tx } from '../src/platform/db.ts'
import { owedPrincipal } from '../src/money/loan/loan.ts'
import { sha256 } from '../src/platform/secret.ts'
import type { SentCsv } from '../src/platform/upload.ts'
import { countFile } from '../src/trading/clearing/clearing-file.ts'
import { clearsAt } from '../src/trading/clearing/corporation.sql.ts'
import { nextSettlementDay } from '../src/trading/market/trading-day.ts'
import { readClearing } from '../src/trading/clearing/clearing.read.ts'
import {
  findBankAccount,
  findByEmail,
  linesToBook,
  type PracticeTrade,
  practiceSettlements,
  practiceTrades,
} from './demo.sql.ts'
import { filesOf } from './exchange-files.ts'
import { demoClients, type DemoStaff, ip } from './people.ts'

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
  readonly staff: DemoStaff
}
type World = Parameters<typeof filesOf>[1]

/** The obligation files, delivery files and bank entries of the practice settlements whose day has passed. */
export async function settle(desk: Desk, tx: Tx, world: World, today: string): Promise<void> {
  const due = await practiceSettlements(tx, today, practiceMember)
  if (due.length === 0) return
  const lines: string[] = []
  for (const { day, settlesOn, clearsAt } of due) {
    const trades = (await practiceTrades(tx, day)).map(tradeOf)
    const files = [...filesOf({ day, settledOn: settlesOn, trades, closes: new Map(), clearsAt }, world)]
    for (const [name, text] of files.filter(([each]) => /^(Obligation|DeliveryDpo)_/.test(each)))
      await importAgreeing(desk, tx, csvOf(name, text))
    const [, bank = ''] = files.find(([each]) => each.startsWith('Bank_')) ?? []
    lines.push(...bank.split('\n').filter((line) => line.includes(`,${corporationOf[clearsAt]} `)))
  }
  await bookBank(desk, tx, lines)
}

/** Where NSE does not clear at its own clearing corporation, only a provisional obligation names the settlement of its trades. */
export async function nameSettlement(desk: Desk, tx: Tx, world: World, day: string): Promise<void> {
  const home = await clearsAt(tx, 'NSE', day)
  if (home === 'NSE') return
  const trades = (await practiceTrades(tx, day)).map(tradeOf)
  const of = { day, settledOn: nextSettlementDay(day), trades, closes: new Map(), clearsAt: home }
  for (const [name, text] of filesOf(of, world))
    if (name.startsWith('Obligation_')) await importAgreeing(desk, tx, csvOf(name.replace('_F_', '_P_'), text))
}

/** A file that one operator may import, because it agrees with the recorded trades. */
async function importAgreeing({ context, staff }: Desk, tx: Tx, csv: SentCsv): Promise<void> {
  const by = { operator: staff.dealer, ip }
  const file = { csv, content: readClearing(csv), importedBy: staff.dealer.id, approvedBy: null, ...by }
  const { reasons, audited, onceCounted } = await countFile({ ...context, owed: owedPrincipal }, tx, file)
  if (reasons.length > 0) throw new Error(`${csv.name} does not agree: ${reasons.join('; ')}`)
  await recordByOperator(context, tx, by, audited)
  await onceCounted?.()
}

const tradeOf = ({ at, price, quantity, ...trade }: PracticeTrade) => ({
  ...trade,
  quantity: Number(quantity),
  price: Number(price),
  at: at.toISOString(),
  isCancelled: false,
})

function csvOf(name: string, text: string): SentCsv {
  const bytes = Buffer.from(text)
  return { name, bytes, sha256: sha256(bytes) }
}

const { trader } = demoClients
const nameAtBank = trader.name.toUpperCase()

async function bookBank({ context, staff }: Desk, tx: Tx, settlements: readonly string[]): Promise<void> {
  const { admin, cashier } = staff
  const lines = [...settlements]
  const add = brokerBankProposals(context)['broker-bank.add']
  if ((await findBankAccount(tx, account.accountNumber)) === undefined) {
    await add.carryOut(tx, account, { operator: admin, ip, requestedBy: admin.id })
    const [day] = settlements[0]?.split(',') ?? []
    lines.unshift(`${day},IMPS 633300000001 PENNY DROP ${nameAtBank},633300000001,1.00,`)
  }
  const bankAccountId = await requireRow(findBankAccount(tx, account.accountNumber))
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  const csv = csvOf('practice-settlement.csv', [`Account No : ${account.accountNumber}`, header, ...lines].join('\n'))
  const statement = await readFile(csv)
  await importStatement(context, tx, { csv, query: { bankAccountId }, operator: cashier, ip, statement })
  for (const lineId of await linesToBook(tx, bankAccountId)) {
    const line = await requireRow(findLine(tx, lineId))
    const input = await inputOf(tx, line)
    const { links, pennyDrop } = await lineEffects[input.kind](tx, line, input)
    for (const link of links) {
      const by = { lineId, reason: line.text, requestedBy: cashier.id, operatorId: cashier.id }
      const id = await linkLine(context, tx, link, by)
      if (pennyDrop) await insertPennyDrop(tx, id, pennyDrop)
    }
    const after = { lineId, reason: line.text, kind: input.kind }
    await context.audit(tx, { by: { operator: cashier, ip }, action: 'reconciliation.book', after })
  }
}

/** What a line of the practice statement is booked as. */
async function inputOf(tx: Tx, line: LineRow): Promise<BookInput> {
  const input = { lineId: line.id, reason: line.text }
  const [corporation, kind = '', type = '', number = ''] = line.text.split(' ')
  if (kind === 'SETTLEMENT')
    return {
      ...input,
      kind: 'settlement',
      settlementIds: [`${corporation === 'NCL' ? 'NSE' : 'BSE'}-${type}-${number}`],
    }
  if (!line.text.includes('PENNY DROP')) return { ...input, kind: 'levy', levy: kind === 'STT' ? 'stt' : 'stamp_duty' }
  const { saudaId } = await requireRow(findByEmail(tx, trader.email))
  return { ...input, kind: 'penny_drop', saudaId, nameAtBank }
}
