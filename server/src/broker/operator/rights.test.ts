import { operatorErrors, roles } from '@sauda/contract/broker/operator'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const asha = await establishedOperator(server, 'admin', 'Asha')

const change = (by: NewOperator, role: string, rights: readonly string[]) =>
  call('POST', `/desk/roles/${role}/rights`, { token: by.token, body: { rights } })
const rightsNow = async (by: NewOperator) => (await call('GET', '/desk/me', { token: by.token })).body.rights
const staff = async () => (await call('GET', '/desk/operators', { token: asha.token })).body
const approve = async (by: NewOperator, verb = 'approve') => {
  const { pending } = await staff()
  return call('POST', `/desk/proposals/${pending[0]._id}/${verb}`, { token: by.token })
}

test('the only administrator changes rights at once, by mail; administrators keep theirs', async () => {
  const lender = await newOperator(server, 'lender')
  const extended = [...roles.lender, 'audit.read']
  expect((await change(asha, 'lender', extended)).body).toEqual({
    message: 'Rights changed',
  })
  const mail = await mailTo(asha.email)
  expect(mail?.subject).toBe('Change the rights of the role lender')
  expect(mail?.text).toContain('Change the rights of the role lender: add view the audit trail and the e-mail log.')
  expect(await rightsNow(lender)).toEqual(extended)
  expect((await call('GET', '/desk/audit', { token: lender.token })).status).toBe(200)
  expect((await staff()).roles).toEqual(
    expect.arrayContaining([
      { role: 'lender', rights: extended, isOwn: false, operators: 1 },
      { role: 'dealer', rights: [...roles.dealer], isOwn: false, operators: 0 },
    ]),
  )
  expect((await change(asha, 'lender', extended.toReversed())).body).toMatchObject(operatorErrors.sameRights)
  for (const role of ['admin', 'nobody', 'toString'])
    expect((await change(asha, role, ['client.read'])).status).toBeGreaterThanOrEqual(400)
  expect((await change(asha, 'support', ['operator.manage'])).body.message).toMatch('Only administrators')
  expect((await change(asha, 'support', ['everything'])).status).toBe(400)
  expect((await change(lender, 'lender', ['wallet.pay'])).status).toBe(403)
})

test('from the second administrator on, another one must approve it, and a change meanwhile ends it', async () => {
  const bela = await establishedOperator(server, 'admin', 'Bela')
  const support = await newOperator(server, 'support')
  expect((await change(asha, 'support', ['client.read', 'wallet.approve'])).body.waitsForSecond).toBe(true)
  expect(await rightsNow(support)).toEqual([...roles.support])
  expect((await approve(asha)).status).toBe(409)
  await db.run("insert into role_rights (role, rights) values ('support', '{client.read}')")
  expect((await approve(bela)).body).toMatchObject(operatorErrors.rightsChanged)
  expect((await approve(bela, 'reject')).status).toBe(200)
  await change(asha, 'support', ['client.read', 'wallet.approve'])
  expect((await approve(bela)).status).toBe(200)
  expect(await rightsNow(support)).toEqual(['client.read', 'wallet.approve'])
  const [audited] = await db.rows<{ after: object }>(
    "select after from audit where action = 'operator.rights' order by id desc limit 1",
  )
  expect(audited?.after).toEqual({ role: 'support', rights: ['client.read', 'wallet.approve'] })
})

test('a new right approves nothing for the waiting period, and a removed one ends the sessions', async () => {
  const bela = await establishedOperator(server, 'admin', 'Bela')
  const dealer = await establishedOperator(server, 'dealer', 'Dev')
  await change(asha, 'dealer', [...roles.dealer, 'wallet.approve'])
  expect((await approve(bela)).status).toBe(200)
  const client = await moneyClient(server)
  const wallet = walletSteps(server, dealer)
  const id = await wallet.deposit(client, 500, newUtr())
  const decide = () => wallet.approve(id)
  expect(await decide()).toMatchObject({ status: 409, body: { message: expect.stringContaining('new') } })
  await db.run("update role_rights set extended_at = now() - interval '25 hours' where role = 'dealer'")
  expect((await decide()).status).toBe(200)
  await change(asha, 'dealer', roles.dealer)
  expect((await rightsNow(dealer)).includes('wallet.approve')).toBe(true)
  expect((await approve(bela)).status).toBe(200)
  expect((await call('GET', '/desk/me', { token: dealer.token })).status).toBe(401)
})
