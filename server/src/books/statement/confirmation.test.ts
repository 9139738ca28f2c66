import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { manyTrades, tradeSteps } from '../../../test/trade.ts'
import { bookContract, settlement } from '../../core/ledger/clearing.ts'
import { newId } from '../../platform/id.ts'
import { dayInIndia } from '../../platform/india.ts'
import { createMark } from '../../core/document/document.ts'
import { partsOf } from './confirmation.pdf.ts'
import { loadConfirmation, type TradeOfDay } from './statement.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off', SUPPORT_EMAIL: 'help@sauda.test' })
const [dealer, second] = [await newOperator(server, 'admin', 'Nisha'), await newOperator(server, 'admin', 'Omar')]
const { desk, buy, ask, approve } = tradeSteps(server, dealer)

const get = (client: MoneyClient, query: string, id = client.id) =>
  server.call('GET', `/user/statement/${id}/confirmation${query}`, { token: client.token })
const broker = { ...server.app.context.config, supportEmail: 'help@sauda.test' }
const mark = createMark(broker.publicUrl)
async function contentOf({ id, name }: MoneyClient, day: string) {
  const loaded = await loadConfirmation(server.db, id, day)
  const given = { broker, holder: { name, number: 1n }, preparedAt: new Date(), mark, day, ...loaded }
  return partsOf(given).map((part) => {
    if (part.kind === 'figures') return part.figures.map((figure) => figure.join(' '))
    if (part.kind !== 'table') return part.text
    return part.rows.map(({ cells }) => cells.join(' | ').replaceAll(/(?<=TRD)\d+/g, 'N'))
  })
}

test('shows the trades of the trading day with their exchange, ISIN and ledger entries, and no trade of another day', async () => {
  const client = await moneyClient(server, { rupees: 100_000, since: '2020-01-01' })
  await server.db.run("update instrument set isin = 'INE467B01029' where symbol = 'TCS'")
  const traded = { exchange: 'NSE', orderNumber: '1100000000017', exchangeTradeNumber: '55012' }
  const { body: bought } = await desk('trades/buy', {
    clientId: client.id,
    stockName: 'TCS',
    quantity: 10,
    price: 1500.5,
    tradedAt: '2025-06-16T10:15:30+05:30',
    ...traded,
  })
  await desk(`trades/${bought._id}/sell`, { quantity: 4, price: 1600, tradedAt: '2025-06-16T15:00:00+05:30' })
  await desk(`trades/${bought._id}/sell`, { quantity: 6, price: 1600, tradedAt: '2025-06-17T09:20:00+05:30' })
  const [figures, heading, trades, note, , entries] = await contentOf(client, '2025-06-16')
  expect(figures).toEqual(['Bought ₹15,005.00', 'Sold ₹6,400.00', 'Net to pay ₹8,605.00'])
  expect(heading).toBe('Trades booked')
  expect(trades).toEqual([
    expect.stringMatching(
      /^TRDN \| 10:15:30 \| Bought TCS\nISIN INE467B01029 \| NSE trade 55012\nOrder 1100000000017 \| 10 \| 1,500\.50 \| 15,005\.00$/,
    ),
    expect.stringMatching(/^TRDN \| 15:00:00 \| Sold TCS\nISIN \w+ \|  \| 4 \| 1,600\.00 \| 6,400\.00$/),
    'Bought (1) |  |  |  |  |  | 15,005.00',
    'Sold (1) |  |  |  |  |  | 6,400.00',
  ])
  expect(entries).toEqual([
    expect.stringMatching(/^TRDN \| Booked on .+ IST \| $/),
    'Bought | Balance to invested | 15,005.00',
    expect.stringMatching(/^TRDN \| Booked on .+ IST \| $/),
    'Sale: your cost back | Invested to balance | 6,002.00',
    'Sale: profit | Trading profit and loss to balance | 398.00',
  ])
  expect(note).toContain('write to help@sauda.test')
})

test('a reversed trade is marked and in no total, and the contra entries are listed', async () => {
  const client = await moneyClient(server, { rupees: 10_000, since: '2020-01-01' })
  const wrong = await buy(client, 'TCS', 2, 1000)
  expect((await approve(await ask(wrong), second)).status).toBe(200)
  const [figures, , trades, , , entries] = await contentOf(client, dayInIndia(new Date()))
  expect(figures).toEqual(['Bought ₹0.00', 'Sold ₹0.00', 'Net to receive ₹0.00'])
  expect(trades).toEqual([
    expect.stringMatching(/Bought TCS\n.*Reversed on .+: Booked twice/s),
    'Bought (0) |  |  |  |  |  | 0.00',
    'Sold (0) |  |  |  |  |  | 0.00',
  ])
  expect(entries).toHaveLength(4)
})

test('is a PDF of its owner, titled as a confirmation; a day without trades and a wrong day are named', async () => {
  const [client, other] = [
    await moneyClient(server, { rupees: 10_000, since: '2020-01-01' }),
    await moneyClient(server),
  ]
  await buy(client, 'TCS', 1, 1000)
  const today = dayInIndia(new Date())
  const answer = await get(client, `?day=${today}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="trade-confirmation-SD\\d+-${today}\\.pdf"$`),
  )
  const text = answer.body.toString('latin1')
  expect(text).toMatch(/^%PDF-1\.\d/)
  expect(text).toContain(`(Trade confirmation: ${client.name})`)
  expect(await get(client, '?day=2020-01-01')).toMatchObject({
    status: 422,
    body: { message: 'No trades are booked for this trading day' },
  })
  expect((await get(client, '?day=2026-02-30')).status).toBe(400)
  expect((await get(other, `?day=${today}`, client.id)).status).toBe(404)
  expect((await get(other, `?day=${today}`)).status).toBe(422)
})

test('a day of many trades repeats the column headings on each page', async () => {
  const client = await moneyClient(server, { rupees: 100_000, since: '2020-01-01' })
  const bought = await buy(client, 'TCS', 60, 100)
  for (let n = 0; n < 59; n++) await desk(`trades/${bought._id}/sell`, { quantity: 1, price: 101 })
  const { body } = await get(client, `?day=${dayInIndia(new Date())}`)
  expect(body.toString('latin1').match(/\/Type \/Page\n/g).length).toBeGreaterThan(2)
})

test('one PDF is drawn and forty wait; the next is answered 503 with a time to try again', async () => {
  const clients = await moneyClients(server, 42)
  for (const client of clients) await manyTrades(server, client, { pairs: 1, openEvery: 1 })
  const query = `?day=${dayInIndia(new Date())}`
  const { busy, requests } = await server.db.transaction(async (tx) => {
    // The thread reads the entries, the server does not.
    await tx.run('lock table entry in access exclusive mode')
    const sent = clients.map((client) => get(client, query))
    return { busy: await Promise.race(sent), requests: sent }
  })
  expect(busy).toMatchObject({ status: 503, body: { message: commonErrors.busy.message } })
  expect(busy.headers.get('retry-after')).toBe('2')
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  const rejected = statuses.filter((status) => status === 503).length
  expect(statuses.filter((status) => status === 200)).toHaveLength(42 - rejected)
})

test('a day booked from the exchange’s file lists each charge, and does not say that charges are missing', async () => {
  const client = await moneyClient(server, { rupees: 20_000, since: '2020-01-01' })
  const contractId = newId()
  const levies = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 225n, exchangeCharges: 46n, sebiFee: 2n }
  await server.db.transaction(async (tx) => {
    await tx.run(
      `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       values ($1, $2, '2026-11-20', 1500100, 0, 2000, 46, 2, 1500, 225, 368)`,
      [contractId, client.id],
    )
    const of = {
      exchange: 'NSE',
      type: 'M',
      number: '2026219',
      tradedOn: '2026-11-20',
      settlesOn: '2026-11-23',
    } as const
    const settlementId = await settlement(tx, of)
    await bookContract(tx, {
      clientId: client.id,
      noteId: contractId,
      reason: 'Trades of 20 Nov 2026',
      charges: levies,
      trades: { purchases: [{ id: newId(), settlementId, cost: 1_500_100n }], sales: [], intraday: [] },
    })
  })
  const [figures, , , note, , entries] = await contentOf(client, '2026-11-20')
  expect(figures).toEqual(['Bought ₹0.00', 'Sold ₹0.00', 'Charges ₹41.41', 'Net to pay ₹41.41'])
  const [head, ...texts] = (entries as string[]).map((entry) => entry.split(' | '))
  expect(head?.[0]).toBe('Trade day')
  expect(texts.map(([label, , amount]) => `${label} ${amount}`)).toEqual([
    'Purchase 15,001.00',
    'Brokerage 20.00',
    'GST 3.68',
    'STT 15.00',
    'Stamp duty 2.25',
    'Exchange charges 0.46',
    'SEBI fee 0.02',
  ])
  expect(texts[3]?.[1]).toMatch(/ to STT$/)
  expect(note).not.toContain('other charges are not part of it')
})

test('names what was bought and sold on the day, whose purchase is no entry, unless some of it was delivered', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const none = { isin: '', created_at: at, exchange: 'NSE', order_number: null, exchange_trade_number: null }
  const of = { ...none, reversed_at: null, reversed_reason: null, price: '100', traded_at: at, contract_id: 'c' }
  const trade = (action: 'BUY' | 'SELL', stock: string, amount: bigint, bought?: string): TradeOfDay => ({
    ...of,
    id: stock,
    number: 1n,
    action,
    stock,
    quantity: '5',
    amount,
    cost: 500_00n,
    bought_with: bought ?? null,
  })
  const trades = [trade('BUY', 'SBIN', 700_00n), trade('BUY', 'INFY', 500_00n), trade('SELL', 'INFY', 520_00n, 'c')]
  const figures = { cash: 0n, invested: 0n, loan: 0n, cashback: 0n, withheld: 0n, unsettled: 0n, dues: 0n }
  const events = [
    {
      ...figures,
      id: 'j',
      at,
      event: 'contract.booked' as const,
      cause_id: 'c',
      reason: null,
      reference: null,
      traded_on: null,
    },
  ]
  const textsOf = (paise: bigint) => {
    const entries = [{ id: '1', journal_id: 'j', debit: 'cash' as const, credit: 'invested' as const, amount: paise }]
    const holder = { name: 'Jaya', number: 1n }
    return partsOf({
      broker,
      holder,
      preparedAt: at,
      mark,
      day: '2026-11-20',
      trades,
      charges: 0n,
      events,
      entries,
    }).flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  }
  expect(textsOf(700_00n)[0]).toBe('Intraday: 5 INFY, bought for ₹500.00. Only its profit or loss is booked.')
  expect(textsOf(1200_00n)).toHaveLength(1)
})
