import { operatorErrors } from '@sauda/contract/broker/operator'
import { tradeChargeErrors } from '@sauda/contract/trading/trade-charge'
import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

// What prevents a change of the set-up when it is decided is read before: the review tells it, and nothing of it is kept.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')
const post = (path: string, body: object = {}) => call('POST', `/desk/${path}`, { token: asha.token, body })
const request = async (path: string, body?: object): Promise<string> => {
  const { body: reply } = await post(path, body)
  expect(reply.waitsForSecond).toBe(true)
  const row = await db.row<{ id: string }>('select id from proposal order by created_at desc, id desc limit 1')
  return row?.id ?? ''
}
const review = async (id: string) => (await call('GET', `/desk/proposals/${id}`, { token: bela.token })).body
const approve = (id: string) => call('POST', `/desk/proposals/${id}/approve`, { token: bela.token })
const rate = { rate: 'transaction NSE equity all all', percent: '0.003', from: '2025-07-01' }
const role = { name: 'Second desk', rights: ['client.read'] }

/** A request, and what makes it impossible before it is decided. */
const overtaken = {
  'a rate that another request set': async () => {
    const [id, other] = [await request('trade-charges/rates', rate), await request('trade-charges/rates', rate)]
    return { id, overtake: () => approve(other), message: tradeChargeErrors.unchanged.message }
  },
  'a role whose name another request took': async () => {
    const [id, other] = [await request('roles', role), await request('roles', role)]
    return { id, overtake: () => approve(other), message: operatorErrors.roleTaken.message }
  },
  'the role of an operator who was disabled': async () => {
    const omar = await establishedOperator(server, 'cashier', 'Omar')
    const id = await request(`operators/${omar.id}/role`, { role: 'support' })
    const overtake = () => post(`operators/${omar.id}/disable`)
    return { id, overtake, message: operatorErrors.disabled.message }
  },
}

test.each(Object.entries(overtaken))('the review says why %s cannot be set any more', async (_, prepare) => {
  const { id, overtake, message } = await prepare()
  const before = await review(id)
  expect(before).not.toHaveProperty('obstacle')
  expect(await db.row('select status from proposal where id = $1', [id])).toMatchObject({ status: 'pending' })
  expect((await overtake()).status).toBe(200)
  const { obstacle, evidence } = await review(id)
  expect([obstacle, evidence.length]).toEqual([message, before.evidence.length])
  expect((await approve(id)).body.message).toBe(message)
})
