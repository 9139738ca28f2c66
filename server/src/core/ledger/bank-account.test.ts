import { importedElsewhere, otherAccount, reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { describe, expect, test } from 'vitest'
import { moneyClient, moneyOperator } from '../../../test/money.ts'
import {
  atBank,
  newUtr,
  statementForm,
  statementText,
  type Written,
  receivingAccount,
} from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const { token } = await moneyOperator(server)
const bank = atBank(server, token)

const addAccount = async (name: string, number: string) =>
  (
    await db.row<{ id: string }>(
      `insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
       values ($1, $2, 'HDFC0001234', 'a@okbank', 'A', false) returning id`,
      [name, number],
    )
  )?.id ?? ''
await db.run("update broker_bank set name = 'Receiving', account_number = '111122223333' where receives")
const second = await addAccount('Second', '999988887777')
const receiving = await receivingAccount(server)

const day = (ago: number) => new Date(Date.now() + 5.5 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
const bookingOf = (causeId: string, event: string) =>
  db.row<{ bank: string; day: string }>(
    `select bank_id as bank, to_char(value_date, 'YYYY-MM-DD') as day from journal where cause_id = $1 and event = $2`,
    [causeId, event],
  )
const bring = (accountId: string, ...lines: Written[]) =>
  bank.send(`/statements?bankAccountId=${accountId}`, statementForm(statementText(lines)))
const { ask, approve } = walletSteps(server, { token })
const request = async (path: string, rupees: number, more: object = {}) =>
  ask(await moneyClient(server, { rupees: 10_000 }), path, { amount: rupees, ...more })

describe('a payment is booked to the bank account', () => {
  test('of its bank line, on the day of the bank', async () => {
    const [utr, other] = [newUtr(), newUtr()]
    const { _id } = await request('add-money', 501, { utr })
    const paid = await request('withdraw', 502)
    await bring(second, { ago: 3, reference: utr, credit: 501 }, { ago: 2, reference: other, debit: 502 })
    expect((await bank.approve(await bank.find(utr))).status).toBe(200)
    expect(await bookingOf(_id, 'deposit.approved')).toEqual({ bank: second, day: day(3) })
    expect((await approve(paid._id, other)).status).toBe(200)
    expect(await bookingOf(paid._id, 'withdrawal.paid')).toEqual({ bank: second, day: day(2) })
    const accounts = await db.rows('select broker_bank_id as id from wallet_request where id = any ($1)', [
      [_id, paid._id],
    ])
    expect(accounts).toEqual([{ id: second }, { id: second }])
  })

  test('that receives, today, where no bank line is known', async () => {
    const { _id } = await request('add-money', 503)
    expect((await approve(_id, newUtr())).status).toBe(200)
    expect(await bookingOf(_id, 'deposit.approved')).toEqual({ bank: receiving, day: day(0) })
  })

  test('on the first open day if the day of the bank line is closed', async () => {
    const closing = await addAccount('Closed', '555566664444')
    const utr = newUtr()
    const { _id } = await request('add-money', 504, { utr })
    await bring(closing, { ago: 4, reference: utr, credit: 504 })
    await db.run('update broker_bank set closed_through = $2 where id = $1', [closing, day(4)])
    expect((await bank.approve(await bank.find(utr))).status).toBe(200)
    expect(await bookingOf(_id, 'deposit.approved')).toEqual({ bank: closing, day: day(0) })
    const reopen = db.run('update broker_bank set closed_through = $2 where id = $1', [closing, day(5)])
    await expect(reopen).rejects.toThrow('A closed day is never opened again')
  })

  test('closes all days up to a signed-off day, once, and its row cannot be changed', async () => {
    const account = await addAccount('Signed', '555566663333')
    const signOff = (on: string) =>
      db.run(
        `insert into bank_day (broker_bank_id, day, opening, receipts, payouts, exceptions, closing, statement_closing, open_points,
           requested_by, closed_by)
         select $1, $2, 0, 500, 200, -30, 270, 270, '[]', id, id from operator limit 1`,
        [account, on],
      )
    await signOff(day(2))
    await expect(signOff(day(2))).rejects.toThrow('This day is closed already')
    await expect(signOff(day(3))).rejects.toThrow('This day is closed already')
    await expect(db.run('update bank_day set closing = 0')).rejects.toThrow()
    await expect(db.run('delete from bank_day')).rejects.toThrow()
    for (const [ago, booked] of [
      [3, 0],
      [2, 0],
      [1, 1],
    ] as const) {
      const utr = newUtr()
      const { _id } = await request('add-money', 510 + ago, { utr })
      await bring(account, { ago, reference: utr, credit: 510 + ago })
      expect((await bank.approve(await bank.find(utr))).status).toBe(200)
      expect(await bookingOf(_id, 'deposit.approved')).toEqual({ bank: account, day: day(booked) })
    }
  })

  test('and the books show each account, and their sum as the bank', async () => {
    const { body } = await call('GET', '/desk/books', { token })
    expect(body.balanced).toBe(true)
    const balances = Object.fromEntries(
      body.bankAccounts.map(({ name, balance }: { name: string; balance: number }) => [name, balance]),
    )
    expect(balances).toMatchObject({ Second: 1, Closed: -504 })
    const total = body.accounts.find(({ account }: { account: string }) => account === 'bank').balance
    const parts = body.bankAccounts.map(({ balance }: { balance: number }) => balance)
    expect(parts.reduce((sum: number, balance: number) => sum + balance, 0)).toBe(total)
  })
})

describe('a statement belongs to one bank account', () => {
  const importOf = (lines: readonly Written[], account: string, query = '') =>
    bank.send(`/statements${query}`, statementForm(`${account}\n${statementText(lines)}`))

  test('whose number the file contains, or the chosen one', async () => {
    const named = await importOf([{ text: 'A', credit: 11 }], 'Account No : 999988887777')
    expect(named.body.bankAccount).toEqual({ _id: second, name: 'Second' })
    const open = await importOf([{ text: 'B', credit: 12 }], 'Statement')
    expect(open).toMatchObject({ status: 422, body: { message: reconciliationErrors.chooseAccount.message } })
    const other = await importOf([{ text: 'B', credit: 12 }], 'Account No : XX7777', `?bankAccountId=${receiving}`)
    expect(other).toMatchObject({ status: 422, body: otherAccount('7777', 'Receiving') })
    expect((await bank.send(`/preview?bankAccountId=${token}`, statementForm('a'))).status).toBe(400)
  })

  test('and equal lines without a reference belong to both, payments to one only', async () => {
    const fee: Written = { text: 'SMS CHARGES', debit: 17.7 }
    expect((await bring(second, fee)).body.added).toBe(1)
    expect((await bring(second, fee, { text: 'Interest', credit: 4 })).body.added).toBe(1)
    const same = await bank.send(`/statements?bankAccountId=${receiving}`, statementForm(statementText([fee])))
    expect(same).toMatchObject({ status: 409, body: importedElsewhere('Second') })
    expect((await bring(receiving ?? '', fee, { text: 'Postage', debit: 5 })).body.added).toBe(2)
    const payment: Written = { reference: newUtr(), credit: 600 }
    expect((await bring(second, payment)).body.added).toBe(1)
    expect(await bring(receiving ?? '', payment, { text: 'Courier', debit: 6 })).toMatchObject({
      status: 409,
      body: importedElsewhere('Second'),
    })
    expect((await bring(second, payment)).body.added).toBe(0)
  })
})
