import { randomUUID } from 'node:crypto'
import { clientLedgerAccounts, brokerLedgerAccounts, ledgerEvents } from '@sauda/contract/core/ledger'
import { paiseOf } from '@sauda/contract/platform/money'
import type { BalanceExplanation } from '@sauda/contract/books/statement'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fund, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { noCharges } from '../../../test/clearing.ts'
import { bookContract, settlement } from '../../core/ledger/clearing.ts'
import { newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { explain } from './explanation.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const admin = await newOperator(server, 'admin')
const { buy, sell } = tradeSteps(server, admin)

const explanationOf = async (clientId: string, query = '', token = admin.token) =>
  server.call('GET', `/desk/clients/${clientId}/explanation${query}`, { token })

const sum = ({ opening, lines }: BalanceExplanation) =>
  lines.reduce((all, { amount }) => all + paiseOf(Math.abs(amount)) * (amount < 0 ? -1n : 1n), paiseOf(opening))

test('whatever was booked, the figures lead exactly from the opening to the closing balance', () => {
  const account = fc.constantFrom(...clientLedgerAccounts, ...brokerLedgerAccounts)
  const flow = fc
    .record({
      event: fc.constantFrom(...ledgerEvents),
      debit: account,
      credit: account,
      amount: fc.bigInt(1n, 10n ** 12n),
    })
    .filter(({ debit, credit }) => debit !== credit)
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.array(flow, { maxLength: 60 }), (opening, flows) => {
      const { changes, closing } = explain(opening, flows)
      const balance = flows.reduce(
        (all, { debit, credit, amount }) => all + (credit === 'cash' ? amount : debit === 'cash' ? -amount : 0n),
        opening,
      )
      const held = flows.reduce(
        (all, { debit, credit, amount }) =>
          all + (credit === 'withheld' ? amount : debit === 'withheld' ? -amount : 0n),
        0n,
      )
      expect(closing).toBe(balance)
      expect(Object.values(changes).reduce((all, change) => all + change, opening)).toBe(closing)
      // "On hold" is what really became held, whatever was paid out of it.
      expect(-changes.onHold).toBe(held)
    }),
  )
})

test('says what was paid in, invested, gained, paid out and is on hold, and adds up', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const { id } = client
  const trade = await buy(client, 'TCS', 2, 1500)
  await sell(trade, 1, 1700)
  const { withdraw, approve } = walletSteps(server, admin)
  await approve(await withdraw(client, 400), `UTR1${randomUUID().slice(0, 8)}`)
  await withdraw(client, 500)
  const { status, body } = await explanationOf(id)
  expect(status).toBe(200)
  expect(body.sentences).toEqual([
    'The account started with ₹0.00.',
    '₹10,000.00 was paid in.',
    '₹400.00 was paid out to the bank account.',
    '₹500.00 more is on hold for withdrawals that have not been paid yet.',
    '₹1,500.00 was invested in trades.',
    'Sales made a profit of ₹200.00.',
    expect.stringMatching(/^At the end of .*, the balance is ₹7,800\.00\.$/),
  ])
  expect(sum(body)).toBe(paiseOf(body.closing))
  const wallet = await server.call('GET', `/desk/clients/${id}/statement`, { token: admin.token })
  expect(wallet.body).toMatchObject({ range: { opening: 0, closing: 7800 }, events: expect.any(Array) })
})

/** Books a trade day of the client now; the settlement takes its number. */
const book = ({ id: clientId }: { id: string }, day: string, number: string, trades: object, charges: object) =>
  server.db.transaction(async (tx) => {
    const of = { exchange: 'NSE', type: 'M', number, tradedOn: day, settlesOn: day } as const
    const settlementId = await settlement(tx, of)
    const given = { purchases: [], sales: [], intraday: [], ...trades }
    for (const trade of Object.values(given).flat()) Object.assign(trade, { settlementId })
    const noteId = newId()
    await tx.run(
      `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       values ($1, $2, $3, 1, 1, 0, 0, 0, 0, 0, 0)`,
      [noteId, clientId, day],
    )
    const reason = `Trades of ${day}`
    await bookContract(tx, { clientId, noteId, reason, charges: { ...noCharges, ...charges }, trades: given })
  })

test('purchases, results and charges of trade days count in full; what is not settled is named', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  await book(client, '2026-11-20', '2026501', { purchases: [{ id: newId(), cost: 15_000_00n }] }, { brokerage: 20_00n })
  await book(client, '2026-11-23', '2026502', { sales: [{ cost: 10_000_00n, proceeds: 11_000_00n }] }, { stt: 10_00n })
  const { body } = await explanationOf(client.id)
  expect(body.sentences.slice(1, -1)).toEqual([
    '₹20,000.00 was paid in.',
    '₹5,000.00 was invested in trades.',
    'Sales made a profit of ₹1,000.00.',
    '₹30.00 of charges was debited.',
    '₹10,990.00 of sale proceeds is not settled yet.',
  ])
  expect(body.closing).toBe(4980)
  expect(sum(body)).toBe(4980_00n)
})

test('a statement by trade day has the trades and charges of its days, whenever they were booked', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const ago = (days: number) => dayInIndia(new Date(Date.now() - days * 86_400_000))
  const buy = { purchases: [{ id: newId(), cost: 1000_00n }] }
  await book(client, ago(10), '2026601', buy, { brokerage: 20_00n })
  await book(client, ago(5), '2026602', { sales: [{ cost: 500_00n, proceeds: 600_00n }] }, { stt: 10_00n })
  const read = async (query: string) =>
    (await server.call('GET', `/desk/clients/${client.id}/statement?${query}`, { token: admin.token })).body
  const titles = async (query: string) => (await read(query)).events.map(({ title }: { title: string }) => title)
  const first = `Trades and charges of ${dateText(ago(10))}`
  const second = `Trades and charges of ${dateText(ago(5))}`
  expect(await titles(`from=${ago(12)}&to=${ago(8)}`)).toEqual([])
  expect(await titles(`from=${ago(12)}&to=${ago(8)}&by=trade`)).toEqual([first])
  expect(await titles(`from=${ago(10)}&to=${ago(5)}&by=trade`)).toEqual([second, first])
  // What has no trade day counts on the day of its booking.
  expect(await titles(`from=${ago(4)}&by=trade`)).toEqual(['Funds added'])
  const page = await read('by=trade')
  expect(page).toMatchObject({ months: [], hasMore: false })
  expect(page.range).toBeUndefined()
  const rest = await titles(`by=trade&before=${page.events[1].journalId}`)
  expect(rest).toEqual(['Funds added'])
  expect((await read('by=settlement')).status).toBe(400)
})

test('a range has its own opening; the wrong order, an unknown client and other roles are rejected', async () => {
  const { id } = await moneyClient(server, { rupees: 100 })
  await fund(server, id, 50)
  const today = dayInIndia(new Date())
  expect((await explanationOf(id, `?from=${today}&to=${today}`)).body).toMatchObject({ opening: 0, closing: 150 })
  expect((await explanationOf(id, '?from=2026-02-02&to=2026-02-01')).status).toBe(400)
  expect((await explanationOf(id, '?from=2199-01-01')).status).toBe(400)
  expect((await explanationOf(randomUUID())).status).toBe(404)
  const dealer = await newOperator(server, 'dealer')
  expect((await explanationOf(id, '', dealer.token)).status).toBe(403)
  expect((await server.call('GET', `/desk/clients/${randomUUID()}/statement`, { token: admin.token })).status).toBe(404)
})

test('an explanation and a statement say nothing of days to come', async () => {
  const { id, token } = await server.newClient()
  await fund(server, id, 250)
  const today = dayInIndia(new Date())
  const { body } = await explanationOf(id, '?to=2199-12-31')
  expect(body.sentences.at(-1)).toBe(`At the end of ${dateText(today)}, the balance is ₹250.00.`)
  const sent = { token: admin.token, body: { to: '2199-12-31' } }
  expect(await server.call('POST', `/desk/clients/${id}/explanation`, sent)).toMatchObject({ status: 200 })
  const mail = await server.db.row('select subject from mail where client_id = $1 and attachment is not null', [id])
  expect(mail).toEqual({ subject: `Explanation of your balance: From the start to ${dateText(today)}` })
  const file = await fetch(`${server.url}/api/user/statement/${id}/pdf?from=${today}&to=2199-12-31`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(file.headers.get('content-disposition')).toContain(`statement-${today}-to-${today}.pdf`)
})

test('the explanation is a PDF, and is sent to the client once under a key, audited', async () => {
  const { id } = await server.newClient()
  await fund(server, id, 250)
  const file = await fetch(`${server.url}/api/desk/clients/${id}/explanation/pdf`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(file.headers.get('content-disposition')).toMatch(/balance-SD\d+\.pdf/)
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const send = () =>
    server.call('POST', `/desk/clients/${id}/explanation`, {
      token: admin.token,
      headers: { 'idempotency-key': 'explain-once' },
      body: {},
    })
  const answers = [await send(), await send()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const mails = await server.db.rows<{ name: string; attachment: Buffer }>(
    'select attachment_name as name, attachment from mail where client_id = $1 and attachment is not null',
    [id],
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.attachment.toString('latin1')).not.toContain('%PDF')
  const rows = await server.db.rows("select from audit where action = 'message.explain' and subject_id = $1", [id])
  expect(rows).toHaveLength(1)
})
