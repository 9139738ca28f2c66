import { expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const number = '123456789012'
const server = await testServer({ RATE_LIMITS: 'off' })
const other = await testServer()

test('a number is decrypted for its own client only, with that client’s key', async () => {
  const { accounts } = server.app.context
  const [asha, ravi] = [await server.newClient(), await server.newClient()]
  const stored = await accounts.columns(server.db, asha.id, number)
  const again = await accounts.columns(server.db, asha.id, number)
  await accounts.columns(server.db, ravi.id, number)
  const keyOf = async ({ id }: { id: string }) =>
    (await server.db.row<{ wrapped: Buffer }>('select wrapped from data_key where owner_id = $1', [id]))?.wrapped
  const key = await keyOf(asha)
  expect(stored.account_number).not.toContain(number)
  expect(again.account_number).not.toBe(stored.account_number)
  expect(again.account_lookup).toEqual(stored.account_lookup)
  expect(accounts.open(asha.id, stored.account_number, key)).toBe(number)
  for (const [id, wrapped] of [
    [ravi.id, await keyOf(ravi)],
    [ravi.id, key],
    [asha.id, await keyOf(ravi)],
  ] as const)
    expect(() => accounts.open(id, stored.account_number, wrapped)).toThrow()
  expect(() => accounts.open(asha.id, stored.account_number, null)).toThrow()
  expect(() => other.app.context.accounts.open(asha.id, stored.account_number, key)).toThrow()
  expect(other.app.context.accounts.lookup(number)).not.toEqual(stored.account_lookup)
  expect(accounts.lookup('123456789013')).not.toEqual(stored.account_lookup)
})

test('the database has no account number in plain text', async () => {
  const client = await server.newClient()
  await server.db.run("update client set kyc_status = 'VERIFIED' where id = $1", [client.id])
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: number, ifsc: 'HDFC0001234' }
  const { token } = client
  await server.call('PUT', `/user/profile/update/${client.id}`, { token, body: { bankDetails } })
  await server.db.run(
    `select book_journal(gen_random_uuid(), 'adjustment.approved', $1, gen_random_uuid(), null, '{adjustment}', '{cash}', '{100000}')`,
    [client.id],
  )
  const asked = await server.call('POST', '/user/wallet/withdraw', { token, body: { id: client.id, amount: 500 } })
  expect(asked.status).toBe(200)
  const tables = await server.db.rows<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const rowsWithNumber: string[] = []
  for (const { name } of tables) {
    const rows = await server.db.rows(`select from ${name} x where x::text like $1`, [`%${number}%`])
    if (rows.length > 0) rowsWithNumber.push(name)
  }
  expect(rowsWithNumber).toEqual([])
  // Its owner still reads it in full.
  const profile = await server.call('GET', `/user/profile/${client.id}`, { token })
  expect(profile.body.bankDetails).toEqual(bankDetails)
})
