import { createHash } from 'node:crypto'
import { marketErrors, marketRules, marketLabels, type Candle } from '@sauda/contract/trading/market'
import { describe, expect, test } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { findInstrument } from './instrument.ts'
import type { Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { insertFile, isImported } from './market.sql.ts'
import { tradingDaysBefore } from './trading-day.ts'

const server = await testServer()
const { db } = server.app.context
const [asha, dealer] = [await server.newClient(), await newOperator(server, 'dealer')]
const ask = (path: string, token = asha.token) => server.call('GET', path, { token })
const list = async (query = '') => (await ask(`/desk/instruments?${query}`, dealer.token)).body
const symbols = async (query: string): Promise<string[]> =>
  (await list(query)).instruments.map(({ symbol }: { symbol: string }) => symbol)
const wipro = {
  symbol: 'NEWCO',
  name: 'New Company',
  aliases: ['Newco Industries'],
  exchange: 'BSE',
  kind: 'share',
  lot: 5,
  tick: '0.0100',
  fractional: false,
  active: true,
}
const add = (values: object) =>
  server.call('POST', '/desk/instruments', { token: dealer.token, body: { ...wipro, ...values } })
const edit = (id: string, values: object) => {
  const { symbol: _, ...rest } = wipro
  return server.call('PUT', `/desk/instruments/${id}`, { token: dealer.token, body: { ...rest, ...values } })
}

describe('the master', () => {
  test('has the common shares of NSE and BSE and the pairs with the rupee from the first start', async () => {
    const { instruments, total } = await list()
    expect(total).toBeGreaterThan(300)
    expect(instruments).toHaveLength(marketRules.instruments)
    expect((await list('search=reliance')).instruments[0]).toEqual({
      _id: expect.any(String),
      symbol: 'RELIANCE',
      name: 'Reliance Industries',
      aliases: ['RIL'],
      isin: '',
      exchange: 'NSE',
      kind: 'share',
      lot: 1,
      tick: '0.05',
      fractional: false,
      active: true,
    })
    expect((await list('search=usd/inr')).instruments[0]).toMatchObject({
      symbol: 'USD/INR',
      kind: 'pair',
      lot: 1,
      tick: '0.0025',
      fractional: true,
    })
  })

  test('is listed by type', async () => {
    for (const query of ['kind=pair', 'kind=pair&search=inr']) {
      const { instruments, total } = await list(query)
      expect(total).toBe(instruments.length)
      expect(new Set(instruments.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['pair']))
    }
    expect((await list('kind=pair')).total + (await list('kind=share')).total).toBe((await list()).total)
  })

  test.each(['TCS', 'INFY', 'HDFCBANK', 'SBIN', 'ITC', 'M&M', 'BAJAJ-AUTO', 'EUR/INR', 'GBP/INR', 'JPY/INR'])(
    'knows %s',
    async (symbol) => expect((await findInstrument(db, symbol))?.symbol).toBe(symbol),
  )

  test.each([
    ['reliance', 'RELIANCE'],
    [' Reliance Industries Ltd. ', 'RELIANCE'],
    ['Reliance Industries Limited', 'RELIANCE'],
    ['infosys', 'INFY'],
    ['usdinr', 'USD/INR'],
    ['USD-INR', 'USD/INR'],
    ['M & M', 'M&M'],
    ['zomato', 'ETERNAL'],
    ['State Bank of India', 'SBIN'],
  ])('a stock name is found however it is spelled: %s', async (typed, symbol) => {
    expect((await findInstrument(db, typed))?.symbol).toBe(symbol)
  })

  test.each(['', ' ', '&', 'RELIANC', 'NOSUCHSTOCK', '%', 'AAPL', "x'; drop table instrument; --"])(
    'an unknown name finds nothing: %j',
    async (typed) => expect(await findInstrument(db, typed)).toBeUndefined(),
  )

  test('a search finds the best match first, by any of its names', async () => {
    expect((await symbols('search=tata'))[0]).toMatch(/^TATA/)
    expect((await symbols('search=sbi'))[0]).toBe('SBIN')
    expect(await symbols('search=policybazaar')).toEqual(['POLICYBZR'])
    expect(await symbols('search=%26')).toEqual([])
    expect(await symbols('search=nobody at all')).toEqual([])
  })

  test.each(['', 'search=in&'])('is read a page at a time, each instrument once (%j)', async (search) => {
    const seen: string[] = []
    for (
      let page = await symbols(search);
      page.length > 0;
      page = await symbols(`${search}after=${encodeURIComponent(seen.at(-1)!)}`)
    )
      seen.push(...page)
    expect(seen.length).toBe((await list(search)).total)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('the desk', () => {
  test('adds an instrument, which is audited and notifies other desks', async () => {
    const { status, body } = await add({})
    expect(status).toBe(200)
    expect(body).toEqual({ _id: expect.any(String), ...wipro, isin: '', tick: '0.01' })
    expect((await findInstrument(db, 'newco industries'))?._id).toBe(body._id)
    const logged = await server.db.row(`select actor_name, action, after from audit where subject_id = $1`, [body._id])
    expect(logged).toMatchObject({ actor_name: dealer.name, action: 'market.add', after: { symbol: 'NEWCO', lot: 5 } })
    expect(
      await server.db.rows(`select from notice where topic = 'market' and subject_id = $1`, [body._id]),
    ).toHaveLength(1)
  })

  test('changes everything but the symbol; the audit log has both versions', async () => {
    const { body: before } = await add({ symbol: 'EDITCO', name: 'Edit Company', aliases: [] })
    const changed = {
      name: 'Edited Company',
      aliases: ['Edico'],
      lot: 10,
      tick: '0.05',
      active: false,
      symbol: 'OTHER',
    }
    const { status, body } = await edit(before._id, changed)
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, ...changed, symbol: 'EDITCO' })
    expect((await findInstrument(db, 'edico'))?.symbol).toBe('EDITCO')
    expect(await findInstrument(db, 'Edit Company')).toBeUndefined()
    const logged = await server.db.row(
      `select before, after from audit where subject_id = $1 and action = 'market.edit'`,
      [before._id],
    )
    expect(logged).toEqual({
      before: { symbol: 'EDITCO', name: 'Edit Company', aliases: [], lot: 5, tick: '0.01', active: true },
      after: { symbol: 'EDITCO', name: 'Edited Company', aliases: ['Edico'], lot: 10, tick: '0.05', active: false },
    })
    await edit(before._id, changed)
    expect(
      await server.db.rows(`select from audit where subject_id = $1 and action = 'market.edit'`, [before._id]),
    ).toHaveLength(1)
  })

  test.each([
    { symbol: 'TCS' },
    { symbol: 'USDINR' },
    { symbol: 'UNIQ1', name: 'Infosys Limited' },
    { symbol: 'UNIQ2', name: 'Unique Two', aliases: ['Zomato'] },
  ])('one name means one instrument: %j is rejected', async (values) => {
    const count = async () => (await list()).total
    const before = await count()
    expect(await add({ name: 'Wholly New', aliases: [], ...values })).toMatchObject({
      status: 409,
      body: marketErrors.symbolTaken,
    })
    expect(await count()).toBe(before)
  })

  test('cannot give an instrument the name of another', async () => {
    const { body } = await add({ symbol: 'TAKER', name: 'Taker', aliases: [] })
    expect(await edit(body._id, { name: 'Taker', aliases: ['INFY'] })).toMatchObject({
      status: 409,
      body: marketErrors.symbolTaken,
    })
    expect((await findInstrument(db, 'INFY'))?.symbol).toBe('INFY')
  })

  test('of two operators who add the same at once one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => add({ symbol: 'RACE', name: 'Race', aliases: [] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })

  test.each([
    [{ symbol: '' }, 'Please enter the symbol'],
    [{ symbol: 'A B' }, 'A symbol has letters, digits and & / _ . -'],
    [{ symbol: '-X' }, 'A symbol has letters, digits and & / _ . -'],
    [{ name: ' ' }, 'Please enter the name'],
    [{ exchange: 'NYSE' }, 'Choose NSE or BSE'],
    [{ kind: 'bond' }, 'Choose share or pair'],
    [{ lot: 0 }, 'Enter the lot size as a whole number, such as 1'],
    [{ lot: 1.5 }, 'Enter the lot size as a whole number, such as 1'],
    [{ lot: 2_000_000 }, 'Enter a lot size of at most 10,00,000'],
    [{ tick: '0' }, 'Enter the tick size as a number above 0, such as 0.05'],
    [{ tick: '-1' }, 'Enter the tick size as a number above 0, such as 0.05'],
    [{ tick: '1e3' }, 'Enter the tick size as a number above 0, such as 0.05'],
    [{ aliases: Array(11).fill('x') }, 'Enter at most 10 other names'],
  ])('%j is rejected with a sentence', async (values, message) => {
    expect(await add({ symbol: 'WRONG', name: 'Wrong', ...values })).toMatchObject({ status: 400, body: { message } })
  })

  test('needs the right of a dealer', async () => {
    const support = await newOperator(server, 'support')
    expect((await ask('/desk/instruments', support.token)).status).toBe(403)
  })
})

describe('without a feed', () => {
  test.each([
    ['/user/quotes', 'client'],
    ['/desk/quotes', 'desk'],
  ])('every price is none: %s', async (path, who) => {
    const { status, body } = await ask(
      `${path}?symbols=tcs, USD/INR,NOBODY,TCS`,
      who === 'desk' ? dealer.token : asha.token,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      clock: { now: expect.any(String), feed: 'none', source: '', late: false },
      quotes: ['TCS', 'USD/INR', 'NOBODY'].map((symbol) => ({ symbol, state: 'none' })),
    })
  })

  test('the price stream reports that there is no feed, and sends no price', async () => {
    const stream = await listen(server.url, '/user/prices?symbols=TCS', asha.token)
    await eventually(() => stream.text.includes('event: clock'))
    expect(stream.text).toContain('"feed":"none"')
    expect(stream.text).not.toContain('event: price')
    stream.stop()
  })

  test('the chart shows the product’s sample data, marked as such', async () => {
    const { body } = await ask('/user/charts')
    expect(body.charts).toContainEqual({ symbol: 'RELIANCE', name: 'Reliance Industries', source: marketLabels.sample })
    const { body: chart } = await ask('/user/candles?symbol=reliance')
    expect(chart).toMatchObject({ symbol: 'RELIANCE', span: '1d', source: marketLabels.sample, sample: true })
    expect(chart.candles.length).toBeGreaterThan(100)
    const starts = chart.candles.map(({ start }: Candle) => start)
    expect(starts).toEqual([...new Set(starts)].toSorted())
    const days = starts.map((start: string) => dayInIndia(new Date(start)))
    expect(days).toEqual(tradingDaysBefore(dayInIndia(new Date()), days.length))
    const broken = chart.candles.filter(
      ({ open, high, low, close }: Candle) =>
        Math.max(Number(open), Number(close)) > Number(high) || Math.min(Number(open), Number(close)) < Number(low),
    )
    expect(broken).toEqual([])
    for (const { symbol } of body.charts)
      expect((await ask(`/user/candles?symbol=${encodeURIComponent(symbol)}`)).body.candles).not.toEqual([])
  })

  test.each(['symbol=TCS&span=1m', 'symbol=TCS&span=1h', 'symbol=NOBODY'])(
    'there are no candles of %s',
    async (query) => {
      expect((await ask(`/user/candles?${query}`)).body).toMatchObject({ source: '', sample: false, candles: [] })
    },
  )
})

test.each([
  ['/user/quotes', 'Enter the symbols, separated by commas'],
  [`/user/quotes?symbols=${Array.from({ length: 501 }, (_, n) => `S${n}`)}`, marketErrors.tooManySymbols.message],
  ['/user/candles', 'Please enter the symbol'],
  ['/user/candles?symbol=TCS&span=5m', 'Choose 1m, 1h or 1d'],
])('%.40s is rejected with a sentence', async (path, message) => {
  expect(await ask(path)).toMatchObject({ status: 400, body: { message } })
})

describe('of two simultaneous imports, the file that is stored last is the newest', () => {
  const key = { exchange: 'NSE', day: '2026-11-20' }
  const files = [
    ['price_file', key, { rows: 1, prices: 1 }],
    ['security_file', { ...key, kind: 'listing' }, { rows: 1 }],
    ['levy_file', { ...key, levy: 'stt' }, { total: 0 }],
    ['clearing_file', { ...key, kind: 'obligation', is_final: true }, {}],
  ] as const
  test.each(files)('%s', async (table, same, others) => {
    const csv = (name: string) => ({
      name,
      bytes: Buffer.from(name),
      sha256: createHash('sha256').update(name).digest(),
    })
    const insert = (tx: Tx, name: string) => insertFile(tx, table, csv(name), dealer.id, { ...same, ...others })
    await db.transaction(async (tx) => {
      // It waits for the other one, as at the lock of an import.
      await tx.run('select now()')
      await db.transaction((other) => insert(other, 'stored first'))
      await insert(tx, 'stored last')
    })
    expect(await isImported(db, table, same, csv('stored last'))).toBe(true)
  })
})
