import { cannotClose } from '@sauda/contract/client/closure'
import { expect, test } from 'vitest'
import { clearingText, deliveryName } from '../../test/clearing.ts'
import { fund } from '../../test/money.ts'
import { newUtr } from '../../test/reconciliation.ts'
import { newOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk, type TradingClient } from '../../test/trading.ts'
import { selectBooked } from '../client/closure/closure.sql.ts'
import { reopenBooked } from '../client/closure/closure.ts'
import { dayInIndia } from '../platform/india.ts'

/** Trades of the exchange, close-outs and their reversals for clients whose account is being closed or is closed. */

const server = await testServer(
  { RATE_LIMITS: 'off', LENDING: 'off', STEP_UP: 'off' },
  { without: ['closed accounts with money'] },
)
const { call, db } = server
const desk = await tradingDesk(server)
const cashier = await newOperator(server, 'cashier')
const today = dayInIndia(new Date())
const [day = '', later = '', auctionDay = ''] = daysBefore(today, 5)

const close = async ({ token }: TradingClient) =>
  (await call('POST', '/user/closure', { token, body: {} })).body.view?.closure
/** The whole balance leaves, and with it the account is closed. */
const pay = async (requestId: string) => {
  const body = { reference: newUtr() }
  const { status } = await call('POST', `/desk/wallet/transactions/${requestId}/approve`, {
    token: cashier.token,
    body,
  })
  expect(status).toBe(200)
}
type Ledger = Record<'cash' | 'cashback' | 'unsettled' | 'dues' | 'withheld', bigint> & {
  readonly closure: string | null
}
const ledger = ({ id }: TradingClient) =>
  db.row<Ledger>('select cash, cashback, unsettled, dues, withheld, closure from client_ledger where client_id = $1', [
    id,
  ])
const faults = () => db.rows('select message from contract_fault')
const intraday = (client: TradingClient, sold: string) => [
  desk.deal(client, 'B', 10, '100.00', { at: '10:00:00' }),
  desk.deal(client, 'S', 10, sold, { at: '11:00:00' }),
]

test('an account, also without a balance, is neither closed nor erased while trades of it are not booked', async () => {
  const client = await desk.client()
  const [on = ''] = daysBefore(today, 6)
  await desk.record(on, intraday(client, '99.00'))
  const text = '2 trades of the exchange are not booked to your account yet.'
  const { body } = await call('GET', '/user/closure', { token: client.token })
  expect(body.items).toEqual([{ kind: 'settlement', text }])
  const answer = await call('POST', '/user/closure', { token: client.token, body: {} })
  expect(answer).toMatchObject({ status: 409, body: cannotClose([text]) })
  const { obstacles } = (await call('GET', '/user/privacy', { token: client.token })).body
  expect(obstacles).toEqual(['trades are not booked or not delivered'])
  await desk.book(on)
  expect(await ledger(client)).toMatchObject({ cash: 0n, closure: null })
})

test('the payout does not close an account whose trades are recorded and not booked', async () => {
  const client = await desk.client(5000)
  const [on = ''] = daysBefore(today, 7)
  const { payout } = await close(client)
  await desk.record(on, intraday(client, '99.00'))
  await pay(payout.requestId)
  expect(await ledger(client)).toMatchObject({ cash: 0n, withheld: 0n, closure: 'open' })
  const { body } = await call('GET', '/user/closure', { token: client.token })
  expect(body.closure.failure).toBe('2 trades of the exchange are not booked to your account yet.')
  await desk.book(on)
  expect(await ledger(client)).toMatchObject({ cash: 0n, closure: 'open' })
  await desk.balanced()
})

test('a dealer’s trades are confirmed by the file while the account is being closed, and the charges become dues', async () => {
  const client = await desk.client(5000)
  const first = await desk.client(5000)
  await desk.bookDay(day, [desk.deal(first, 'B', 1, '100.00')])
  const order = { quantity: 10, price: 100, tradedAt: `${later}T04:30:00.000Z` }
  await desk.done('trades/buy', { ...order, clientId: client.id, stockName: 'DEMOTECH' })
  const lot = await db.row<{ id: string }>('select id from lot where client_id = $1', [client.id])
  await desk.done(`trades/${lot?.id}/sell`, { ...order, price: 101 })
  const { payout } = await close(client)
  expect(await ledger(client)).toMatchObject({ cash: 0n, withheld: 501_000n, closure: 'open' })

  await desk.bookDay(later, intraday(client, '101.00'))
  expect(await faults()).toEqual([])
  const { dues = 0n } = (await ledger(client)) ?? {}
  expect(dues).toBeGreaterThan(0n)
  await pay(payout.requestId)
  expect(await ledger(client)).toMatchObject({ withheld: 0n, dues, closure: 'open' })
  await desk.balanced()

  expect((await call('POST', '/user/closure/cancel', { token: client.token, body: {} })).status).toBe(200)
  await fund(server, client.id, Number(dues) / 100)
  expect((await call('POST', '/user/closure', { token: client.token, body: {} })).body.message).toMatch(
    /not settled yet/,
  )
  await desk.balanced()
})

test('a newer trade file is booked to a closed account, which opens again with what it owes', async () => {
  const clients = [await desk.client(1000), await desk.client(1000)]
  await desk.bookDay(
    auctionDay,
    clients.flatMap((client) => intraday(client, '100.00')),
  )
  for (const { id: clientId } of clients) {
    const adjustment = { clientId, kind: 'cashback', amount: 25, reason: 'Festive offer' }
    const { _id } = await desk.done('ledger/adjustments', adjustment, cashier)
    await desk.done(`ledger/adjustments/${_id}/approve`, {}, cashier)
  }
  for (const client of clients) await pay((await close(client)).payout.requestId)
  const states = () => Promise.all(clients.map(ledger))
  const closed = { cash: 0n, cashback: 0n, dues: 0n, closure: 'closed' }
  expect(await states()).toMatchObject([closed, closed])

  await desk.bookDay(
    auctionDay,
    clients.flatMap((client) => intraday(client, '97.00')),
  )
  expect(await faults()).toEqual([])
  const owing = { cash: 0n, dues: 2999n, closure: 'closed' }
  expect(await states()).toMatchObject([owing, owing])
  // One for whom it fails does not hold up the other.
  const booked = await selectBooked(db)
  await db.run(`alter table closure add constraint fails check (client_id <> '${booked[0]?.client_id}') not valid`)
  await expect(reopenBooked(server.app.context)).rejects.toThrow('fails')
  expect((await states()).map((state) => state?.closure).toSorted()).toEqual(['closed', 'open'])
  await db.run('alter table closure drop constraint fails')
  await reopenBooked(server.app.context)
  const open = { cashback: 2500n, dues: 2999n, closure: 'open' }
  expect(await states()).toMatchObject([open, open])
  await desk.balanced()
})

test('the reversal of a close-out returns the money to a closed account, which opens again and is paid out', async () => {
  const client = await desk.client(1000)
  const soldOn = daysBefore(today, 1)[0] ?? ''
  await desk.bookDay(soldOn, [desk.deal(client, 'S', 1, '100.00')])
  const row = { ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(soldOn), SttlmTp: '' }
  const text = clearingText('delivery', [{ ...row, ClntId: client.ucc, QtyORShrtQty: 1 }])
  expect((await desk.sendFile(text, deliveryName(soldOn))).status).toBe(200)
  const shortage = await db.row<{ id: string }>('select id from shortage where client_id = $1', [client.id])
  const terms = { kind: 'auction', number: '2026900', day: soldOn, price: 130 }
  expect((await desk.post(`shortages/${shortage?.id}/close`, terms)).body.message).toBe('Shortage closed')
  const { payout } = await close(client)
  await pay(payout.requestId)
  expect(await ledger(client)).toMatchObject({ cash: 0n, unsettled: 0n, closure: 'closed' })

  const reversed = await desk.post(`shortages/${shortage?.id}/reopen`, { reason: 'The auction was annulled' })
  expect(reversed.body.message).toBe('Close-out reversed')
  const { cash = 0n } = (await ledger(client)) ?? {}
  expect(cash).toBeGreaterThan(0n)
  await Promise.all([reopenBooked(server.app.context), reopenBooked(server.app.context)])
  expect(await ledger(client)).toMatchObject({ cash, closure: 'open' })
  const mails = await db.rows('select from mail where recipient = $1 and subject = $2', [
    client.email,
    'Your account is open again',
  ])
  expect(mails).toHaveLength(1)
  await desk.balanced()
})
