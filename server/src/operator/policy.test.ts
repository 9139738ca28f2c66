import { operatorErrors, rightsOf } from '@sauda/contract/operator'
import { beforeEach, describe, expect, test } from 'vitest'
import { moneyClient } from '../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const chosen = 'Boats-at-Alappuzha-4'

const as =
  ({ token }: { token: string }) =>
  (method: 'GET' | 'POST', path: string, body?: object) =>
    call(method, `/desk/${path}`, { token, ...(body && { body }) })
const logIn = async (email: string, password: string) =>
  await call('POST', '/desk/login', { body: { email, password } })
const rightsNow = async (by: NewOperator): Promise<string[]> => (await as(by)('GET', 'me')).body.rights

let count = 0
const staff = (role: string, name = 'Ravi') => ({ name, email: `new${(count += 1)}@staff.example`, role })
const invitationOf = async (email: string) =>
  /\/desk\/invitation#(\S+)/.exec((await mailTo(email))?.text ?? '')?.[1] ?? ''
const accept = (invitation: string, newPassword = chosen) =>
  call('POST', '/desk/invitation', { body: { invitation, newPassword } })
/** The newest proposal. */
const proposal = async () =>
  await db.row<{ id: string; kind: string; summary: string; status: string }>(
    'select id, kind, summary, status from proposal order by created_at desc, id desc limit 1',
  )
const decide = async (by: { token: string }, verb: 'approve' | 'reject' = 'approve') =>
  as(by)('POST', `proposals/${(await proposal())?.id}/${verb}`)
const operators = async (email: string) => db.rows('select role, created_by from operator where email = $1', [email])

beforeEach(() => db.run("update operator set disabled_at = now(), last_login_at = null, role = 'auditor'"))

describe('with one administrator', () => {
  test('operators are added and roles changed at once, by an invitation, and it is mailed', async () => {
    const admin = await establishedOperator(server, 'admin', 'Asha')
    const body = staff('dealer', 'Ravi Dealer')
    const added = await as(admin)('POST', 'operators', body)
    expect(added).toMatchObject({ status: 200, body: { operator: { name: 'Ravi Dealer', role: 'dealer' } } })
    expect(JSON.stringify(added.body)).not.toMatch(/password/)
    expect(await operators(body.email)).toEqual([{ role: 'dealer', created_by: admin.id }])
    expect((await mailTo(admin.email))?.subject).toBe(
      `Add Ravi Dealer (${body.email}) as an operator with the role dealer`,
    )

    const role = (name: string) => as(admin)('POST', `operators/${added.body.operator._id}/role`, { role: name })
    expect((await role('cashier')).body).toEqual({ message: 'Role changed' })
    expect((await mailTo(admin.email))?.subject).toBe('Change the role of Ravi Dealer from dealer to cashier')
    expect(await role('cashier')).toMatchObject({ status: 409, body: operatorErrors.sameRole })
    const own = await as(admin)('POST', `operators/${admin.id}/role`, { role: 'cashier' })
    expect(own).toMatchObject({ status: 409, body: operatorErrors.notYourRole })
  })

  test('who has rights over money; they end with the second administrator and do not come back', async () => {
    const admin = await establishedOperator(server, 'admin', 'Asha')
    expect(await rightsNow(admin)).toContain('ledger.adjust')
    const second = await newOperator(server, 'admin', 'Bela')
    const money = /wallet|loan|trade|charge|ledger\.adjust/
    expect((await rightsNow(admin)).filter((right) => money.test(right))).toEqual([])
    expect(await rightsNow(admin)).toEqual([...rightsOf('admin', true)])
    expect((await as(admin)('POST', `operators/${second.id}/disable`)).status).toBe(200)
    expect((await mailTo(admin.email))?.subject).toBe('Bela can no longer log in')
    expect(await rightsNow(admin)).not.toContain('ledger.adjust')
    expect((await as(admin)('POST', 'operators', staff('cashier'))).body.waitsForSecond).toBe(true)
  })

  test('who adds two more at once adds one, and proposes the other', async () => {
    const admin = await establishedOperator(server, 'admin', 'Asha')
    const answers = await Promise.all([1, 2, 3].map(() => as(admin)('POST', 'operators', staff('admin'))))
    expect(answers.map(({ body }) => body.waitsForSecond === true).toSorted()).toEqual([false, true, true])
  })
})

describe('with two administrators', () => {
  const pair = async () => [
    await establishedOperator(server, 'admin', 'Asha'),
    await establishedOperator(server, 'admin', 'Bela'),
  ]

  test('an operator exists when the second one has approved', async () => {
    const [asha, bela] = (await pair()) as [NewOperator, NewOperator]
    const body = staff('cashier', 'Chitra')
    const added = await as(asha)('POST', 'operators', body)
    expect(added).toMatchObject({ status: 200, body: { waitsForSecond: true } })
    expect(added.body.operator).toBeUndefined()
    expect(await operators(body.email)).toEqual([])
    expect(await mailTo(body.email)).toBeUndefined()
    expect((await as(bela)('GET', 'queue?kind=change')).body.items).toContainEqual(
      expect.objectContaining({ kind: 'change', type: 'operator.add', firstApproval: 'Asha' }),
    )
    expect((await decide(asha)).status).toBe(409)
    expect((await decide(bela)).body).toMatchObject({ status: 'approved' })
    expect(await operators(body.email)).toEqual([{ role: 'cashier', created_by: asha.id }])
    expect(await mailTo(asha.email)).toMatchObject({
      subject: `Add Chitra (${body.email}) as an operator with the role cashier`,
      text: expect.stringContaining('Requested by Asha, approved by Bela.'),
    })
  })

  test('a role changes when the second one has approved', async () => {
    const [asha, bela] = (await pair()) as [NewOperator, NewOperator]
    const dealer = await establishedOperator(server, 'dealer', 'Danish')
    const change = await as(asha)('POST', `operators/${dealer.id}/role`, { role: 'admin' })
    expect(change.body).toMatchObject({ waitsForSecond: true })
    expect((await as(dealer)('GET', 'me')).body.role).toBe('dealer')
    expect((await decide(bela)).status).toBe(200)
    expect((await as(dealer)('GET', 'me')).body.role).toBe('admin')
    await as(asha)('POST', 'operators', staff('cashier'))
    expect(await decide(dealer)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Your login or your role is new') },
    })
  })

  test('a request for an address that is taken is rejected at once', async () => {
    const [asha] = (await pair()) as [NewOperator, NewOperator]
    const taken = await as(asha)('POST', 'operators', { ...staff('cashier'), email: asha.email })
    expect(taken).toMatchObject({ status: 409, body: operatorErrors.emailTaken })
  })
})

test('an administrator who adds a second one cannot approve their own adjustment from that login, nor by disabling it', async () => {
  const admin = await establishedOperator(server, 'admin', 'Asha')
  const client = await moneyClient(server)
  const adjustment = { clientId: client.id, kind: 'credit', amount: 90_000, reason: 'Correction' }
  const { body: asked } = await as(admin)('POST', 'ledger/adjustments', adjustment)
  const body = staff('admin', 'Puppet')
  await as(admin)('POST', 'operators', body)
  expect((await accept(await invitationOf(body.email))).status).toBe(200)
  const puppet = (await logIn(body.email, chosen)).body
  const approve = (by: { token: string }) => as(by)('POST', `ledger/adjustments/${asked._id}/approve`)
  expect((await approve(puppet)).status).toBe(403)
  expect((await approve(admin)).status).toBe(403)
  // A puppet with rights over money needs the approval of the other administrator, who is new and was added.
  await as(admin)('POST', 'operators', staff('cashier', 'Second puppet'))
  expect((await decide(puppet)).status).toBe(409)
  await as(admin)('POST', `operators/${puppet._id}/disable`)
  expect((await approve(admin)).status).toBe(403)
  expect((await as(admin)('POST', 'operators', staff('cashier', 'Third puppet'))).body.waitsForSecond).toBe(true)
  expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).body.balance).toBe(0)
})

test('a new operator approves no adjustment, and an established one does', async () => {
  await establishedOperator(server, 'admin')
  await establishedOperator(server, 'admin')
  const [asker, other] = [await establishedOperator(server, 'cashier'), await establishedOperator(server, 'cashier')]
  const fresh = await newOperator(server, 'cashier')
  const { id: clientId } = await moneyClient(server)
  const adjustment = { clientId, kind: 'credit', amount: 500, reason: 'Correction' }
  const { body } = await as(asker)('POST', 'ledger/adjustments', adjustment)
  const approve = (by: NewOperator) => as(by)('POST', `ledger/adjustments/${body._id}/approve`)
  expect(await approve(fresh)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Your login or your role is new') },
  })
  await db.run("update operator set created_by = $2, created_at = now() - interval '2 days' where id = $1", [
    other.id,
    asker.id,
  ])
  expect((await approve(other)).body.message).toMatch(/because one of you added the other/)
  await db.run("update operator set created_at = now() - interval '4 days' where id = $1", [other.id])
  expect((await approve(other)).status).toBe(200)
})

describe('an invitation', () => {
  const invited = async () => {
    const admin = await establishedOperator(server, 'admin')
    const body = staff('dealer')
    const { body: added } = await as(admin)('POST', 'operators', body)
    return { admin, ...body, id: added.operator._id as string, invitation: await invitationOf(body.email) }
  }
  const over = { status: 409, body: operatorErrors.invitationOver }

  test('sets the first password, once', async () => {
    const { email, invitation } = await invited()
    expect(await accept(invitation, 'P@ssw0rd')).toMatchObject({ status: 422 })
    expect((await accept(invitation)).status).toBe(200)
    expect((await logIn(email, chosen)).body).toMatchObject({ handedOut: false, role: 'dealer' })
    expect(await accept(invitation, 'Another-Boat-5')).toMatchObject(over)
  })

  test('is void after a day, changed, for another operator, or if the operator is disabled', async () => {
    const { admin, id, invitation } = await invited()
    const [, until = '', signed = ''] = invitation.split('.')
    const other = await newOperator(server, 'dealer')
    for (const wrong of [
      'x',
      `${id}.${until}`,
      `${id}.${until}.x`,
      `${id}.${Number(until) + 1}.${signed}`,
      `${other.id}.${until}.${signed}`,
    ])
      expect(await accept(wrong)).toMatchObject(over)
    await as(admin)('POST', `operators/${id}/disable`)
    expect(await accept(invitation)).toMatchObject(over)
  })
})
