import { decimalOf } from '@sauda/contract/platform/decimal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeBy, planBuy, planSale, warningsOf } from './trade.plan.ts'

const exact = (text: string) => decimalOf(text) ?? 0n
const share = { lot: 1, fractional: false }

describe('the examples of docs/decisions/0030-trades-and-the-books.md', () => {
  const lot = { quantity: exact('3'), cost: 600_000n, loanPart: 500_000n }
  const sale = (quantity: string, price: string, cash = 0n, loan = 500_000n, owed = 1_000_000n) =>
    planSale({
      lot,
      deal: { quantity: exact(quantity), price: exact(price) },
      instrument: share,
      funds: { cash, loan },
      owed,
    })

  test('a buy takes the balance first', () => {
    const funds = { unsettled: [], cash: 100_000n, loan: 1_000_000n }
    expect(planBuy(funds, 600_000n)).toMatchObject({ fromCash: 100_000n, fromLoan: 500_000n, missing: 0n })
    expect(planBuy({ ...funds, loan: 200_000n }, 600_000n)).toMatchObject({
      fromCash: 100_000n,
      fromLoan: 200_000n,
      missing: 300_000n,
    })
  })

  test('sells one of three with a profit', () => {
    const one = sale('1', '2100')
    expect(one).toMatchObject({ proceeds: 210_000n, cost: 200_000n, loanPart: 166_667n, backToLoan: 166_667n })
    expect(changeBy(one)).toEqual({ cash: 43_333n, loan: 166_667n, unsettled: 0n, paid: 0n })
    expect(one.left).toEqual({ quantity: exact('2'), cost: 400_000n, loanPart: 333_333n })
  })

  test('all three sold at a loss: the balance pays it first, then what came back to the loan', () => {
    const all = sale('3', '1200')
    expect(all).toMatchObject({ proceeds: 360_000n, cost: 600_000n, lossFromCash: 100_000n, lossFromLoan: 140_000n })
    expect(changeBy(all)).toEqual({ cash: 0n, loan: 360_000n, unsettled: 0n, paid: 0n })
    expect(changeBy(sale('3', '1200', 500_000n))).toEqual({ cash: -140_000n, loan: 500_000n, unsettled: 0n, paid: 0n })
  })

  test('returns what unpaid sale proceeds paid, in proportion and less a loss that the balance cannot pay', () => {
    const parts = [
      { settlementId: 'NSE-M-1', paise: 100_000n },
      { settlementId: 'NSE-M-2', paise: 200_001n },
    ]
    const proceeds = { bought: exact('3'), parts }
    const sell = (quantity: string, price: string, open = lot.quantity) =>
      planSale({
        lot: { quantity: open, cost: (open * 2n) / 1000n, loanPart: 0n, proceeds },
        deal: { quantity: exact(quantity), price: exact(price) },
        instrument: share,
        funds: { cash: 0n, loan: 0n },
        owed: 0n,
      })
    const first = sell('1', '2100')
    expect(first.backToUnsettled).toEqual([
      { settlementId: 'NSE-M-1', paise: 33_334n },
      { settlementId: 'NSE-M-2', paise: 66_667n },
    ])
    expect(changeBy(first)).toEqual({ cash: 109_999n, loan: 0n, unsettled: 100_001n, paid: 0n })
    expect(sell('2', '2000', exact('2')).backToUnsettled.map(({ paise }) => paise)).toEqual([66_666n, 133_334n])
    const loss = sell('3', '500')
    expect(loss.backToUnsettled).toEqual([
      { settlementId: 'NSE-M-1', paise: 100_000n },
      { settlementId: 'NSE-M-2', paise: 50_000n },
    ])
    expect(changeBy(loss)).toEqual({ cash: 0n, loan: 0n, unsettled: 150_000n, paid: 0n })
  })

  test('rejects a sell whose remainder could never be sold', () => {
    const dollars = (quantity: string) =>
      planSale({
        lot: { quantity: exact('1'), cost: 8300n, loanPart: 0n },
        deal: { quantity: exact(quantity), price: exact('83') },
        instrument: { lot: 1, fractional: true },
        funds: { cash: 0n, loan: 0n },
        owed: 0n,
      })
    expect(() => dollars('0.99999999')).toThrow(
      'The remaining quantity would be worth less than ₹0.01. Sell the whole position.',
    )
    expect(dollars('0.9999').left).toEqual({ quantity: exact('0.0001'), cost: 1n, loanPart: 0n })
    expect(dollars('1').left.quantity).toBe(0n)
  })

  test('after most of the loan was paid back: only what is still owed returns to it', () => {
    expect(changeBy(sale('3', '2000', 0n, 0n, 120_000n))).toEqual({
      cash: 480_000n,
      loan: 120_000n,
      unsettled: 0n,
      paid: 0n,
    })
  })
})

test('in any parts of a sale cost and borrowed part add up, nothing is negative, and no unused loan exceeds what is owed', () => {
  const paise = fc.bigInt(0n, 10n ** 9n)
  const parts = fc.array(fc.tuple(fc.bigInt(1n, 10n ** 9n), fc.bigInt(10n ** 6n, 10n ** 13n)), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(paise, paise, paise, paise, parts, (cost, borrowed, cash, owed, deals) => {
      const quantity = deals.reduce((sum, [part]) => sum + part, 0n)
      let lot = { quantity, cost, loanPart: borrowed < cost ? borrowed : cost }
      const first = lot
      let funds = { cash, loan: owed / 2n }
      const sold = { cost: 0n, loanPart: 0n }
      for (const [part, price] of deals) {
        // Amounts below a paisa are rejected, and so are remainders below that.
        const rest = lot.quantity - part
        if ((price * part) / 10n ** 14n === 0n || (rest > 0n && (price * rest) / 10n ** 14n === 0n)) return
        const sale = planSale({
          lot,
          deal: { quantity: part, price },
          instrument: { lot: 1, fractional: true },
          funds,
          owed,
        })
        const change = changeBy(sale)
        funds = { cash: funds.cash + change.cash, loan: funds.loan + change.loan }
        lot = sale.left
        sold.cost += sale.cost
        sold.loanPart += sale.loanPart
        expect(change.cash + change.loan).toBe(sale.proceeds)
        expect(change.loan >= 0n && change.loan <= sale.loanPart).toBe(true)
        expect(funds.cash >= 0n && funds.loan <= owed).toBe(true)
        expect(lot.loanPart >= 0n && lot.loanPart <= lot.cost).toBe(true)
      }
      expect(lot).toEqual({ quantity: 0n, cost: 0n, loanPart: 0n })
      expect(sold).toEqual({ cost: first.cost, loanPart: first.loanPart })
    }),
  )
})

test('warns of a price between two ticks or far from the last price', () => {
  expect(warningsOf(exact('100.05'), '0.05', exact('100'))).toEqual([])
  expect(warningsOf(exact('100.03'), '0.05', undefined)).toEqual(['The price is between two steps of ₹0.05'])
  expect(warningsOf(exact('110'), '0.05', exact('100'))).toEqual([])
  expect(warningsOf(exact('110.05'), '0.05', exact('100'))).toEqual([
    'The price is more than 10% away from the last price, ₹100.00',
  ])
  expect(warningsOf(exact('89.95'), '0.05', exact('100'))).toHaveLength(1)
})
