import { secondAdministrator } from '@sauda/contract/core/approval'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlement } from '../../core/ledger/clearing.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { loadCalendar } from './calendar.ts'
import { isTradingDay, nextSettlementDay } from './trading-day.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')
const send = (path: string, body: object, by = asha) => call('POST', `/desk/calendar${path}`, { token: by.token, body })
const today = dayInIndia(new Date())
const [earlier = '', previous = ''] = daysBefore(today, 2)

test('one administrator moves no pay-out: a second one sees which move, and approves', async () => {
  const settlesOn = nextSettlementDay(previous)
  const given = { exchange: 'NSE', type: 'M', number: '2026300', tradedOn: previous, settlesOn } as const
  const id = await db.transaction((tx) => settlement(tx, given))
  const payOut = async () =>
    (await db.row<{ day: string }>('select settles_on::text as day from clearing_settlement where id = $1', [id]))?.day
  const holiday = { day: settlesOn, kind: 'holiday', name: 'Election' }
  expect((await send('', holiday)).body).toMatchObject({ waitsForSecond: true, secondReasons: [secondAdministrator] })
  expect(isTradingDay(settlesOn)).toBe(true)
  expect(await payOut()).toBe(settlesOn)
  const next = nextSettlementDay(settlesOn)
  const proposal = await pendingProposal(server, 'calendar.change')
  const review = await call('GET', `/desk/proposals/${proposal}`, { token: bela.token })
  expect(review.body).toMatchObject({
    summary: `Add ${dateText(settlesOn)} to the trading calendar: Market holiday, Election`,
    evidence: [
      {
        title: 'Settlements whose pay-out moves',
        rows: [[{ text: 'NSE-M-2026300' }, ...[previous, settlesOn, next].map((day) => ({ text: dateText(day) }))]],
      },
    ],
  })
  expect((await decidePending(server, asha, { subject: 'calendar.change' })).status).toBe(409)
  expect((await decidePending(server, bela, { subject: 'calendar.change' })).status).toBe(200)
  expect(await payOut()).toBe(next)
  await loadCalendar(db)
  expect(isTradingDay(settlesOn)).toBe(false)
  // Two administrators take it back.
  expect((await send('/remove', { day: settlesOn, kind: 'holiday' }, bela)).body).toMatchObject({
    waitsForSecond: true,
  })
  expect((await decidePending(server, asha, { subject: 'calendar.change' })).status).toBe(200)
  expect(await payOut()).toBe(settlesOn)
})

test('nor do they change the previous trading day, by which trades are judged; earlier days are changed by one', async () => {
  await loadCalendar(db)
  expect((await send('', { day: previous, kind: 'holiday', name: 'Strike' })).body).toMatchObject({
    waitsForSecond: true,
  })
  expect(isTradingDay(previous)).toBe(true)
  expect((await send('', { day: earlier, kind: 'holiday', name: 'Strike' })).body).not.toHaveProperty('waitsForSecond')
  expect(isTradingDay(earlier)).toBe(false)
})
