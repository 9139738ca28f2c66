import { expect, test } from 'vitest'
import { makeSecret } from '../platform/secret.ts'
import { testServer } from '../../test/server.ts'
import { createAccountNumberCipher } from './bank.cipher.ts'
import { sealAccountNumbers } from './bank.seal.ts'

const number = '123456789012'

test('a number is opened for its own client and with the key it was sealed with, and for nobody else', () => {
  const accounts = createAccountNumberCipher(makeSecret('a-secret-key-of-at-least-32-letters'))
  const other = createAccountNumberCipher(makeSecret('another-key-of-at-least-32-letters!'))
  const sealed = accounts.seal('asha', number)
  expect(sealed).not.toContain(number)
  expect(accounts.seal('asha', number)).not.toBe(sealed)
  expect(accounts.open('asha', sealed)).toBe(number)
  expect(() => accounts.open('ravi', sealed)).toThrow()
  expect(() => other.open('asha', sealed)).toThrow()
  expect(accounts.lookup(number)).toEqual(accounts.lookup(number))
  expect(accounts.lookup(number)).not.toEqual(other.lookup(number))
  expect(accounts.lookup(number)).not.toEqual(accounts.lookup('123456789013'))
})

test('the database holds no account number anybody could read', async () => {
  const server = await testServer({ RATE_LIMITS: 'off' })
  const client = await server.newClient()
  await server.db.run("update client set kyc_status = 'VERIFIED' where id = $1", [client.id])
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: number, ifsc: 'HDFC0001234' }
  const { token } = client
  await server.call('PUT', `/user/profile/update/${client.id}`, { token, body: { bankDetails } })
  await server.db.run(
    `select post_journal(gen_random_uuid(), 'adjustment.approved', $1, gen_random_uuid(), null, '{adjustment}', '{cash}', '{100000}')`,
    [client.id],
  )
  const asked = await server.call('POST', '/user/wallet/withdraw', { token, body: { id: client.id, amount: 500 } })
  expect(asked.status).toBe(200)
  const tables = await server.db.rows<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tellTale: string[] = []
  for (const { name } of tables) {
    const rows = await server.db.rows(`select from ${name} x where x::text like $1`, [`%${number}%`])
    if (rows.length > 0) tellTale.push(name)
  }
  expect(tellTale).toEqual([])
  // Its owner reads it whole all the same.
  const profile = await server.call('GET', `/user/profile/${client.id}`, { token })
  expect(profile.body.bankDetails).toEqual(bankDetails)
})

test('numbers from before are sealed at the start, once, and stay what they were', async () => {
  const server = await testServer()
  const { db } = server
  const { accounts } = server.app.context
  const client = await server.newClient()
  await db.run(
    `insert into bank_details (client_id, holder_name, account_number, ifsc) values ($1, 'Asha Rao', $2, 'HDFC0001234')`,
    [client.id, number],
  )
  for (let n = 0; n < 3; n++)
    await db.run(
      `insert into wallet_request (id, client_id, type, amount, pay_to_name, pay_to_number, pay_to_ifsc)
       values (gen_random_uuid(), $1, 'withdrawal', 10000, 'Asha Rao', $2, 'HDFC0001234')`,
      [client.id, number],
    )
  expect(await sealAccountNumbers(db, accounts)).toBe(4)
  expect(await sealAccountNumbers(db, accounts)).toBe(0)
  const kept = await db.rows<{ number: string; lookup: Buffer }>(
    `select account_number as number, account_lookup as lookup from bank_details
     union all select pay_to_number, pay_to_lookup from wallet_request`,
  )
  expect(kept).toHaveLength(4)
  for (const row of kept) {
    expect(row.number).not.toContain(number)
    expect(accounts.open(client.id, row.number)).toBe(number)
    expect(row.lookup).toEqual(accounts.lookup(number))
  }
})
