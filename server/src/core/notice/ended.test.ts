import { expect, test, vi } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { newOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer, type NewClient } from '../../../test/server.ts'

// Without the regular check of sessions, only a notice can end a stream.
vi.mock(import('@sauda/contract/core/notice'), async (original) => {
  const real = await original()
  return { ...real, noticeRules: { ...real.noticeRules, sessionCheckSeconds: 86_400 } as never }
})
vi.mock(import('@sauda/contract/trading/market'), async (original) => {
  const real = await original()
  return { ...real, marketRules: { ...real.marketRules, sessionCheckSeconds: 86_400 } as never }
})

const server = await testServer({ RATE_LIMITS: 'off' })
const { url, call } = server
const admin = await newOperator(server, 'admin')
const atDesk = (path: string, body?: object) =>
  call('POST', `/desk/${path}`, { token: admin.token, ...(body !== undefined && { body }) })

const open = (side: 'user' | 'desk', token: string) =>
  Promise.all([listen(url, `/${side}/events`, token), listen(url, `/${side}/prices?symbols=TCS`, token)])

/** Which streams ended, of the owner and of another person. */
async function endedBy(side: 'user' | 'desk', token: string, otherToken: string, end: () => Promise<unknown>) {
  const [mine, others] = [await open(side, token), await open(side, otherToken)]
  await end()
  await eventually(() => mine.every(({ ended }) => ended))
  const ended = [...mine, ...others].map((stream) => stream.ended)
  for (const stream of others) stream.stop()
  return ended
}
const onlyOwnStreams = [true, true, false, false]

test.each([
  ['their login is frozen', ({ id }: NewClient) => atDesk(`clients/${id}/freeze`, { reason: 'Stolen phone' })],
  ['they log out', ({ token }: NewClient) => call('POST', '/user/logout', { token })],
])('a notice ends the event and price streams of a client when %s', async (_, end) => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  expect(await endedBy('user', client.token, other.token, () => end(client))).toEqual(onlyOwnStreams)
})

test.each([
  ['they are disabled', ({ id }: NewOperator) => atDesk(`operators/${id}/disable`)],
  ['they log out', ({ token }: NewOperator) => call('POST', '/desk/logout', { token })],
])('a notice ends the event and price streams of an operator when %s', async (_, end) => {
  const [operator, other] = [await newOperator(server, 'dealer'), await newOperator(server, 'dealer')]
  expect(await endedBy('desk', operator.token, other.token, () => end(operator))).toEqual(onlyOwnStreams)
})
