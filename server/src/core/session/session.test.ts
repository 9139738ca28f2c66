import { commonErrors } from '@sauda/contract/platform/error'
import { sessionRules } from '@sauda/contract/core/session'
import { describe, expect, test } from 'vitest'
import { testServer, refusal } from '../../../test/server.ts'
import { startSession, sweepSessions } from './session.ts'

const server = await testServer()
const { db, call } = server

const list = (token?: string, headers?: Record<string, string>) =>
  call('GET', '/user/sessions', { ...(token !== undefined && { token }), ...(headers && { headers }) })
const login = async ({ email, password }: { email: string; password: string }, userAgent = 'curl/8') =>
  (await call('POST', '/user/login', { body: { email, password }, headers: { 'user-agent': userAgent } })).body
    .token as string
const back = (clientId: string, column: 'last_seen_at' | 'expires_at', minutes: number) =>
  db.run(`update session set ${column} = ${column} - make_interval(mins => $2) where client_id = $1`, [
    clientId,
    minutes,
  ])
const newOperator = async () => {
  const id = '018f0000-0000-7000-8000-00000000000a'
  await db.run(
    `insert into operator (id, email, name, role, password_hash) values ($1, 'op@example.com', 'Op', 'admin', 'x') on conflict do nothing`,
    [id],
  )
  return { id, token: await startSession(db, { operatorId: id }, { ip: '127.0.0.1', userAgent: '' }) }
}

describe('a token', () => {
  test('is rejected when altered, invented, missing or malformed', async () => {
    const { token } = await server.newClient()
    const last = token.at(-1) === 'A' ? 'E' : 'A'
    for (const wrong of [`${token.slice(0, -1)}${last}`, token.slice(1), `${token}a`, 'x'.repeat(43), 'x', '../../etc'])
      expect(await list(wrong)).toMatchObject(refusal(commonErrors.notSignedIn))
    expect(await list()).toMatchObject(refusal(commonErrors.notSignedIn))
    for (const authorization of [token, `Basic ${token}`, 'Bearer', `Bearer ${token} ${token}`, `Bearer\t${token}`])
      expect(await list(undefined, { authorization })).toMatchObject(refusal(commonErrors.notSignedIn))
    expect(await call('GET', `/user/sessions?token=${token}`)).toMatchObject(refusal(commonErrors.notSignedIn))
    expect((await list(token)).status).toBe(200)
    // The name of the scheme is written in any case (RFC 9110).
    expect((await list(undefined, { authorization: `bearer ${token}` })).status).toBe(200)
  })

  test('of an operator is rejected at a client’s call, and the other way round', async () => {
    const operator = await newOperator()
    expect(await list(operator.token)).toMatchObject(refusal(commonErrors.notSignedIn))
    const row = await db.row('select operator_id, client_id from session where operator_id = $1', [operator.id])
    expect(row).toEqual({ operator_id: operator.id, client_id: null })
  })

  test('expires after 30 minutes without a request', async () => {
    const client = await server.newClient()
    await back(client.id, 'last_seen_at', sessionRules.client.idleMinutes - 1)
    expect((await list(client.token)).status).toBe(200)
    // That call counted as activity.
    await back(client.id, 'last_seen_at', sessionRules.client.idleMinutes - 1)
    expect((await list(client.token)).status).toBe(200)
    await back(client.id, 'last_seen_at', sessionRules.client.idleMinutes + 1)
    expect(await list(client.token)).toMatchObject(refusal(commonErrors.notSignedIn))
  })

  test('expires after 12 hours of activity', async () => {
    const client = await server.newClient()
    await back(client.id, 'expires_at', sessionRules.client.absoluteHours * 60 - 1)
    expect((await list(client.token)).status).toBe(200)
    await back(client.id, 'expires_at', 1)
    expect(await list(client.token)).toMatchObject(refusal(commonErrors.notSignedIn))
  })
})

describe('the list of sessions', () => {
  test('shows where a client is logged in, newest first, and the current one', async () => {
    const client = await server.newClient()
    await back(client.id, 'last_seen_at', 5)
    const phone = await login(
      client,
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    )
    const { body } = await list(phone)
    expect(body).toMatchObject([
      { device: 'Chrome on Android', ip: '127.0.0.1', current: true },
      { device: 'Unknown browser on unknown system', current: false },
    ])
    expect(JSON.stringify(body)).not.toContain(phone)
  })

  test('leaves out ended sessions', async () => {
    const client = await server.newClient()
    await back(client.id, 'last_seen_at', 31)
    expect((await list(await login(client))).body).toHaveLength(1)
  })
})

describe('ending a session', () => {
  const end = (token: string, id: string) => call('DELETE', `/user/sessions/${id}`, { token })

  test('ends the named one only, notifies the other browsers and is audited', async () => {
    const client = await server.newClient()
    const other = await login(client)
    const [, mine] = (await list(other)).body
    expect(await end(other, mine._id)).toMatchObject({ status: 200, body: { message: 'Session ended' } })
    expect((await list(client.token)).status).toBe(401)
    expect((await list(other)).body).toHaveLength(1)
    expect(await db.rows('select topic from notice where client_id = $1', [client.id])).toEqual([{ topic: 'session' }])
    expect(await db.rows(`select actor_id from audit where action = 'session.end'`)).toEqual([{ actor_id: client.id }])
    expect(await end(other, mine._id)).toMatchObject(refusal(commonErrors.notFound))
  })

  test('of another client is Not found, like one that never existed', async () => {
    const [mine, theirs] = [await server.newClient(), await server.newClient()]
    const [{ _id }] = (await list(theirs.token)).body
    const answer = await end(mine.token, _id)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Not found', status: 404 } })
    expect((await end(mine.token, '018f0000-0000-7000-8000-000000000000')).body).toEqual(answer.body)
    expect((await end(mine.token, 'not-an-id')).body).toEqual(answer.body)
    expect((await list(theirs.token)).status).toBe(200)
  })
})

test('deletes ended sessions and attempts, and no others', async () => {
  const [alive, idle, old] = [await server.newClient(), await server.newClient(), await server.newClient()]
  await back(idle.id, 'last_seen_at', 31)
  await back(old.id, 'expires_at', 12 * 60 + 1)
  await db.run(
    `insert into throttle (key, count, resets_at) values ('over', 1, now() - interval '1 minute'), ('counting', 1, now() + interval '1 minute')`,
  )
  await sweepSessions(db)
  const left = await db.rows('select client_id from session where client_id = any($1::uuid[])', [
    [alive.id, idle.id, old.id],
  ])
  expect(left).toEqual([{ client_id: alive.id }])
  expect(await db.rows(`select key from throttle where key in ('over', 'counting')`)).toEqual([{ key: 'counting' }])
})
