import { chargeTypes } from '@sauda/contract/money/charge'
import { ledgerEvents } from '@sauda/contract/core/ledger'
import { proposalKindNames } from '@sauda/contract/core/proposal'
import { expect, test } from 'vitest'
import { moneyClient } from '../../test/money.ts'
import { testServer } from '../../test/server.ts'

const { db } = await testServer()

test('the database accepts the ledger events, charge types and kinds of proposals of the contract, and no others', async () => {
  const row = await db.row<{ events: string[]; types: string[]; kinds: string[] }>(
    'select ledger_events() as events, charge_types() as types, proposal_kinds() as kinds',
  )
  expect(row?.events.toSorted()).toEqual(ledgerEvents.toSorted())
  expect(row?.kinds.toSorted()).toEqual(proposalKindNames.toSorted())
  expect(row?.types.toSorted()).toEqual(chargeTypes.toSorted())
})

test('the database rejects an unknown event, state of closing and template', async () => {
  const { id } = await moneyClient({ db })
  const post = "select book_journal(gen_random_uuid(), $2, $1, gen_random_uuid(), null, '{bank}', '{cash}', '{100}')"
  await expect(db.run(post, [id, 'deposit.approvd'])).rejects.toMatchObject({ constraint: 'ledger_event_check' })
  await expect(db.run("update client_ledger set closure = 'half' where client_id = $1", [id])).rejects.toMatchObject({
    constraint: 'ledger_closure_check',
  })
  const keys = await db.rows(
    "select conname from pg_constraint where conname = 'message_template_known' and convalidated",
  )
  expect(keys).toHaveLength(1)
})
