import type { BankDay } from '@sauda/contract/money/bank-day'
import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newAccount, newUtr, relyOnStatements, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const bank = atBank(server, kiran.token)
const day = (ago: number): string => addDays(dayInIndia(new Date()), -ago)

async function bring(account: string, opening: number, ...lines: Written[]): Promise<void> {
  await bank.bringTo(account, lines, opening)
  await relyOnStatements(server)
}
const read = async (account: string, ago: number): Promise<BankDay> =>
  (await call('GET', `/desk/bank-days/${account}?day=${day(ago)}`, { token: kiran.token })).body
async function close(account: string, ago: number): Promise<void> {
  const body = { day: day(ago), version: (await read(account, ago)).version }
  const answer = await call('POST', `/desk/bank-days/${account}/close`, { token: kiran.token, body })
  expect([answer.body.message, answer.body.state]).toEqual([undefined, 'closed'])
}
const send = async (line: string, verb: 'book' | 'reverse', body: object) => {
  const answer = await bank.send(`/lines/${(await bank.find(line))._id}/${verb}`, { reason: 'Checked', ...body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
}
const itemsOn = async (account: string, ago: number) => {
  const { items, points } = await read(account, ago)
  expect(points.filter(({ blocks }) => blocks)).toEqual([])
  return items.map(({ kind, amount }) => [kind, amount])
}

test('a booking of a signed-off day that is reversed today is an item of each day before today, which can be signed off', async () => {
  const account = await newAccount(server)
  const [fee, interest] = [newUtr(), newUtr()]
  await bring(account, 1000, { ago: 3, text: 'CHARGES', reference: fee, debit: 17.7 })
  await send(fee, 'book', { kind: 'charge' })
  await close(account, 3)
  await bring(account, 982.3, { ago: 1, text: 'INTEREST', reference: interest, credit: 4.5 })
  await send(interest, 'book', { kind: 'interest' })
  await send(fee, 'reverse', {})
  expect(await itemsOn(account, 1)).toEqual([
    ['before', 1000],
    ['bankPayment', -17.7],
    ['bookPayment', 17.7],
  ])
  await close(account, 1)
  await bring(account, 986.8, { reference: newUtr(), text: 'NEFT', credit: 1 })
  expect(await itemsOn(account, 0)).toEqual([
    ['before', 1000],
    ['bankReceipt', 1],
    ['bankPayment', -17.7],
  ])
})
