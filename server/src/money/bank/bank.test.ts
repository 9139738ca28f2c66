import { expect, test } from 'vitest'
import { kycSteps } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import { raceAtTable } from '../../../test/race.ts'
import { testServer, type NewClient } from '../../../test/server.ts'

const server = await testServer()
const steps = await kycSteps(server)

const details = { accountHolderName: 'Asha S. Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' }
const update = (client: NewClient, bankDetails: unknown, id = client.id) =>
  server.call('PUT', `/user/profile/update/${id}`, { token: client.token, body: { bankDetails } })
const changedAt = async (client: NewClient) =>
  (await server.db.row<{ changed_at: Date | null }>('select changed_at from bank_details where client_id = $1', [
    client.id,
  ]))!.changed_at
const mails = (client: NewClient) =>
  server.db.rows<{ subject: string }>(`select subject from mail where recipient = $1 and subject ~ 'bank details'`, [
    client.email,
  ])

test('the first bank details are saved, mailed and audited, and start no waiting period', async () => {
  const client = await server.newClient()
  const before = await steps.lastNotice()
  expect(await update(client, details)).toMatchObject({
    status: 200,
    body: { message: 'Bank Details Updated', bankDetails: details },
  })
  expect(await changedAt(client)).toBeNull()
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe('Your Sauda bank details were added')
  expect(mail?.text).toContain('Withdrawals will be paid to Asha S. Rao, account number ••••9012, IFSC HDFC0001234.')
  expect(mail?.text).not.toContain('24 hours')
  expect(mail?.text).not.toContain('123456789012')
  expect(await steps.audit('bank.set', client.id)).toMatchObject([
    { actor_kind: 'client', before: null, after: { ...details, accountNumber: '••••9012' } },
  ])
  expect(await steps.notices(client.id, before)).toEqual(['bank', 'profile'])
  expect(await steps.notices(null, before)).toEqual(['client'])
})

test.each([
  ['account number', { accountNumber: '987654321098' }],
  ['IFSC', { ifsc: 'ICIC0004321' }],
  ['holder', { accountHolderName: 'Asha Rao' }],
])('a change of the %s starts the waiting period and is mailed', async (_what, change) => {
  const client = await server.newClient()
  await update(client, details)
  expect((await update(client, { ...details, ...change })).status).toBe(200)
  expect(Date.now() - Number(await changedAt(client))).toBeLessThan(60_000)
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe('Your Sauda bank details were changed')
  expect(mail?.text).toContain('withdrawals pause for 24 hours after a change')
  const masked = { ...details, ...change }
  expect(await steps.audit('bank.change', client.id)).toMatchObject([
    {
      before: { ...details, accountNumber: '••••9012' },
      after: { ...masked, accountNumber: `••••${masked.accountNumber.slice(-4)}` },
    },
  ])
})

test('the same details again change nothing and mail nothing', async () => {
  const client = await server.newClient()
  await update(client, details)
  const before = await steps.lastNotice()
  const again = { ...details, ifsc: ' hdfc0001234 ', accountHolderName: ' Asha S. Rao ' }
  expect(await update(client, again)).toMatchObject({ status: 200, body: { bankDetails: details } })
  expect(await changedAt(client)).toBeNull()
  expect(await mails(client)).toHaveLength(1)
  expect(await steps.audit('bank.change', client.id)).toEqual([])
  expect(await steps.notices(client.id, before)).toEqual([])
})

test('thirty identical first requests at once save the details once', async () => {
  const client = await server.newClient()
  const answers = await raceAtTable(
    server,
    'bank_details',
    Array.from({ length: 30 }, () => () => update(client, details)),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await changedAt(client)).toBeNull()
  expect(await mails(client)).toHaveLength(1)
})

test.each([
  ['Account holder name is required', { accountHolderName: '  ' }],
  ['Account holder name is required', { accountHolderName: undefined }],
  ['Only letters, spaces, and dots allowed', { accountHolderName: 'Asha <b>' }],
  ['Only letters, spaces, and dots allowed', { accountHolderName: 'Asha 2' }],
  ['Please use at most 100 characters', { accountHolderName: 'a'.repeat(101) }],
  ['Account number is required', { accountNumber: '' }],
  ['Account number should be 9-18 digits', { accountNumber: '12345678' }],
  ['Account number should be 9-18 digits', { accountNumber: '1234567890123456789' }],
  ['Account number should be 9-18 digits', { accountNumber: '1234 5678' }],
  ['Account number is required', { accountNumber: 123456789012 }],
  ['IFSC code is required', { ifsc: '' }],
  ['Invalid IFSC code format', { ifsc: 'HDFC1001234' }],
  ['Invalid IFSC code format', { ifsc: 'HDFC000123' }],
  ['Invalid IFSC code format', { ifsc: 'HDFC00012345' }],
])('%s', async (sentence, change) => {
  const client = await server.newClient()
  const answer = await update(client, { ...details, ...change })
  expect([answer.status, answer.body.message]).toEqual([400, sentence])
  expect(await server.db.rows('select 1 from bank_details where client_id = $1', [client.id])).toEqual([])
})

test.each([[undefined], [null], ['x'], [[]]])('bank details of %j', async (value) => {
  const client = await server.newClient()
  expect((await update(client, value)).status).toBe(400)
})

test.each([
  ['9 digits', { accountNumber: '123456789' }],
  ['18 digits', { accountNumber: '123456789012345678' }],
  ['a name in Hindi', { accountHolderName: 'आशा राव' }],
  ['a letter in the branch', { ifsc: 'KKBK0ABC12Z' }],
])('%s is accepted', async (_what, change) => {
  const client = await server.newClient()
  expect((await update(client, { ...details, ...change })).status).toBe(200)
})

test('another client’s bank details cannot be changed', async () => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  const operator = await newOperator(server, 'admin')
  expect(await update(client, details, other.id)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  const body = { bankDetails: details }
  expect((await server.call('PUT', `/user/profile/update/${client.id}`, { body })).status).toBe(401)
  const atDesk = await server.call('PUT', `/user/profile/update/${client.id}`, { body, token: operator.token })
  expect(atDesk.status).toBe(401)
})
