import { randomUUID } from 'node:crypto'
import { clientErrors, clientRules } from '@sauda/contract/client/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import type { Sql } from '../../platform/db.ts'
import { searchClients } from './client.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const support = await newOperator(server, 'support', 'Nisha Support')
const dealer = await newOperator(server, 'dealer')
let asha: NewClient
beforeAll(async () => {
  asha = await server.newClient({ name: 'Asha Pai', email: 'asha_pai@example.com', mobile: '919876543210' })
  await server.newClient({ name: 'Bela Seth', email: 'bela@example.com', mobile: '918888888888' })
})

const search = async (query: Record<string, string>) => {
  const { status, body } = await server.call('GET', `/desk/clients?${new URLSearchParams(query)}`, {
    token: support.token,
  })
  return status === 200 ? body.clients.map((client: { name: string }) => client.name) : body
}

describe('clients', () => {
  test.each([
    ['PAI', ['Asha Pai']],
    ['asha_pai@', ['Asha Pai']],
    ['43210', ['Asha Pai']],
    ['+91 98765 43210', ['Asha Pai']],
    ['098765-43210', ['Asha Pai']],
    ['9876543210', ['Asha Pai']],
    ['asha%', []],
    ['a_p', ['Asha Pai']],
    // In any order, and each word.
    ['pai asha', ['Asha Pai']],
    ['pai  a 98765', ['Asha Pai']],
    ['asha seth', []],
    // One or two characters begin a word.
    ['a', ['Asha Pai']],
    ['se', ['Bela Seth']],
    ['et', []],
    ['%', []],
    ['_', []],
    ['ashaXpai', []],
    ['\\', []],
    ["'; drop table client; --", []],
    ['', ['Bela Seth', 'Asha Pai']],
  ])('are found by a part of name, e-mail or mobile: %s', async (text, names) => {
    expect(await search({ search: text })).toEqual(names)
  })

  test('are found by client id', async () => {
    const { number } = (await db.row<{ number: bigint }>('select number from client where id = $1', [asha.id]))!
    expect(await search({ search: `sd${number}` })).toEqual(['Asha Pai'])
  })

  test('are filtered by state, day of registration, executive and balance, also together with a search', async () => {
    const cara = await moneyClient(server, { rupees: 500 })
    await db.run(
      "update client set name = 'Cara Filter', executive_name = 'Meera 100%', created_at = '2025-01-31T18:29:00Z' where id = $1",
      [cara.id],
    )
    const dev = await moneyClient(server)
    await db.run(
      "update client set name = 'Dev Filter', executive_name = 'Meera', created_at = '2025-01-31T18:30:00Z' where id = $1",
      [dev.id],
    )
    await server.call('POST', `/desk/clients/${dev.id}/freeze`, {
      token: support.token,
      body: { reason: 'Asked by phone' },
    })
    const filter = (query: Record<string, string>) => search({ search: 'filter', ...query })
    expect(await filter({})).toEqual(['Dev Filter', 'Cara Filter'])
    expect(await filter({ state: 'frozen' })).toEqual(['Dev Filter'])
    expect(await filter({ state: 'VERIFIED' })).toEqual(['Cara Filter'])
    expect(await filter({ state: 'PENDING' })).toEqual([])
    // Days are those of India.
    expect(await filter({ to: '2025-01-31' })).toEqual(['Cara Filter'])
    expect(await filter({ from: '2025-02-01', to: '2025-02-01' })).toEqual(['Dev Filter'])
    expect(await filter({ executive: 'meera' })).toEqual(['Dev Filter', 'Cara Filter'])
    expect(await filter({ executive: '100%' })).toEqual(['Cara Filter'])
    expect(await filter({ balance: 'yes' })).toEqual(['Cara Filter'])
    expect(await search({ balance: 'yes', executive: 'meera' })).toEqual(['Cara Filter'])
    const { body } = await server.call('GET', '/desk/clients?search=filter', { token: support.token })
    expect(body.clients.map(({ balance }: { balance: number }) => balance)).toEqual([0, 500])
    for (const [name, wrong] of Object.entries({ state: 'blocked', from: 'January', to: '2025-02-30', balance: 'no' }))
      expect((await server.call('GET', `/desk/clients?${name}=${wrong}`, { token: support.token })).status).toBe(400)
  })

  test.each([
    { matches: 50, limits: [2000] },
    { matches: 20, limits: [2000, 20_000] },
    { matches: 6, limits: [2000, undefined] },
  ])('are searched with the limits $limits if $matches of the newest 2,000 match', async ({ matches, limits }) => {
    const searched: unknown[] = []
    const rows: Sql['rows'] = async (_text, values = []) => {
      const newest = values[3]
      searched.push(newest)
      return Array.from({ length: newest === 2000 ? matches : 50 }, () => ({}) as never)
    }
    expect(await searchClients({ ...db, rows }, { search: 'Asha' })).toHaveLength(50)
    expect(searched).toEqual(limits)
  })

  test('come a page at a time, newest first', async () => {
    await db.run(
      `insert into client (id, email, mobile, name, password_hash, executive_name, referral_id)
       select gen_random_uuid(), 'many' || n || '@example.com', (7000000000 + n)::text, 'Many ' || n, '', '', ''
         from generate_series(1, 70) n`,
    )
    const ids: string[] = []
    for (let before = ''; ids.length < 70;) {
      const query = new URLSearchParams({ search: 'many', ...(before && { before }) })
      const { body } = await server.call('GET', `/desk/clients?${query}`, { token: support.token })
      expect(body.clients.length).toBeLessThanOrEqual(clientRules.clientsPerPage)
      ids.push(...body.clients.map((client: { saudaId: string }) => client.saudaId))
      before = ids.at(-1) ?? ''
    }
    expect(new Set(ids).size).toBe(70)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(await search({ before: '100001' })).toMatchObject({ status: 400, message: 'Not a client ID' })
  })
})

describe('the client page', () => {
  test('shows what the desk needs, identity and bank account masked', async () => {
    const client = await server.newClient()
    const details = { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' }
    await server.call('PUT', `/user/profile/update/${client.id}`, {
      token: client.token,
      body: { bankDetails: details },
    })
    const { status, body } = await server.call('GET', `/desk/clients/${client.id}`, { token: dealer.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      _id: client.id,
      email: client.email,
      executiveName: 'Meera',
      isDocsVerified: 'UNVERIFIED',
      frozen: false,
      twoStep: false,
      panNumber: '',
      aadhaarNumber: '',
      documents: { pan: { status: 'missing' }, aadhaar: { status: 'missing' } },
      wallet: { balance: 0, investedAmount: 0, cashback: 0, loanAmount: 0, withheld: 0, withdrawable: 0 },
      requests: [],
      requestCount: 0,
      loans: [],
      charges: [],
    })
    expect(body.bankDetails.accountNumber).toMatch(/^[^\d]+9012$/)
    expect(JSON.stringify(body)).not.toContain(details.accountNumber)
  })

  test('shows the client’s wallet, requests, loans and charges', async () => {
    const client = await moneyClient(server, { rupees: 900 })
    const { id, token } = client
    await walletSteps(server, support).withdraw(client, 250.5)
    await server.call('POST', `/user/loan/request/${id}`, { token })
    const cashier = await newOperator(server, 'cashier')
    const charge = { clientId: id, chargeType: 'Brokerage', description: 'November', amount: 100, gst: 18 }
    await server.call('POST', '/desk/charges', { token: cashier.token, body: charge })
    const { body } = await server.call('GET', `/desk/clients/${id}`, { token: dealer.token })
    expect(body).toMatchObject({
      wallet: { balance: 649.5, withheld: 250.5 },
      requests: [
        { type: 'withdrawal', status: 'pending' },
        { type: 'added', status: 'approved', amount: 900 },
      ],
      requestCount: 2,
      loans: [{ status: 'pending' }],
      charges: [{ status: 'PENDING', total: 118 }],
    })
  })
})

describe('freezing a client', () => {
  const call = (path: string, clientId: string, token = support.token, reason = 'Reported a stolen phone') =>
    server.call('POST', `/desk/clients/${clientId}/${path}`, { token, body: { reason } })

  test('ends sessions, blocks login, mails the client and is audited; unfreezing allows login', async () => {
    const client = await server.newClient()
    expect((await call('freeze', client.id)).status).toBe(200)
    expect((await server.call('GET', '/user/sessions', { token: client.token })).status).toBe(401)
    const body = { email: client.email, password: client.password }
    expect(await server.call('POST', '/user/login', { body })).toMatchObject({ status: 401, body: { need: 'support' } })
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe("We've blocked your login for now")
    expect(mail?.text).not.toContain('stolen')
    const page = await server.call('GET', `/desk/clients/${client.id}`, { token: dealer.token })
    expect(page.body).toMatchObject({ frozen: true, frozenReason: 'Reported a stolen phone' })
    expect(await call('freeze', client.id)).toMatchObject({ status: 409, body: clientErrors.alreadyFrozen })

    expect((await call('unfreeze', client.id, support.token, 'Phone found')).status).toBe(200)
    expect((await server.call('POST', '/user/login', { body })).status).toBe(200)
    expect(await call('unfreeze', client.id)).toMatchObject({ status: 409, body: clientErrors.notFrozen })
    const rows = await db.rows(
      "select actor_name, action, before, after from audit where subject_id = $1 and action like 'client.%' order by id",
      [client.id],
    )
    expect(rows).toEqual([
      {
        actor_name: 'Nisha Support',
        action: 'client.freeze',
        before: { frozen: false },
        after: { frozen: true, reason: 'Reported a stolen phone' },
      },
      {
        actor_name: 'Nisha Support',
        action: 'client.unfreeze',
        before: { frozen: true },
        after: { frozen: false, reason: 'Phone found' },
      },
    ])
  })

  test('requires a reason, an existing client and the right', async () => {
    expect(await call('freeze', asha.id, support.token, '  ')).toMatchObject({ status: 400 })
    expect((await call('freeze', randomUUID())).status).toBe(404)
    expect((await call('freeze', asha.id, dealer.token)).status).toBe(403)
  })

  test('lets only one of two simultaneous requests succeed', async () => {
    const client = await server.newClient()
    const answers = await Promise.all([call('freeze', client.id), call('freeze', client.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
