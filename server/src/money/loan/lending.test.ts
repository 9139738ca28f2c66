import { loanErrors } from '@sauda/contract/money/loan'
import { expect, test } from 'vitest'
import { liveSettings } from '../../../test/live.ts'
import { moneyClient } from '../../../test/money.ts'
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
