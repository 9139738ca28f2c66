import { loanErrors } from '@sauda/contract/money/loan'
import { expect, test } from 'vitest'
import { liveSettings } from '../../../test/live.ts'
import { exampleOffer, loanSteps } from '../../../test/loan.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { readConfig } from '../../config.ts'

test('without LENDING a loan cannot be requested, and the portal is told so', async () => {
  const server = await testServer({ LENDING: 'off' })
  const { id, token } = await moneyClient(server)
  expect(await server.call('POST', `/user/loan/request/${id}`, { token, body: {} })).toMatchObject({
    status: 409,
    body: { message: loanErrors.lendingOff.message },
  })
  expect((await server.call('GET', '/brand')).body.lending).toBe(false)
})

test('lending is on by default in demo mode and off in live mode', () => {
  expect(readConfig({ MODE: 'demo' }).lending).toBe(true)
  expect(readConfig(liveSettings).lending).toBe(false)
  expect(readConfig({ ...liveSettings, LENDING: 'on' }).lending).toBe(true)
})

test('once LENDING is off, an offer is neither made nor accepted, and can be declined', async () => {
  const server = await testServer({ LENDING: 'on' })
  const lender = await newOperator(server, 'lender')
  const { request, offered } = loanSteps(server, lender)
  const [asked, invited] = [await moneyClient(server), await moneyClient(server)]
  const [{ _id: askedId }, { _id: loanId }] = [await request(asked), await offered(invited)]
  Object.assign(server.app.context.config, { lending: false })
  const refused = { status: 409, body: { message: loanErrors.lendingOff.message } }
  const offer = { token: lender.token, body: exampleOffer }
  expect(await server.call('POST', `/desk/loans/${askedId}/offer`, offer)).toMatchObject(refused)
  const answer = { token: invited.token, body: { loanId } }
  expect(await server.call('POST', '/user/loan/accept', answer)).toMatchObject(refused)
  const figures = await server.db.row('select loan from client_ledger where client_id = $1', [invited.id])
  expect(figures).toEqual({ loan: 0n })
  expect((await server.call('POST', '/user/loan/decline', answer)).status).toBe(200)
})
