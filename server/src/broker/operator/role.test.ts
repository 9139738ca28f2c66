import { operatorErrors } from '@sauda/contract/broker/operator'
import { rightGroups } from '@sauda/contract/broker/operator-name'
import { rights } from '@sauda/contract/platform/call'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')

const post = (path: string, body?: object, by: NewOperator = asha) =>
  call('POST', `/desk/${path}`, { token: by.token, ...(body && { body }) })
const add = (name: string, rights: readonly string[] = ['client.read'], by = asha) =>
  post('roles', { name, rights }, by)
const staff = async () => (await call('GET', '/desk/operators', { token: asha.token })).body
const roleNamed = async (name: string) => (await staff()).roles.find(({ role }: { role: string }) => role === name)
const decide = async (by: NewOperator, verb = 'approve') =>
  post(`proposals/${(await staff()).pending.at(-1)._id}/${verb}`, undefined, by)
/** Both administrators agree. */
const agreed = async (request: ReturnType<typeof post>) => {
  expect((await request).body.waitsForSecond).toBe(true)
  return decide(bela)
}
/** The id of what was just requested. */
const requested = async (request: ReturnType<typeof post>): Promise<string> => {
  expect((await request).body.waitsForSecond).toBe(true)
  return (await staff()).pending.at(-1)._id
}
const give = (operator: NewOperator, role: string) => post(`operators/${operator.id}/role`, { role })
const path = (role: string, verb: string) => `roles/${encodeURIComponent(role)}/${verb}`

test('a role is added by two administrators, given to operators, and approves after the waiting period', async () => {
  expect((await add('Senior cashier', ['wallet.approve', 'client.read'])).body.waitsForSecond).toBe(true)
  expect(await roleNamed('Senior cashier')).toBeUndefined()
  expect((await decide(asha)).status).toBe(409)
  expect((await decide(bela)).status).toBe(200)
  const rights = ['wallet.approve', 'client.read']
  expect(await roleNamed('Senior cashier')).toEqual({ role: 'Senior cashier', rights, isOwn: true, operators: 0 })
  const kiran = await establishedOperator(server, 'support', 'Kiran')
  expect((await agreed(give(kiran, 'Senior cashier'))).status).toBe(200)
  expect((await roleNamed('Senior cashier')).operators).toBe(1)
  const { body: login } = await call('POST', '/desk/login', { body: { email: kiran.email, password: kiran.password } })
  expect(login).toMatchObject({ role: 'Senior cashier', rights })
  const client = await moneyClient(server)
  const wallet = walletSteps(server, login)
  const id = await wallet.deposit(client, 500, newUtr())
  const approve = () => wallet.approve(id)
  expect(await approve()).toMatchObject({ status: 409, body: { message: expect.stringContaining('new') } })
  await db.run("update operator set role_since = now() - interval '25 hours' where id = $1", [kiran.id])
  expect((await approve()).status).toBe(200)
  expect((await call('GET', '/desk/operators', { token: login.token })).status).toBe(403)
  const audited = await db.rows<{ after: object }>("select after from audit where action = 'operator.role.add'")
  expect(audited.map(({ after }) => after)).toEqual([{ role: 'Senior cashier', rights }])
})

test('a role never manages operators, has a right, and a name that no other role has', async () => {
  expect((await add('Deputy', ['client.read', 'operator.manage'])).body.message).toMatch('Only administrators')
  expect((await add('Deputy', [])).body).toMatchObject(operatorErrors.noRights)
  for (const name of ['admin', 'ADMIN', 'Cashier', 'senior Cashier'])
    expect((await add(name)).body).toMatchObject(operatorErrors.roleTaken)
  for (const name of [
    '',
    'x',
    'two  spaces ',
    '<b>Boss</b>',
    'Äuditor',
    'a'.repeat(41),
    '7 days',
    "x'); drop table role",
  ])
    expect([name, (await add(name)).status === 400 || name === 'two  spaces ']).toEqual([name, true])
  for (const name of ['constructor', 'toString']) {
    expect(
      (
        await call('POST', '/desk/operators', {
          token: asha.token,
          body: { name: 'Omar', email: 'o@desk.example', role: name },
        })
      ).body,
    ).toMatchObject(operatorErrors.unknownRole)
    expect((await post(path(name, 'rights'), { rights: ['client.read'] })).status).toBe(404)
  }
  const dealer = await newOperator(server, 'dealer')
  expect((await add('Mine', ['wallet.pay'], dealer)).status).toBe(403)
  const { pending } = await staff()
  for (const { _id } of pending) await post(`proposals/${_id}/reject`)
})

test('a role that nobody has is renamed and retired; one that an operator has is not', async () => {
  await agreed(add('Back office'))
  await agreed(add('Night desk'))
  const omar = await establishedOperator(server, 'support', 'Omar')
  expect(await post(path('support', 'retire'))).toMatchObject({ status: 409, body: operatorErrors.standardRole })
  expect((await post(path('Nobody', 'retire'))).status).toBe(404)
  expect((await post(path('Night desk', 'name'), { name: 'back Office' })).body).toMatchObject(operatorErrors.roleTaken)
  // Requested while nobody has it, approved after somebody was given it.
  const retiring = await requested(post(path('Back office', 'retire')))
  const gift = await requested(give(omar, 'Back office'))
  expect((await post(`proposals/${gift}/approve`, undefined, bela)).status).toBe(200)
  expect((await post(`proposals/${retiring}/approve`, undefined, bela)).body).toMatchObject(operatorErrors.roleInUse)
  await post(`proposals/${retiring}/reject`)
  await db.run('update operator set disabled_at = now() where id = $1', [omar.id])
  expect((await post(path('Back office', 'name'), { name: 'Office' })).body).toMatchObject(operatorErrors.roleInUse)
  expect((await agreed(post(path('Night desk', 'name'), { name: 'Evening desk' }))).status).toBe(200)
  expect(await roleNamed('Night desk')).toBeUndefined()
  // Given to somebody by a request that the retirement overtakes.
  const lata = await establishedOperator(server, 'support', 'Lata')
  const late = await requested(give(lata, 'Evening desk'))
  const retired = await requested(post(path('Evening desk', 'retire')))
  expect((await post(`proposals/${retired}/approve`, undefined, bela)).status).toBe(200)
  expect((await post(`proposals/${late}/approve`, undefined, bela)).body).toMatchObject(operatorErrors.roleGone)
  await post(`proposals/${late}/reject`)
  expect(await roleNamed('Evening desk')).toBeUndefined()
  expect((await agreed(add('Evening desk', ['audit.read']))).status).toBe(200)
  expect((await roleNamed('Evening desk')).rights).toEqual(['audit.read'])
})

test('of ten equal approvals and requests at once, one role is made', async () => {
  await Promise.all(Array.from({ length: 10 }, () => add('Crowd')))
  const ids: string[] = (await staff()).pending.map(({ _id }: { _id: string }) => _id)
  expect(ids).toHaveLength(10)
  const answers = await Promise.all(ids.map((id) => post(`proposals/${id}/approve`, undefined, bela)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
  expect((await staff()).roles.filter(({ role }: { role: string }) => role === 'Crowd')).toHaveLength(1)
})

test('every operator can read which roles and active operators have a right', async () => {
  await newOperator(server, 'dealer', 'Danish')
  const gone = await newOperator(server, 'dealer', 'Esha')
  await db.run('update operator set disabled_at = now() where id = $1', [gone.id])
  const support = await newOperator(server, 'support', 'Farida')
  const holders = (right: string) => call('GET', `/desk/rights/${right}`, { token: support.token })
  const { roles, operators } = (await holders('trade.book')).body
  expect(roles).toContain('dealer')
  // Administrators have no rights over money.
  expect(roles).not.toContain('admin')
  expect(operators).toContain('Danish')
  expect(operators).not.toContain('Esha')
  expect((await holders('operator.manage')).body.roles).toEqual(['admin'])
  expect((await holders('everything')).status).toBe(404)
})

test('every right is in one group', () => {
  expect(Object.values(rightGroups).flat().toSorted()).toEqual(rights.toSorted())
})
