import { randomUUID } from 'node:crypto'
import { settingErrors } from '@sauda/contract/client/setting'
import { expect, test } from 'vitest'
import { kycSteps } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import { raceAtTable } from '../../../test/race.ts'
import { allOff, equityOn, settingSteps, spouse } from '../../../test/setting.ts'
import { testServer, type NewClient } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', NOMINEE_LIMIT: '5' })
const steps = settingSteps(server)
const { notices, lastNotice } = await kycSteps(server)
const asha = await newOperator(server, 'reviewer', 'Asha Desk')
const bela = await newOperator(server, 'reviewer', 'Bela Desk')
const cashier = await newOperator(server, 'cashier')
const support = await newOperator(server, 'support')

const waiting = async (client: NewClient, kind = 'segment', body: object = equityOn): Promise<string> =>
  (await steps.ask(client, kind, body)).body.settings[kind].request._id

test('a request is pending in the queue for operators who may decide it', async () => {
  const client = await server.newClient({ name: 'Chitra Nair' })
  const id = await waiting(client)
  const queue = async (token: string, kind = '') =>
    (await server.call('GET', `/desk/queue${kind}`, { token })).body.items
  const item = {
    kind: 'setting',
    id,
    clientId: client.id,
    clientName: 'Chitra Nair',
    saudaId: expect.stringMatching(/^SD\d+$/),
    since: expect.any(String),
    dueAt: expect.any(String),
    type: expect.any(String),
  }
  expect(await queue(asha.token)).toEqual([item])
  expect(await queue(asha.token, '?kind=setting')).toEqual([item])
  expect(await queue(asha.token, '?kind=kyc')).toEqual([])
  expect(await queue(cashier.token)).toEqual([])
  const take = await server.call('POST', '/desk/queue/take', { token: asha.token, body: { kind: 'setting', id } })
  expect(take.status).toBe(200)
  expect((await steps.desk(bela, id)).body.takenBy).toBe('Asha Desk')
  await steps.approve(asha, id)
  expect(await queue(asha.token)).toEqual([])
})

test('the desk shows the requested beside the active setting', async () => {
  const client = await server.newClient()
  const first = await waiting(client)
  expect((await steps.desk(support, first)).body).toMatchObject({
    change: { kind: 'segment', asked: equityOn, inForce: allOff },
    status: 'requested',
    clientId: client.id,
    isDocsVerified: 'UNVERIFIED',
  })
  await steps.approve(asha, first)
  const second = await waiting(client, 'segment', { ...equityOn, fno: true })
  expect((await steps.desk(asha, second)).body.change.inForce).toEqual(equityOn)
})

test('an approved setting becomes active, is audited and mailed', async () => {
  const client = await server.newClient()
  const id = await waiting(client, 'settlement', { frequency: 'monthly' })
  const before = await lastNotice()
  const decided = await steps.approve(asha, id)
  expect(decided).toMatchObject({ status: 200, body: { status: 'in_force', decidedBy: 'Asha Desk' } })
  expect((await steps.read(client)).settlement).toEqual({
    inForce: { frequency: 'monthly' },
    since: decided.body.decidedAt,
  })
  expect(await steps.audit('setting.approve', client)).toMatchObject([
    {
      actor_kind: 'operator',
      before: { requestId: id, value: { frequency: 'quarterly' } },
      after: { value: { frequency: 'monthly' }, status: 'in_force' },
    },
  ])
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe('Your fund settlement setting is updated')
  expect(mail?.text).toContain('Every 30 Days')
  expect(await notices(client.id, before)).toEqual(['setting'])
  expect(await notices(null, before)).toEqual(['setting', 'client'])
})

test('a rejection leaves the active setting unchanged, with the reason on screen and in the mail', async () => {
  const client = await server.newClient()
  await steps.approve(asha, await waiting(client))
  const id = await waiting(client, 'segment', { ...equityOn, commodity: true })
  const decided = await steps.refuse(asha, id, 'We need proof of your income for this segment')
  expect(decided).toMatchObject({ status: 200, body: { status: 'refused' } })
  expect((await steps.read(client)).segment).toMatchObject({
    inForce: equityOn,
    request: {
      status: 'refused',
      reason: 'We need proof of your income for this segment',
      decidedAt: expect.any(String),
    },
  })
  expect((await server.mailTo(client.email))?.text).toContain('Reason: We need proof of your income for this segment')
  expect(await steps.audit('setting.refuse', client)).toMatchObject([
    { after: { status: 'refused', reason: 'We need proof of your income for this segment' } },
  ])
  // It can be requested again.
  expect(await waiting(client, 'segment', { ...equityOn, commodity: true })).not.toBe(id)
})

test('the newer setting replaces the older one', async () => {
  const client = await server.newClient()
  for (const share of [100, 60]) {
    const nominees =
      share === 100
        ? [spouse]
        : [
            { ...spouse, share },
            { ...spouse, name: 'Ira Rao', share: 40 },
          ]
    await steps.approve(asha, await waiting(client, 'nominee', { nominees }))
  }
  expect(await steps.rows(client)).toEqual([{ status: 'replaced' }, { status: 'in_force' }])
  expect((await steps.read(client)).nominee.inForce.nominees).toHaveLength(2)
})

test('the maximum number of nominees is a setting', async () => {
  const client = await server.newClient()
  expect((await steps.read(client)).nomineeLimit).toBe(5)
  const nominees = [20, 20, 20, 20, 20].map((share, n) => ({ ...spouse, name: `Nominee ${'ABCDE'[n]}`, share }))
  expect((await steps.ask(client, 'nominee', { nominees })).status).toBe(200)
})

test('of two operators at once one decides, and the other learns who', async () => {
  const client = await server.newClient()
  const id = await waiting(client)
  const answers = await raceAtTable(server, 'setting_request', [
    () => steps.approve(asha, id),
    () => steps.refuse(bela, id),
    () => steps.approve(bela, id),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const [winner] = answers.filter(({ status }) => status === 200)
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body.message).toBe(`Already decided by ${winner?.body.decidedBy}`)
  expect((await steps.mails(client)).length).toBe(2)
})

test('a decision sent twice is one decision', async () => {
  const client = await server.newClient()
  const id = await waiting(client)
  const key = { 'idempotency-key': 'decision-of-asha-1' }
  const answers = [await steps.approve(asha, id, key), await steps.approve(asha, id, key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await steps.audit('setting.approve', client)).toHaveLength(1)
})

test('a request changed in the meantime is not decided unseen', async () => {
  const client = await server.newClient()
  const id = await waiting(client)
  await waiting(client, 'segment', { ...equityOn, fno: true })
  expect(await steps.approve(asha, id)).toMatchObject({ status: 409, body: settingErrors.overtaken })
  expect((await steps.read(client)).segment).toMatchObject({ inForce: allOff, request: { status: 'requested' } })
})

test('deciding needs the right to review, reading the right to read clients', async () => {
  const client = await server.newClient()
  const id = await waiting(client)
  expect((await steps.desk(support, id)).status).toBe(200)
  expect((await steps.approve(support, id)).status).toBe(403)
  expect((await steps.refuse(cashier, id)).status).toBe(403)
  expect((await server.call('POST', `/desk/settings/${id}/approve`, { token: client.token })).status).toBe(401)
  expect((await steps.read(client)).segment.request.status).toBe('requested')
})

test('an unknown request is not found; a rejection needs a reason', async () => {
  for (const answer of [await steps.desk(asha, randomUUID()), await steps.approve(asha, randomUUID())])
    expect(answer).toMatchObject({ status: 404, body: { message: 'Not found' } })
  const id = await waiting(await server.newClient())
  expect(await steps.refuse(asha, id, ' ')).toMatchObject({
    status: 400,
    body: { message: 'Please give a reason the client can act on' },
  })
})

test('the client’s page at the desk shows the settings', async () => {
  const client = await server.newClient()
  await steps.approve(asha, await waiting(client))
  const page = await server.call('GET', `/desk/clients/${client.id}`, { token: support.token })
  expect(page.body.settings).toMatchObject({
    segment: { inForce: equityOn, since: expect.any(String) },
    nominee: { inForce: { nominees: [] } },
    settlement: { inForce: { frequency: 'quarterly' } },
  })
})
