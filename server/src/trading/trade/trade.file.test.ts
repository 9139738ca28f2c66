import { describe, expect, test } from 'vitest'
import type { ImportLine } from '@sauda/contract/trading/trade-file'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { manyTrades, tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const dealer = await newOperator(server, 'admin', 'Nisha')
const { desk, buy, history, wallet, books } = tradeSteps(server, dealer)

const heads = 'reference,client,action,stock,quantity,price,position'
const csv = (...lines: string[]) => ({ csv: [heads, ...lines].join('\r\n') })
const preview = (...lines: string[]) => desk('trades/import/preview', csv(...lines))
const book = (...lines: string[]) => desk('trades/import', csv(...lines))
const saudaId = async ({ id }: MoneyClient) =>
  (await server.db.row<{ name: string }>("select 'SD' || number as name from client where id = $1", [id]))?.name ?? ''
const trades = () => server.db.rows('select from trade')

async function newClient(rupees = 1000) {
  const client = await moneyClient(server, { rupees })
  return { ...client, sd: await saudaId(client) }
}

describe('a file of trades', () => {
  test('previews each line after those before it and books nothing', async () => {
    const client = await newClient()
    const held = await buy(client, 'INFY', 1, 400)
    const before = await trades()
    const { status, body } = await preview(
      `A1,${client.sd},BUY,TCS,5,100,`,
      `A2,${client.sd.toLowerCase()},sell,tcs,2,110,A1`,
      `A3,${client.sd},SELL,INFY,1,350,${held.tradeId}`,
      `"A4","${client.sd}","BUY","Tata Consultancy Services",1,"600",`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      fresh: 4,
      booked: 0,
      wrong: 0,
      lines: [
        { line: 2, status: 'new', stockName: 'TCS', amount: 500, fromCash: 500, fromLoan: 0, cashAfter: 100 },
        { line: 3, status: 'new', stockName: 'TCS', amount: 220, profitLoss: 20, cashAfter: 320 },
        { line: 4, status: 'new', stockName: 'INFY', amount: 350, profitLoss: -50, cashAfter: 670 },
        { line: 5, status: 'new', stockName: 'TCS', amount: 600, cashAfter: 70, clientName: client.name },
      ],
    })
    expect(await trades()).toEqual(before)
    expect(await wallet(client)).toMatchObject({ balance: 600, investedAmount: 400 })
  })

  test('is booked as previewed, with one mail to each client; booked again it changes nothing', async () => {
    const [one, two] = [await newClient(), await newClient()]
    const lines = [
      `B1,${one.sd},BUY,TCS,5,100,`,
      `B2,${two.sd},BUY,USD/INR,0.5,84.05,`,
      `B3,${one.sd},SELL,TCS,5,90,B1`,
    ]
    const told = (await preview(...lines)).body
    const booked = await book(...lines)
    expect(booked).toMatchObject({ status: 200, body: told })
    expect(await wallet(one)).toMatchObject({ balance: 950, investedAmount: 0 })
    expect(await wallet(two)).toMatchObject({ balance: 957.97, investedAmount: 42.03 })
    const [sold, bought] = await history(one)
    expect(sold).toMatchObject({ action: 'SELL', profitLoss: -50, buyId: bought?._id })
    expect(await server.mailTo(one.email)).toMatchObject({
      subject: expect.stringContaining('2 trades booked for you'),
    })
    expect(await server.mailTo(two.email)).toMatchObject({ subject: expect.stringContaining('Bought: 0.5 USD/INR') })

    const before = [await trades(), await wallet(one), await wallet(two)]
    expect((await book(...lines)).body).toMatchObject({ fresh: 0, booked: 3, wrong: 0 })
    expect((await preview(...lines)).body.lines.map((line: ImportLine) => line.status)).toEqual([
      'booked',
      'booked',
      'booked',
    ])
    expect([await trades(), await wallet(one), await wallet(two)]).toEqual(before)

    expect((await book(...lines, `B4,${two.sd},SELL,USDINR,0.25,85,B2`)).body).toMatchObject({ fresh: 1, booked: 3 })
    expect((await history(two))[1]).toMatchObject({ quantity: 0.25 })
  })

  test('is booked completely or not at all, naming the first wrong line', async () => {
    const client = await newClient()
    const before = await trades()
    const lines = [`C1,${client.sd},BUY,TCS,5,100,`, `C2,${client.sd},BUY,TCS,6,100,`]
    expect(await book(...lines)).toMatchObject({
      status: 422,
      body: { message: 'Line 3: Insufficient balance for this trade. Nothing was booked.' },
    })
    expect((await preview(...lines)).body).toMatchObject({
      fresh: 1,
      wrong: 1,
      lines: [{ status: 'new' }, { status: 'wrong', problem: 'Insufficient balance for this trade' }],
    })
    expect(await trades()).toEqual(before)
    expect(await wallet(client)).toMatchObject({ balance: 1000, investedAmount: 0 })
  })
})

describe('a line', async () => {
  const client = await newClient()
  const stranger = await newClient()
  const unverified = await moneyClient(server, { rupees: 1000, verified: false })
  const unverifiedSd = await saudaId(unverified)
  const held = await buy(stranger, 'TCS', 1, 10)
  await book(`Z1,${client.sd},BUY,TCS,1,10,`)
  const sd = client.sd

  test.each([
    ['', `,${sd},BUY,TCS,1,10,`, 'Give each trade a reference of 1 to 40 letters, digits, dots, dashes or slashes'],
    ['', `TRD100001,${sd},BUY,TCS,1,10,`, 'A reference cannot look like our trade numbers, TRD and digits'],
    ['', `N1,,BUY,TCS,1,10,`, 'Enter the client ID: SD and digits'],
    ['', `N1,SD999999999,BUY,TCS,1,10,`, 'There is no client with this ID'],
    ['', `N1,${unverifiedSd},BUY,TCS,1,10,`, 'Complete your document verification first'],
    ['', `N1,${sd},HOLD,TCS,1,10,`, 'The action is BUY or SELL'],
    ['', `N1,${sd},BUY,,1,10,`, 'This stock is not in the list of instruments. Choose one from the list'],
    ['', `N1,${sd},BUY,NOSUCH,1,10,`, 'This stock is not in the list of instruments. Choose one from the list'],
    ['', `N1,${sd},BUY,TCS,0.001,10,`, 'This stock is traded in whole units only'],
    ['', `N1,${sd},BUY,TCS,abc,10,`, 'Enter the quantity as a number above 0 with at most 8 decimals'],
    [
      '',
      `N1,${sd},BUY,TCS,"1,000",10,`,
      'Write quantity and price without commas, with a point before the decimals, such as 2945.30',
    ],
    [
      'with a comma in its price',
      `N1,${sd},BUY,TCS,1,2,945.30`,
      'Only a sell has a position. Write numbers without commas',
    ],
    [
      'with a comma in its price',
      `N1,${sd},SELL,TCS,1,2,945.30,Z1`,
      'The line has more cells than the file has columns. Write numbers without commas',
    ],
    ['', `N1,${sd},BUY,TCS,1e308,10,`, 'Enter the quantity as a number above 0 with at most 8 decimals'],
    ['', `N1,${sd},BUY,TCS,1,0,`, 'Enter the price in rupees as a number above 0 with at most 8 decimals'],
    ['', `N1,${sd},BUY,TCS,1,-5,`, 'A cell may not begin with =, +, - or @'],
    ['', `N1,${sd},BUY,"=HYPERLINK(""http://x"")",1,10,`, 'A cell may not begin with =, +, - or @'],
    ['', `@N1,${sd},BUY,TCS,1,10,`, 'A cell may not begin with =, +, - or @'],
    ['', `N1,${sd},SELL,TCS,1,10,`, 'A sell needs its position: the TRD number or the reference of the buy'],
    ['', `N1,${sd},SELL,TCS,1,10,NOSUCH`, 'This client has no such position'],
    ['of somebody else', `N1,${sd},SELL,TCS,1,10,${held.tradeId}`, 'This client has no such position'],
    ['', `N1,${sd},SELL,INFY,1,10,Z1`, 'The position is of TCS'],
    ['', `N1,${sd},SELL,TCS,2,10,Z1`, 'The quantity is larger than the open position'],
    ['with another price', `Z1,${sd},BUY,TCS,1,11,`, 'This reference was booked before with other figures'],
    ['', `N1,${sd},BUY,TCS,9999999,999999999,`, 'A trade may be worth at most ₹1,00,00,00,000'],
  ])('%s is rejected in a sentence: %s', async (_, line, problem) => {
    const { status, body } = await preview(line)
    expect([status, body.lines[0].status, body.lines[0].problem]).toEqual([200, 'wrong', problem])
    expect(await book(line)).toMatchObject({
      status: 422,
      body: { message: `Line 2: ${problem}. Nothing was booked.` },
    })
  })

  test('may end in empty cells, as spreadsheets write them', async () => {
    const file = { csv: `${heads},,\r\nE1,${sd},BUY,TCS,1,10,,,` }
    expect((await desk('trades/import/preview', file)).body).toMatchObject({ fresh: 1, wrong: 0 })
  })

  test('matches references regardless of capitals', async () => {
    const line = (reference: string, of = '') => `${reference},${sd},${of ? 'SELL' : 'BUY'},TCS,1,10,${of}`
    expect((await preview(line('g1'), line('G1'))).body.lines[1].problem).toBe(
      'The reference is already used on line 2',
    )
    expect((await book(line('g1'), line('Sold/g1', 'G1'))).body).toMatchObject({ fresh: 2 })
    expect((await book(line('G1'), line('SOLD/G1', 'g1'))).body).toMatchObject({ fresh: 0, booked: 2 })
    const [sale, bought] = await server.db.rows<{ reference: string }>(
      "select reference from trade where reference ilike '%g1' order by number desc",
    )
    expect([sale?.reference, bought?.reference]).toEqual(['Sold/g1', 'g1'])
  })

  test('with a reference already used in the file is rejected', async () => {
    const line = `D1,${sd},BUY,TCS,1,10,`
    expect((await preview(line, line)).body.lines).toMatchObject([
      { status: 'new' },
      { status: 'wrong', problem: 'The reference is already used on line 2' },
    ])
  })
})

test('names the line that exceeds the limit of open positions', async () => {
  const client = await newClient()
  await manyTrades(server, client, { pairs: 2000, openEvery: 1 })
  expect(await book(`E1,${client.sd},BUY,TCS,1,10,`)).toMatchObject({
    status: 422,
    body: {
      message: 'Line 2: The client has 2,000 open positions. Square off some of them first. Nothing was booked.',
    },
  })
  for (const table of ['trade', 'lot']) await tamper(server, `delete from ${table} where client_id = $1`, [client.id])
})

describe('a file is rejected', () => {
  const many = Array.from({ length: 501 }, (_, n) => `M${n},SD1,BUY,TCS,1,1,`)
  test.each([
    ['without lines', heads, 422, 'The file has no trades in it'],
    ['that is empty', '', 422, 'The file has no trades in it'],
    [
      'without headings',
      'A1,SD100001,BUY,TCS,1,1',
      422,
      'The first line must name the columns reference, client, action, stock, quantity, price and, for sells, position',
    ],
    [
      'with a heading twice',
      'reference,client,action,stock,quantity,price,price\n',
      422,
      'The first line must name the columns reference, client, action, stock, quantity, price and, for sells, position',
    ],
    [
      'in another encoding',
      `${heads}\nA1,SD1,BUY,Caf\uFFFD,1,1,`,
      422,
      'The file is not plain text. Save it as CSV in UTF-8 and try again.',
    ],
    [
      'that is a spreadsheet',
      `PK\u0003\u0004\u0000${heads}`,
      422,
      'The file is not plain text. Save it as CSV in UTF-8 and try again.',
    ],
    [
      'with a quote that never ends',
      `${heads}\n"A1,SD1,BUY,TCS,1,1,`,
      422,
      'Line 2: a quote is opened and never closed.',
    ],
    [
      'of 501 lines',
      [heads, ...many].join('\n'),
      422,
      'The file has more than 500 trades. Please split it and book one part at a time.',
    ],
    [
      'of too many characters',
      'x'.repeat(50_001),
      400,
      'The file has more than 50,000 characters. Please split it and book one part at a time.',
    ],
    ['that is huge', 'x'.repeat(200_000), 413, 'The request is too large'],
    ['that is none', null, 400, 'Choose a CSV file'],
  ])('%s', async (_, text, status, message) => {
    expect(await desk('trades/import/preview', { csv: text })).toMatchObject({ status, body: { message } })
    expect(await desk('trades/import', { csv: text })).toMatchObject({ status, body: { message } })
  })

  test('the limit counts characters, not bytes', async () => {
    const client = await newClient()
    const line = `L1,${client.sd},BUY,TCS,1,1,,`
    const text = `${heads},Narration\n${line}`
    const whole = text + 'रु'.repeat(Math.floor((50_000 - text.length) / 2))
    expect(Buffer.byteLength(whole)).toBeGreaterThan(140_000)
    expect((await desk('trades/import/preview', { csv: whole })).body).toMatchObject({
      lines: [{ status: 'new' }],
      unused: ['Narration'],
    })
  })

  test('500 lines are booked at once, whatever the order of columns, the line ends and a byte-order mark', async () => {
    const client = await newClient(1000)
    const lines = Array.from({ length: 500 }, (_, n) => `2,TCS,${client.sd},1,buy,L${n}`)
    const file = { csv: `\uFEFF${['Price,Stock,Client,Quantity,Action,Reference', ...lines, '', ',,,,,'].join('\r')}` }
    expect((await desk('trades/import', file)).body).toMatchObject({ fresh: 500, wrong: 0 })
    expect(await wallet(client)).toMatchObject({ balance: 0, investedAmount: 1000 })
  })
})

test('the books balance', async () => {
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
})
