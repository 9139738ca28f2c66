import { approvalErrors } from '@sauda/contract/core/approval'
import { commonErrors } from '@sauda/contract/platform/error'
import { kycErrors } from '@sauda/contract/client/kyc'
import { describe, expect, test } from 'vitest'
import { acceptAadhaar, kycSteps, newPan, refuse } from '../../../test/kyc.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const steps = await kycSteps(server)
const maker = await establishedOperator(server, 'reviewer', 'Ravi Menon')
const checker = await establishedOperator(server, 'reviewer', 'Sunita Rao')

async function waitingClient(): Promise<NewClient> {
  const client = await server.newClient()
  await steps.upload(client)
  return client
}

async function verifiedClient() {
  const client = await waitingClient()
  const pan = newPan()
  await steps.decide(checker, client.id, { pan, aadhaar: acceptAadhaar })
  return { ...client, pan }
}

const correct = (clientId: string, body: object, operator = maker) =>
  server.call('POST', `/desk/kyc/${clientId}/correct`, { token: operator.token, body })

const proposalsOf = (clientId: string) =>
  server.db.rows<{ id: string; kind: string; status: string; summary: string; payload: unknown }>(
    'select id, kind, status, summary, payload from proposal where client_id = $1 order by id',
    [clientId],
  )

async function approve(clientId: string, operator: NewOperator = checker) {
  const id = (await proposalsOf(clientId)).at(-1)?.id
  return server.call('POST', `/desk/proposals/${id}/approve`, { token: operator.token })
}

const reopenPan = { correction: 'reopen', documents: ['pan'], reason: 'The PAN was read wrongly' }
const revokeBoth = { correction: 'revoke', documents: ['pan', 'aadhaar'], reason: 'The card belongs to another person' }

describe('reopen', () => {
  test('changes nothing until a second operator approves; then the same photo awaits a decision again', async () => {
    const client = await verifiedClient()
    const answer = await correct(client.id, reopenPan)
    expect(answer).toMatchObject({ status: 200, body: { isDocsVerified: 'VERIFIED', waitsForSecond: true } })
    expect((await steps.status(client)).isDocsVerified).toBe('VERIFIED')
    expect(await approve(client.id, maker)).toMatchObject({ status: 409, body: approvalErrors.ownRequest })

    expect((await approve(client.id)).body).toMatchObject({ status: 'approved' })
    const { isDocsVerified, documents } = await steps.status(client)
    expect([isDocsVerified, documents.pan.status, documents.aadhaar.status]).toEqual([
      'VERIFIED',
      'waiting',
      'accepted',
    ])
    expect(await steps.audit('kyc.reopen', client.id)).toEqual([
      {
        actor_kind: 'operator',
        actor_name: 'Sunita Rao',
        before: { isDocsVerified: 'VERIFIED' },
        after: { isDocsVerified: 'VERIFIED', documents: ['pan'], reason: reopenPan.reason },
        ip: '127.0.0.1',
      },
    ])
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('Verification reopened: we are checking your PAN card again')
    expect(mail?.text).toContain(reopenPan.reason)
    const queue = await server.call('GET', '/desk/queue?kind=kyc', { token: maker.token })
    expect(queue.body.items).toContainEqual(expect.objectContaining({ kind: 'kyc', id: client.id }))

    const corrected = { accept: true, number: 'CORPX9999X', name: 'Asha Rao' }
    expect((await steps.decide(maker, client.id, { pan: corrected })).body).toMatchObject({ waitsForSecond: true })
    expect((await approve(client.id)).body).toMatchObject({ status: 'approved' })
    const submission = await steps.submission(maker, client.id)
    expect(submission.body.panNumber).toBe('COR••••99X')
    expect(submission.body.history).toHaveLength(3)
  })

  test('rejecting a photo on review withdraws the verification', async () => {
    const client = await verifiedClient()
    await correct(client.id, reopenPan)
    await approve(client.id)
    expect((await steps.decide(maker, client.id, { pan: refuse() })).body.isDocsVerified).toBe('REVOKED')
  })
})

describe('revoke', () => {
  test('the client reads why, sends new photos, and stays revoked until they are decided', async () => {
    const client = await verifiedClient()
    await correct(client.id, revokeBoth)
    await approve(client.id)
    const { isDocsVerified, documents } = await steps.status(client)
    expect(isDocsVerified).toBe('REVOKED')
    expect(documents.pan).toMatchObject({ status: 'refused', reason: revokeBoth.reason })
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('Verification revoked: please send your PAN card and your Aadhaar card again')
    expect(mail?.text).toContain('Your balance and positions are not affected')
    expect((await steps.upload(client)).body.user.isDocsVerified).toBe('REVOKED')
    expect((await steps.upload(client)).body.message).toBe(kycErrors.alreadyWaiting.message)
    const { pan, aadhaar } = { pan: client.pan, aadhaar: acceptAadhaar }
    expect((await steps.decide(maker, client.id, { pan: refuse(), aadhaar })).body.isDocsVerified).toBe('REVOKED')
    const text = new FormData()
    text.append('text', 'It is my own card')
    await server.call('POST', '/user/kyc/reply', { token: client.token, body: text })
    expect((await steps.status(client)).documents.pan.status).toBe('waiting')
    expect((await steps.decide(maker, client.id, { pan })).body.isDocsVerified).toBe('VERIFIED')
  })

  test('blocks deposits, loans, purchases and changes of settings, but not what the client owns', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    await correct(client.id, revokeBoth)
    await approve(client.id)
    const as = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      server.call(method, path, { token: client.token, ...(body && { body }) })
    const refused = { status: 409, body: commonErrors.notVerified }
    const dealer = await establishedOperator(server, 'dealer')
    expect(await as('POST', '/user/wallet/add-money', { id: client.id, amount: 600 })).toMatchObject(refused)
    expect(await as('POST', `/user/loan/request/${client.id}`, {})).toMatchObject(refused)
    expect(
      await as('PUT', '/user/settings/segment', { equity: true, currency: true, fno: true, commodity: false }),
    ).toMatchObject(refused)
    expect(
      await as('PUT', `/user/profile/update/${client.id}`, {
        bankDetails: { accountHolderName: 'Other Person', accountNumber: '918020045671234', ifsc: 'HDFC0001234' },
      }),
    ).toMatchObject(refused)
    const order = { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }
    expect(await server.call('POST', '/desk/trades/buy', { token: dealer.token, body: order })).toMatchObject(refused)
    for (const path of ['wallet', 'portfolio', 'trade/history', 'statement', 'tax'])
      expect((await as('GET', `/user/${path}/${client.id}`)).status).toBe(200)
    expect((await as('POST', '/user/wallet/withdraw', { id: client.id, amount: 600 })).status).toBe(200)
    expect((await as('GET', '/user/closure')).body.items).not.toContainEqual(
      expect.objectContaining({ kind: 'documents' }),
    )
  })

  test('the balance is unchanged and a requested withdrawal is still paid', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const { withdraw, wallet, approve: pay } = walletSteps(server, await establishedOperator(server, 'cashier'))
    const id = await withdraw(client, 600)
    const before = await wallet(client)
    await correct(client.id, revokeBoth)
    await approve(client.id)
    expect(await wallet(client)).toEqual(before)
    expect((await pay(id)).status).toBe(200)
  })
})

describe('rejected, with nothing changed', () => {
  test('a client who is not verified, no document, no reason, another right', async () => {
    const pending = await waitingClient()
    expect(await correct(pending.id, reopenPan)).toMatchObject({ status: 409, body: kycErrors.notVerified })
    const client = await verifiedClient()
    expect((await correct(client.id, { ...reopenPan, documents: [] })).status).toBe(400)
    expect((await correct(client.id, { ...reopenPan, documents: ['pan', 'pan', 'pan'] })).status).toBe(400)
    expect((await correct(client.id, { ...reopenPan, reason: ' ' })).status).toBe(400)
    expect((await correct(client.id, reopenPan, await establishedOperator(server, 'dealer'))).status).toBe(403)
    expect(await proposalsOf(client.id)).toEqual([])
  })

  test('a client who was verified without photos can be revoked, not reopened', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    expect(await correct(client.id, reopenPan)).toMatchObject({ status: 409, body: kycErrors.noPhotos })
  })

  test('of thirty corrections at once one is proposed and carried out once', async () => {
    const client = await verifiedClient()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => correct(client.id, n % 2 === 0 ? reopenPan : revokeBoth)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = answers.filter(({ status }) => status !== 200).map(({ body }) => body.message)
    expect(new Set(lost)).toEqual(new Set([kycErrors.awaitsSecond.message]))
    const approvals = await Promise.all(Array.from({ length: 10 }, () => approve(client.id)))
    expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = [...(await steps.audit('kyc.reopen', client.id)), ...(await steps.audit('kyc.revoke', client.id))]
    expect(rows).toHaveLength(1)
  })
})

describe('a PAN that another client has', () => {
  test('needs a reason and a second operator, and is stored only encrypted until then', async () => {
    const first = await verifiedClient()
    const { saudaId } = (await steps.submission(maker, first.id)).body
    const second = await waitingClient()
    const flagged = [{ clientId: first.id, clientName: first.name, saudaId }]
    const check = (clientId: string, number: string) =>
      server.call('POST', `/desk/kyc/${clientId}/check-pan`, { token: maker.token, body: { number } })
    expect((await check(second.id, first.pan.number.toLowerCase())).body).toEqual({ samePan: flagged })
    expect((await check(first.id, first.pan.number)).body).toEqual({ samePan: [] })
    expect((await check(second.id, 'nonsense')).status).toBe(400)
    expect(await steps.audit('kyc.check-pan', second.id)).toHaveLength(1)

    const decisions = { pan: first.pan, aadhaar: acceptAadhaar }
    expect(await steps.decide(maker, second.id, decisions)).toMatchObject({ status: 422, body: kycErrors.samePan })
    const override = { ...decisions, pan: { ...first.pan, samePanReason: 'Old account, closed in 2024' } }
    const answer = await steps.decide(maker, second.id, override)
    expect(answer).toMatchObject({
      status: 200,
      body: { isDocsVerified: 'PENDING', samePan: flagged, waitsForSecond: true },
    })
    expect((await steps.status(second)).isDocsVerified).toBe('PENDING')
    const [proposal] = await proposalsOf(second.id)
    expect(JSON.stringify(proposal)).not.toContain(first.pan.number)
    expect(proposal?.summary).toContain('Old account, closed in 2024')
    expect((await steps.submission(maker, second.id)).body).not.toHaveProperty('panNumber')

    // Nothing overtakes the request.
    expect(await steps.decide(checker, second.id, { pan: refuse(), aadhaar: refuse() })).toMatchObject({
      status: 409,
      body: kycErrors.awaitsSecond,
    })
    expect((await approve(second.id, maker)).status).toBe(409)
    expect((await approve(second.id)).status).toBe(200)
    expect((await steps.status(second)).isDocsVerified).toBe('VERIFIED')
    expect((await steps.submission(maker, second.id)).body.samePan).toEqual(flagged)
    expect(await steps.audit('kyc.accept', second.id)).toMatchObject([
      { actor_name: 'Sunita Rao', after: { samePan: [saudaId], reason: 'Old account, closed in 2024' } },
      {},
    ])
  })

  test('a rejected request leaves the documents pending', async () => {
    const first = await verifiedClient()
    const second = await waitingClient()
    const pan = { ...first.pan, samePanReason: 'Same person' }
    await steps.decide(maker, second.id, { pan, aadhaar: acceptAadhaar })
    const [proposal] = await proposalsOf(second.id)
    await server.call('POST', `/desk/proposals/${proposal?.id}/reject`, { token: checker.token })
    expect((await steps.status(second)).isDocsVerified).toBe('PENDING')
    expect((await steps.decide(maker, second.id, { pan: refuse(), aadhaar: refuse() })).status).toBe(200)
  })

  test('of eight clients accepted at once with one PAN, one is verified', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, waitingClient))
    const pan = { ...newPan(), samePanReason: 'Family account' }
    const answers = await Promise.all(
      clients.map((client) => steps.decide(maker, client.id, { pan, aadhaar: acceptAadhaar })),
    )
    expect(answers.map(({ body }) => body.isDocsVerified).toSorted()).toEqual([...Array(7).fill('PENDING'), 'VERIFIED'])
    expect(answers.filter(({ body }) => body.waitsForSecond)).toHaveLength(7)
  })
})
