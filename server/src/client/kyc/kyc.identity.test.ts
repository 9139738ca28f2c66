import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { approvalErrors } from '@sauda/contract/core/approval'
import { commonErrors } from '@sauda/contract/platform/error'
import { identityErrors } from '@sauda/contract/client/identity'
import { kycErrors } from '@sauda/contract/client/kyc'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, kycSteps, newPan } from '../../../test/kyc.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { testServer } from '../../../test/server.ts'
import { pendingProposal } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const steps = await kycSteps(server)
const asha = await establishedOperator(server, 'reviewer', 'Asha')
const bela = await establishedOperator(server, 'reviewer', 'Bela')

async function verified() {
  const client = await server.newClient()
  await steps.upload(client)
  const pan = newPan()
  await steps.decide(asha, client.id, { pan, aadhaar: acceptAadhaar })
  return { ...client, pan: pan.number }
}

async function correct(clientId: string, to: Record<string, string>, { by = asha, photo = false } = {}) {
  const body = form(photo ? { evidence: await jpeg() } : {})
  for (const [name, text] of Object.entries({ reason: 'Misread at the first review', ...to })) body.append(name, text)
  return call('POST', `/desk/clients/${clientId}/identity`, { token: by.token, body })
}
const pendingOf = (clientId: string) => pendingProposal(server, clientId)
const approve = (id: string, by = bela) => call('POST', `/desk/proposals/${id}/approve`, { token: by.token })
const page = async (clientId: string) => (await call('GET', `/desk/clients/${clientId}`, { token: asha.token })).body

test('two operators correct name, PAN and date of birth, which apply at once; the client’s mail has no PAN', async () => {
  const client = await verified()
  const to = { name: 'Asha Verma', number: newPan().number, bornOn: '1990-12-31' }
  expect(await correct(client.id, to, { photo: true })).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  expect(await page(client.id)).not.toMatchObject({ name: to.name })
  expect((await correct(client.id, { name: 'Asha Sen' })).body).toEqual(kycErrors.awaitsSecond)

  const id = await pendingOf(client.id)
  const shown = await call('GET', `/desk/proposals/${id}`, { token: bela.token })
  expect(shown.body.obstacle).toBeUndefined()
  expect(shown.body.fields).toEqual(
    expect.arrayContaining([
      { label: 'Name', before: { text: client.name }, after: { text: to.name } },
      { label: 'PAN', before: { text: client.pan }, after: { text: to.number } },
      { label: 'Date of birth', before: { text: 'Not known' }, after: { text: '31 Dec 1990' } },
      { label: 'Reason', after: { text: 'Misread at the first review' } },
    ]),
  )
  expect(shown.body.evidence).toContainEqual(expect.objectContaining({ type: 'photo' }))
  await call('GET', `/desk/proposals/${id}`, { token: bela.token })
  expect(await steps.audit('approval.view', client.id)).toMatchObject([
    { actor_name: 'Bela', after: { proposalId: id, title: 'Correction of identity' } },
  ])
  const evidence = await fetch(`${server.url}/api/desk/contact/${id}/evidence`, {
    headers: { authorization: `Bearer ${bela.token}` },
  })
  expect(evidence.headers.get('content-type')).toBe('image/jpeg')

  expect((await approve(id, asha)).body).toEqual(approvalErrors.ownRequest)
  expect((await approve(id)).body).toMatchObject({ status: 'approved' })
  expect(await page(client.id)).toMatchObject({
    name: to.name,
    panNumber: `${to.number.slice(0, 3)}••••${to.number.slice(-3)}`,
    dateOfBirth: '1990-12-31',
  })
  expect((await steps.submission(asha, client.id)).body).toMatchObject({ clientName: to.name, panName: to.name })
  const profile = await call('GET', `/user/profile/${client.id}`, { token: client.token })
  expect(JSON.stringify(profile.body)).toContain(to.name)

  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe('Your name, PAN and date of birth in our records were corrected')
  expect(mail?.text).toContain(to.name)
  expect(mail?.text).not.toContain(to.number)
  expect(mail?.text).not.toContain('1990')
  const notified = await call('GET', '/user/notifications', { token: client.token })
  expect(JSON.stringify(notified.body)).toContain(mail?.subject)
  expect(await steps.audit('kyc.identity', client.id)).toMatchObject([
    {
      actor_name: 'Bela',
      before: { name: client.name, birthYear: 'not known' },
      after: { name: to.name, birthYear: '1990' },
    },
  ])
  const stored = await db.rows<{ text: string }>(
    `select concat(before, after) as text from audit where subject_id = $1
     union all select payload::text from proposal where client_id = $1::uuid`,
    [client.id],
  )
  expect(stored.map(({ text }) => text).join()).not.toMatch(new RegExp(`${to.number}|${client.pan}|1990-12`))
})

test('the account holder is compared with the corrected name from then on', async () => {
  const client = await verified()
  const bankDetails = { accountHolderName: 'Kiran Verma', accountNumber: '123456789012', ifsc: 'HDFC0000001' }
  const holder = async () => {
    const { body } = await steps.submission(asha, client.id)
    return JSON.stringify(body.warnings)
  }
  const saved = await call('PUT', `/user/profile/update/${client.id}`, {
    token: client.token,
    body: { bankDetails },
  })
  expect(saved.status).toBe(200)
  expect(await holder()).toContain('Kiran Verma')
  await correct(client.id, { name: 'Kiran Verma' })
  await approve(await pendingOf(client.id))
  expect(await holder()).not.toContain('Kiran Verma')
})

test('rejects a PAN of another client, unchanged or no details, a birth in the future, and an unverified client', async () => {
  const [client, other, fresh] = [await verified(), await verified(), await server.newClient()]
  expect(await correct(client.id, { number: other.pan })).toMatchObject({ status: 409, body: identityErrors.panTaken })
  expect((await correct(client.id, { number: client.pan })).body).toEqual(identityErrors.same)
  expect((await correct(client.id, { bornOn: '2126-01-01' })).body).toEqual(identityErrors.notBorn)
  expect((await correct(client.id, { bornOn: '31/12/1990' })).status).toBe(400)
  expect((await correct(client.id, {})).status).toBe(400)
  expect((await correct(fresh.id, { name: 'Asha Sen' })).body).toEqual(identityErrors.unverified)
  expect((await correct(asha.id, { name: 'Asha Sen' })).status).toBe(404)
  const cashier = await establishedOperator(server, 'cashier')
  expect((await correct(client.id, { name: 'Asha Sen' }, { by: cashier })).body).toEqual(commonErrors.noRight)
  const number = newPan().number
  await correct(client.id, { number })
  await correct(other.id, { number })
  const both = await Promise.all([approve(await pendingOf(client.id)), approve(await pendingOf(other.id))])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a reopened card with another PAN needs a second operator; with the same PAN it does not', async () => {
  const client = await verified()
  const reopen = async () => {
    const body = { correction: 'reopen', documents: ['pan'], reason: 'The PAN was read wrongly' }
    await call('POST', `/desk/kyc/${client.id}/correct`, { token: asha.token, body })
    await approve(await pendingOf(client.id))
  }
  await reopen()
  const same = { accept: true, number: client.pan, name: 'Asha Rao' }
  expect((await steps.decide(asha, client.id, { pan: same })).body.waitsForSecond).toBeUndefined()
  await reopen()
  const { body } = await steps.decide(asha, client.id, { pan: newPan() })
  expect(body).toMatchObject({ waitsForSecond: true })
  expect(body.secondReasons).toEqual([
    'Another PAN, or name on it, of a verified client always needs a second operator',
  ])
})

test('a corrected name may not contain a link, because the client reads it', async () => {
  const { id } = await verified()
  expect(await correct(id, { name: 'Visit sauda-kyc.com' })).toMatchObject({
    status: 422,
    body: { message: clientTextErrors.link('The name').message },
  })
})
