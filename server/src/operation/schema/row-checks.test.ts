import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'

const { db } = await testServer()

const nobody = '00000000-0000-0000-0000-000000000000'
const somebody = '00000000-0000-7000-8000-000000000001'
const settlement = 'NSE-M-2026220'

test.each([
  [true, [somebody, 'cash', 'withheld', 100, null]],
  [true, [somebody, 'unsettled', 'cash', 100, settlement]],
  [true, [nobody, 'bank', 'clearing_corporation', 100, settlement]],
  [true, [nobody, 'bank', 'bank_interest', 100, null]],
  [false, [somebody, 'cash', 'withheld', 0, null]],
  [false, [somebody, 'cash', 'cash', 100, null]],
  [false, [nobody, 'bank', 'cash', 100, null]],
  [false, [nobody, 'client_dues', 'bank', 100, null]],
  [false, [somebody, 'unsettled', 'cash', 100, null]],
  [false, [nobody, 'bank', 'clearing_corporation', 100, null]],
  [false, [somebody, 'cash', 'withheld', 100, settlement]],
])('accepts an entry: %s, %j', async (accepted, [clientId, debit, credit, paise, settlementId]) => {
  const row = await db.row('select is_valid_entry($1, $2, $3, $4, $5) as accepted', [
    clientId,
    debit,
    credit,
    paise,
    settlementId,
  ])
  expect(row).toEqual({ accepted })
})

test('no row of the books, a balance or a request breaks its check', async () => {
  const { id } = await moneyClient({ db }, { rupees: 100 })
  const rejects = (sql: string, constraint: string) =>
    expect(db.run(sql, [id])).rejects.toMatchObject({ code: '23514', constraint })
  await rejects(
    `insert into entry (journal_id, client_id, debit, credit, amount)
       select id, client_id, 'cash', 'cash', 1 from journal where client_id = $1`,
    'entry_valid',
  )
  for (const figures of ['cash', 'loan', 'cashback', 'withheld', 'unsettled', 'cash = 0, dues'])
    await rejects(`update client_ledger set ${figures} = -1 where client_id = $1`, 'client_ledger_valid')
  await rejects('update client_ledger set cash = 1, dues = 1 where client_id = $1', 'client_ledger_valid')
  const request = (columns: string, values: string) =>
    rejects(
      `insert into wallet_request (id, client_id, amount, ${columns}) values (gen_random_uuid(), $1, ${values})`,
      'wallet_request_state',
    )
  await request('type', "0, 'added'")
  await request('type', "1, 'withdrawal'")
  await request('type, pay_to_number', "1, 'added', 'x'")
  await request('type, status', "1, 'added', 'approved'")
  await request('type, status, decided_at', "1, 'added', 'rejected', now()")
  await request('type, credited', "1, 'added', 1")
  await request('type, reason', "1, 'added', 'Not found'")
  await request('type, status', "1, 'added', 'open'")
  await request('type', "1, 'loan'")
  await request('type, pay_to_number, settlement', "1, 'withdrawal', 'x', 'weekly'")
})
