import { expect, test } from 'vitest'
import { clearingText, deliveryName } from '../../../test/clearing.ts'
import { loanSteps } from '../../../test/loan.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk } from '../../../test/trading.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { requireRow } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const desk = await tradingDesk(server)
const { running } = loanSteps(server, desk.admin)
const [day = '', saleDay = ''] = daysBefore(dayInIndia(new Date()), 6)
const [buyer, seller] = [await desk.client(1000), await desk.client(1000)]
for (const client of [buyer, seller]) await running(client, { amount: 2000, fee: 0 })
await desk.bookDay(
  day,
  [buyer, seller].map((client) => desk.deal(client, 'B', 20, '100.00')),
)
await desk.bookDay(saleDay, [desk.deal(seller, 'S', 5, '100.00')])
await desk.closing(saleDay, '100.00')

type Figures = Record<'cash' | 'loan' | 'invested' | 'unsettled' | 'dues', bigint>
const figures = ({ id }: typeof buyer) =>
  requireRow(
    db.row<Figures>('select cash, loan, invested, unsettled, dues from client_ledger where client_id = $1', [id]),
  )
const own = ({ cash, unsettled, dues }: Figures): bigint => cash + unsettled - dues
const borrowed = ({ id }: typeof buyer) =>
  db.rows(
    'select trim_scale(open_quantity)::text as open, open_cost, open_loan_part from lot where client_id = $1 and open_quantity > 0',
    [id],
  )
async function short({ id, ucc }: typeof buyer, on: string, quantity: number): Promise<string> {
  const row = { ClntId: ucc, ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(on), SttlmTp: '' }
  const text = clearingText('delivery', [{ ...row, QtyORShrtQty: quantity }])
  expect((await desk.sendFile(text, deliveryName(on))).status).toBe(200)
  return (await db.row<{ id: string }>('select id from shortage where client_id = $1', [id]))?.id ?? ''
}
const terms = { kind: 'closeout', number: '2026900', day: saleDay, price: 110 }
const balanced = async () => expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])

test('closing out a purchase returns its borrowed part to the loan, and the reversal takes it back', async () => {
  const before = await figures(buyer)
  expect(before).toMatchObject({ cash: 0n, loan: 100_000n, invested: 200_000n, unsettled: 0n })
  // 10 of 20 received.
  const shortageId = await short(buyer, day, 10)
  expect((await desk.post(`shortages/${shortageId}/close`, terms)).body.message).toBe('Shortage closed')
  // 10 at 120: of 1,200 the borrowed 500 return to the loan, and the 500 of the client with the profit of 200 are paid out.
  expect(await figures(buyer)).toEqual({ ...before, loan: 150_000n, invested: 100_000n, unsettled: 70_000n })
  expect(await borrowed(buyer)).toEqual([{ open: '10', open_cost: 100_000n, open_loan_part: 50_000n }])
  const [sale] = await db.rows(
    "select cost, loan_part, to_loan, amount from trade where client_id = $1 and action = 'SELL'",
    [buyer.id],
  )
  expect(sale).toEqual({ cost: 100_000n, loan_part: 50_000n, to_loan: 50_000n, amount: 120_000n })
  await balanced()

  const reversed = await desk.post(`shortages/${shortageId}/reopen`, { reason: 'Annulled' })
  expect(reversed.body.message).toBe('Close-out reversed')
  expect(await figures(buyer)).toEqual(before)
  expect(await borrowed(buyer)).toEqual([{ open: '20', open_cost: 200_000n, open_loan_part: 100_000n }])
  await balanced()
})

test('a close-out of a sale takes back what the sale returned to the loan, and its reversal returns it again', async () => {
  const before = await figures(seller)
  expect(before).toMatchObject({ loan: 125_000n, invested: 150_000n })
  const sold = await borrowed(seller)
  expect(sold).toEqual([{ open: '15', open_cost: 150_000n, open_loan_part: 75_000n }])
  // 2 of 5 not delivered, of whose 200 the sale returned 100 to the loan.
  const shortageId = await short(seller, saleDay, 2)
  expect((await desk.post(`shortages/${shortageId}/close`, terms)).body.message).toBe('Shortage closed')
  const after = await figures(seller)
  expect(after).toMatchObject({ loan: 115_000n, invested: 170_000n })
  // 2 at 120, of which the loan pays 100.
  expect(own(after) - own(before)).toBe(-14_000n)
  expect(await borrowed(seller)).toEqual([{ open: '17', open_cost: 170_000n, open_loan_part: 85_000n }])
  const sales = await db.rows(
    "select amount, cost, loan_part, to_loan from trade where client_id = $1 and action = 'SELL' and reversal_id is null order by id",
    [seller.id],
  )
  expect(sales).toEqual([
    { amount: 20_000n, cost: 24_000n, loan_part: 0n, to_loan: 0n },
    { amount: 30_000n, cost: 30_000n, loan_part: 15_000n, to_loan: 15_000n },
  ])
  await balanced()

  const reversed = await desk.post(`shortages/${shortageId}/reopen`, { reason: 'Annulled' })
  expect(reversed.body.message).toBe('Close-out reversed')
  expect(await figures(seller)).toEqual(before)
  expect(await borrowed(seller)).toEqual(sold)
  await balanced()
})
