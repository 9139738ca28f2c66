import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { noticeRules } from '@sauda/contract/core/notice'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { createReader, sweepNotices, sweepNotifications } from './notice.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, url } = server
const { notifyScreens } = server.app.context
let asha: NewClient
let bela: NewClient
beforeAll(async () => {
  asha = await server.newClient()
  bela = await server.newClient()
})

describe('an event stream', () => {
  test('opens with the headers of a stream and of every response', async () => {
    const stream = await listen(url, '/user/events', asha.token)
    const { headers, status } = stream.response
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('x-request-id')).toBeTruthy()
    await eventually(() => stream.text.includes('\n\n'))
    expect(stream.text).toMatch(/^: open\nretry: \d+\n\n/)
    stream.stop()
  })

  test('responds to HEAD without staying open', async () => {
    const response = await fetch(`${url}/api/user/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${asha.token}` },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('sends a client their own changes only', async () => {
    const hers = await listen(url, '/user/events', asha.token)
    const others = await listen(url, '/user/events', bela.token)
    const operator = await newOperator(server, 'reviewer')
    const desk = await listen(url, '/desk/events', operator.token)
    await notifyScreens(db, { clientId: asha.id }, 'kyc')
    await notifyScreens(db, 'desk', 'queue', 'one')
    await eventually(() => hers.notices().length > 0 && desk.notices().length > 0)
    await wait(noticeRules.pollMilliseconds)
    expect(hers.notices()).toEqual([{ topic: 'kyc' }])
    expect(desk.notices()).toContainEqual({ topic: 'queue', id: 'one' })
    expect(desk.notices()).not.toContainEqual({ topic: 'kyc' })
    expect(others.notices()).toEqual([])
    for (const stream of [hers, others, desk]) stream.stop()
  })

  test('begins with what changed since the page was opened', async () => {
    const client = await server.newClient()
    await notifyScreens(db, { clientId: client.id }, 'loan')
    await db.run(`update notice set at = now() - interval '25 seconds' where client_id = $1`, [client.id])
    await notifyScreens(db, { clientId: client.id }, 'bank')
    await notifyScreens(db, { clientId: bela.id }, 'profile')
    const young = await listen(url, '/user/events?age=20000', client.token)
    await eventually(() => young.notices().length > 0)
    expect(young.notices()).toEqual([{ topic: 'bank' }])
    young.stop()
  })

  test('rejects an age that is not a number', async () => {
    const response = await fetch(`${url}/api/user/events?age=old`, {
      headers: { authorization: `Bearer ${asha.token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'Send the age of the page in milliseconds' })
  })

  test('sends nothing of a transaction that failed', async () => {
    const hers = await listen(url, '/user/events', asha.token)
    const failing = db.transaction(async (tx) => {
      await notifyScreens(tx, { clientId: asha.id }, 'bank')
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow()
    await notifyScreens(db, { clientId: asha.id }, 'profile')
    await eventually(() => hers.notices().length > 0)
    expect(hers.notices()).toEqual([{ topic: 'profile' }])
    hers.stop()
  })
})

test('delivers a notice that is committed late, and none twice', async () => {
  const read = createReader(db)
  await read()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const begun = Promise.withResolvers<void>()
  const slow = db.transaction(async (tx) => {
    await notifyScreens(tx, 'desk', 'client', 'slow')
    begun.resolve()
    await held
  })
  await begun.promise
  await notifyScreens(db, 'desk', 'client', 'quick')
  const ids = async () => (await read()).map((notice) => notice.id)
  expect(await ids()).toEqual(['quick'])
  expect(await ids()).toEqual([])
  release()
  await slow
  expect(await ids()).toEqual(['slow'])
  expect(await ids()).toEqual([])
})

test('delivers each of many concurrent notices once', async () => {
  const read = createReader(db)
  await read()
  const wanted = Array.from({ length: 200 }, (_, n) => `many${n}`)
  const seen: (string | null)[] = []
  let writing = true
  const reading = (async () => {
    while (writing) seen.push(...(await read()).map((notice) => notice.id))
  })()
  await Promise.all(wanted.map((id) => db.transaction((tx) => notifyScreens(tx, 'desk', 'client', id))))
  writing = false
  await reading
  seen.push(...(await read()).map((notice) => notice.id))
  expect(seen.filter((id) => id?.startsWith('many')).toSorted()).toEqual(wanted.toSorted())
})

describe('a stream ends', () => {
  test('soon after its session was ended', async () => {
    const client = await server.newClient()
    const stream = await listen(url, '/user/events', client.token)
    const other = await listen(url, '/user/events', asha.token)
    expect((await server.call('POST', '/user/logout', { token: client.token })).status).toBe(200)
    await eventually(() => stream.ended)
    expect(stream.ended).toBe(true)
    expect(other.ended).toBe(false)
    other.stop()
  })

  test('when its operator is disabled', async () => {
    const admin = await newOperator(server, 'admin')
    const leaver = await newOperator(server, 'support')
    const stream = await listen(url, '/desk/events', leaver.token)
    await server.call('POST', `/desk/operators/${leaver.id}/disable`, { token: admin.token })
    await eventually(() => stream.ended)
    expect(stream.ended).toBe(true)
  })

  test('when its session opens too many: the oldest ends', async () => {
    const client = await server.newClient()
    const streams: Awaited<ReturnType<typeof listen>>[] = []
    for (let n = 0; n < noticeRules.streamsPerSession + 2; n++)
      streams.push(await listen(url, '/user/events', client.token))
    await eventually(() => streams.filter((stream) => stream.ended).length === 2)
    expect(streams.map((stream) => stream.ended)).toEqual([
      true,
      true,
      ...Array.from({ length: noticeRules.streamsPerSession }, () => false),
    ])
    for (const stream of streams) stream.stop()
  })

  test('when its client opens too many in several sessions: the oldest ends', async () => {
    const client = await server.newClient()
    const tokens = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'))
    for (const token of tokens)
      await db.run(
        `insert into session (id, token_hash, client_id, ip, device, expires_at)
         values (gen_random_uuid(), $1, $2, '127.0.0.1', 'test', now() + interval '1 day')`,
        [createHash('sha256').update(token).digest(), client.id],
      )
    const streams: Awaited<ReturnType<typeof listen>>[] = []
    for (let n = 0; n < noticeRules.streamsPerOwner + 1; n++)
      streams.push(await listen(url, '/user/events', tokens[n % tokens.length] ?? ''))
    await eventually(() => streams.some((stream) => stream.ended))
    expect(streams.map((stream) => stream.ended)).toEqual([
      true,
      ...Array.from({ length: noticeRules.streamsPerOwner }, () => false),
    ])
    for (const stream of streams) stream.stop()
  })
})

test('notifications are removed after a time, and the oldest of too many', async () => {
  const [some, many] = [await server.newClient(), await server.newClient()]
  const add = (clientId: string, count: number, age: string) =>
    db.run(
      `insert into notification (id, client_id, topic, text, at)
       select gen_random_uuid(), $1, 'wallet', $3::text, now() - $3::text::interval from generate_series(1, $2)`,
      [clientId, count, age],
    )
  await add(some.id, 2, `${noticeRules.notificationDays + 1} days`)
  await add(some.id, 3, `${noticeRules.notificationDays - 1} days`)
  await add(many.id, 5, '2 hours')
  await add(many.id, noticeRules.notificationsKept, '1 hour')
  await sweepNotifications(db)
  const left = async ({ id }: { id: string }) =>
    (await db.rows<{ text: string }>('select distinct text from notification where client_id = $1', [id])).map(
      ({ text }) => text,
    )
  const totalOf = async ({ token }: { token: string }) =>
    (await server.call('GET', '/user/notifications', { token })).body.total
  expect([await totalOf(some), await left(some)]).toEqual([3, [`${noticeRules.notificationDays - 1} days`]])
  expect([await totalOf(many), await left(many)]).toEqual([noticeRules.notificationsKept, ['1 hour']])
})

test('old notices are deleted', async () => {
  await notifyScreens(db, 'desk', 'mail', 'old')
  await db.run("update notice set at = now() - interval '1 hour' where subject_id = 'old'")
  await sweepNotices(db)
  expect(await db.rows("select from notice where subject_id = 'old'")).toEqual([])
})
