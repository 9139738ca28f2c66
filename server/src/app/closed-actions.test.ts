import { expect, test } from 'vitest'
import { withApprovals } from '../../test/approvals.ts'
import { payLine } from '../../test/clearing.ts'
import { actionDesk, listedShare, saudaIds } from '../../test/corporate-action.ts'
import { noteDesk } from '../../test/note-desk.ts'
import { signerSettings } from '../../test/note-signer.ts'
import { establishedOperator } from '../../test/operator.ts'
import { newUtr } from '../../test/reconciliation.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { settlementNumberOf, tradingDesk, type TradingClient } from '../../test/trading.ts'
import { reopenBooked } from '../client/closure/closure.ts'
import { dayInIndia } from '../platform/india.ts'

/** Corporate actions that are booked or reversed late, for clients whose account is being closed or is closed. */

const server = await testServer(
  {
    RATE_LIMITS: 'off',
    GSTIN: '27AAPFU0939F1ZV',
    LENDING: 'off',
    STEP_UP: 'off',
    NOTE_PASSWORD: 'none',
    APPROVALS: 'policy',
    ...signerSettings(),
  },
  { without: ['closed accounts with money'] },
)
const { db, call } = server
const market = await tradingDesk(server)
const desk = await actionDesk(server)
const notes = noteDesk(server, market)
const cashier = await establishedOperator(server, 'cashier', 'Kiran')
const { deal, bookDay, bookReleased } = market
const days = daysBefore(dayInIndia(new Date()), 16)
const share = (symbol: string) => listedShare(server, symbol)
const state = async ({ id }: TradingClient) => ({
  ...(await db.row('select cash, invested, unsettled, dues, closure from client_ledger where client_id = $1', [id])),
  lots: (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', trim_scale(open_quantity), open_cost) as text from lot
        where client_id = $1 and open_quantity > 0 order by acquired_on, id`,
      [id],
    )
  ).map(({ text }) => text),
})
/** Paid out by the clearing corporation. */
async function settle(day: string) {
  const id = `NSE-M-${settlementNumberOf(day)}`
  await market.oblige(id)
  await market.deliver(id)
  await db.transaction((tx) => payLine(tx, id))
  await market.release()
}
/** The id of the withdrawal with which the account is closed. */
const close = async ({ token }: TradingClient): Promise<string> =>
  (await call('POST', '/user/closure', { token, body: {} })).body.view.closure.payout.requestId
const pay = (requestId: string) =>
  withApprovals(server, 'single', async () => {
    const path = `/desk/wallet/transactions/${requestId}/approve`
    const { status } = await call('POST', path, { token: cashier.token, body: { reference: newUtr() } })
    expect(status).toBe(200)
  })
const faults = () => db.rows('select message from contract_fault')
const saleMails = async ({ email }: TradingClient) =>
  (
    await db.rows<{ subject: string }>(
      "select subject from mail where recipient = $1 and subject like '% from sales %' order by id",
      [email],
    )
  ).map(({ subject }) => subject)
const nothing = { cash: 0n, invested: 0n, unsettled: 0n, dues: 0n, lots: [] }
const mails = async ({ email }: TradingClient, subject: string) =>
  (await db.rows('select from mail where recipient = $1 and subject = $2', [email, subject])).length

test('bonus shares without a cost that come before the last payout keep the account open', async () => {
  const ours = await share('BONUSCLOSE')
  const client = await market.client(50_000)
  const [before = '', exDate = ''] = days
  await bookDay(before, [deal(client, 'B', 10, '100.00', ours)])
  await bookDay(exDate, [deal(client, 'S', 10, '60.00', ours)])
  await settle(before)
  await settle(exDate)
  const payout = await close(client)
  const dates = { exDate, allottedOn: exDate, creditedOn: exDate }
  await desk.book({ kind: 'bonus', stockName: ours.symbol, held: 1, given: 1, ...dates })
  await bookReleased()
  await pay(payout)
  expect(await state(client)).toEqual({ ...nothing, lots: ['10 0'], closure: 'open' })
  const { closure } = (await call('GET', '/user/closure', { token: client.token })).body
  expect(closure.failure).toBe('You have 1 holding.')
  expect(await mails(client, 'Your account is not closed yet')).toBe(1)
  await desk.balanced()
})

test('a split after the closing that leaves shares opens the account again, and the issued note stays', async () => {
  const ours = await share('LATECLOSED')
  const client = await market.client(50_000)
  const [before = '', exDate = ''] = days.slice(3)
  await bookDay(before, [deal(client, 'B', 100, '100.00', ours)])
  await bookDay(exDate, [deal(client, 'S', 200, '21.00', ours)])
  await notes.issue(exDate)
  const note = await notes.liveOf(exDate, client)
  await settle(before)
  await settle(exDate)
  await pay(await close(client))
  expect(await state(client)).toEqual({ ...nothing, closure: 'closed' })

  const terms = { kind: 'split' as const, stockName: ours.symbol, exDate, held: 1, given: 5 }
  const action = await desk.book(terms)
  await bookReleased()
  await market.release()
  // The proceeds were withdrawn: what is booked again pays what was undone.
  expect(await state(client)).toEqual({ ...nothing, invested: 600_000n, lots: ['300 600000'], closure: 'closed' })
  // The first release was available; the second one paid dues.
  expect(await saleMails(client)).toEqual([
    expect.stringMatching(/^₹[\d,.]+ from sales is available in your Sauda wallet$/),
    expect.stringMatching(/^₹[\d,.]+ from sales paid what was due for your trades$/),
  ])
  expect(await notes.liveOf(exDate, client)).toMatchObject({ _id: note._id, net: note.net })
  await reopenBooked(server.app.context)
  expect(await state(client)).toMatchObject({ closure: 'open', lots: ['300 600000'] })
  expect(await mails(client, 'Your account is open again')).toBe(1)
  await notes.whole()

  await desk.reverse(action)
  await bookReleased()
  await market.release()
  expect(await state(client)).toEqual({ ...nothing, closure: 'open' })
  expect(await faults()).toEqual([])
  await notes.whole()
})

test('the reversal of an action whose fraction was paid gives the shares back to a closed account, which opens again', async () => {
  const ours = await share('FRACTION')
  const client = await market.client(50_000)
  const [before = '', exDate = ''] = days.slice(6)
  await bookDay(before, [deal(client, 'B', 5, '100.00', ours)])
  await settle(before)
  const action = await desk.book({ kind: 'consolidation', stockName: ours.symbol, exDate, held: 10, given: 1 })
  expect(await state(client)).toMatchObject({ lots: ['0.5 50000'] })
  await desk.pay(action, 1000, exDate)
  await pay(await close(client))
  expect(await state(client)).toEqual({ ...nothing, closure: 'closed' })
  await desk.reverse(action)
  await reopenBooked(server.app.context)
  expect(await state(client)).toEqual({ ...nothing, invested: 50_000n, lots: ['5 50000'], closure: 'open' })
  await desk.balanced()
})

test('while the trades of a day are booked again a closed account stays closed, and a client is not told twice of the same proceeds', async () => {
  const ours = await share('AGAIN')
  const [client, open] = [await market.client(50_000), await market.client(50_000)]
  const [before = '', exDate = ''] = days.slice(9)
  const both = (side: 'B' | 'S', quantity: number, price: string) =>
    [client, open].map((each) => deal(each, side, quantity, price, ours))
  await bookDay(before, both('B', 10, '100.00'))
  await bookDay(exDate, both('S', 20, '60.00'))
  await settle(before)
  await settle(exDate)
  await pay(await close(client))
  const paidOut = await state(open)
  const told = await saleMails(open)
  expect(told).toEqual([expect.stringMatching(/^₹[\d,.]+ from sales is available in your Sauda wallet$/)])

  await desk.book({ kind: 'split', stockName: ours.symbol, exDate, held: 1, given: 2 })
  // Undone, so that shares are there and the proceeds are due; the job has not booked it again yet.
  expect(await state(client)).toMatchObject({ lots: ['20 100000'], closure: 'closed' })
  await reopenBooked(server.app.context)
  expect(await state(client)).toMatchObject({ closure: 'closed' })
  await bookReleased()
  await market.release()
  await reopenBooked(server.app.context)
  expect(await state(client)).toEqual({ ...nothing, closure: 'closed' })
  expect(await mails(client, 'Your account is open again')).toBe(0)
  expect(await state(open)).toEqual(paidOut)
  expect(await saleMails(open)).toEqual(told)
  expect(await faults()).toEqual([])
  await desk.balanced()
})

test('tendered shares keep the account open until the buyback, and nobody is asked to sell them', async () => {
  const ours = await share('TENDERCLOSE')
  const client = await market.client(50_000)
  const [before = '', day = '', exDate = '', bought = ''] = days.slice(12)
  await bookDay(before, [deal(client, 'B', 10, '100.00', ours)])
  await settle(before)
  const [saudaId = ''] = await saudaIds(server, client)
  const one = { held: 1, given: 1, stockName: ours.symbol }
  await desk.book({ ...one, kind: 'tender', exDate: day, accepted: [`${saudaId} 10`] })
  const items = async (): Promise<string[]> =>
    (await call('GET', '/user/closure', { token: client.token })).body.items.map(({ text }: { text: string }) => text)
  const ask = async () => (await call('POST', '/user/closure/sale', { token: client.token })).status
  expect(await items()).toEqual(['Shares of 1 company are tendered, or are still to be paid by the company.'])
  expect(await ask()).toBe(409)
  await desk.book({ ...one, kind: 'buyback', exDate, accepted: [`${saudaId} 4`] })
  expect(await items()).toEqual([
    'You have 1 holding.',
    'Shares of 1 company are tendered, or are still to be paid by the company.',
  ])
  expect(await ask()).toBe(200)
  await bookDay(bought, [deal(client, 'S', 6, '100.00', ours)])
  expect(await items()).toContain('Shares of 1 company are tendered, or are still to be paid by the company.')
  expect(await items()).not.toContain('You have 1 holding.')
  await desk.balanced()
})
