import { expect, test } from 'vitest'
import { fund, type MoneyClient, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { bookTrades } from '../../../test/clearing.ts'
import { bookDpCharge, type Charges, releaseSettlement, settlement, type Trades } from '../../core/ledger/clearing.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server

const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
const ofPurchase = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 225n, exchangeCharges: 46n, sebiFee: 2n }
const ofSale = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 0n, exchangeCharges: 47n, sebiFee: 2n }

let number = 2_026_300
const newSettlement = (tradedOn: string, settlesOn: string) =>
  db.transaction((tx) =>
    settlement(tx, { exchange: 'NSE', type: 'M', number: String((number += 1)), tradedOn, settlesOn }),
  )

const book = (client: MoneyClient, trades: Partial<Trades>, charges?: Charges) =>
  bookTrades(server, client, trades, charges)
const release = ({ id }: MoneyClient, settlementId: string) =>
  db.transaction((tx) =>
    releaseSettlement(tx, { clientId: id, settlementId, causeId: newId(), reason: 'Settlement 2026301' }),
  )
const purchase = (settlementId: string, cost: number) => ({ id: newId(), settlementId, cost: paise(cost) })
const sale = (settlementId: string, cost: number, proceeds: number) => ({
  settlementId,
  cost: paise(cost),
  proceeds: paise(proceeds),
})

const read = async ({ token }: MoneyClient, path: string) => (await call('GET', path, { token })).body
const wallet = async (client: MoneyClient) => {
  const { times: _times, ...figures } = await read(client, `/user/wallet/${client.id}`)
  return figures
}
const worth = async (client: MoneyClient) => (await read(client, `/user/worth/${client.id}`)).worth
/** The lines of the newest entry of the statement. */
const newest = async (client: MoneyClient) => {
  const [{ title, entries }] = (await read(client, `/user/statement/${client.id}/events`)).events
  return [title, ...entries.map(({ label, amount }: { label: string; amount: number }) => `${label} ${amount}`)]
}
const zeros = { cashback: 0, loanAmount: 0, withheld: 0 }

test('buy day, sell day and T+1: the wallet names sale proceeds and their day until they are withdrawable', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  await book(client, { purchases: [purchase(await newSettlement('2026-11-20', '2026-11-23'), 15_001)] }, ofPurchase)
  const bought = { ...zeros, balance: 4957.59, withdrawable: 4957.59, investedAmount: 15_001 }
  expect(await wallet(client)).toEqual(bought)
  expect(await worth(client)).toBe(19_958.59)
  expect(await newest(client)).toEqual([
    'Trades and charges of the day',
    'Purchase 15001',
    'Brokerage 20',
    'GST 3.68',
    'STT 15',
    'Stamp duty 2.25',
    'Exchange charges 0.46',
    'SEBI fee 0.02',
  ])
  const second = await newSettlement('2026-11-25', '2026-11-26')
  await book(client, { sales: [sale(second, 15_001, 15_400)] }, ofSale)
  expect(await wallet(client)).toEqual({
    ...bought,
    investedAmount: 0,
    unsettled: 15_360.83,
    usableUnsettled: 15_360.83,
    proceeds: [{ amount: 15_360.83, settlesOn: '2026-11-26' }],
  })
  expect(await worth(client)).toBe(20_318.42)
  expect(await newest(client)).toEqual([
    'Trades and charges of the day',
    'Sale: your cost back 15001',
    'Profit on trades 399',
    'Brokerage 20',
    'GST 3.68',
    'STT 15',
    'Exchange charges 0.47',
    'SEBI fee 0.02',
  ])
  await release(client, second)
  expect(await newest(client)).toEqual(['Sale proceeds released', 'Sale proceeds released 15360.83'])
  await db.transaction((tx) =>
    bookDpCharge(tx, { clientId: client.id, causeId: newId(), reason: 'DP charge', fee: 1350n, gst: 244n }),
  )
  expect(await newest(client)).toEqual(['DP charge', 'DP charge 13.5', 'GST on the DP charge 2.44'])
  expect(await wallet(client)).toEqual({ ...zeros, balance: 20_302.48, withdrawable: 20_302.48, investedAmount: 0 })
  expect(await worth(client)).toBe(20_302.48)
})

test('same-day switch: only what the purchase leaves of the proceeds is unsettled', async () => {
  const client = await moneyClient(server, { rupees: 15_001 })
  await book(client, { purchases: [purchase(await newSettlement('2026-11-20', '2026-11-23'), 15_001)] })
  const second = await newSettlement('2026-11-23', '2026-11-24')
  await book(client, { sales: [sale(second, 15_001, 15_400)], purchases: [purchase(second, 10_000)] })
  expect(await wallet(client)).toEqual({
    ...zeros,
    balance: 0,
    withdrawable: 0,
    investedAmount: 10_000,
    unsettled: 5400,
    usableUnsettled: 5400,
    proceeds: [{ amount: 5400, settlesOn: '2026-11-24' }],
  })
  expect(await worth(client)).toBe(15_400)
})

test('shortfall: the wallet names the dues, which the next deposit pays first', async () => {
  const client = await moneyClient(server, { rupees: 4000 })
  await book(client, { purchases: [purchase(await newSettlement('2026-11-20', '2026-11-23'), 15_001)] }, ofPurchase)
  const owing = { ...zeros, balance: 0, withdrawable: 0, investedAmount: 15_001 }
  expect(await wallet(client)).toEqual({ ...owing, dues: 11_042.41 })
  expect(await worth(client)).toBe(3958.59)
  const settlementId = await newSettlement('2026-11-23', '2026-11-24')
  await book(client, { intraday: [{ settlementId, result: 5000n }] })
  const proceeds = [{ amount: 50, settlesOn: '2026-11-24' }]
  expect(await wallet(client)).toEqual({ ...owing, dues: 11_042.41, unsettled: 50, proceeds })
  await release(client, settlementId)
  expect(await wallet(client)).toEqual({ ...owing, dues: 10_992.41 })
  await fund(server, client.id, 12_000)
  expect(await wallet(client)).toEqual({ ...owing, balance: 1007.59, withdrawable: 1007.59 })
  expect(await newest(client)).toEqual(['Funds added', 'Funds added 12000', 'Dues paid 10992.41'])
})

test('mails and timelines say what of a deposit, a rejected or cancelled withdrawal and a credit paid dues', async () => {
  const [client, { token }] = [await moneyClient(server, { rupees: 500 }), await newOperator(server, 'cashier')]
  const request = async (path: string, amount: number) =>
    (await call('POST', `/user/wallet/${path}`, { token: client.token, body: { id: client.id, amount } })).body
      .transaction._id
  const lose = async (rupees: number) => {
    const settlementId = await newSettlement('2026-11-25', '2026-11-26')
    await book(client, { intraday: [{ settlementId, result: -paise(rupees) }] })
  }
  const timeline = (id: string) => read(client, `/user/wallet/transaction/${id}`)
  const steps = async (id: string) => (await timeline(id)).steps.map(({ what }: { what: string }) => what)
  const decide = (id: string, verb: string, body: object) =>
    call('POST', `/desk/wallet/transactions/${id}/${verb}`, { token, body })
  const withdrawal = await request('withdraw', 300)
  await lose(400)
  expect((await decide(withdrawal, 'reject', { reason: 'The account is closed' })).status).toBe(200)
  expect(await wallet(client)).toMatchObject({ balance: 100 })
  const parts = (...[dues, rest]: readonly string[]) =>
    `₹${dues}.00 paid your dues for executed trades, ₹${rest}.00 is in your balance`
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe(`Withdrawal of ₹300.00 rejected; ${parts('200', '100')}`)
  expect(mail?.text).toMatch(`${parts('200', '100')}.`)
  expect(await steps(withdrawal)).toContain(`Withdrawal rejected; ${parts('200', '100')}`)

  await lose(150)
  const deposit = await request('add-money', 120)
  expect((await decide(deposit, 'approve', { reference: newUtr() })).status).toBe(200)
  expect(await wallet(client)).toMatchObject({ balance: 70 })
  expect((await server.mailTo(client.email))?.text).toMatch(`We received your payment. ${parts('50', '70')}.`)
  expect((await timeline(deposit)).steps.map(({ detail }: { detail?: string }) => detail).join()).toMatch(
    parts('50', '70'),
  )

  await fund(server, client.id, 130)
  const cancelled = await request('withdraw', 200)
  await lose(150)
  expect((await call('POST', `/user/wallet/transaction/${cancelled}/cancel`, { token: client.token })).status).toBe(200)
  expect(await steps(cancelled)).toContain(`You cancelled it; ${parts('150', '50')}.`)
  expect(await timeline(cancelled)).toMatchObject({ amount: 200, paidDues: 150 })

  await lose(80)
  const credit = { clientId: client.id, kind: 'credit', amount: 100, reason: 'Interest for a late credit' }
  const asked = (await call('POST', '/desk/ledger/adjustments', { token, body: credit })).body
  const other = await newOperator(server, 'cashier')
  await call('POST', `/desk/ledger/adjustments/${asked._id}/approve`, { token: other.token })
  expect((await server.mailTo(client.email))?.text).toMatch(`${parts('30', '70')}.`)
})

test('proceeds of one pay-out day are one amount, whatever the exchange', async () => {
  const client = await moneyClient(server)
  const days = [
    ['2026-11-20', '2026-11-24'],
    ['2026-11-23', '2026-11-24'],
    ['2026-11-24', '2026-11-25'],
  ] as const
  for (const [tradedOn, settlesOn] of days)
    await book(client, { intraday: [{ settlementId: await newSettlement(tradedOn, settlesOn), result: 5000n }] })
  expect((await wallet(client)).proceeds).toEqual([
    { amount: 100, settlesOn: '2026-11-24' },
    { amount: 50, settlesOn: '2026-11-25' },
  ])
})

test('unsettled proceeds and dues each stop the closing of an account, with a sentence', async () => {
  const [proceeds, owing] = [await moneyClient(server), await moneyClient(server)]
  const settlementId = await newSettlement('2026-11-25', '2026-11-26')
  await book(proceeds, { intraday: [{ settlementId, result: 1_536_083n }] })
  await book(owing, { intraday: [{ settlementId, result: -1_104_241n }] })
  const texts = async (client: MoneyClient) =>
    (await read(client, '/user/closure')).items.map(({ text }: { text: string }) => text)
  expect(await texts(proceeds)).toEqual(['Sale proceeds of ₹15,360.83 are not settled yet.'])
  expect(await texts(owing)).toEqual(['You owe ₹11,042.41 for executed trades. Add funds to pay it.'])
  for (const { token } of [proceeds, owing])
    expect((await call('POST', '/user/closure', { token, body: {} })).status).toBe(409)
})
