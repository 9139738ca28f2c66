import type { BankDay } from '@sauda/contract/money/bank-day'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr, statementForm, statementText } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { token } = await newOperator(server, 'cashier')
const bank = atBank(server, token)
const day = (ago: number): string => addDays(dayInIndia(new Date()), -ago)

test('a day without bookings is closed once a statement covers it', async () => {
  const row = await server.db.row<{ id: string }>(
    `insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
     values ('Quiet', '777000000999', 'HDFC0001234', 'a@okbank', 'A', false) returning id`,
  )
  const account = row?.id ?? ''
  const path = `/desk/bank-days/${account}`
  const read = async (): Promise<BankDay> => (await server.call('GET', `${path}?day=${day(1)}`, { token })).body
  const blocking = async () => (await read()).points.filter(({ blocks }) => blocks).map(({ text }) => text)
  const bring = (form: FormData, days = '') =>
    bank.send(`/statements?bankAccountId=${account}${days}`, form, { 'idempotency-key': crypto.randomUUID() })

  const line = { ago: 3, credit: 5, reference: newUtr() }
  expect((await bring(statementForm(statementText([line], 0)))).status).toBe(200)
  expect(await blocking()).toEqual([
    `The imported statements end on ${dateText(day(3))}. Import the statement up to this day.`,
  ])
  const quiet = statementForm(statementText([], 5))
  expect((await bring(quiet, `&from=${day(2)}&to=${day(1)}`)).body).toMatchObject({ lines: 0, lastOn: day(1) })
  expect(await blocking()).toEqual([])

  // A withdrawn statement covers no day.
  const { statements } = (await server.call('GET', '/desk/reconciliation/statements', { token })).body
  const withdrawn = await bank.send(`/statements/${statements[0]._id}/withdraw`, { reason: 'Of another account' })
  expect([withdrawn.status, await blocking()]).toEqual([
    200,
    [`The imported statements end on ${dateText(day(3))}. Import the statement up to this day.`],
  ])
  expect((await bring(quiet, `&from=${day(2)}&to=${day(1)}`)).status).toBe(200)

  const { version } = await read()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await server.call('POST', `${path}/close`, { token, body: { day: day(1), version }, headers })
  expect(await read()).toMatchObject({ state: 'closed', bankClosing: 5 })
})

test('an account on which nothing was booked yet is closed with the balance that an operator entered', async () => {
  const row = await server.db.row<{ id: string }>(
    `insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
     values ('Unused', '777000000888', 'HDFC0001234', 'a@okbank', 'A', false) returning id`,
  )
  const account = row?.id ?? ''
  const path = `/desk/bank-days/${account}`
  const read = async (ago: number): Promise<BankDay> =>
    (await server.call('GET', `${path}?day=${day(ago)}`, { token })).body
  const blocking = async (ago: number) =>
    (await read(ago)).points.filter(({ blocks }) => blocks).map(({ text }) => text)
  const send = (rest: string, body: object) =>
    server.call('POST', `${path}${rest}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
  const close = async (ago: number) => send('/close', { day: day(ago), version: (await read(ago)).version })
  const form = statementForm(`Account No : 777000000888\n${statementText([], 5)}`, 'unused.csv')
  const days = `&from=${day(3)}&to=${day(2)}`
  const key = { 'idempotency-key': crypto.randomUUID() }
  const imported = await bank.send(`/statements?bankAccountId=${account}${days}`, form, key)
  expect(imported.body).toMatchObject({ lines: 0, lastOn: day(2) })
  expect(await blocking(1)).toEqual([
    `The imported statements end on ${dateText(day(2))}. Import the statement up to this day.`,
  ])
  expect(await blocking(3)).toEqual([
    'The imported statements have no bank entry yet. Enter the opening and the closing balance printed on the statement.',
  ])
  expect(await read(3)).toMatchObject({ balanceEntry: 'both' })
  expect((await send('/balance', { day: day(3), opening: 64_310.25, closing: 64_310 })).status).toBe(422)
  expect((await send('/balance', { day: day(3), opening: 64_310.25, closing: 64_310.25 })).status).toBe(200)
  expect(await blocking(3)).toEqual([])
  await close(3)
  expect(await read(3)).toMatchObject({ state: 'closed', bankClosing: 64_310.25, items: [{ kind: 'before' }] })
  await close(2)
  expect(await read(2)).toMatchObject({ state: 'closed', bankClosing: 64_310.25 })
})
