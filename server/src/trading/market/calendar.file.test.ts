import { secondAdministrator } from '@sauda/contract/core/approval'
import { calendarErrors } from '@sauda/contract/core/calendar'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlement } from '../../core/ledger/clearing.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { readHolidays } from './calendar.read.ts'
import { isTradingDay, nextSettlementDay } from './trading-day.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')

const send = (lines: readonly string[], { path = '', list = 'trading' } = {}) =>
  call('POST', `/desk/calendar/list${path}?list=${list}`, {
    token: asha.token,
    body: statementForm([...lines, ''].join('\r\n'), 'holidays.csv'),
  })
const preview = (lines: readonly string[], list = 'trading') => send(lines, { path: '/preview', list })
const header = '"Sr. No ","Date ","Day ","Description "'
const year = '2029'
const stored = async (day: string) =>
  db.rows<{ kind: string; name: string }>('select kind, name from calendar_day where day = $1 order by kind', [day])

test('NSE’s list becomes a proposal that shows each day that changes, and counts once a second administrator approves', async () => {
  const lines = [
    header,
    `"1","26-Jan-${year}","Friday","Republic Day"`,
    `"2","01-Mar-${year}","Thursday","Holi"`,
    `"3","05-Nov-${year}","Monday","Diwali Laxmi Pujan*"`,
    `"4","04-Nov-${year}","Sunday","Diwali*"`,
    `"5","21-Apr-${year}","Saturday","Ram Navami"`,
    `"6","03/15/${year}","Thursday","Changed by a spreadsheet"`,
    `"7","09-Mar-${year}","Monday","Another day"`,
    '"*Muhurat Trading will be conducted","","",""',
  ]
  const days = [
    { line: 3, day: `${year}-03-01`, name: 'Holi', before: 'Trading day', after: 'Market holiday: Holi' },
    {
      line: 4,
      day: `${year}-11-05`,
      before: 'Trading day',
      after: 'Settlement holiday (trading without pay-in and pay-out): Diwali Laxmi Pujan',
    },
    {
      line: 5,
      day: `${year}-11-04`,
      before: 'Closed, as on every weekend',
      after: 'Trading session on a weekend: Diwali',
    },
  ]
  const unread = [
    `Line 7: “03/15/${year}” is not a date with the day first. Use the list as it was downloaded, without saving it in a spreadsheet.`,
    `Line 8: 9 Mar ${year} is a Friday, but the row says Monday. A spreadsheet may have exchanged day and month: use the list as it was downloaded.`,
  ]
  const absent = ['Maharashtra Day', 'Independence Day', 'Mahatma Gandhi Jayanti', 'Christmas']
  const seen = (await preview(lines)).body
  const secondReasons = [secondAdministrator]
  expect(seen).toMatchObject({ rows: 7, days, known: 1, weekends: 1, unread, unused: ['Sr. No'], secondReasons })
  expect(seen.absent.map(({ name }: { name: string }) => name)).toEqual(absent)
  expect((await send(lines)).body).toMatchObject({ waitsForSecond: true, days, unread })
  expect(isTradingDay(`${year}-03-01`)).toBe(true)
  const review = await call('GET', `/desk/proposals/${await pendingProposal(server, 'calendar-list.count')}`, {
    token: bela.token,
  })
  expect(review.body.summary).toBe('Add 3 days of holidays.csv to the trading calendar as trading holidays')
  const [changes, left] = review.body.evidence.slice(-2)
  expect(changes).toMatchObject({
    title: 'Days that change',
    rows: days.map(({ line }) => [{ text: String(line) }, {}, {}, {}]),
  })
  expect(left).toMatchObject({ title: 'Rows that are not used', rows: unread.map((text) => [{ text }]) })
  expect((await decidePending(server, asha, { subject: 'calendar-list.count' })).status).toBe(409)
  expect((await decidePending(server, bela, { subject: 'calendar-list.count' })).status).toBe(200)
  expect([`${year}-03-01`, `${year}-11-04`, `${year}-11-05`].map((day) => isTradingDay(day))).toEqual([
    false,
    true,
    true,
  ])
  expect(nextSettlementDay(`${year}-11-04`)).toBe(`${year}-11-06`)
  expect((await send(lines)).body).toEqual(calendarErrors.noChange)
})

test('a day is one thing: a session on a holiday replaces it, and a holiday an earlier settlement holiday', async () => {
  const row = (name: string) => [header, `1,25-Dec-${year},Tuesday,${name}`]
  await send(row('Christmas*'))
  expect((await decidePending(server, bela, { subject: 'calendar-list.count' })).status).toBe(200)
  expect(await stored(`${year}-12-25`)).toEqual([{ kind: 'clearing', name: 'Christmas' }])
  await send(row('Christmas'))
  await decidePending(server, bela, { subject: 'calendar-list.count' })
  expect(await stored(`${year}-12-25`)).toEqual([{ kind: 'holiday', name: 'Christmas' }])
  // No pay-out is made on a holiday anyway.
  expect((await preview(row('Christmas'), 'clearing')).body).toMatchObject({ days: [], known: 1 })
})

test('BSE’s columns, a title above them, and columns for trading and clearing are read', async () => {
  const bse = [
    'Trading Holidays for 2029 - Equity Segment,,,',
    'S.No.,Holidays,Date,Day',
    '1,Id-Ul-Fitr,February 15 2029,Thursday',
  ]
  expect((await preview(bse)).body.days).toMatchObject([{ line: 3, day: '2029-02-15', name: 'Id-Ul-Fitr' }])
  const both = [
    'Date;Day;Description;Trading Holiday;Clearing Holiday',
    '15-02-2029;Thu;Id-Ul-Fitr;No;Yes',
    '16-02-2029;Fri;Another;Yes;Yes',
    '19-02-2029;Mon;Strange;perhaps;Yes',
  ]
  const { days, unread } = (await preview(both)).body
  expect(days.map(({ after }: { after: string }) => after)).toEqual([
    'Settlement holiday (trading without pay-in and pay-out): Id-Ul-Fitr',
    'Market holiday: Another',
  ])
  expect(unread).toEqual([
    'Line 4: “perhaps” says neither that 19 Feb 2029 is a holiday nor that it is none. Enter the day with Add day.',
  ])
  expect((await preview([header, '1,15-02-2029,Thursday,Id-Ul-Fitr'], 'clearing')).body.days).toMatchObject([
    { after: 'Settlement holiday (trading without pay-in and pay-out): Id-Ul-Fitr' },
  ])
})

test('days before the previous trading day are named and not changed; the review shows which pay-outs move', async () => {
  const today = dayInIndia(new Date())
  const [earlier = '', previous = ''] = daysBefore(today, 2)
  const settlesOn = nextSettlementDay(previous)
  const given = { exchange: 'NSE', type: 'M', number: '2026301', tradedOn: previous, settlesOn } as const
  await db.transaction((tx) => settlement(tx, given))
  const lines = ['Date,Description', `${earlier},Strike`, `${settlesOn},Election`]
  const { body } = await send(lines)
  expect(body.unread).toEqual([
    `Line 2: ${dateText(earlier)} is before the previous trading day. Check it, and enter it with Add day.`,
  ])
  const review = await call('GET', `/desk/proposals/${await pendingProposal(server, 'calendar-list.count')}`, {
    token: bela.token,
  })
  expect(review.body.evidence.at(-1)).toMatchObject({
    title: 'Settlements whose pay-out moves',
    rows: [
      [{ text: 'NSE-M-2026301' }, {}, { text: dateText(settlesOn) }, { text: dateText(nextSettlementDay(settlesOn)) }],
    ],
  })
  await decidePending(server, bela, { subject: 'calendar-list.count' })
  expect([earlier, settlesOn].map((day) => isTradingDay(day))).toEqual([true, false])
})

test('what is no list of the equity segment is named', () => {
  const read = (text: string) => readHolidays({ bytes: Buffer.from(text) })
  expect(() =>
    read('Date,Day,Description,Morning Session,Evening Session\n26-Jan-2029,Friday,Republic Day,Closed,Closed\n'),
  ).toThrow(calendarErrors.commodity.message)
  expect(() => read('Symbol,Series\nTCS,EQ\n')).toThrow(calendarErrors.listColumns.message)
  expect(() => read('Date,Description\n')).toThrow(calendarErrors.noDays.message)
  expect(read('Date,Description\n46350,Guru Nanak Jayanti\n').days).toMatchObject([{ day: '2026-11-24' }])
})

test('the lists that an administrator approved are among the sent files of administrators', async () => {
  const { files } = (await call('GET', '/desk/sent-files?kind=calendar&status=counted', { token: bela.token })).body
  expect(files[0]).toMatchObject({ name: 'holidays.csv', sentBy: 'Asha', decidedBy: 'Bela', kept: true })
})
