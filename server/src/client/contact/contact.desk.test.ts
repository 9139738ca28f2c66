import { authErrors } from '@sauda/contract/client/auth'
import { contactErrors } from '@sauda/contract/client/contact'
import { commonErrors } from '@sauda/contract/platform/error'
import { imageErrors } from '@sauda/contract/platform/image'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { pendingProposal } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const asha = await establishedOperator(server, 'reviewer', 'Asha')
const bela = await establishedOperator(server, 'reviewer', 'Bela')
const photo = await jpeg(640, 480)

function propose({ id }: Pick<NewClient, 'id'>, to: Record<string, string>, { evidence = photo, by = asha } = {}) {
  const body = form(evidence.length > 0 ? { evidence } : {})
  for (const [name, text] of Object.entries({ reason: 'Lost the old phone', ...to })) body.append(name, text)
  return call('POST', `/desk/clients/${id}/contact`, { token: by.token, body })
}
const proposalOf = ({ id }: NewClient) => pendingProposal(server, id)
const approve = (id: string, by = bela) => call('POST', `/desk/proposals/${id}/approve`, { token: by.token })
const mailed = async (address: string) =>
  (await db.rows("select from mail where recipient = $1 and subject = 'Your email address was changed'", [address]))
    .length

test('two operators change an e-mail address, which the audit log does not show: sessions end, withdrawals pause', async () => {
  const client = await server.newClient()
  const email = `moved.${client.id.slice(-12)}@example.com`
  expect(await propose(client, { email })).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  expect((await propose(client, { mobile: '9812345671' })).body).toEqual(contactErrors.pending)
  const id = await proposalOf(client)
  const shown = await call('GET', `/desk/proposals/${id}`, { token: bela.token })
  expect(shown.body.fields).toContainEqual({ label: 'Email', before: { text: client.email }, after: { text: email } })
  expect(shown.body.evidence).toMatchObject([{ type: 'photo' }])
  const evidence = await fetch(`${server.url}/api/desk/contact/${id}/evidence`, {
    headers: { authorization: `Bearer ${bela.token}` },
  })
  expect(evidence.headers.get('content-type')).toBe('image/jpeg')
  expect((await approve(id, asha)).status).toBe(409)
  const both = await Promise.all([approve(id), approve(id)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const address of [client.email, email]) expect(await mailed(address)).toBe(1)
  expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).status).toBe(401)
  const { password } = client
  expect((await call('POST', '/user/login', { body: { email, password } })).status).toBe(200)
  expect(
    await db.row(
      'select by_contact from client c left join withdrawal_pause w on w.client_id = c.id where c.id = $1 and c.contact_changed_at is not null',
      [client.id],
    ),
  ).toBeDefined()
  const audited = await db.rows<{ text: string }>(
    "select concat(before, after) as text from audit where subject_id = $1 and action not like 'auth.%'",
    [client.id],
  )
  expect(audited.map(({ text }) => text).join()).not.toContain(email)
})

test('needs a photo, a change, an address nobody else has, an existing client and the right', async () => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  const empty = Buffer.alloc(0)
  expect((await propose(client, { mobile: '9812345672' }, { evidence: empty })).body).toEqual(imageErrors.needed)
  expect((await propose(client, { mobile: '9812345672' }, { evidence: Buffer.from('%PDF-1.7') })).body).toEqual(
    imageErrors.unreadable,
  )
  expect((await propose(client, { email: client.email })).body).toEqual(contactErrors.same)
  expect((await propose(client, { email: other.email })).body).toEqual(authErrors.emailTaken)
  expect((await propose(client, { mobile: other.mobile })).body).toEqual(authErrors.mobileTaken)
  expect((await propose(client, {})).status).toBe(400)
  expect((await propose(client, { email: 'a@example.com', mobile: '9812345672' })).status).toBe(400)
  expect((await propose({ id: asha.id }, { mobile: '9812345672' })).status).toBe(404)
  const cashier = await establishedOperator(server, 'cashier')
  expect((await propose(client, { mobile: '9812345672' }, { by: cashier })).body).toEqual(commonErrors.noRight)
  expect(await db.rows('select from reply where client_id = $1', [client.id])).toHaveLength(0)
})

test('an address taken since the proposal is rejected at the approval, and a closed account has no changes', async () => {
  const client = await server.newClient()
  const email = `late.${client.id.slice(-12)}@example.com`
  await propose(client, { email })
  const other = await server.newClient({ email })
  expect((await approve(await proposalOf(client))).body).toEqual(authErrors.emailTaken)
  await call('POST', '/user/closure', { token: other.token, body: {} })
  expect((await propose(other, { mobile: '9812345673' })).body).toEqual(commonErrors.accountClosed)
  const { body } = await call('GET', '/user/closure', { token: client.token })
  expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['contact'])
})
