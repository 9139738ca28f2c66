import { chargeErrors, chargeTypes } from '@sauda/contract/charge'
import { expect, test } from 'vitest'
import { liveSettings } from '../../test/live.ts'
import { moneyClient } from '../../test/money.ts'
import { testServer } from '../../test/server.ts'
import { startSession } from '../session/session.ts'
import { newId } from '../platform/id.ts'

const server = await testServer(liveSettings)

/** An operator with two-step login, which live mode asks for. */
async function liveOperator(): Promise<string> {
  const id = newId()
  await server.db.run(
    `insert into operator (id, email, name, role, password_hash) values ($1, 'cashier@desk.example', 'Chitra', 'cashier', 'x')`,
    [id],
  )
  await server.db.run('insert into totp (owner_id, secret, confirmed_at) values ($1, $2, now())', [
    id,
    Buffer.alloc(48),
  ])
  return startSession(server.db, { operatorId: id }, { ip: '127.0.0.1', userAgent: '' })
}

test('live mode rejects the types Profit Sharing and TDS only', async () => {
  const [token, client] = [await liveOperator(), await moneyClient(server)]
  const raise = (chargeType: string) =>
    server.call('POST', '/desk/charges', {
      token,
      body: { clientId: client.id, chargeType, description: 'October', amount: 10 },
    })
  const { typeNotAllowed } = chargeErrors
  for (const type of ['Profit Sharing', 'TDS'])
    expect(await raise(type)).toMatchObject({ status: 422, body: { message: typeNotAllowed.message } })
  const allowed = chargeTypes.filter((type) => type !== 'Profit Sharing' && type !== 'TDS')
  for (const type of allowed) expect((await raise(type)).status).toBe(200)

  const { charges, upiId } = (await server.call('GET', '/user/charges', { token: client.token })).body
  expect(charges).toHaveLength(allowed.length)
  expect(upiId).toBe('broker.brk@validbank')
  expect(charges[0].upiLink).toContain('pa=broker.brk@validbank&pn=Broker%20%26%20Sons%20Ltd&am=10.00&cu=INR&tr=CHG')
})
