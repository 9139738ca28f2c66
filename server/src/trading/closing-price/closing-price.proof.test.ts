import type { Reply } from '@sauda/contract/platform/call'
import type { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { describe, expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText, type PriceRow } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareA, shareB, tradingDesk } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call } = server
const desk = await tradingDesk(server)
const [booked = '', before = '', ...days] = daysBefore(dayInIndia(new Date()), 12)
const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh = ''] = days
const other = newIsin(1)

const jaya = await desk.client(20_000)
await desk.bookDay(booked, [desk.deal(jaya, 'B', 10, '100.00')])

type Files = Reply<typeof closingPriceCalls.list>
type Closes = { readonly tech: string; readonly previous?: string }
const rowsOf = ({ tech, previous = tech }: Closes): PriceRow[] => [
  { isin: shareA, symbol: 'DEMOTECH', close: tech, previous },
  { isin: shareB, symbol: 'DEMOBANK', close: '400.00' },
  { isin: other, symbol: 'OTHER', close: '5000.00' },
]
const sendRows = (day: string, rows: readonly PriceRow[], by = desk.dealer, exchange = 'NSE') =>
  desk.post('closing-prices', priceFileForm(priceFileText({ day, exchange }, rows), priceFileName(day, exchange)), by)
const send = (day: string, closes: Closes, by = desk.dealer) => sendRows(day, rowsOf(closes), by)
const approve = (by = desk.second) => desk.approve('price-file.count', by)
const price = async (symbol = 'DEMOTECH') =>
  (await call('GET', `/user/quotes?symbols=${symbol}`, { token: jaya.token })).body.quotes[0].price
const list = async (): Promise<Files> => (await call('GET', '/desk/closing-prices', { token: desk.dealer.token })).body
const review = async () =>
  (
    await call('GET', `/desk/proposals/${await pendingProposal(server, 'price-file.count')}`, {
      token: desk.second.token,
    })
  ).body
const reject = async () =>
  call('POST', `/desk/proposals/${await pendingProposal(server, 'price-file.count')}/reject`, {
    token: desk.second.token,
  })
const reasonsOf = (body: { held: Files['held'] }, symbol = 'DEMOTECH') =>
  body.held.find((each) => each.symbol === symbol)?.reasons

describe('a file that nothing can be compared with', () => {
  test('the first file of an exchange waits; the second operator sees what changes for each client, and prices count once approved', async () => {
    const { status, body } = await send(first, { tech: '150.00' })
    expect([status, body.waitsForSecond, body.secondReasons]).toEqual([
      200,
      true,
      ['It is the first price file of NSE'],
    ])
    expect([await price(), (await list()).files]).toEqual([undefined, []])
    const { effects, evidence } = await review()
    expect(effects).toEqual([{ account: { text: 'Holdings at closing prices of 1 client' }, amount: 1500 }])
    const rows = (at: number) => evidence[at].rows.map((cells: { text: string }[]) => cells.map(({ text }) => text))
    expect(evidence.map(({ title }: { title: string }) => title)).toEqual([
      'Where the file differs from our figures',
      'Closes of instruments that change',
      'What changes for clients',
    ])
    expect(rows(1)).toEqual([['DEMOTECH', '–', `₹150.00, ${dateText(first)}`]])
    expect(rows(2)).toEqual([
      [expect.stringContaining(jaya.name), 'Holdings at closing prices', '₹0.00', '₹1,500.00', '₹1,500.00'],
    ])
    expect((await approve(desk.dealer)).status).toBe(409)
    expect((await approve()).status).toBe(200)
    expect(await price()).toBe('150')
    expect((await list()).files).toMatchObject([{ importedBy: 'Deepa', approvedBy: 'Dev' }])
  })

  test('a file of a day before the first one waits, and its prices are compared with the day after', async () => {
    const { body } = await send(before, { tech: '7500.00' })
    expect(body.secondReasons).toEqual([
      `The file of NSE of ${dateText(booked)}, the trading day before it, is missing`,
    ])
    expect(reasonsOf(body)).toEqual([
      `The price is more than 25 % away from that of the day after: ₹7,500.00, and ₹150.00 on ${dateText(first)}.`,
    ])
    const [, toCheck] = (await review()).evidence
    expect([toCheck.title, toCheck.rows.length]).toEqual(['Prices to check', 1])
    await reject()
  })

  test('a file after a missing day waits', async () => {
    const { body } = await send(third, { tech: '180.00' })
    expect(body.secondReasons).toEqual([
      `The file of NSE of ${dateText(second)}, the trading day before it, is missing`,
    ])
    await reject()
  })
})

describe('many small steps', () => {
  test('five files of one dealer move a price no further than one may: the second step waits, the price of another operator is the next start', async () => {
    const step = (close: string, previous: string) => ({ tech: close, previous })
    expect((await send(second, step('180.00', '150.00'))).body).toMatchObject({ held: [] })
    expect(await price()).toBe('180')
    const { body } = await send(third, step('216.00', '180.00'))
    expect(body.waitsForSecond).toBe(undefined)
    expect(reasonsOf(body)).toEqual([
      `Files of one operator alone moved the price by more than 25 %: from ₹150.00 on ${dateText(first)} to ₹216.00.`,
    ])
    await send(fourth, step('259.00', '216.00'))
    expect(await price()).toBe('180')
    expect((await list()).held.map(({ symbol }) => symbol)).toEqual(['DEMOTECH', 'DEMOTECH'])
    const accept = { exchange: 'NSE', day: third, isin: shareA, accept: true, reason: 'Checked with the exchange' }
    expect((await desk.post('closing-prices/decide', accept, desk.dealer)).status).toBe(409)
    expect((await desk.post('closing-prices/decide', accept, desk.second)).status).toBe(200)
    // The next one is no further from the accepted one than one operator may move a price.
    expect(await price()).toBe('259')
    expect((await send(fifth, step('262.00', '259.00'))).body.held).toEqual([])
    expect((await send(sixth, step('285.00', '262.00'), desk.second)).body.held).toEqual([])
    expect(await price()).toBe('285')
  })
})

describe('a day that has prices already', () => {
  test('a newer file waits, and is compared with the days before and after', async () => {
    const { body } = await send(fifth, { tech: '12000.00', previous: '259.00' })
    expect(body.secondReasons).toEqual([`It replaces the price file of NSE of ${dateText(fifth)}`])
    expect(reasonsOf(body)).toEqual([
      'The price rose by more than 25 % from ₹259.00 to ₹12,000.00.',
      `The price is more than 25 % away from that of the day after: ₹12,000.00, and ₹285.00 on ${dateText(sixth)}.`,
    ])
    await reject()
    expect((await send(sixth, { tech: '286.00', previous: '262.00' })).body.waitsForSecond).toBe(true)
    expect(await price()).toBe('285')
    expect((await approve()).status).toBe(200)
    expect(await price()).toBe('286')
  })
})

describe('another way to a price', () => {
  test('a security that the other exchange has not had is compared with this one', async () => {
    const bse = (day: string, tech?: string) =>
      sendRows(
        day,
        [
          { isin: shareB, symbol: 'DEMOBANK', close: '400.00', series: 'A' },
          ...(tech === undefined
            ? [{ isin: other, symbol: 'OTHER', close: '5000.00', series: 'A' }]
            : [{ isin: shareA, symbol: 'DEMOTECH', close: tech, series: 'A' }]),
        ],
        desk.dealer,
        'BSE',
      )
    expect((await bse(sixth)).body.waitsForSecond).toBe(true)
    expect((await approve()).status).toBe(200)
    expect(reasonsOf((await bse(seventh, '14000.00')).body)).toEqual([
      `Files of one operator alone moved the price by more than 25 %: from ₹286.00 on ${dateText(sixth)} to ₹14,000.00.`,
    ])
    expect(await price()).toBe('286')
  })

  test('a symbol that gets the known ISIN of another security is held, also on the days after', async () => {
    const swapped = (close: string) => [
      ...rowsOf({ tech: '286.00' }).filter(({ symbol }) => symbol === 'DEMOTECH'),
      { isin: shareB, symbol: 'OLDBANK', close: '400.00' },
      { isin: other, symbol: 'DEMOBANK', close, previous: '5000.00' },
    ]
    const { body } = await sendRows(seventh, swapped('5000.00'))
    expect(reasonsOf(body, 'DEMOBANK')).toEqual([
      `DEMOBANK had the ISIN ${shareB} until now. Check for a split or consolidation.`,
    ])
    const eighth = days[7] ?? ''
    expect(reasonsOf((await sendRows(eighth, swapped('5001.00'))).body, 'DEMOBANK')).toContain(
      `DEMOBANK had the ISIN ${shareB} until now. Check for a split or consolidation.`,
    )
  })
})
