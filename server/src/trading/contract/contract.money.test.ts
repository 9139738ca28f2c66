import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fund } from '../../../test/money.ts'
import { loanSteps } from '../../../test/loan.ts'
import { often } from '../../../test/often.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareB, tradingDesk } from '../../../test/trading.ts'
import { nextSettlementDay } from '../market/trading-day.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV' })
const { db } = server
const { admin, post, done, client, deal, record, book, bookDay, balanced, wallet } = await tradingDesk(server)
const { running } = loanSteps(server, admin)
const days = daysBefore(dayInIndia(new Date()), 55)
const nextDay = () => days.shift() ?? ''
/** The next day that has no part in the settlement of another day any more, whatever the settlement holidays. */
const dayAfterSettlement = (day: string): string => {
  const next = nextDay()
  return next > nextSettlementDay(day) ? next : dayAfterSettlement(day)
}

test('proceeds of delivered shares pay for purchases at once, those of shares bought the day before after the pay-out', async () => {
  const asha = await client(20_000)
  const [first, second] = [nextDay(), nextDay()]
  await bookDay(first, [deal(asha, 'B', 10, '100.00')])
  await bookDay(second, [deal(asha, 'S', 4, '110.00')])
  const { unsettled, usableUnsettled } = await wallet(asha)
  expect([unsettled > 400, usableUnsettled]).toEqual([true, 0])
  const third = dayAfterSettlement(second)
  await bookDay(third, [deal(asha, 'S', 6, '110.00')])
  const later = await wallet(asha)
  expect(later.usableUnsettled).toBeCloseTo(later.unsettled - unsettled, 2)
  expect(later.usableUnsettled).toBeGreaterThan(600)
  await balanced()
})

test('a profit of shares bought and sold on the day pays for purchases of its settlement only', async () => {
  const asha = await client(0)
  const [first, second] = [nextDay(), nextDay()]
  await bookDay(first, [
    deal(asha, 'B', 100, '400.00', { isin: shareB }),
    deal(asha, 'S', 100, '420.00', { isin: shareB }),
    deal(asha, 'B', 5, '100.00'),
  ])
  const before = await wallet(asha)
  expect(before).toMatchObject({ investedAmount: 500, usableUnsettled: 0 })
  expect(before.unsettled).toBeGreaterThan(1300)
  await bookDay(second, [deal(asha, 'B', 1, '100.00')])
  const after = await wallet(asha)
  expect([after.unsettled, after.dues > 100]).toEqual([before.unsettled, true])
  await balanced()
})

test('what a newer file changes is usable as its trades are', async () => {
  const asha = await client(20_000)
  const first = nextDay()
  await bookDay(first, [deal(asha, 'B', 10, '100.00')])
  const third = dayAfterSettlement(first)
  const sale = deal(asha, 'S', 10, '110.00')
  await bookDay(third, [sale])
  const usable = await wallet(asha)
  expect(usable.usableUnsettled).toBe(usable.unsettled)
  await record(third, [deal(asha, 'B', 2, '100.00', { at: '09:20:00' }), { ...sale, price: '120.00' }])
  await book(third)
  const { unsettled, usableUnsettled } = await wallet(asha)
  // Two of the ten are those of the day: their result is a profit of the day.
  expect(unsettled - usableUnsettled).toBeCloseTo(40, 2)
  await balanced()
})

test('unbooked trades hold the balance in each settlement, beyond what usable proceeds pay', async () => {
  const asha = await client(1000)
  const [first, second] = [nextDay(), nextDay()]
  await bookDay(first, [deal(asha, 'B', 5, '100.00')])
  const { balance } = await wallet(asha)
  // Sold before they are credited: the sale on one exchange does not pay for the purchase on the other.
  await record(second, [deal(asha, 'S', 5, '100.00')])
  await record(second, [deal(asha, 'B', 3, '100.00', { series: 'A' })], 'BSE')
  expect((await wallet(asha)).withdrawable).toBe(balance - 300)
  await book(second, {})
  const { unsettled, usableUnsettled } = await wallet(asha)
  expect([unsettled > 400, usableUnsettled]).toEqual([true, 0])
  await balanced()
})

test('trades that a newer file or the other exchange adds to a booked day hold their whole amount', async () => {
  const asha = await client(20_000)
  const day = nextDay()
  const bought = deal(asha, 'B', 10, '1000.00')
  await bookDay(day, [bought])
  const { balance } = await wallet(asha)
  await record(day, [bought, deal(asha, 'B', 2, '1000.00')])
  expect((await wallet(asha)).withdrawable).toBe(balance - 2000)
  await record(day, [deal(asha, 'B', 3, '1000.00')], 'BSE')
  expect((await wallet(asha)).withdrawable).toBe(balance - 5000)
  await book(day, {})
  const after = await wallet(asha)
  expect([after.withdrawable, after.investedAmount]).toEqual([after.balance, 15_000])
  await balanced()
})

test('a newer file that is not booked yet holds what it adds to the booked purchases, not all of them again', async () => {
  const asha = await client(20_000)
  const day = nextDay()
  const bought = deal(asha, 'B', 10, '1000.00')
  await bookDay(day, [bought])
  const { balance, withdrawable } = await wallet(asha)
  expect(withdrawable).toBe(balance)
  await record(day, [{ ...bought, price: '1010.00' }, deal(asha, 'B', 1, '50.00', { isin: shareB })])
  expect((await wallet(asha)).withdrawable).toBe(balance - 150)
  await book(day)
  const after = await wallet(asha)
  expect([after.withdrawable, after.investedAmount]).toEqual([after.balance, 10_150])
  await balanced()
})

/** A client with ₹100 and usable sale proceeds of about ₹1,000. */
async function sellerOf(day: string) {
  const asha = await client(1200)
  await bookDay(day, [deal(asha, 'B', 10, '100.00')])
  const sold = dayAfterSettlement(day)
  await bookDay(sold, [deal(asha, 'S', 10, '105.00')])
  const { balance, usableUnsettled } = await wallet(asha)
  expect(usableUnsettled).toBeGreaterThan(900)
  return { asha, balance, usable: usableUnsettled, sold }
}

test('sale proceeds that paid a dealer’s purchase are not withdrawable after its sale', async () => {
  const { asha, balance, usable } = await sellerOf(nextDay())
  const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: 9, price: 100 }
  const { _id } = await done('trades/buy', order)
  expect(await wallet(asha)).toMatchObject({
    balance,
    usableUnsettled: expect.closeTo(usable - 900, 2),
    investedAmount: 900,
  })
  const part = { quantity: 4, price: 90 }
  expect((await post(`trades/${_id}/sell/preview`, part)).body).toMatchObject({ toCash: -40, toUnsettled: 400 })
  const { _id: sale } = await done(`trades/${_id}/sell`, part)
  expect(await wallet(asha)).toMatchObject({
    balance: expect.closeTo(balance - 40, 2),
    usableUnsettled: expect.closeTo(usable - 500, 2),
    investedAmount: 500,
  })
  const asked = await done(`trades/${sale}/reversal`, { reason: 'Wrong client' })
  await done(`reversals/${asked._id}/approve`, {}, admin)
  expect(await wallet(asha)).toMatchObject({
    balance,
    usableUnsettled: expect.closeTo(usable - 900, 2),
    investedAmount: 900,
  })
  await done(`trades/${_id}/sell`, { quantity: 4, price: 100 })
  await done(`trades/${_id}/sell`, { quantity: 5, price: 110 })
  expect(await wallet(asha)).toMatchObject({
    balance: expect.closeTo(balance + 50, 2),
    usableUnsettled: usable,
    investedAmount: 0,
  })
  await balanced()
})

test('the preview of a file of dealers’ trades equals its booking where sale proceeds paid a purchase', async () => {
  const { asha, balance, usable } = await sellerOf(nextDay())
  const named = await db.row<{ name: string }>("select 'SD' || number as name from client where id = $1", [asha.id])
  const held = await done('trades/buy', { clientId: asha.id, stockName: 'DEMOTECH', quantity: 2, price: 100 })
  const csv = [
    'reference,client,action,stock,quantity,price,position',
    `P1,${named?.name},BUY,DEMOTECH,5,100,`,
    `P2,${named?.name},SELL,DEMOTECH,5,110,P1`,
    `P3,${named?.name},SELL,DEMOTECH,2,100,${held.tradeId}`,
    `P4,${named?.name},BUY,DEMOTECH,9,100,`,
  ].join('\n')
  const { body: told } = await post('trades/import/preview', { csv })
  const sums = told.lines.map(({ cashAfter }: { cashAfter: number }) => Math.round((cashAfter - balance) * 100))
  expect([told.wrong, ...sums]).toEqual([0, 0, 5000, 5000, 5000])
  await done('trades/import', { csv })
  expect(await wallet(asha)).toMatchObject({
    balance: expect.closeTo(balance + 50, 2),
    usableUnsettled: expect.closeTo(usable - 900, 2),
  })
  await balanced()
})

test('random purchases, partial sales at cost and their reversals leave balance and sale proceeds as they were', async () => {
  const { asha } = await sellerOf(nextDay())
  const before = await wallet(asha)
  const steps = fc.array(fc.record({ which: fc.nat(9), shares: fc.integer({ min: 1, max: 5 }), paise: fc.nat(9999) }), {
    minLength: 8,
    maxLength: 12,
  })
  const run = async (given: readonly { which: number; shares: number; paise: number }[]) => {
    const open: { id: string; price: number; left: number }[] = []
    const sales: { id: string; position: (typeof open)[number]; quantity: number }[] = []
    const sell = async (position: (typeof open)[number], quantity: number) => {
      const { _id } = await done(`trades/${position.id}/sell`, { quantity, price: position.price })
      position.left -= quantity
      sales.push({ id: _id, position, quantity })
    }
    for (const { which, shares, paise } of given) {
      const position = open[which % (open.length + 1)]
      const sale = which === 9 ? sales.pop() : undefined
      if (sale) {
        const asked = await done(`trades/${sale.id}/reversal`, { reason: 'Wrong client' })
        await done(`reversals/${asked._id}/approve`, {}, admin)
        sale.position.left += sale.quantity
      } else if (!position) {
        const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: shares, price: (5000 + paise) / 100 }
        const { status, body } = await post('trades/buy', order)
        expect([200, 422]).toContain(status)
        if (status === 200) open.push({ id: body._id, price: order.price, left: shares })
      } else if (position.left > 0) await sell(position, Math.min(shares, position.left))
    }
    for (const position of open) if (position.left > 0) await sell(position, position.left)
    expect(await wallet(asha)).toEqual(before)
  }
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: often(3, 60), endOnFailure: true })
  await balanced()
})

test('a dealer’s purchase and sale from sale proceeds, once the file confirms both, make nothing withdrawable', async () => {
  const { asha, balance, usable } = await sellerOf(nextDay())
  const day = nextDay()
  const at = { tradedAt: `${day}T05:00:00.000Z` }
  const { _id } = await done('trades/buy', { clientId: asha.id, stockName: 'DEMOTECH', quantity: 6, price: 100, ...at })
  await done(`trades/${_id}/sell`, { quantity: 4, price: 105, tradedAt: `${day}T06:00:00.000Z` })
  await bookDay(day, [deal(asha, 'B', 6, '100.00'), deal(asha, 'S', 4, '105.00')])
  const contract = await db.row<{ charges: bigint }>('select charges from contract where client_id = $1 and day = $2', [
    asha.id,
    day,
  ])
  const after = await wallet(asha)
  expect(after.investedAmount).toBe(200)
  expect(after.balance + after.unsettled).toBeCloseTo(balance + usable - 180 - Number(contract?.charges) / 100, 2)
  expect(after.balance).toBe(balance)
  await balanced()
})

test('a dealer’s purchase is paid from usable sale proceeds first, and its reversal does not make them withdrawable', async () => {
  const { asha, balance, usable, sold } = await sellerOf(nextDay())
  const day = nextDay()
  const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: 11, price: 100, tradedAt: `${day}T05:00:00.000Z` }
  const preview = (await post('trades/buy/preview', order)).body
  expect(preview).toMatchObject({ fromUnsettled: usable, fromCash: expect.closeTo(1100 - usable, 2), missing: 0 })
  const { _id } = await done('trades/buy', order)
  expect(await wallet(asha)).toMatchObject({
    balance: expect.closeTo(balance + usable - 1100, 2),
    investedAmount: 1100,
  })
  await balanced()
  const asked = await done(`trades/${_id}/reversal`, { reason: 'Wrong client' })
  await done(`reversals/${asked._id}/approve`, {}, admin)
  expect(await wallet(asha)).toMatchObject({ balance, usableUnsettled: usable, investedAmount: 0 })
  await balanced()
  const again = await done('trades/buy', order)
  await bookDay(day, [deal(asha, 'B', 11, '100.00')])
  expect(await db.row('select contract_id is not null as booked from trade where id = $1', [again._id])).toEqual({
    booked: true,
  })
  const [contract] = await db.rows<{ charges: bigint }>(
    'select charges from contract where client_id = $1 and day = $2',
    [asha.id, day],
  )
  const after = await wallet(asha)
  expect([after.usableUnsettled, Math.round(after.balance * 100)]).toEqual([
    undefined,
    Math.round((balance + usable - 1100) * 100) - Number(contract?.charges),
  ])
  expect(sold < day).toBe(true)
  await balanced()
})

test('a dealer’s purchase does not use the money that recorded trades will take', async () => {
  const asha = await client(1000)
  const day = nextDay()
  await record(day, [deal(asha, 'B', 6, '100.00')])
  const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: 5, price: 100, tradedAt: `${day}T05:00:00.000Z` }
  expect((await post('trades/buy/preview', order)).body).toMatchObject({ fromCash: 400, missing: 100 })
  expect((await post('trades/buy', order)).status).toBe(422)
  await book(day)
})

test('a recorded trade whose typed trade is reversed holds its money, and confirms the same trade typed again', async () => {
  const asha = await client(2000)
  await bookDay(nextDay(), [deal(await client(100), 'B', 1, '10.00')])
  const day = nextDay()
  const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: 10, price: 100, tradedAt: `${day}T05:00:00.000Z` }
  const { _id } = await done('trades/buy', order)
  await record(day, [deal(asha, 'B', 10, '100.00')])
  expect(await wallet(asha)).toMatchObject({ balance: 1000, withdrawable: 1000 })
  const asked = await done(`trades/${_id}/reversal`, { reason: 'Wrong client' })
  await done(`reversals/${asked._id}/approve`, {}, admin)
  expect(await wallet(asha)).toMatchObject({ balance: 2000, withdrawable: 1000 })
  await done('trades/buy', order)
  await book(day)
  expect(await wallet(asha)).toMatchObject({ investedAmount: 1000 })
  await balanced()
})

test('a dealer’s purchase is confirmed also where the dealer has sold it and the file has no such sale', async () => {
  const asha = await client(20_000)
  await bookDay(nextDay(), [deal(await client(100), 'B', 1, '10.00', { isin: shareB })])
  const day = nextDay()
  const tradedAt = `${day}T05:00:00.000Z`
  const order = { clientId: asha.id, stockName: 'DEMOBANK', quantity: 10, price: 100, tradedAt }
  const { _id } = await done('trades/buy', order)
  await done(`trades/${_id}/sell`, { quantity: 7, price: 101, tradedAt })
  const rows = [deal(asha, 'B', 10, '100.00', { isin: shareB })]
  await bookDay(day, rows)
  expect(await wallet(asha)).toMatchObject({ investedAmount: 300 })
  await done(`trades/${_id}/sell`, { quantity: 3, price: 101 })
  await bookDay(day, [...rows, deal(asha, 'B', 1, '5.00', { isin: shareB })])
  expect(await wallet(asha)).toMatchObject({ investedAmount: 5 })
  expect(await db.rows('select from contract_fault where client_id = $1', [asha.id])).toEqual([])
  await expect(db.run('update client_ledger set invested = -1 where client_id = $1', [asha.id])).rejects.toMatchObject({
    constraint: 'client_ledger_invested_check',
  })
  await balanced()
})

test('a loan pays what the balance lacks, a sale returns its part, and a reversed contract leaves neither', async () => {
  const asha = await client(1000)
  await running(asha, { amount: 2000, fee: 0 })
  const figures = () =>
    db.row<Record<'cash' | 'loan' | 'invested' | 'unsettled' | 'dues', bigint>>(
      'select cash, loan, invested, unsettled, dues from client_ledger where client_id = $1',
      [asha.id],
    )
  const borrowed = () =>
    db.rows(
      'select loan_part, open_loan_part, trim_scale(open_quantity)::text as open from lot where client_id = $1 and open_quantity > 0',
      [asha.id],
    )
  const start = await figures()
  expect(start).toMatchObject({ cash: 100_000n, loan: 200_000n })
  const first = nextDay()
  const purchase = deal(asha, 'B', 20, '100.00')
  await bookDay(first, [purchase])
  // The charges of ₹26.22 find neither balance nor sale proceeds: they are owed, because a loan pays for purchases only.
  expect(await figures()).toEqual({
    cash: 0n,
    loan: 100_000n,
    invested: 200_000n,
    unsettled: 0n,
    dues: expect.any(BigInt),
  })
  expect(await borrowed()).toEqual([{ loan_part: 100_000n, open_loan_part: 100_000n, open: '20' }])
  await balanced()

  const { ucc } = await client(20_000)
  await record(first, [{ ...purchase, client: ucc }])
  await book(first)
  expect([await figures(), await borrowed()]).toEqual([start, []])
  await balanced()

  const changed = { ...purchase, price: '90.00' }
  await record(first, [changed])
  await book(first)
  expect(await figures()).toMatchObject({ cash: 0n, loan: 120_000n, invested: 180_000n })
  expect(await borrowed()).toEqual([{ loan_part: 80_000n, open_loan_part: 80_000n, open: '20' }])
  await balanced()

  await fund(server, asha.id, 50)
  const before = await figures()
  const second = dayAfterSettlement(first)
  await bookDay(second, [deal(asha, 'S', 5, '110.00')])
  const [sale] = await db.rows(
    "select cost, loan_part, to_loan, amount from trade where client_id = $1 and action = 'SELL'",
    [asha.id],
  )
  expect(sale).toEqual({ cost: 45_000n, loan_part: 20_000n, to_loan: 20_000n, amount: 55_000n })
  expect(await borrowed()).toEqual([{ loan_part: 80_000n, open_loan_part: 60_000n, open: '15' }])
  const sold = await figures()
  expect(sold).toMatchObject({ loan: 140_000n, invested: 135_000n })
  await balanced()

  const loser = deal(asha, 'S', 5, '80.00')
  await record(second, [loser])
  await book(second)
  const lost = await figures()
  // The borrowed part of the cost, ₹200, returns to the loan; the loss and the charges are the client's.
  expect(lost).toMatchObject({ loan: 140_000n, invested: 135_000n })
  const contract = await db.row<{ net: bigint }>(
    'select net from contract where client_id = $1 and day = $2 and reversed_at is null',
    [asha.id, second],
  )
  const own = (row: typeof lost) => (row?.cash ?? 0n) + (row?.unsettled ?? 0n) - (row?.dues ?? 0n)
  expect(own(lost)).toBe(own(before) + (contract?.net ?? 0n) - 20_000n)
  await balanced()

  await record(second, [{ ...loser, client: ucc }])
  await book(second)
  expect(await figures()).toEqual(before)
  expect(await borrowed()).toEqual([{ loan_part: 80_000n, open_loan_part: 80_000n, open: '20' }])
  await balanced()
})

test('a contract reversed after its loan was repaid returns the borrowed part to the balance', async () => {
  const asha = await client(1000)
  const { _id: loanId } = await running(asha, { amount: 2000, fee: 0 })
  const day = nextDay()
  const purchase = deal(asha, 'B', 20, '100.00')
  await bookDay(day, [purchase])
  await fund(server, asha.id, 1100)
  const repaid = await server.call('POST', '/user/loan/repay', {
    token: asha.token,
    body: { loanId, amount: 2000 },
  })
  expect(repaid.body).toMatchObject({ loan: { status: 'closed' } })
  await balanced()
  const { ucc } = await client(20_000)
  await record(day, [{ ...purchase, client: ucc }])
  await book(day)
  const figures = 'select cash, loan, invested, dues from client_ledger where client_id = $1'
  expect(await db.row(figures, [asha.id])).toEqual({ cash: 210_000n, loan: 0n, invested: 0n, dues: 0n })
  await balanced()
})

test('a dealer’s sale that the file confirms after the loan was repaid returns nothing to it', async () => {
  const asha = await client(1000)
  const { _id: loanId } = await running(asha, { amount: 2000, fee: 0 })
  await bookDay(nextDay(), [deal(asha, 'B', 20, '100.00')])
  const day = nextDay()
  const [lot] = await db.rows<{ id: string }>('select id from lot where client_id = $1 and open_quantity > 0', [
    asha.id,
  ])
  await done(`trades/${lot?.id}/sell`, { quantity: 20, price: 110, tradedAt: `${day}T05:00:00.000Z` })
  const repaid = await server.call('POST', '/user/loan/repay', { token: asha.token, body: { loanId, amount: 2000 } })
  expect(repaid.body).toMatchObject({ loan: { status: 'closed' } })
  await balanced()
  await bookDay(day, [deal(asha, 'S', 20, '110.00')])
  expect((await wallet(asha)).loanAmount).toBe(0)
  await balanced()
})

test('without LENDING an existing loan pays for a purchase that the file confirms, as it did for the dealer', async () => {
  const asha = await client(1100)
  await running(asha, { amount: 2000, fee: 0 })
  const { config } = server.app.context
  Object.assign(config, { lending: false })
  const day = nextDay()
  const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: 20, price: 100, tradedAt: `${day}T05:00:00.000Z` }
  await done('trades/buy', order)
  expect(await wallet(asha)).toMatchObject({ balance: 0, loanAmount: 1100 })
  await fund(server, asha.id, 100)
  await bookDay(day, [deal(asha, 'B', 20, '100.00')])
  Object.assign(config, { lending: true })
  const { loanAmount, dues = 0 } = await wallet(asha)
  expect([loanAmount, dues < 100]).toEqual([1200, true])
  await balanced()
})

test('a dealer’s purchase is paid before the others of its day, so that the lot for which a loan pays says so', async () => {
  const asha = await client(1000)
  await running(asha, { amount: 2000, fee: 0 })
  const day = nextDay()
  const order = { clientId: asha.id, stockName: 'DEMOTECH', quantity: 10, price: 100, tradedAt: `${day}T05:00:00.000Z` }
  await done('trades/buy', order)
  await bookDay(day, [deal(asha, 'B', 10, '100.00', { isin: shareB }), deal(asha, 'B', 10, '100.00')])
  expect(await wallet(asha)).toMatchObject({ loanAmount: 1000, investedAmount: 2000 })
  const lots = 'select sum(open_loan_part)::bigint as borrowed from lot where client_id = $1'
  expect(await db.row(lots, [asha.id])).toEqual({ borrowed: 100_000n })
  await balanced()
})

test.each([
  ['in part at a profit', 8, '110.00', [40_000n, 40_000n], [60_000n, '12']],
  ['in part at a loss', 7, '80.00', [35_000n, 35_000n], [65_000n, '13']],
  ['whole at a great loss', 20, '30.00', [100_000n, 100_000n], [0n, '0']],
])('shares that a loan paid for and that are sold %s at the other exchange on the day return it', async (...given) => {
  const [, quantity, price, sold, left] = given
  const asha = await client(1000)
  await running(asha, { amount: 2000, fee: 0 })
  const day = nextDay()
  const sale = deal(asha, 'S', quantity, price)
  await record(day, [deal(asha, 'B', 20, '100.00')])
  await record(day, [sale], 'BSE')
  await book(day, {})
  await balanced()
  const lots = 'select loan_part, open_loan_part, trim_scale(open_quantity)::text as open from lot where client_id = $1'
  const [loanPart, open] = left
  expect(await db.rows(lots, [asha.id])).toEqual([{ loan_part: 100_000n, open_loan_part: loanPart, open }])
  const sales = "select loan_part, to_loan from trade where client_id = $1 and action = 'SELL'"
  expect(await db.rows(sales, [asha.id])).toEqual([{ loan_part: sold[0], to_loan: sold[1] }])
  const { loanAmount } = await wallet(asha)
  expect(loanAmount).toBe(1000 + Number(sold[0]) / 100)
  await record(day, [{ ...sale, client: (await client(20_000)).ucc }], 'BSE')
  await book(day, {})
  expect(await wallet(asha)).toMatchObject({ loanAmount: 1000 })
  await balanced()
})
