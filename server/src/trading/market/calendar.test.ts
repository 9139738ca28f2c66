import { calendarErrors } from '@sauda/contract/core/calendar'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import type { Sql } from '../../platform/db.ts'
import { loadCalendar } from './calendar.ts'
import { isTradingDay, setCalendar, tradingDaysBefore } from './trading-day.ts'

const server = await testServer()
const { db, call } = server
const admin = await newOperator(server, 'admin', 'Asha')
const dealer = await newOperator(server, 'dealer', 'Dev')

const list = async (year: string) => (await call('GET', `/desk/calendar?year=${year}`, { token: dealer.token })).body
const send = (path: string, body: object, { token } = admin) => call('POST', `/desk/calendar${path}`, { token, body })

test('the holidays of 2026 and the settlement dates of the financial year are there', async () => {
  const { entries } = await list('2026')
  const days = (kind: string) => entries.filter((entry: { kind: string }) => entry.kind === kind)
  expect(days('holiday')).toHaveLength(17)
  expect(days('quarterly').map(({ day }: { day: string }) => day)).toEqual(['2026-04-17', '2026-07-03', '2026-10-16'])
  expect(tradingDaysBefore('2026-11-25', 3)).toEqual(['2026-11-19', '2026-11-20', '2026-11-23'])
  expect(isTradingDay('2029-01-26')).toBe(false)
})

test('2025 is complete; the elections of January 2026 and the Budget on a Sunday are known', async () => {
  expect((await list('2025')).tradingDays).toBe(248)
  expect(['2025-02-01', '2025-10-22', '2026-01-15', '2026-02-01'].map((day) => isTradingDay(day))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('a change counts at once, in the same process and after reading in another, and is audited', async () => {
  const holi = { day: '2027-03-22', kind: 'holiday', name: 'Holi' }
  const { tradingDays } = await list('2027')
  expect(isTradingDay(holi.day)).toBe(true)
  expect((await send('', holi)).body).toMatchObject({ tradingDays: tradingDays - 1 })
  expect(isTradingDay(holi.day)).toBe(false)
  setCalendar({ holidays: new Set(), sessions: new Set() })
  await loadCalendar(db)
  expect(isTradingDay(holi.day)).toBe(false)
  await send('', { day: '2027-02-07', kind: 'session', name: 'Budget' })
  expect(isTradingDay('2027-02-07')).toBe(true)
  await send('/remove', { day: holi.day, kind: 'holiday' })
  expect(isTradingDay(holi.day)).toBe(true)
  const audited = await db.rows("select action, before, after from audit where action like 'calendar.%' order by id")
  expect(audited).toMatchObject([
    { action: 'calendar.add', after: holi },
    { action: 'calendar.add', after: { kind: 'session' } },
    { action: 'calendar.remove', before: holi },
  ])
})

test('a read that began before a change and ends after it does not undo the change', async () => {
  const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Sql = Object.create(db, {
    rows: {
      async value(text: string, values?: unknown[]) {
        const rows = await db.rows(text, values)
        begun.resolve()
        await ends.promise
        return rows
      },
    },
  })
  const reading = loadCalendar(slow)
  await begun.promise
  await send('', { day: '2027-02-14', kind: 'session', name: 'Drill' })
  ends.resolve()
  await reading
  expect(isTradingDay('2027-02-14')).toBe(true)
})

test('only who manages the broker’s set-up changes it, and only with days that make a difference', async () => {
  const saturday = { day: '2027-03-27', kind: 'holiday', name: 'A Saturday' }
  expect((await send('', saturday, dealer)).body).toEqual(commonErrors.noRight)
  expect((await send('', saturday)).body).toEqual(calendarErrors.weekend)
  expect((await send('', { ...saturday, day: '2027-03-26', kind: 'session' })).body).toEqual(calendarErrors.weekday)
  expect((await send('', { ...saturday, day: '2027-02-30' })).status).toBe(400)
})
