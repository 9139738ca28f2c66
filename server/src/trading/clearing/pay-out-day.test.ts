import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { settlement } from '../../core/ledger/clearing.ts'
import { settlementDay } from './pay-out-day.ts'

const server = await testServer()
const { db, call } = server
const admin = await newOperator(server, 'admin', 'Asha')
const days = (...list: readonly string[]) =>
  Promise.all(list.map((day) => settlementDay(db, { exchange: 'NSE', type: 'M', day })))

test.each([
  ['the next trading day', 'M', '2026-11-20', '2026-11-23'],
  ['a holiday of the exchange', 'Z', '2026-11-23', '2026-11-25'],
  ['T+0, settled on the day', '5', '2026-11-20', '2026-11-20'],
  ['a settlement holiday, on which the exchange trades', 'M', '2026-08-25', '2026-08-27'],
])('the pay-out of a day: %s', async (_, type, day, expected) => {
  expect(await settlementDay(db, { exchange: 'NSE', type, day })).toBe(expected)
})

test('a settlement holiday set at the desk lets two trade days settle on one day', async () => {
  expect(await days('2027-02-17', '2027-02-18')).toEqual(['2027-02-18', '2027-02-19'])
  const body = { day: '2027-02-18', kind: 'clearing', name: 'Settlement holiday' }
  expect((await call('POST', '/desk/calendar', { token: admin.token, body })).status).toBe(200)
  expect(await days('2027-02-17', '2027-02-18')).toEqual(['2027-02-19', '2027-02-19'])
})

test('a holiday set or removed after trades were booked moves the day on which they are paid out', async () => {
  const given = {
    exchange: 'NSE',
    type: 'M',
    number: '2027055',
    tradedOn: '2027-02-24',
    settlesOn: '2027-02-25',
  } as const
  const id = await db.transaction((tx) => settlement(tx, given))
  const settlesOn = async () =>
    (await db.row<{ day: string }>('select settles_on::text as day from clearing_settlement where id = $1', [id]))?.day
  const send = (path: string, body: object) => call('POST', `/desk/calendar${path}`, { token: admin.token, body })
  const holiday = { day: given.settlesOn, kind: 'holiday' }
  expect((await send('', { ...holiday, name: 'Election' })).status).toBe(200)
  expect(await settlesOn()).toBe('2027-02-26')
  expect((await send('/remove', holiday)).status).toBe(200)
  expect(await settlesOn()).toBe(given.settlesOn)
})
