import { kycErrors } from '@sauda/contract/client/kyc'
import { commonErrors } from '@sauda/contract/platform/error'
import { imageErrors } from '@sauda/contract/platform/image'
import { replyErrors, replyRules } from '@sauda/contract/core/reply'
import { walletErrors } from '@sauda/contract/money/wallet'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { acceptAadhaar, acceptPan, kycSteps, refuse } from '../../../test/kyc.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { equityOn, settingSteps } from '../../../test/setting.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server
const kyc = await kycSteps(server)
const settings = settingSteps(server)
const [reviewer, cashier, support] = [
  await newOperator(server, 'reviewer'),
  await newOperator(server, 'cashier'),
  await newOperator(server, 'support'),
]
const photo = await jpeg(640, 400)
const proofReason = 'We need proof of your income for this segment'

type Sender = { readonly id: string; readonly token: string }

function replyForm(text: string, proof?: Buffer): FormData {
  const data = new FormData()
  if (text !== '') data.append('text', text)
  if (proof) data.append('proof', new Blob([new Uint8Array(proof)], { type: 'image/jpeg' }), 'proof.jpg')
  return data
}
const send = ({ token }: Sender, path: string, text: string, proof?: Buffer) =>
  call('POST', path, { token, body: replyForm(text, proof) })

const queued = async (kind: string, { token }: { token: string } = reviewer): Promise<string[]> => {
  const { body } = await call('GET', `/desk/queue?kind=${kind}`, { token })
  return body.items.map(({ id }: { id: string }) => id)
}
const audits = (action: string, { id }: Sender) =>
  db.rows<{ before: unknown; after: unknown }>(
    'select before, after from audit where action = $1 and subject_id = $2 order by id',
    [action, id],
  )
const proofs = (path: string) =>
  Promise.all([reviewer, cashier, support].map(async ({ token }) => (await call('GET', path, { token })).status))

async function rejectedSegments(): Promise<Sender & { requestId: string }> {
  const client = await moneyClient(server)
  const { body } = await settings.ask(client, 'segment', { ...equityOn, fno: true })
  const requestId = body.settings.segment.request._id as string
  expect((await settings.refuse(reviewer, requestId)).status).toBe(200)
  return { ...client, requestId }
}

async function rejectedDeposit(utr = newUtr()): Promise<Sender & { requestId: string; utr: string }> {
  const client = await moneyClient(server)
  const { token, id } = client
  const { body } = await call('POST', '/user/wallet/add-money', { token, body: { id, amount: 500, utr } })
  const requestId = body.transaction._id as string
  const reason = 'We did not find this payment in our bank statement'
  await call('POST', `/desk/wallet/transactions/${requestId}/reject`, { token: cashier.token, body: { reason } })
  return { ...client, requestId, utr }
}

const aboutSetting = ({ requestId }: { requestId: string }) => `/user/settings/requests/${requestId}/reply`
const aboutDeposit = ({ requestId }: { requestId: string }) => `/user/wallet/transaction/${requestId}/reply`

test('a rejected segment request is submitted again with the reply and the proof of income, and decided as before', async () => {
  const client = await rejectedSegments()
  const answer = await send(client, aboutSetting(client), 'My salary slip for October', photo)
  expect(answer.status).toBe(200)
  const { request } = answer.body.settings.segment
  expect(request).toMatchObject({ status: 'requested', value: { ...equityOn, fno: true } })
  expect(request._id).not.toBe(client.requestId)
  const sent = { text: 'My salary slip for October', hasProof: true, reason: proofReason }
  expect(request.replies).toMatchObject([sent])
  expect(await queued('setting')).toContain(request._id)
  const desk = await settings.desk(reviewer, request._id)
  expect(desk.body.replies).toMatchObject([sent])
  expect((await settings.approve(reviewer, request._id)).status).toBe(200)
  const { body } = await call('GET', '/user/settings', { token: client.token })
  expect(body.segment.inForce).toMatchObject({ fno: true })
})

test('the proof is a new JPEG without metadata, for whoever may decide the case alone, and each view is audited', async () => {
  const client = await rejectedSegments()
  const withPlace = await sharp(photo)
    .withExif({ IFD0: { Copyright: 'Asha' } })
    .jpeg()
    .toBuffer()
  const { body } = await send(client, aboutSetting(client), '', withPlace)
  const { _id: requestId, replies } = body.settings.segment.request
  const path = `/desk/settings/${requestId}/replies/${replies[0]._id}`
  const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${reviewer.token}` } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { width, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, exif]).toEqual([640, undefined])
  expect(await proofs(path)).toEqual([200, 403, 403])
  expect((await call('GET', path, { token: client.token })).status).toBe(401)
  const after = { replyId: replies[0]._id, about: 'segment' }
  expect(await audits('reply.view', client)).toMatchObject([{ after }])
  expect(await audits('reply.send', client)).toMatchObject([
    { before: { reason: proofReason }, after: { ...after, hasProof: true } },
  ])
  const other = await rejectedSegments()
  const elsewhere = `/desk/settings/${other.requestId}/replies/${replies[0]._id}`
  expect((await call('GET', elsewhere, { token: reviewer.token })).status).toBe(404)
})

test('proof can be added to a pending request, which stays the same', async () => {
  const client = await moneyClient(server)
  const first = await settings.ask(client, 'segment', { ...equityOn, fno: true })
  const requestId = first.body.settings.segment.request._id as string
  const { body } = await send(client, aboutSetting({ requestId }), '', photo)
  expect(body.settings.segment.request).toMatchObject({ _id: requestId, status: 'requested' })
  expect((await settings.desk(reviewer, requestId)).body.replies).toMatchObject([{ text: '', hasProof: true }])
})

test('a reply reopens a rejected deposit: nothing is credited, and the UTR is reserved', async () => {
  const client = await rejectedDeposit()
  const { requestId, utr, token, id } = client
  const path = `/user/wallet/transaction/${requestId}`
  expect((await call('GET', path, { token })).body.canReply).toBe(true)
  const answer = await send(client, aboutDeposit(client), 'Here is the screenshot of my UPI app', photo)
  expect(answer).toMatchObject({ status: 200, body: { transaction: { status: 'pending', utr } } })
  const timeline = (await call('GET', path, { token })).body
  expect(timeline.canReply).toBe(false)
  expect(timeline.steps.map(({ what }: { what: string }) => what)).toEqual([
    'You reported a payment of ₹500.00',
    'Deposit rejected',
    'You replied with a photo',
    'We are looking for your payment in our bank statement',
  ])
  expect(await queued('deposit', cashier)).toContain(requestId)
  expect((await call('GET', `/user/wallet/${id}`, { token })).body.balance).toBe(0)
  const desk = (await call('GET', `/desk/wallet/transactions/${requestId}`, { token: cashier.token })).body
  expect(desk.replies).toMatchObject([{ hasProof: true, reason: expect.stringContaining('did not find') }])
  expect(await proofs(`/desk/wallet/transactions/${requestId}/replies/${desk.replies[0]._id}`)).toEqual([403, 200, 403])
  const other = await moneyClient(server)
  const twice = { token: other.token, body: { id: other.id, amount: 500, utr } }
  expect(await call('POST', '/user/wallet/add-money', twice)).toMatchObject({ body: walletErrors.utrUsed })
  const approve = { token: cashier.token, body: { reference: utr } }
  expect((await call('POST', `/desk/wallet/transactions/${requestId}/approve`, approve)).status).toBe(200)
  expect((await call('GET', `/user/wallet/${id}`, { token })).body.balance).toBe(500)
  expect((await call('GET', '/desk/books', { token: cashier.token })).body.balanced).toBe(true)
})

test('a reply to a requested re-upload queues the same photos again, with the earlier decision', async () => {
  const client = await server.newClient({ name: 'Asha Rao' })
  expect(await send(client, '/user/kyc/reply', 'Hello')).toMatchObject({ status: 409, body: replyErrors.notOpen })
  await kyc.upload(client)
  const name = 'The name differs from your registered name'
  await kyc.decide(reviewer, client.id, { pan: refuse(name), aadhaar: acceptAadhaar })
  const answer = await send(client, '/user/kyc/reply', 'I changed my name; the gazette is attached', photo)
  expect(answer).toMatchObject({ status: 200, body: { isDocsVerified: 'PENDING' } })
  expect(await queued('kyc')).toContain(client.id)
  const { body } = await kyc.submission(reviewer, client.id)
  expect(body).toMatchObject({
    documents: { pan: { status: 'waiting' }, aadhaar: { status: 'accepted' } },
    replies: [{ hasProof: true, reason: name }],
    history: [expect.anything(), expect.anything()],
  })
  expect((await call('GET', `/desk/kyc/${client.id}/pan`, { token: reviewer.token })).status).toBe(200)
  expect(await proofs(`/desk/kyc/${client.id}/replies/${body.replies[0]._id}`)).toEqual([200, 403, 403])
  expect((await kyc.upload(client, ['pan'])).body).toMatchObject(kycErrors.alreadyWaiting)
  const decision = await kyc.decide(reviewer, client.id, { pan: acceptPan })
  expect(decision).toMatchObject({ status: 200, body: { isDocsVerified: 'VERIFIED' } })
  expect((await send(client, '/user/kyc/reply', 'Thank you')).status).toBe(409)
})

test('cases of somebody else, cases that are closed and empty replies are rejected, and no file stays', async () => {
  const [client, deposit] = [await rejectedSegments(), await rejectedDeposit()]
  const other = await moneyClient(server)
  const before = await db.row('select count(*)::int as files from loose_file')
  const notFound = { status: 404, body: commonErrors.notFound }
  expect(await send(other, aboutSetting(client), 'x', photo)).toMatchObject(notFound)
  expect(await send(other, aboutDeposit(deposit), 'x', photo)).toMatchObject(notFound)
  expect(await send(client, aboutSetting(client), '')).toMatchObject({ status: 422, body: replyErrors.empty })
  expect(await send(client, aboutSetting(client), '', Buffer.from('%PDF-1.7'))).toMatchObject({
    status: 422,
    body: imageErrors.unreadable,
  })
  const long = 'x'.repeat(replyRules.textLength + 1)
  expect((await send(client, aboutSetting(client), long)).status).toBe(400)
  expect((await send(client, aboutSetting(client), 'x'.repeat(5000))).status).toBe(413)
  await settings.ask(client, 'segment', equityOn)
  const closed = { status: 409, body: replyErrors.notOpen }
  expect(await send(client, aboutSetting(client), 'Too late', photo)).toMatchObject(closed)
  await db.run("update wallet_request set decided_at = now() - interval '15 days' where id = $1", [deposit.requestId])
  expect(await send(deposit, aboutDeposit(deposit), 'Too late', photo)).toMatchObject(closed)
  const clients = [client.id, deposit.id, other.id]
  expect(await db.rows('select from reply where client_id = any($1)', [clients])).toEqual([])
  expect(await db.row('select count(*)::int as files from loose_file')).toEqual(before)
})

test('a deposit whose UTR was used for another payment in the meantime stays rejected', async () => {
  const client = await rejectedDeposit()
  const other = await moneyClient(server)
  const body = { id: other.id, amount: 500, utr: client.utr }
  expect((await call('POST', '/user/wallet/add-money', { token: other.token, body })).status).toBe(200)
  expect(await send(client, aboutDeposit(client), 'Please look again')).toMatchObject({
    status: 409,
    body: walletErrors.utrUsed,
  })
  const { body: found } = await call('GET', `/user/wallet/transaction/${client.requestId}`, { token: client.token })
  expect(found.status).toBe('rejected')
})

test('of ten replies at once one reopens the deposit, and the others are added to it', async () => {
  const client = await rejectedDeposit()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send(client, aboutDeposit(client), `Reply ${n}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await audits('wallet.reopen', client)).toHaveLength(1)
  expect(await db.rows('select from reply where client_id = $1', [client.id])).toHaveLength(10)
})
