import type { Reply } from '@sauda/contract/platform/call'
import { holdingErrors, type holdingCalls, type HoldingLine } from '@sauda/contract/trading/holding'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareA, shareB, tradingDesk } from '../../../test/trading.ts'
import { excelFile } from '../../../test/workbook.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await tradingDesk(server)
const today = dayInIndia(new Date())
/** Trading days before today, oldest first. */
const [first = '', second = '', third = '', fourth = ''] = daysBefore(today, 4)

const cdsl = '1208160012345678'
const nsdl = 'IN30012345678901'
const [asha, bina, gita] = [await desk.client(), await desk.client(), await desk.client()]
await server.db.run('update client set demat = $2 where id = $1', [asha.id, cdsl])
await server.db.run('update client set demat = $2 where id = $1', [bina.id, nsdl])
await desk.bookDay(first, [desk.deal(asha, 'B', 100, '100'), desk.deal(bina, 'B', 40, '100')])
await desk.bookDay(third, [desk.deal(asha, 'B', 20, '100', { isin: shareB }), desk.deal(bina, 'S', 10, '100')])

const header = 'BO ID,ISIN,ISIN Name,Total,Free,Pledged,Lock-in,Date'
const row = (demat: string, isin: string, total: number, day: string, pledged = 0): string =>
  `${demat},${isin},Demo Limited,${total}.000,${total - pledged}.000,${pledged}.000,0,${dateText(day)}`
const text = (...rows: string[]): string => [header, ...rows, ''].join('\n')

const send = (content: string | Uint8Array, { name = 'holdings.csv', query = '', path = '', by = desk.dealer } = {}) =>
  desk.post(`holdings${path}${query}`, priceFileForm(content, name), by)
const list = async (day = ''): Promise<Reply<typeof holdingCalls.list>> =>
  (await server.call('GET', `/desk/holdings${day && `?day=${day}`}`, { token: desk.dealer.token })).body
const brief = (lines: readonly HoldingLine[]) =>
  lines.map(({ clientId, isin, state, difference, since }) => ({
    client: clientId === asha.id ? 'asha' : 'bina',
    isin,
    state,
    difference,
    ...(since && { since }),
  }))

describe('holdings of the depositories compared with positions', () => {
  test('before the first file the positions that wait for one are listed, and who has no demat account', async () => {
    await desk.bookDay(fourth, [desk.deal(gita, 'B', 5, '100')])
    expect(await list()).toMatchObject({
      days: [],
      expected: [
        { isin: shareA, clients: 2, units: '130' },
        { isin: shareB, clients: 1, units: '20' },
      ],
      withoutDemat: 1,
    })
  })

  test('a line is equal, explained by trades that are not settled, or different since a day', async () => {
    const quiet = await send(text(row(cdsl, shareA, 100, second, 30), row(nsdl, shareA, 38, second)))
    expect(quiet.body).toMatchObject({ day: second, clients: 2, equal: 1, explained: 0, different: 1 })
    expect(brief(quiet.body.lines)).toEqual([
      { client: 'bina', isin: shareA, state: 'different', difference: '2', since: second },
    ])

    // On the evening of the third day the purchase is not in the account yet, and the sale still is.
    const evening = await send(text(row(cdsl, shareA, 100, third), row(nsdl, shareA, 38, third)))
    expect(brief(evening.body.lines)).toEqual([
      { client: 'bina', isin: shareA, state: 'different', difference: '2', since: second },
      { client: 'asha', isin: shareB, state: 'explained', difference: '0' },
    ])
    const all = await list()
    expect(all.days.map(({ day }) => day)).toEqual([third, second])
    expect(brief(all.lines)).toEqual(brief(evening.body.lines))
    expect((await list(second)).lines).toHaveLength(1)
  })

  test('a share that the file lacks is a difference of the whole position', async () => {
    const { body } = await send(text(row(cdsl, shareA, 100, fourth), row(nsdl, shareA, 28, fourth)))
    expect(brief(body.lines)).toEqual([
      { client: 'bina', isin: shareA, state: 'different', difference: '2', since: second },
      { client: 'asha', isin: shareB, state: 'different', difference: '20', since: fourth },
    ])
  })

  test('what ends a difference, or replaces a day, waits for a second operator who sees the lines', async () => {
    const right = text(row(cdsl, shareA, 100, fourth), row(cdsl, shareB, 20, fourth), row(nsdl, shareA, 30, fourth))
    const { body } = await send(right)
    expect(body).toMatchObject({ waitsForSecond: true })
    expect(body.secondReasons).toEqual([
      `It replaces holdings of ${dateText(fourth)} that were imported already.`,
      'It ends differences of 1 client.',
    ])
    expect((await list(fourth)).lines).toHaveLength(2)
    expect((await desk.approve('holding-file.count')).status).toBe(200)
    expect((await list(fourth)).lines).toEqual([])
  })

  test('shares delivered early have left the account on the day of the sale', async () => {
    const { body } = await send(text(row(nsdl, shareA, 30, third)), { path: '/preview' })
    expect(brief(body.lines)).toEqual([])
    expect(body.equal).toBe(1)
  })

  test('a file is also read from a zip archive', async () => {
    const zip = zipSync({ 'holdings.csv': strToU8(text(row(nsdl, shareA, 30, third))) })
    expect((await send(zip, { name: 'holdings.zip', path: '/preview' })).body).toMatchObject({ clients: 1, equal: 1 })
  })

  test('the client sees their account and the last comparison', async () => {
    const own = (client: { token: string }) => server.call('GET', '/user/demat', { token: client.token })
    expect((await own(asha)).body).toMatchObject({
      demat: cdsl,
      depository: 'CDSL',
      compared: { day: fourth, equal: 2, explained: 0, different: 0 },
    })
    expect((await own(gita)).body).toEqual({})
  })

  test('bonus shares that are booked and not credited explain a line, and clients who are not in the file are counted', async () => {
    const clerk = await desk.client()
    const demat = '1208160012345699'
    await server.db.run('update client set demat = $2 where id = $1', [clerk.id, demat])
    await server.db.run(
      `with action as (
         insert into corporate_action (id, kind, stock, isin, ex_date, held, given, allotted_on, credited_on, stated_in, requested_by, decided_by, waived)
         select gen_random_uuid(), 'bonus', 'DEMOTECH', $2, $3, 1, 1, $3, $4, 'Test', o.id, o.id, true from operator o limit 1 returning id)
       insert into lot (id, client_id, stock, isin, source, acquired_on, quantity, cost, open_quantity, open_cost, opened_by)
       select gen_random_uuid(), $1, 'DEMOTECH', $2, 'action', $3, 50, 0, 50, 0, id from action`,
      [clerk.id, shareA, third, addDays(fourth, 1)],
    )
    const lineOf = async (total: number, day: string) => {
      const { body } = await send(text(row(demat, shareA, total, day)), { path: '/preview' })
      return { equal: body.equal, lines: body.lines, absent: body.absent }
    }
    expect(await lineOf(0, third)).toMatchObject({
      equal: 0,
      lines: [{ state: 'explained', depository: '0', entitled: '50', books: '50', difference: '0' }],
      // Asha, whose account is of the same depository; the one of Bina is not.
      absent: 1,
    })
    // The depository credited them earlier than announced.
    expect(await lineOf(50, fourth)).toMatchObject({ equal: 1, lines: [] })
    expect(await lineOf(20, fourth)).toMatchObject({ lines: [{ state: 'different', difference: '-20' }] })
  })
})

describe('files', () => {
  const preview = (content: string | Uint8Array, query = '', name = 'holdings.csv') =>
    send(content, { path: '/preview', query, name })

  test('a statement of one account has the account and the day above its table', async () => {
    const statement = [
      'DP ID,12081600',
      'Client ID,12345678',
      'Name,Asha',
      `Statement of holdings as on ${dateText(second)}`,
      '',
      'ISIN, ISIN Name, Balance , Last Closing Price , Value, Paid Up Value',
      `${shareA},Demo Tech,"1,00.000",100.00,10000.00,10`,
      'Total,,,,10000.00,',
      '',
    ].join('\n')
    const { status, body } = await preview(statement)
    expect(body).toMatchObject({
      day: second,
      clients: 1,
      equal: 1,
      leftOut: [{ reason: 'without an ISIN, such as totals and notes', rows: 1 }],
      unused: ['ISIN Name', 'Last Closing Price', 'Value', 'Paid Up Value'],
    })
    expect(status).toBe(200)
  })

  test('a workbook of NSDL, with the DP ID and the client ID in columns of their own', async () => {
    const rows = [
      ['Statement of holdings'],
      [`SOH as on ${dateText(second)} at 15:59:24`],
      [],
      ['DP ID', 'Client ID', 'ISIN', 'Current Balance'],
      ['IN300123', '45678901', shareA, '40'],
      ['', '', '', '40'],
    ]
    const { body } = await preview(await excelFile(rows), '', 'SOH.xlsx')
    expect(body).toMatchObject({
      day: second,
      clients: 1,
      equal: 1,
      leftOut: [{ reason: 'without an ISIN, such as totals and notes', rows: 1 }],
    })
  })

  test('columns of other names are read where the operator names them, also by the second operator', async () => {
    const other = `Acct|Instrument|Units\n${cdsl}|${shareA}|99\n`
    expect((await preview(other)).body.message).toBe(holdingErrors.columns.message)
    const wrong = `?account=Account&isin=Instrument&quantity=Units&day=${second}`
    expect((await preview(other, wrong)).body.message).toBe(holdingErrors.columns.message)
    const query = `?account=Acct&isin=Instrument&quantity=Units&day=${second}`
    expect((await preview(other, query)).body).toMatchObject({ day: second, different: 1 })
    expect((await send(other, { query })).body).toMatchObject({ waitsForSecond: true })
    expect((await desk.approve('holding-file.count')).status).toBe(200)
    expect(brief((await list(second)).lines).find(({ client }) => client === 'asha')).toMatchObject({ difference: '1' })
  })

  test('names of columns that were entered once are those of later files, also for the second operator', async () => {
    const next = `Acct|Instrument|Units\n${cdsl}|${shareA}|98\n`
    const entered = { account: 'Acct', isin: 'Instrument', quantity: 'Units' }
    expect((await preview(next)).body.message).toBe(holdingErrors.day.message)
    const query = `?day=${second}`
    expect((await preview(next, query)).body).toMatchObject({ day: second, different: 1, columns: entered })
    expect((await send(next, { query })).body).toMatchObject({ waitsForSecond: true })
    expect((await desk.approve('holding-file.count')).status).toBe(200)
    expect(brief((await list(second)).lines).find(({ client }) => client === 'asha')).toMatchObject({ difference: '2' })
    // A file with the usual names is read by those.
    expect((await preview(text(row(cdsl, shareA, 100, second)))).body.columns).toBeUndefined()
  })

  test.each([
    ['no account', `ISIN,Balance,Date\n${shareA},1,${dateText(second)}\n`, holdingErrors.account.message],
    ['no day', `BO ID,ISIN,Balance\n${cdsl},${shareA},1\n`, holdingErrors.day.message],
    [
      'two dates above the table',
      `Born,${dateText(first)}\nAs on,${dateText(second)}\nBO ID,ISIN,Balance\n${cdsl},${shareA},1\n`,
      holdingErrors.day.message,
    ],
    ['no holdings', `${header}\n`, holdingErrors.noRows.message],
    ['two days', text(row(cdsl, shareA, 1, first), row(nsdl, shareA, 1, second)), holdingErrors.days.message],
    ['only strangers', text(row('1'.repeat(16), shareA, 1, second)), holdingErrors.noClient.message],
    [
      'a future day',
      text(row(cdsl, shareA, 1, addDays(today, 2))),
      `The file is named for ${dateText(addDays(today, 2))}, a future day.`,
    ],
    [
      'one share twice',
      text(row(cdsl, shareA, 1, second), row(cdsl, shareA, 2, second)),
      `Line 3: ${shareA} of this demat account is in line 2 too.`,
    ],
    [
      'a rounded account',
      text(row('1.20816E+15', shareA, 1, second)),
      'Line 2: the demat account is not one of NSDL (IN and 14 characters) or CDSL (16 digits).',
    ],
    [
      'a number in words',
      text(row(cdsl, shareA, 1, second).replace('1.000', 'ten')),
      'Line 2: Total is “ten”, which is not a number of units.',
    ],
    [
      'parts above the balance',
      text(row(cdsl, shareA, 1, second, 5).replace('-4.000', '9.000')),
      `Line 2: the parts of the balance of ${shareA} are more than the balance.`,
    ],
  ])('%s: rejected with the reason', async (_, content, message) => {
    const { status, body } = await preview(content)
    expect(body.message).toBe(message)
    expect(status).toBe(422)
  })

  test('accounts of others are counted and not used', async () => {
    const { body } = await preview(text(row(cdsl, shareA, 100, second), row('9'.repeat(16), shareA, 7, second)))
    expect(body.leftOut).toEqual([{ reason: 'of a demat account that no client has here', rows: 1 }])
  })
})

test('what was bought and sold on one day is neither paid out nor delivered, also where the rest was delivered early', async () => {
  const dina = await desk.client()
  const demat = '1208160012345688'
  await server.db.run('update client set demat = $2 where id = $1', [dina.id, demat])
  await desk.bookDay(second, [desk.deal(dina, 'B', 100, '100', { isin: shareB })])
  await desk.bookDay(fourth, [
    desk.deal(dina, 'B', 20, '100', { isin: shareB }),
    desk.deal(dina, 'S', 50, '101', { isin: shareB }),
  ])
  const lineOf = async (total: number) => {
    const { body } = await send(text(row(demat, shareB, total, fourth)), { path: '/preview' })
    return { equal: body.equal, different: body.different, lines: body.lines }
  }
  expect(await lineOf(70)).toEqual({ equal: 1, different: 0, lines: [] })
  expect(await lineOf(100)).toMatchObject({
    equal: 0,
    lines: [{ state: 'explained', bought: '0', sold: '30', books: '70', difference: '0' }],
  })
})
