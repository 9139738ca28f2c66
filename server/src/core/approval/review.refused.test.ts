import { commonErrors } from '@sauda/contract/platform/error'
import type { ProposalKind } from '@sauda/contract/core/proposal'
import { kycErrors } from '@sauda/contract/client/kyc'
import { expect, test } from 'vitest'
import { exampleOffer, loanSteps } from '../../../test/loan.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { insertProposal } from '../../../test/proposals.ts'
import { testServer } from '../../../test/server.ts'

// What the approval would refuse is said by the review.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
// Waiting periods apply from the second administrator on.
for (const name of ['Asha', 'Bela']) await establishedOperator(server, 'admin', name)
const maker = await establishedOperator(server, 'reviewer', 'Mira')
const reviewer = await establishedOperator(server, 'reviewer', 'Ravi')
const lender = await establishedOperator(server, 'lender', 'Leela')
const other = await establishedOperator(server, 'lender', 'Lata')

/** The obstacle of the review and the answer to the approval of a request by this operator. */
async function said(
  kind: ProposalKind,
  by: NewOperator,
  given: { payload: object; clientId?: string; madeBy?: string },
) {
  const { madeBy = maker.id, ...rest } = given
  const path = `/desk/proposals/${await insertProposal(server, { kind, requestedBy: madeBy, ...rest })}`
  const { obstacle, version, evidence } = (await call('GET', path, { token: by.token })).body
  const { status, body } = await call('POST', `${path}/approve`, { token: by.token, body: { version } })
  return { review: obstacle, approval: status === 200 ? undefined : body.message, evidence }
}

test('of a correction of documents, identity, contact or trading account', async () => {
  const [{ id: clientId }, { id: holder }] = [await moneyClient(server), await moneyClient(server)]
  const reason = 'As the client asked'
  await db.run("update client set ucc = 'HELD1' where id = $1", [holder])
  await db.run("update client set kyc_status = 'UNVERIFIED' where id = $1", [clientId])
  const payloads = {
    'kyc.correct': { clientId, correction: 'revoke', documents: ['pan'], reason },
    'kyc.identity': { clientId, name: 'Ravi Kumar', reason },
    'contact.change': {
      clientId,
      email: (await db.row<{ email: string }>('select email from client where id = $1', [clientId]))?.email,
      reason,
      evidenceId: crypto.randomUUID(),
    },
    'client.trading-account': { clientId, ucc: 'HELD1', demat: '', reason },
  } satisfies Partial<Record<ProposalKind, object>>
  for (const [kind, payload] of Object.entries(payloads)) {
    const { review, approval } = await said(kind as ProposalKind, reviewer, { payload, clientId })
    expect([kind, review]).toEqual([kind, expect.any(String)])
    expect([kind, review]).toEqual([kind, approval])
  }
  const { review } = await said('kyc.correct', reviewer, { payload: payloads['kyc.correct'], clientId })
  expect(review).toBe(kycErrors.notVerified.message)
})

test('of a loan whose client is frozen or was offered one meanwhile', async () => {
  const { request, offered } = loanSteps(server, lender)
  const [frozen, served] = [await moneyClient(server), await moneyClient(server)]
  const of = async (clientId: string, loanId: string) =>
    said('loan.offer', other, { payload: { loanId, offer: exampleOffer }, clientId, madeBy: lender.id })
  const { _id } = await request(frozen)
  await db.run('update client set frozen_at = now() where id = $1', [frozen.id])
  expect(await of(frozen.id, _id)).toMatchObject({
    review: commonErrors.loginFrozen.message,
    approval: commonErrors.loginFrozen.message,
  })
  const second = await of(served.id, (await offered(served))._id)
  expect(second.review).toBe('Already decided by Leela')
  expect(second.approval).toBe(second.review)
})

test('to an operator whose login is new', async () => {
  const { id: clientId } = await moneyClient(server)
  const payload = { clientId, correction: 'revoke', documents: ['pan'], reason: 'Another person’s card' }
  const { review, approval } = await said('kyc.correct', await newOperator(server, 'reviewer'), { payload, clientId })
  expect(review).toMatch(/^Your login or your role is new/)
  expect(approval).toBe(review)
})
