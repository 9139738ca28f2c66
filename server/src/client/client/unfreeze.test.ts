import { secondAdministrator } from '@sauda/contract/core/approval'
import { clientErrors } from '@sauda/contract/client/client'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { decidePending } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const sunil = await establishedOperator(server, 'support', 'Sunil')
const tara = await establishedOperator(server, 'support', 'Tara')

const send = (by: NewOperator, verb: 'freeze' | 'unfreeze', id: string, reason = 'Phone stolen') =>
  call('POST', `/desk/clients/${id}/${verb}`, { token: by.token, body: { reason } })
const isFrozen = async (id: string) =>
  (await db.row<{ frozen: boolean }>('select frozen from client_ledger where client_id = $1', [id]))?.frozen
const frozenClient = async () => {
  const { id, name } = await moneyClient(server)
  await send(sunil, 'freeze', id)
  return { id, name }
}
/** The newest pending request. */
const approve = (by: NewOperator) => decidePending(server, by)

test('with one administrator another operator unfreezes a login at once, and the administrator is mailed', async () => {
  const { id, name } = await frozenClient()
  expect((await send(tara, 'unfreeze', id)).body).toEqual({ message: 'Login unfrozen' })
  expect(await isFrozen(id)).toBe(false)
  expect(await mailTo(asha.email)).toMatchObject({
    subject: `Unfreeze the login of ${name}, frozen by Sunil`,
    text: expect.stringMatching(/frozen by Sunil: Phone stolen\.[^]*Tara made this change/),
  })
})

test('with two administrators a freeze of another operator stays until an administrator approves', async () => {
  const bela = await establishedOperator(server, 'admin', 'Bela')
  for (const by of [tara, asha]) {
    const { id, name } = await frozenClient()
    expect((await send(by, 'unfreeze', id)).body).toEqual({
      message: secondAdministrator,
      waitsForSecond: true,
      secondReasons: [secondAdministrator],
    })
    expect(await isFrozen(id)).toBe(true)
    expect((await approve(sunil)).status).toBe(403)
    expect((await approve(by)).status).toBe(by === asha ? 409 : 403)
    expect((await approve(bela)).body).toMatchObject({
      status: 'approved',
      clientId: id,
      summary: `Unfreeze the login of ${name}, frozen by Sunil: Phone stolen`,
    })
    expect(await isFrozen(id)).toBe(false)
  }
})

test('an operator lifts their own freeze alone, and it is mailed', async () => {
  const { id, name } = await frozenClient()
  expect((await send(sunil, 'unfreeze', id)).body).toEqual({ message: 'Login unfrozen' })
  expect(await isFrozen(id)).toBe(false)
  expect((await mailTo(asha.email))?.subject).toBe(`Unfreeze the login of ${name}`)
})

test('a freeze without a recorded operator belongs to no operator', async () => {
  const { id } = await moneyClient(server)
  await db.run("update client set frozen_at = now(), frozen_reason = 'x' where id = $1", [id])
  expect((await send(sunil, 'unfreeze', id)).body.waitsForSecond).toBe(true)
})

test('a request does not lift a later freeze', async () => {
  const { id } = await frozenClient()
  await send(tara, 'unfreeze', id)
  await send(sunil, 'unfreeze', id)
  expect(await approve(asha)).toMatchObject({ status: 409, body: clientErrors.notFrozen })
  await send(sunil, 'freeze', id, 'Suspected fraud')
  expect(await approve(asha)).toMatchObject({ status: 409, body: clientErrors.frozenAgain })
  expect(await isFrozen(id)).toBe(true)
})
