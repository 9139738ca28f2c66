import { operatorErrors, rightsOf } from '@sauda/contract/broker/operator'
import { beforeEach, describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

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

  test('has rights over money until there is a second administrator, and not again', async () => {
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

  test('adding two more at once adds one and proposes the other', async () => {
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

test('an administrator cannot approve their own adjustment as an operator they added, nor by disabling that login', async () => {
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
  expect((await approve(other)).body.message).toMatch(/because one of you added or reset the other/)
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

describe('a reset login', () => {
  const trio = async () =>
    [
      await establishedOperator(server, 'admin', 'Asha'),
      await establishedOperator(server, 'admin', 'Bela'),
      await establishedOperator(server, 'cashier', 'Chitra'),
    ] as const
  const reset = (by: NewOperator, { id }: { id: string }) => as(by)('POST', `operators/${id}/reset`)

  test('needs a second administrator; then sessions and second factors are gone, and a link was mailed', async () => {
    const [asha, bela, cashier] = await trio()
    const { secret } = await server.app.context.twoStep.start(db, cashier.id, cashier.email)
    await db.run('update totp set confirmed_at = now() where owner_id = $1', [cashier.id])
    expect(secret).toBeTruthy()
    expect((await reset(asha, cashier)).body).toMatchObject({ waitsForSecond: true })
    expect((await as(cashier)('GET', 'me')).status).toBe(200)
    expect((await decide(bela)).status).toBe(200)
    expect((await as(cashier)('GET', 'me')).status).toBe(401)
    expect((await logIn(cashier.email, cashier.password)).status).toBe(401)
    expect(await mailTo(cashier.email)).toMatchObject({ text: expect.stringContaining('was reset') })
    expect((await accept(await invitationOf(cashier.email))).status).toBe(200)
    expect((await logIn(cashier.email, chosen)).body).toMatchObject({ twoStep: false, role: 'cashier' })
    expect((await mailTo(asha.email))?.subject).toBe('Reset the login of Chitra')
  })

  test('of a disabled operator is enabled again, also thirty times at once', async () => {
    const [asha, bela, cashier] = await trio()
    await as(asha)('POST', `operators/${cashier.id}/disable`)
    await reset(asha, cashier)
    const answers = await Promise.all(Array.from({ length: 30 }, () => decide(bela)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await accept(await invitationOf(cashier.email))).status).toBe(200)
    expect((await logIn(cashier.email, chosen)).status).toBe(200)
  })

  test('approves nothing for a day, and nothing of the requesting administrator for three', async () => {
    const [asha, bela, cashier] = await trio()
    await reset(asha, cashier)
    await decide(bela)
    await accept(await invitationOf(cashier.email))
    const { body: back } = await logIn(cashier.email, chosen)
    const maker = await establishedOperator(server, 'cashier', 'Deepa')
    const { id: clientId } = await moneyClient(server)
    const adjustment = { clientId, kind: 'credit', amount: 500, reason: 'Correction' }
    const { body } = await as(maker)('POST', 'ledger/adjustments', adjustment)
    const approve = () => as(back)('POST', `ledger/adjustments/${body._id}/approve`)
    expect((await approve()).body.message).toContain('Your login or your role is new')
    await db.run("update operator set role_since = now() - interval '2 days', reset_by = $2 where id = $1", [
      cashier.id,
      maker.id,
    ])
    expect((await approve()).body.message).toMatch(/because one of you added or reset the other/)
    await db.run("update operator set reset_at = now() - interval '4 days' where id = $1", [cashier.id])
    expect((await approve()).status).toBe(200)
  })

  test('has neither passkeys nor recovery codes, and an earlier link is void', async () => {
    const asha = await establishedOperator(server, 'admin', 'Asha')
    const cashier = await newOperator(server, 'cashier', 'Chitra')
    const { body: options } = await as(cashier)('POST', 'passkeys/start', { password: cashier.password })
    const response = authenticator(server.app.context.config.publicUrl).create(options)
    const added = await as(cashier)('POST', 'passkeys', { name: 'Phone', response })
    expect(added.body.recoveryCodes).toHaveLength(10)
    await reset(asha, cashier)
    const earlier = await invitationOf(cashier.email)
    await reset(asha, cashier)
    expect(await accept(earlier)).toMatchObject({ status: 409, body: operatorErrors.invitationOver })
    expect(
      await db.rows(
        'select owner_id from passkey where owner_id = $1 union all select owner_id from recovery_code where owner_id = $1',
        [cashier.id],
      ),
    ).toEqual([])
    await accept(await invitationOf(cashier.email))
    expect((await logIn(cashier.email, chosen)).body).toMatchObject({ twoStep: false })
  })

  test('that was only proposed does not enable an operator disabled since', async () => {
    const [asha, bela, cashier] = await trio()
    await reset(asha, cashier)
    await as(bela)('POST', `operators/${cashier.id}/disable`)
    expect(await decide(bela)).toMatchObject({ status: 409, body: operatorErrors.disabled })
    expect(await invitationOf(cashier.email)).toBe('')
    expect(await db.row('select disabled_at is null as enabled from operator where id = $1', [cashier.id])).toEqual({
      enabled: false,
    })
  })

  test('has no waiver of the waiting periods left', async () => {
    const [asha, bela] = await trio()
    const carol = await establishedOperator(server, 'admin', 'Carol')
    await as(carol)('POST', 'approvals/break-glass', { reason: 'Two colleagues are ill' })
    await reset(asha, carol)
    await decide(bela)
    await accept(await invitationOf(carol.email))
    const { body: back } = await logIn(carol.email, chosen)
    await as(asha)('POST', 'operators', staff('dealer'))
    expect((await decide(back)).body.message).toContain('Your login or your role is new')
  })

  test('cannot be requested or approved for oneself', async () => {
    const [asha, bela] = await trio()
    expect(await reset(asha, asha)).toMatchObject({ status: 409, body: operatorErrors.notYourReset })
    await reset(asha, bela)
    expect(await decide(bela)).toMatchObject({ status: 409, body: operatorErrors.notYourReset })
    expect((await as(bela)('GET', 'me')).status).toBe(200)
  })
})
