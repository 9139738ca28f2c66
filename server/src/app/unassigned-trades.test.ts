import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../test/approvals.ts'
import { moneyClient } from '../../test/money.ts'
import { establishedOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { tradeFileForm, tradeFileName, tradeFileText } from '../../test/trade-file.ts'
import { shareA, tradingDesk } from '../../test/trading.ts'
import { addDays, dateText, dayInIndia } from '../platform/india.ts'
import { recordFiles } from '../trading/exchange-file/exchange-file.book.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db, app } = server
const desk = await tradingDesk(server)
const asha = await establishedOperator(server, 'reviewer', 'Asha')
const bela = await establishedOperator(server, 'reviewer', 'Bela')
const today = dayInIndia(new Date())
const days = daysBefore(today, 6)

const save = (id: string, ucc: string) =>
  call('PUT', `/desk/clients/${id}/trading-account`, { token: asha.token, body: { ucc, demat: '', reason: 'Form' } })
const trade = (ucc: string) => desk.deal({ ucc }, 'B', 10, '100.00')
const ownersOf = (day: string) =>
  db.rows<{ client_id: string | null }>('select client_id from exchange_trade where day = $1', [day])
/** Compares the recorded trades of a day with the clients again. */
async function recordAgain(day: string) {
  const file = await db.row<{ id: string }>("select id from exchange_file where day = $1 and status = 'booked'", [day])
  await desk.done(`exchange-files/${file?.id}/again`, {})
  await recordFiles(app.context)
}

test('the code of recorded trades is given to a client by two operators, of whom the second sees the trades', async () => {
  const [day = ''] = days
  const client = await moneyClient(server)
  await desk.record(day, [trade('LOST1'), trade('LOST1')])
  expect((await save(client.id, 'lost1')).body).toMatchObject({
    waitsForSecond: true,
    secondReasons: ['2 recorded trades with the UCC lost1 would become trades of this client'],
  })
  await recordAgain(day)
  expect(await ownersOf(day)).toEqual([{ client_id: null }, { client_id: null }])
  const review = await call('GET', `/desk/proposals/${await pendingProposal(server, client.id)}`, { token: bela.token })
  expect(review.body.evidence).toMatchObject([
    {
      title: '2 recorded trades without a client, ₹2,000.00',
      rows: [1, 2].map(() => [
        { text: dateText(day) },
        { text: 'NSE, LOST1' },
        { text: 'Buy 10 DEMOTECH at 100' },
        { text: '₹1,000.00' },
      ]),
    },
  ])
  expect((await decidePending(server, bela, { subject: client.id })).status).toBe(200)
  await recordAgain(day)
  expect(await ownersOf(day)).toEqual([{ client_id: client.id }, { client_id: client.id }])
})

test('a code that one operator gave counts for later days only, until a second one agrees', async () => {
  const day = days[1] ?? ''
  const client = await moneyClient(server)
  expect((await save(client.id, 'EARLY1')).body).not.toHaveProperty('waitsForSecond')
  expect(await db.row('select ucc_since::text as day from client where id = $1', [client.id])).toEqual({
    day: addDays(today, 1),
  })
  await desk.record(day, [trade('EARLY1')])
  expect(await ownersOf(day)).toEqual([{ client_id: null }])
  expect((await save(client.id, 'EARLY1')).body).toMatchObject({ waitsForSecond: true })
  expect((await decidePending(server, bela, { subject: client.id })).status).toBe(200)
  await recordAgain(day)
  expect(await ownersOf(day)).toEqual([{ client_id: client.id }])
})

test('recorded trades never become those of an operator’s own account', async () => {
  const day = days[2] ?? ''
  const client = await moneyClient(server)
  const operator = await establishedOperator(server, 'support', 'Kiran')
  await db.run('update operator set email = (select email from client where id = $2) where id = $1', [
    operator.id,
    client.id,
  ])
  await desk.record(day, [trade('STAFF1')])
  expect((await save(client.id, 'STAFF1')).body).toMatchObject({ waitsForSecond: true })
  expect((await decidePending(server, bela, { subject: client.id })).status).toBe(200)
  await recordAgain(day)
  expect(await ownersOf(day)).toEqual([{ client_id: null }])
})

test('a dealer neither requests nor approves a trade file with trades of their own account', async () => {
  const day = days[3] ?? ''
  const { id, ucc } = await desk.client()
  const insider = await establishedOperator(server, 'dealer', 'Kiran')
  await db.run('update operator set email = (select email from client where id = $2) where id = $1', [insider.id, id])
  const text = tradeFileText(day, [{ ...trade(ucc), isin: shareA }])
  const form = () => tradeFileForm(text, tradeFileName(day))
  const refused = { status: 409, body: commonErrors.ownAccount }
  expect(await desk.post('exchange-files', form(), insider)).toMatchObject(refused)
  expect(await desk.post('exchange-files', form())).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  expect(await desk.approve('exchange-file.book', insider)).toMatchObject(refused)
  expect((await desk.approve('exchange-file.book')).status).toBe(200)
})
