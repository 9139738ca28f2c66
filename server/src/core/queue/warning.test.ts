import type { CaseWarning } from '@sauda/contract/core/queue'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const admin = await newOperator(server, 'admin')

const { deposit: add, withdraw } = walletSteps(server, admin)
const warningsAt = async (path: string): Promise<CaseWarning[]> =>
  (await call('GET', `/desk/${path}`, { token: admin.token })).body.warnings
const ofRequest = (id: string) => warningsAt(`wallet/transactions/${id}`)

/** With money that was credited long ago. */
async function oldClient(): Promise<MoneyClient> {
  const client = await moneyClient(server, { rupees: 1000 })
  await db.run(
    "update wallet_request set created_at = now() - interval '9 days', decided_at = now() - interval '9 days' where client_id = $1",
    [client.id],
  )
  return client
}

async function tradeProposal({ id: clientId }: MoneyClient): Promise<string> {
  const id = newId()
  await db.run(
    `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by)
     values ($1, 'trade.buy', $2, 'Buy 1 TCS', '{Price}', '{}', $3)`,
    [id, clientId, admin.id],
  )
  return id
}

/** The warnings of a deposit, a withdrawal, a trade proposal and the KYC case of the client. */
async function warningsOfCases(client: MoneyClient): Promise<CaseWarning[][]> {
  const withdrawal = await withdraw(client, 102)
  const deposit = await add(client, 101)
  const proposal = await tradeProposal(client)
  return Promise.all([
    ofRequest(deposit),
    ofRequest(withdrawal),
    warningsAt(`proposals/${proposal}`),
    warningsAt(`kyc/${client.id}`),
  ])
}
const everywhere = (warnings: CaseWarning[]) => [warnings, warnings, warnings, warnings]

/** That another client has the same; about it. */
const sameAs = (code: 'samePan' | 'sameAccount', { id }: MoneyClient, sentence: string): CaseWarning => ({
  code,
  severity: 'high',
  blocks: false,
  sentence,
  link: `/clients/${id}`,
})

const saudaIdOf = async ({ id }: MoneyClient): Promise<string> =>
  (await call('GET', `/desk/kyc/${id}`, { token: admin.token })).body.saudaId

const setPan = ({ id }: MoneyClient, name: string, lookup: string) =>
  db.run('insert into kyc_identity (client_id, pan_name, pan_lookup) values ($1, $2, $3)', [
    id,
    name,
    Buffer.from(lookup),
  ])
const setSession = ({ id }: MoneyClient, ip: string, device = 'Chrome on Android') =>
  db.run('update session set ip = $2, device = $3 where client_id = $1', [id, ip, device])

test('cases of an ordinary client have no warnings', async () => {
  const client = await oldClient()
  await setPan(client, client.name.toUpperCase(), 'own')
  expect(await warningsOfCases(client)).toEqual(everywhere([]))
})

test('a PAN of another client is shown in every case', async () => {
  const [client, other] = [await oldClient(), await oldClient()]
  await setPan(client, client.name, 'shared')
  await setPan(other, other.name, 'shared')
  const warning = sameAs('samePan', other, `${await saudaIdOf(other)} has the same PAN`)
  expect(await warningsOfCases(client)).toEqual(everywhere([warning]))
})

test('bank details of another client are shown in every case', async () => {
  const [client, other] = [await oldClient(), await oldClient()]
  await db.run(
    `update bank_details b set account_lookup = o.account_lookup, ifsc = o.ifsc, account_number = $3
       from bank_details o where b.client_id = $1 and o.client_id = $2`,
    [client.id, other.id, await sealedNumberOf(other, client)],
  )
  const warning = sameAs('sameAccount', other, `${await saudaIdOf(other)} has the same bank details`)
  expect(await warningsOfCases(client)).toEqual(everywhere([warning]))
})

async function sealedNumberOf(owner: MoneyClient, next: MoneyClient): Promise<string> {
  const { accounts } = server.app.context
  const row = await db.row<{ account_number: string; wrapped: Buffer }>(
    'select account_number, wrapped from bank_details join data_key on owner_id = client_id where client_id = $1',
    [owner.id],
  )
  const number = accounts.open(owner.id, row?.account_number ?? '', row?.wrapped)
  return (await accounts.columns(db, next.id, number)).account_number
}

test('an account holder with another name than on the PAN, or registered, is shown in every case', async () => {
  const client = await oldClient()
  await db.run("update bank_details set holder_name = 'Suresh Menon' where client_id = $1", [client.id])
  const holder = { code: 'otherHolder' as const, severity: 'high' as const, blocks: false }
  const registered = `The account holder “Suresh Menon” differs from the registered name, “${client.name}”`
  expect(await warningsOfCases(client)).toEqual(everywhere([{ ...holder, sentence: registered }]))
  await setPan(client, 'RAVINDRA PATIL', 'holder')
  const onPan = 'The account holder “Suresh Menon” differs from the name on the PAN, “RAVINDRA PATIL”'
  expect(await warningsAt(`kyc/${client.id}`)).toEqual([{ ...holder, sentence: onPan }])
  await db.run("update kyc_identity set pan_name = 'MENON SURESH' where client_id = $1", [client.id])
  expect(await warningsAt(`kyc/${client.id}`)).toEqual([])
})

test('bank details changed within seven days are shown in every case', async () => {
  const client = await oldClient()
  const change = (age: string) =>
    db.run('update bank_details set changed_at = now() - $2::interval where client_id = $1', [client.id, age])
  await change('6 days 23 hours')
  const warning = {
    code: 'recentDetails',
    severity: 'medium',
    blocks: false,
    sentence: expect.stringMatching(/^The client changed the bank details on .* IST$/),
  }
  expect(await warningsOfCases(client)).toEqual(everywhere([warning as unknown as CaseWarning]))
  await change('7 days 1 hour')
  expect(await warningsAt(`kyc/${client.id}`)).toEqual([])
})

test('a deposit followed by a withdrawal within a day is shown in both cases and the client’s others', async () => {
  const client = await oldClient()
  const deposit = await add(client, 600)
  expect(await ofRequest(deposit)).toEqual([])
  const withdrawal = await withdraw(client, 550)
  const sentence = 'A deposit of ₹600.00 was followed by a withdrawal of ₹550.00 within a day'
  const linked = (transactionId: string) => [
    { code: 'quickWithdrawal', severity: 'medium', blocks: false, sentence, link: `/wallet/${transactionId}` },
  ]
  expect(await ofRequest(deposit)).toEqual(linked(withdrawal))
  expect(await ofRequest(withdrawal)).toEqual(linked(deposit))
  expect(await warningsAt(`proposals/${await tradeProposal(client)}`)).toEqual(linked(withdrawal))
  expect(await warningsAt(`kyc/${client.id}`)).toEqual(linked(withdrawal))

  const at = (id: string, age: string) =>
    db.run('update wallet_request set created_at = now() - $2::interval where id = $1', [id, age])
  await at(deposit, '25 hours')
  expect(await ofRequest(withdrawal)).toEqual([])
  // The day starts when the deposit is credited.
  await db.run(
    "update wallet_request set status = 'approved', decided_by = (select id from operator limit 1), decided_at = now() - interval '1 hour', bank_reference = 'B1' where id = $1",
    [deposit],
  )
  expect(await ofRequest(withdrawal)).toEqual(linked(deposit))
  await at(withdrawal, '8 days')
  await at(deposit, '8 days 1 hour')
  expect(await ofRequest(deposit)).toEqual(linked(withdrawal))
  expect(await warningsAt(`kyc/${client.id}`)).toEqual([])
})

test.each([
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.9', '203.0.113.10', false],
  ['2001:db8:1:2::5', '2001:db8:1:2:9:8:7:6', true],
  ['2001:db8:1:2::5', '2001:db8:1:3::5', false],
  ['127.0.0.1', '127.0.0.1', false],
  ['192.168.1.20', '192.168.1.20', false],
  ['::ffff:10.0.0.7', '::ffff:10.0.0.7', false],
  ['fe80::1%eth0', 'fe80::1%eth0', false],
  ['unknown', '2001:db8:1:2::5', false],
])('a device at %s and one at %s: shared %s', async (mine, others, isShared) => {
  const [client, other] = [await moneyClient(server), await moneyClient(server)]
  const device = `Chrome on ${client.id}`
  await setSession(client, mine, device)
  await setSession(other, others, device)
  const sentence = `${await saudaIdOf(other)} is logged in from the same network with ${device}`
  expect(await warningsAt(`kyc/${client.id}`)).toEqual(
    isShared ? [{ code: 'sameDevice', severity: 'low', blocks: false, sentence, link: `/clients/${other.id}` }] : [],
  )
  await setSession(other, mine, 'Firefox on Windows')
  expect(await warningsAt(`kyc/${client.id}`)).toEqual([])
})

test('the most serious warning comes first', async () => {
  const [client, other] = [await oldClient(), await oldClient()]
  for (const each of [client, other]) {
    await setPan(each, each.name, 'order')
    await setSession(each, '198.51.100.4')
  }
  const deposit = await add(client, 500)
  await add(client, 500)
  await withdraw(client, 400)
  await db.run("update bank_details set changed_at = now(), holder_name = 'Suresh Menon' where client_id = $1", [
    client.id,
  ])
  expect((await ofRequest(deposit)).map(({ severity, sentence }) => `${severity}: ${sentence.split(' ₹')[0]}`)).toEqual(
    [
      `high: ${await saudaIdOf(other)} has the same PAN`,
      `high: The account holder “Suresh Menon” differs from the name on the PAN, “${client.name}”`,
      'medium: A deposit of',
      expect.stringMatching(/^medium: The client changed the bank details/),
      expect.stringMatching(/^low: Another pending deposit of the same amount within the hour/),
      `low: ${await saudaIdOf(other)} is logged in from the same network with Chrome on Android`,
    ],
  )
})
