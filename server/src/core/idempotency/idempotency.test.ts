import { randomUUID } from 'node:crypto'
import { AppError } from '@sauda/contract/platform/error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { runIdempotent, deleteExpiredKeys } from './idempotency.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server.app.context

const withdraw = ({ id, token }: MoneyClient, amount: unknown, key?: string, text?: string) =>
  server.call('POST', '/user/wallet/withdraw', {
    token,
    body: text ?? { id, amount },
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
  })
const requests = async ({ id }: MoneyClient) =>
  (await server.db.rows("select from wallet_request where client_id = $1 and type = 'withdrawal'", [id])).length
const said = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

describe('a call with an Idempotency-Key', () => {
  test('gives the same answer to the same request, and has one effect', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const key = randomUUID()
    const first = await withdraw(client, 100, key)
    expect(first.status).toBe(200)
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    for (const text of [undefined, `{ "amount": 100.00,\n "id": "${client.id}" }`]) {
      const again = await withdraw(client, 100, key, text)
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(Date.now() - Date.parse(again.headers.get('idempotency-created')!)).toBeLessThan(60_000)
    }
    expect(await requests(client)).toBe(1)
  })

  test('is rejected for another body or another address', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const key = randomUUID()
    await withdraw(client, 100, key)
    const reused = [409, 'This Idempotency-Key was used for a different request']
    expect(said(await withdraw(client, 101, key))).toEqual(reused)
    const elsewhere = { token: client.token, body: { id: client.id, amount: 100 }, headers: { 'idempotency-key': key } }
    expect(said(await server.call('POST', '/user/wallet/add-money', elsewhere))).toEqual(reused)
    expect(await requests(client)).toBe(1)
  })

  test('belongs to its caller only', async () => {
    const [asha, ravi] = await moneyClients(server, 2, { rupees: 1000 })
    const key = randomUUID()
    expect((await withdraw(asha!, 100, key)).status).toBe(200)
    expect((await withdraw(ravi!, 100, key)).status).toBe(200)
    expect([await requests(asha!), await requests(ravi!)]).toEqual([1, 1])
  })

  test('stores a rejection too, even if the state has changed since', async () => {
    const client = await moneyClient(server, { rupees: 100 })
    const key = randomUUID()
    const refused = [422, 'Insufficient balance for withdrawal']
    expect(said(await withdraw(client, 200, key))).toEqual(refused)
    const { fund } = await import('../../../test/money.ts')
    await fund(server, client.id, 500)
    expect(said(await withdraw(client, 200, key))).toEqual(refused)
    expect((await withdraw(client, 200, randomUUID())).status).toBe(200)
  })

  test('is not used up by an invalid body', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const key = randomUUID()
    expect((await withdraw(client, 'much', key)).status).toBe(400)
    expect((await withdraw(client, 100, key)).status).toBe(200)
  })

  test('must be 8 to 200 letters, digits, dots, dashes or underscores', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    for (const key of ['', 'short', 'x'.repeat(201), 'with space', "quote's here", 'semi;colon'])
      expect((await withdraw(client, 100, key)).body.message).toBe(
        'An Idempotency-Key is 8 to 200 letters, digits, dots, dashes or underscores',
      )
    for (const key of ['12345678', 'a.b-c_d.e', 'x'.repeat(200)])
      expect((await withdraw(client, 100, key)).status).toBe(200)
  })
})

test('a call without the header runs each time', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await withdraw(client, 100)
  await withdraw(client, 100)
  expect(await requests(client)).toBe(2)
})

describe('once', () => {
  const asking = (key: string, body: unknown = {}) => ({
    client: { id: '0190b6f0-0000-7000-8000-00000000000a' },
    body,
    request: { headers: { 'idempotency-key': key }, method: 'POST', url: '/api/test?x=1' } as unknown as FastifyRequest,
    reply: { header: () => undefined } as unknown as FastifyReply,
  })
  const refusal = (status: number) => new AppError({ status, message: `No ${status}` })

  test('answers 409 while the first request is still being processed', async () => {
    const key = randomUUID()
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = runIdempotent(db, asking(key), async () => {
      begun.resolve()
      await held.promise
      return { done: 1 }
    })
    await begun.promise
    await expect(runIdempotent(db, asking(key), async () => ({ done: 2 }))).rejects.toMatchObject({
      status: 409,
      message: 'The first request with this Idempotency-Key is still being processed',
    })
    held.resolve()
    expect(await first).toEqual({ done: 1 })
    expect(await runIdempotent(db, asking(key), async () => ({ done: 3 }))).toEqual({ done: 1 })
  })

  test.each([401, 403, 408, 425, 429, 500, 503])('does not store an error that is not final (%i)', async (status) => {
    const key = randomUUID()
    const later = () => Promise.reject(refusal(status))
    await expect(runIdempotent(db, asking(key), later)).rejects.toMatchObject({ status })
    expect(await runIdempotent(db, asking(key), async () => ({ done: 1 }))).toEqual({ done: 1 })
  })

  test.each([
    [
      'an error that names what is needed next',
      new AppError({ status: 409, message: 'Set it up' }, { need: 'totp-setup' }),
    ],
    ['a server error', new Error('fault')],
  ])('does not store %s', async (_, error) => {
    const key = randomUUID()
    await expect(runIdempotent(db, asking(key), () => Promise.reject(error))).rejects.toBe(error)
    expect(await runIdempotent(db, asking(key), async () => ({ done: 1 }))).toEqual({ done: 1 })
  })

  test('keeps an answer stored while a rejection was being stored', async () => {
    const key = randomUUID()
    const answer = await runIdempotent(db, asking(key), async () => {
      // What another server does between the rollback and the storing of the rejection.
      setTimeout(() => undefined, 0)
      throw refusal(422)
    }).catch((error: AppError) => error.message)
    expect(answer).toBe('No 422')
    const racing = randomUUID()
    const racer = runIdempotent(
      { ...db, transaction: beforeSecond(() => runIdempotent(db, asking(racing), async () => ({ done: 1 }))) },
      asking(racing),
      () => Promise.reject(refusal(422)),
    )
    expect(await racer).toEqual({ done: 1 })
  })

  test('rolls back a command whose key got an answer a moment earlier, and returns that answer', async () => {
    const key = randomUUID()
    let runs = 0
    const answer = await runIdempotent(db, asking(key), async (tx) => {
      runs += 1
      await tx.run("insert into throttle (key, count, resets_at) values ($1, 1, now() + interval '1 hour')", [key])
      // Simulates a first request that commits between reading and locking the key.
      if (runs === 1)
        await server.db.run(
          'insert into idempotency (owner_id, key, request_hash, status, answer) values ($1, $2, $3, 200, \'{"done":1}\')',
          [asking(key).client.id, key, await hashOf(key)],
        )
      return { done: 2 }
    })
    expect([answer, runs]).toEqual([{ done: 1 }, 1])
    expect(await server.db.rows('select from throttle where key = $1', [key])).toEqual([])
  })

  test('deletes keys after a week', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    for (const key of [old, young]) await runIdempotent(db, asking(key), async () => ({ key }))
    await server.db.run("update idempotency set at = now() - interval '8 days' where key = $1", [old])
    const { id } = asking(old).client
    await server.db.run(
      `insert into idempotency (owner_id, key, request_hash, status, answer, at)
       select $1, 'old ' || n, '', 200, '{}', now() - interval '8 days' from generate_series(1, 20001) n`,
      [id],
    )
    await deleteExpiredKeys(db)
    expect(await server.db.row(`select from idempotency where key like 'old %'`)).toBeUndefined()
    expect(await runIdempotent(db, asking(old), async () => ({ again: true }))).toEqual({ again: true })
    expect(await runIdempotent(db, asking(young), async () => ({ again: true }))).toEqual({ key: young })
  })

  /** The hash under which the answer to `asking` is kept. */
  async function hashOf(key: string): Promise<Buffer> {
    const other = `${key}-twin`
    await runIdempotent(db, asking(other), async () => ({}))
    const row = await server.db.row<{ request_hash: Buffer }>('select request_hash from idempotency where key = $1', [
      other,
    ])
    return row!.request_hash
  }

  /** A database whose second transaction is preceded by something. */
  function beforeSecond(what: () => Promise<unknown>): typeof db.transaction {
    let count = 0
    return async (work) => {
      count += 1
      if (count === 2) await what()
      return db.transaction(work)
    }
  }
})
