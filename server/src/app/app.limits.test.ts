import { changeLimit } from '@sauda/contract/platform/call'
import { allCalls } from '@sauda/contract/calls'
import { commonErrors } from '@sauda/contract/platform/error'
import { sessionRules } from '@sauda/contract/core/session'
import { watchRules } from '@sauda/contract/trading/watch'
import { expect, test } from 'vitest'
import { fund } from '../../test/money.ts'
import { testServer } from '../../test/server.ts'
import { formMemory } from '../platform/upload.ts'
import { startSession } from '../core/session/session.ts'

const server = await testServer()
const megabyte = 1024 * 1024

test('a client changes settings and bank details a limited number of times an hour', async () => {
  const limited = allCalls.map(([, call]) => call).filter((call) => 'limit' in call && call.limit === changeLimit)
  expect(limited.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/user/settings/nominee', '/user/profile/update/:userId']),
  )
  const [one, other] = [await server.newClient(), await server.newClient()]
  // With money and no bank account an account is not closed at once.
  for (const { id } of [one, other]) await fund(server, id, 10)
  for (const { method, path } of limited) {
    const change = (client: typeof one) =>
      server.call(method, path.replace(':userId', client.id), { token: client.token, body: {} })
    const answers = await Promise.all(Array.from({ length: changeLimit.most + 10 }, () => change(one)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await change(other)).status).not.toBe(429)
  }
})

test('a client sets a limited number of price alerts an hour', async () => {
  const { token } = await server.newClient()
  const path = '/user/watchlist/alerts'
  const set = async () => (await server.call('POST', path, { token, body: {} })).status
  for (let n = 0; n < watchRules.alertLimit.most; n++) expect(await set()).toBe(400)
  expect(await set()).toBe(429)
})

test('the forms of one network use only part of the memory, over all its accounts', () => {
  const accounts = Array.from({ length: 6 }, (_, n) => formMemory(`account-${n}`, '203.0.113.5'))
  const taken = accounts.filter((memory) => {
    try {
      memory.take(20 * megabyte)
      return true
    } catch (error) {
      expect(error).toMatchObject({ status: commonErrors.tooMany.status })
      return false
    }
  })
  expect(taken).toHaveLength(2)
  const elsewhere = formMemory('account-9', '198.51.100.5')
  expect(() => elsewhere.take(20 * megabyte)).not.toThrow()
  for (const memory of [...accounts, elsewhere]) memory.release()
  const later = formMemory('account-0', '203.0.113.5')
  expect(() => later.take(20 * megabyte)).not.toThrow()
  later.release()
})

test('the oldest of many sessions of one client end', async () => {
  const { id, token } = await server.newClient()
  const caller = { ip: '127.0.0.1', userAgent: '' }
  const tokens: string[] = []
  for (let n = 0; n < sessionRules.sessionsPerOwner + 2; n++)
    tokens.push(await startSession(server.db, { clientId: id }, caller))
  const status = async (each: string | undefined) =>
    (await server.call('GET', '/user/sessions', { token: each ?? '' })).status
  for (const each of [token, tokens[0], tokens[1]]) expect(await status(each)).toBe(401)
  for (const each of [tokens[2], tokens.at(-1)]) expect(await status(each)).toBe(200)
})
