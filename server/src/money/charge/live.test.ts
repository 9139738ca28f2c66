import { chargeErrors, chargeTypes } from '@sauda/contract/money/charge'
import { expect, test } from 'vitest'
import { liveOperator, liveSettings } from '../../../test/live.ts'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer(liveSettings)

test('live mode rejects the types Profit Sharing and TDS only', async () => {
  const [token, client] = [await liveOperator(server, 'cashier'), await moneyClient(server)]
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
