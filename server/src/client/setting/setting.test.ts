import { randomUUID } from 'node:crypto'
import { settingErrors, tooManyNominees } from '@sauda/contract/client/setting'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { allOff, equityOn, settingSteps, spouse } from '../../../test/setting.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const steps = settingSteps(server)
const operator = await newOperator(server, 'reviewer')

const yearsAgo = (years: number, days = 0) => {
  // India's day, as the server counts.
  const day = new Date(Date.now() + 5.5 * 3_600_000)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
const inForce = async (kind: string, body: unknown) => {
  const client = await server.newClient()
  const asked = await steps.ask(client, kind, body)
  expect(asked.status).toBe(200)
  await steps.approve(operator, asked.body.settings[kind].request._id)
  return client
}

test('a new client starts with every segment disabled, no nominee and settlement every 90 days', async () => {
  const client = await server.newClient()
  expect(await steps.read(client)).toEqual({
    segment: { inForce: allOff },
    nominee: { inForce: { nominees: [], optedOut: false } },
    settlement: { inForce: { frequency: 'quarterly' } },
    nomineeLimit: 3,
    nextSettlement: expect.any(Object),
  })
})

test('the next settlement date of each frequency is the first in the calendar from today on', async () => {
  const client = await server.newClient()
  const { db } = server.app.context
  await db.run("delete from calendar_day where kind in ('monthly', 'quarterly')")
  expect((await steps.read(client)).nextSettlement).toEqual({})
  const insert = (day: string, kind: string) =>
    db.run("insert into calendar_day (day, kind, name) values ($1, $2, 'Settlement')", [day, kind])
  await insert(yearsAgo(0, -1), 'monthly')
  await insert(yearsAgo(0, 40), 'monthly')
  await insert(yearsAgo(0, 9), 'monthly')
  await insert(yearsAgo(0), 'quarterly')
  expect((await steps.read(client)).nextSettlement).toEqual({ monthly: yearsAgo(0, 9), quarterly: yearsAgo(0) })
})

test.each([
  ['segment', equityOn, 'Segments', 'Equity: Enabled'],
  ['nominee', { nominees: [spouse] }, 'Nominee', 'Vikram Rao (Spouse): 100%'],
  ['settlement', { frequency: 'monthly' }, 'Fund settlement', 'Every 30 Days'],
])('a %s request waits for the desk; nothing is active before', async (kind, body, name, line) => {
  const client = await server.newClient()
  const before = (await steps.read(client))[kind]
  const answer = await steps.ask(client, kind, body)
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'Request received. We’ll let you know when it’s active.' },
  })
  const now = (await steps.read(client))[kind]
  expect(now).toMatchObject({ inForce: before.inForce, request: { status: 'requested', value: body } })
  expect(now.since).toBeUndefined()
  expect(answer.body.settings[kind]).toEqual(now)
  expect(await steps.audit('setting.request', client)).toMatchObject([
    { actor_kind: 'client', before: { kind, status: 'in_force' }, after: { kind, status: 'requested' } },
  ])
  // Nominees are other people: the log refers to the request.
  const rows = await steps.audit('setting.request', client)
  if (kind === 'nominee') expect(JSON.stringify(rows)).not.toContain(spouse.name)
  else expect(rows).toMatchObject([{ after: { value: body } }])
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe(`Request received: ${name}`)
  expect(mail?.text).toContain(line)
  expect(mail?.text).toContain('Nothing has changed yet')
})

test('an identical request changes nothing', async () => {
  const client = await server.newClient()
  const answers = await Promise.all(Array.from({ length: 8 }, () => steps.ask(client, 'segment', equityOn)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await steps.rows(client)).toEqual([{ status: 'requested' }])
  expect(await steps.mails(client)).toHaveLength(1)
  expect(await steps.audit('setting.request', client)).toHaveLength(1)
})

test('a newer request replaces the pending one', async () => {
  const client = await server.newClient()
  await steps.ask(client, 'segment', equityOn)
  const second = await steps.ask(client, 'segment', { ...equityOn, fno: true })
  expect(second.body.settings.segment.request.value).toEqual({ ...equityOn, fno: true })
  expect(await steps.rows(client)).toEqual([{ status: 'replaced' }, { status: 'requested' }])
})

test('requests of different kinds are pending at the same time', async () => {
  const client = await server.newClient()
  await steps.ask(client, 'segment', equityOn)
  await steps.ask(client, 'settlement', { frequency: 'monthly' })
  const now = await steps.read(client)
  expect([now.segment.request.status, now.settlement.request.status]).toEqual(['requested', 'requested'])
})

test('requesting the active setting cancels the pending request; without one nothing changes', async () => {
  const client = await server.newClient()
  expect((await steps.ask(client, 'segment', allOff)).body.message).toBe('No change was requested.')
  await steps.ask(client, 'segment', equityOn)
  const back = await steps.ask(client, 'segment', allOff)
  expect(back.body.message).toBe('Request cancelled.')
  expect(back.body.settings.segment).toEqual({ inForce: allOff })
  expect(await steps.rows(client)).toEqual([{ status: 'replaced' }])
})

test('a pending request can be cancelled, also twice', async () => {
  const client = await server.newClient()
  const { _id } = (await steps.ask(client, 'nominee', { nominees: [spouse] })).body.settings.nominee.request
  for (const _ of [1, 2]) {
    const answer = await steps.takeBack(client, _id)
    expect(answer).toMatchObject({ status: 200, body: { message: 'Request cancelled.' } })
    expect(answer.body.settings.nominee.request).toBeUndefined()
  }
  expect(await steps.audit('setting.take-back', client)).toHaveLength(1)
})

test('an active setting cannot be cancelled', async () => {
  const client = await server.newClient()
  const { _id } = (await steps.ask(client, 'segment', equityOn)).body.settings.segment.request
  await steps.approve(operator, _id)
  expect(await steps.takeBack(client, _id)).toMatchObject({ status: 409, body: settingErrors.notWaiting })
  expect((await steps.read(client)).segment.inForce).toEqual(equityOn)
})

test('somebody else’s request is not found', async () => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  const { _id } = (await steps.ask(client, 'segment', equityOn)).body.settings.segment.request
  const notFound = { status: 404, body: { message: 'Not found' } }
  expect(await steps.takeBack(other, _id)).toMatchObject(notFound)
  expect(await steps.takeBack(other, randomUUID())).toMatchObject(notFound)
  expect((await steps.read(other)).segment.request).toBeUndefined()
  expect((await steps.read(client)).segment.request.status).toBe('requested')
})

test('without a login nothing can be read or requested', async () => {
  expect((await server.call('GET', '/user/settings')).status).toBe(401)
  expect((await server.call('PUT', '/user/settings/segment', { body: equityOn })).status).toBe(401)
  expect((await server.call('PUT', '/user/settings/segment', { body: equityOn, token: operator.token })).status).toBe(
    401,
  )
})

test.each([
  ['Choose Enabled or Disabled for each segment', 'segment', { equity: true }],
  ['Choose Enabled or Disabled for each segment', 'segment', { ...allOff, fno: 'yes' }],
  ['Choose monthly or quarterly', 'settlement', { frequency: 'weekly' }],
  ['Choose monthly or quarterly', 'settlement', {}],
  ['Add at least one nominee', 'nominee', {}],
  ['Add at least one nominee, or declare that you want none', 'nominee', { nominees: [] }],
  ['Add at least one nominee, or declare that you want none', 'nominee', { nominees: [spouse], optedOut: true }],
  ['Enter the name of each nominee', 'nominee', { nominees: [{ ...spouse, name: ' ' }] }],
  [
    'A name can contain letters, spaces, dots, apostrophes and hyphens only',
    'nominee',
    { nominees: [{ ...spouse, name: 'Vikram <b>' }] },
  ],
  ['Choose how each nominee is related to you', 'nominee', { nominees: [{ ...spouse, relationship: 'Boss' }] }],
  ['The shares must add up to 100%', 'nominee', { nominees: [{ ...spouse, share: 99.99 }] }],
  [
    'The shares must add up to 100%',
    'nominee',
    {
      nominees: [
        { ...spouse, share: 60 },
        { ...spouse, name: 'Ira Rao', share: 40.01 },
      ],
    },
  ],
  [
    'Enter each share in percent, above 0 and with at most two decimals',
    'nominee',
    { nominees: [{ ...spouse, share: 33.333 }] },
  ],
  [
    'Enter each share in percent, above 0 and with at most two decimals',
    'nominee',
    { nominees: [spouse, { ...spouse, name: 'Ira Rao', share: 0 }] },
  ],
  [
    'Name each nominee once',
    'nominee',
    {
      nominees: [
        { ...spouse, share: 50 },
        { ...spouse, name: 'vikram rao', share: 50 },
      ],
    },
  ],
  ['Enter the date of birth as YYYY-MM-DD', 'nominee', { nominees: [{ ...spouse, bornOn: '2012-02-30' }] }],
])('%s', async (message, kind, body) => {
  const client = await server.newClient()
  expect(await steps.ask(client, kind, body)).toMatchObject({ status: 400, body: { message } })
  expect(await steps.rows(client)).toEqual([])
})

test('nominees up to the configured limit, with shares that add up to 100%', async () => {
  const client = await server.newClient()
  const thirds = [33.33, 33.33, 33.34].map((share, n) => ({ ...spouse, name: `Nominee ${'ABC'[n]}`, share }))
  expect((await steps.ask(client, 'nominee', { nominees: thirds })).status).toBe(200)
  const quarters = [25, 25, 25, 25].map((share, n) => ({ ...spouse, name: `Nominee ${'ABCD'[n]}`, share }))
  expect(await steps.ask(client, 'nominee', { nominees: quarters })).toMatchObject({
    status: 422,
    body: tooManyNominees(3),
  })
  expect((await steps.read(client)).nominee.request.value.nominees).toHaveLength(3)
})

test('a client may opt out of nomination', async () => {
  const client = await inForce('nominee', { nominees: [spouse] })
  const answer = await steps.ask(client, 'nominee', { nominees: [], optedOut: true })
  expect(answer.body.settings.nominee.request.value).toEqual({ nominees: [], optedOut: true })
  expect((await server.mailTo(client.email))?.text).toContain('Opted out of nomination')
})

test.each([
  ['a minor without a guardian', { bornOn: yearsAgo(18, 1) }, settingErrors.guardianNeeded],
  ['a guardian without a date of birth', { guardian: 'Meera Rao' }, settingErrors.guardianNeeded],
  ['a guardian of somebody of age', { bornOn: yearsAgo(18), guardian: 'Meera Rao' }, settingErrors.guardianNeeded],
  ['somebody not born yet', { bornOn: yearsAgo(0, 2), guardian: 'Meera Rao' }, settingErrors.notBorn],
])('%s is rejected', async (_who, values, refusal) => {
  const client = await server.newClient()
  const body = { nominees: [{ ...spouse, relationship: 'Son', ...values }] }
  expect(await steps.ask(client, 'nominee', body)).toMatchObject({ status: 422, body: refusal })
})

test('a minor with a guardian is accepted, and an adult’s date of birth', async () => {
  const client = await server.newClient()
  const nominees = [
    { ...spouse, share: 50, bornOn: yearsAgo(18) },
    { name: 'Ira Rao', relationship: 'Daughter', share: 50, bornOn: yearsAgo(18, 1), guardian: 'Meera Rao' },
  ]
  const answer = await steps.ask(client, 'nominee', { nominees })
  expect(answer.body.settings.nominee.request.value.nominees).toEqual(nominees)
})

test('Equity and Currency become active with the verification', async () => {
  const client = await server.newClient()
  await server.db.run("update client set kyc_status = 'VERIFIED' where id = $1", [client.id])
  const verified = { equity: true, fno: false, currency: true, commodity: false }
  expect((await steps.read(client)).segment).toEqual({ inForce: verified })
  const { body } = await steps.ask(client, 'segment', { ...verified, commodity: true })
  const request = await server.call('GET', `/desk/settings/${body.settings.segment.request._id}`, {
    token: operator.token,
  })
  expect(request.body.change).toMatchObject({ inForce: verified, asked: { commodity: true } })
})
