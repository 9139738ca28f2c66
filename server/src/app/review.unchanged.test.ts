import { expect, test } from 'vitest'
import { selectIds } from '../platform/db.ts'
import { addDays, dayInIndia } from '../platform/india.ts'
import { isTradingDay } from '../trading/market/trading-day.ts'
import { pendingProposal } from '../../test/approvals.ts'
import { establishedOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'

// The review of a change of the set-up makes the change and undoes it: afterwards nothing is another than before.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const client = await server.newClient()
const post = (path: string, body: object) => call('POST', `/desk/${path}`, { token: asha.token, body })

/** The next weekday from a day half a year ahead on. */
const weekday =
  [180, 181, 182].map((days) => addDays(dayInIndia(new Date()), days)).find((day) => isTradingDay(day)) ?? ''

const changes = {
  'operator.add': () => post('operators', { name: 'Nisha', email: 'nisha@desk.example', role: 'support' }),
  'operator.role': () => post(`operators/${omar.id}/role`, { role: 'support' }),
  'operator.reset': () => post(`operators/${omar.id}/reset`, {}),
  'operator.role-add': () => post('roles', { name: 'Second desk', rights: ['client.read'] }),
  'calendar.change': () => post('calendar', { day: weekday, kind: 'holiday', name: 'Election' }),
  'charge-rate.set': () =>
    post('trade-charges/rates', { rate: 'transaction NSE equity all all', percent: '0.003', from: '2025-07-01' }),
  'exchange-code.change': () =>
    post('exchange-codes', { exchange: 'NSE', column: 'Brkr', code: '90001', meaning: 'own' }),
  'privacy.erase': () => post(`privacy/clients/${client.id}/erase`, { reason: 'At their request' }),
}

/** The rows of every table, apart from those that any request writes. */
async function rows(): Promise<Record<string, string>> {
  const tables = await selectIds(
    db,
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('session', 'idempotency') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const table of tables) {
    const row = await db.row<{ hash: string }>(
      `select concat(count(*), ' ', md5(string_agg(md5(t::text), '' order by md5(t::text)))) as hash from "${table}" t`,
    )
    found[table] = row?.hash ?? ''
  }
  return found
}

test.each(Object.entries(changes))('the review of %s changes nothing', async (kind, request) => {
  expect(await request()).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  const path = `/desk/proposals/${await pendingProposal(server, kind)}`
  // A job of the server may write in between: a review that writes is never without a change.
  let [before, after] = [await rows(), {}]
  for (let attempt = 0; attempt < 5; attempt++) {
    before = await rows()
    const { status, body } = await call('GET', path, { token: bela.token })
    expect([status, body.obstacle]).toEqual([200, undefined])
    after = await rows()
    if (JSON.stringify(after) === JSON.stringify(before)) break
  }
  expect(after).toEqual(before)
  expect(isTradingDay(weekday)).toBe(true)
  expect((await call('GET', '/desk/approvals', { token: omar.token })).status).toBe(200)
  expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).status).toBe(200)
  expect((await call('POST', `${path}/reject`, { token: bela.token })).status).toBe(200)
})
