import { createHash } from 'node:crypto'
import { loanErrors } from '@sauda/contract/money/loan'
import { alreadyDecided, commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { exampleOffer, loanSteps } from '../../../test/loan.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, refusal } from '../../../test/server.ts'
import { type StoredTerms, termsOf } from './loan.terms.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer()
const { db, call } = server
const lender = await newOperator(server, 'lender', 'Leela')
const other = await newOperator(server, 'lender', 'Omar')
const admin = await newOperator(server, 'admin')
const { request, offered, running } = loanSteps(server, lender)

const { notFound, notVerified, noRight } = commonErrors
const list = async ({ id, token }: { id: string; token: string }) =>
  (await call('GET', `/user/loan/get-loans-by-user/${id}`, { token })).body
const ask = ({ id, token }: { id: string; token: string }, body: unknown = { userId: id }) =>
  call('POST', `/user/loan/request/${id}`, { token, body })
const accept = ({ token }: { token: string }, loanId: unknown, headers?: Record<string, string>) =>
  call('POST', '/user/loan/accept', { token, body: { loanId }, ...(headers && { headers }) })
const offer = (loanId: string, body: unknown = exampleOffer, { token } = lender) =>
  call('POST', `/desk/loans/${loanId}/offer`, { token, body })
const reject = (
  loanId: string,
  body: unknown = { reason: 'We cannot lend to you at the moment' },
  { token } = lender,
) => call('POST', `/desk/loans/${loanId}/reject`, { token, body })
const figures = (clientId: string) => db.row('select cash, loan from client_ledger where client_id = $1', [clientId])

describe('a request', () => {
  test('is pending at the desk and shown as pending, without terms', async () => {
    const client = await moneyClient(server)
    const { status, body } = await ask(client)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Your loan request has been submitted.',
      loan: { status: 'pending', userAccepted: false, total: 0 },
    })
    expect(await list(client)).toEqual([{ ...body.loan, targetAt: expect.any(String) }])
    const queue = await call('GET', '/desk/queue?kind=loan', { token: lender.token })
    expect(queue.body.items.filter((item: { clientId: string }) => item.clientId === client.id)).toEqual([
      {
        kind: 'loan',
        id: body.loan._id,
        clientId: client.id,
        clientName: client.name,
        saudaId: expect.stringMatching(/^SD\d+$/),
        since: body.loan.createdAt,
        dueAt: expect.any(String),
      },
    ])
  })

  test('may leave out its body, but not name somebody else', async () => {
    const [client, stranger] = [await moneyClient(server), await moneyClient(server)]
    expect(await ask(client, { userId: stranger.id })).toMatchObject(refusal(notFound))
    expect(await ask({ ...client, id: stranger.id })).toMatchObject(refusal(notFound))
    expect(await ask({ ...client, id: 'x' }, {})).toMatchObject(refusal(notFound))
    expect(await list(client)).toEqual([])
    expect((await call('POST', `/user/loan/request/${client.id}`, { token: client.token })).status).toBe(200)
  })

  test('needs verified documents', async () => {
    const client = await moneyClient(server, { verified: false })
    expect(await ask(client)).toMatchObject(refusal(notVerified))
    expect(await accept(client, newId())).toMatchObject(refusal(notVerified))
  })

  test('is rejected beside a pending, offered or running one', async () => {
    const client = await moneyClient(server)
    const { _id } = await request(client)
    expect(await ask(client)).toMatchObject(refusal(loanErrors.open))
    await offer(_id)
    expect(await ask(client)).toMatchObject(refusal(loanErrors.open))
    await accept(client, _id)
    expect(await ask(client)).toMatchObject(refusal(loanErrors.open))
    expect(await list(client)).toHaveLength(1)
  })

  test('sent 30 times at once is one request', async () => {
    const client = await moneyClient(server)
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(client)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.message === loanErrors.open.message)).toHaveLength(29)
    expect(await list(client)).toHaveLength(1)
  })

  test('with an Idempotency-Key is answered again without a second effect', async () => {
    const client = await moneyClient(server)
    const send = () =>
      call('POST', `/user/loan/request/${client.id}`, {
        token: client.token,
        body: {},
        headers: { 'idempotency-key': 'loan-request-1' },
      })
    const [first, second] = [await send(), await send()]
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('a loan of somebody else', () => {
  test('cannot be read, accepted or repaid', async () => {
    const [client, stranger] = [await moneyClient(server), await moneyClient(server, { rupees: 1000 })]
    const { _id } = await offered(client)
    expect(await call('GET', `/user/loan/get-loans-by-user/${client.id}`, { token: stranger.token })).toMatchObject(
      refusal(notFound),
    )
    expect(await accept(stranger, _id)).toMatchObject(refusal(notFound))
    await accept(client, _id)
    const pay = (loanId: string) =>
      call('POST', '/user/loan/repay', { token: stranger.token, body: { loanId, amount: 1 } })
    expect(await pay(_id)).toMatchObject(refusal(notFound))
    expect(await pay(newId())).toMatchObject(refusal(notFound))
  })
})

describe('an offer', () => {
  test('states every term, is mailed and is stored as previewed', async () => {
    const client = await moneyClient(server)
    const { _id } = await request(client)
    const preview = await call('POST', '/desk/loans/preview', { token: lender.token, body: exampleOffer })
    const { status, body } = await offer(_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'admin_approved', userAccepted: false, total: 62_717.41, terms: preview.body })
    expect(preview.body).toMatchObject({ ...exampleOffer, aprPercent: 15.47, totalPayable: 62_717.41 })
    expect(preview.body.schedule).toHaveLength(6)
    const paise = { amount: 60_000_00n, fee: 600_00n, ratePercent: 12, months: 6 }
    const today = await db.row<{ on: string }>(`select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as on`)
    expect(preview.body).toEqual(termsOf(paise, today?.on ?? ''))
    expect(await list(client)).toEqual([body])
    expect((await server.mailTo(client.email))?.text).toContain('APR, including the fee: 15.47%')
    expect(await figures(client.id)).toEqual({ cash: 0n, loan: 0n })
    expect(await call('GET', `/desk/loans/${_id}`, { token: admin.token })).toMatchObject({
      status: 200,
      body: { ...body, clientId: client.id, clientName: client.name, decidedBy: 'Leela' },
    })
  })

  test('not accepted yet is due from the day it is read', async () => {
    const client = await moneyClient(server)
    const { _id, terms } = await offered(client)
    await db.run(
      `update loan set created_at = created_at - interval '40 days', decided_at = decided_at - interval '40 days' where id = $1`,
      [_id],
    )
    expect((await list(client))[0].terms).toEqual(terms)
  })

  test.each([
    [{ ...exampleOffer, amount: 999.99 }, loanErrors.offerAmount],
    [{ ...exampleOffer, amount: 0 }, loanErrors.offerAmount],
    [{ ...exampleOffer, fee: 60_000.01 }, loanErrors.offerFee],
  ])('of %j is rejected, in preview too', async (body, words) => {
    const client = await moneyClient(server)
    const { _id } = await request(client)
    expect(await offer(_id, body)).toMatchObject(refusal(words))
    expect(await call('POST', '/desk/loans/preview', { token: lender.token, body })).toMatchObject(refusal(words))
    expect((await list(client))[0].status).toBe('pending')
  })

  const wrong = ['60000', -1, 0.001, 1e308, 2 ** 53, null, [], {}, true, 'NaN', undefined]
  test.each(wrong.flatMap((value) => Object.keys(exampleOffer).map((name) => [name, value] as const)))(
    'with %s %j is rejected with a sentence',
    async (name, value) => {
      for (const path of ['preview', `${newId()}/offer`]) {
        const body = { ...exampleOffer, [name]: value }
        const answer = await call('POST', `/desk/loans/${path}`, { token: lender.token, body })
        expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^[A-Z]/) } })
      }
    },
  )

  test.each([
    [{ ratePercent: 36.01 }, 'Enter an interest rate from 0 to 36% p.a. with at most two decimals'],
    [{ ratePercent: 12.345 }, 'Enter an interest rate from 0 to 36% p.a. with at most two decimals'],
    [{ months: 0 }, 'Enter a tenure of 1 to 60 months'],
    [{ months: 61 }, 'Enter a tenure of 1 to 60 months'],
    [{ months: 1.5 }, 'Enter the tenure in whole months'],
    [{ amount: 60_000.001 }, 'Enter the amount in rupees with at most two decimals'],
  ])('with %j says what to enter', async (part, message) => {
    const answer = await call('POST', '/desk/loans/preview', {
      token: lender.token,
      body: { ...exampleOffer, ...part },
    })
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  test('at the lowest and highest rate, tenure and fee is possible', async () => {
    const preview = (body: object) => call('POST', '/desk/loans/preview', { token: lender.token, body })
    const least = { amount: 1000, ratePercent: 0, months: 1, fee: 0 }
    expect(await preview(least)).toMatchObject({ status: 200, body: { totalPayable: 1000, aprPercent: 0 } })
    const most = { amount: 1_000_000_000, ratePercent: 36, months: 60, fee: 1_000_000_000 }
    expect(await preview(most)).toMatchObject({
      status: 200,
      body: { totalPayable: 3_167_977_524.19, aprPercent: 250.81 },
    })
  })

  test('needs the right, and a request that exists', async () => {
    const { _id } = await request(await moneyClient(server))
    const cashier = await newOperator(server, 'cashier')
    const client = await moneyClient(server)
    expect(await offer(_id, exampleOffer, cashier)).toMatchObject(refusal(noRight))
    expect(await reject(_id, { reason: 'no' }, cashier)).toMatchObject(refusal(noRight))
    expect(await call('POST', '/desk/loans/preview', { token: cashier.token, body: exampleOffer })).toMatchObject(
      refusal(noRight),
    )
    expect((await offer(_id, exampleOffer, { ...lender, token: client.token })).status).toBe(401)
    expect(await offer(newId())).toMatchObject(refusal(notFound))
    expect(await reject(newId())).toMatchObject(refusal(notFound))
    expect(await offer('1')).toMatchObject(refusal(notFound))
    expect(await call('GET', `/desk/loans/${newId()}`, { token: lender.token })).toMatchObject(refusal(notFound))
  })

  test('already made or rejected names the operator', async () => {
    const { _id } = await request(await moneyClient(server))
    await offer(_id)
    expect(await offer(_id, exampleOffer, other)).toMatchObject(refusal(alreadyDecided('Leela')))
    await reject(_id, { reason: 'Too late' }, other)
    for (const answer of [await offer(_id), await reject(_id)])
      expect(answer).toMatchObject(refusal(alreadyDecided('Omar')))
  })

  test('and rejection at the same moment: one succeeds, the other names the operator', async () => {
    const { _id } = await request(await moneyClient(server))
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => offer(_id, exampleOffer, lender)),
      ...Array.from({ length: 10 }, () => reject(_id, { reason: 'No' }, other)),
    ])
    const [row] = await db.rows<{ count: bigint }>(
      `select count(*) from audit where action in ('loan.offer', 'loan.reject') and after ->> 'loanId' = $1`,
      [_id],
    )
    // A rejection may follow an offer; an offer never follows a rejection.
    const done = answers.filter(({ status }) => status === 200)
    expect(BigInt(done.length)).toBe(row?.count)
    expect(done.length).toBeLessThanOrEqual(2)
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost.every(({ body }) => /^Already decided by (Leela|Omar)$/.test(body.message))).toBe(true)
  })
})

describe('a rejection', () => {
  test('gives the reason on screen and by mail, and the client may apply again', async () => {
    const client = await moneyClient(server)
    const { _id } = await request(client)
    expect(await reject(_id, { reason: '  We need a newer address proof  ' })).toMatchObject({
      status: 200,
      body: { status: 'rejected', reason: 'We need a newer address proof', total: 0 },
    })
    expect((await server.mailTo(client.email))?.text).toContain('Reason: We need a newer address proof')
    expect((await ask(client)).status).toBe(200)
    expect((await list(client)).map(({ status }: { status: string }) => status)).toEqual(['pending', 'rejected'])
  })

  test('cancels an offer, which can then not be accepted', async () => {
    const client = await moneyClient(server)
    const { _id } = await offered(client)
    expect((await reject(_id)).status).toBe(200)
    expect(await accept(client, _id)).toMatchObject(refusal(loanErrors.notOffered))
    expect((await server.mailTo(client.email))?.subject).toContain('loan offer has been cancelled')
  })

  test('comes too late for an accepted loan', async () => {
    const { _id } = await running(await moneyClient(server))
    expect(await reject(_id)).toMatchObject(refusal(loanErrors.notWaiting))
    expect(await offer(_id)).toMatchObject(refusal(loanErrors.notWaiting))
  })

  test.each([undefined, '', '   ', 7, null, {}, 'x'.repeat(301), 'a\u0000b'])('needs a reason: %j', async (reason) => {
    const { _id } = await request(await moneyClient(server))
    expect((await reject(_id, { reason })).status).toBe(400)
  })
})

describe('accepting', () => {
  test('stores exactly the terms shown and disburses the amount as borrowed money', async () => {
    const client = await moneyClient(server)
    const shown = await offered(client)
    const { status, body } = await accept(client, shown._id)
    expect(status).toBe(200)
    expect(body.loan).toEqual({
      ...shown,
      status: 'approved',
      userAccepted: true,
      firstFromOwn: 0,
      outstanding: 62_717.41,
      principal: 60_000,
      payoff: 60_600,
      repaid: 0,
      left: [10_952.9, 10_352.9, 10_352.9, 10_352.9, 10_352.9, 10_352.91],
      next: { dueDate: shown.terms?.schedule[0]?.dueDate, amount: 10_952.9 },
    })
    expect(await figures(client.id)).toEqual({ cash: 0n, loan: 60_000_00n })
    const wallet = await call('GET', `/user/wallet/${client.id}`, { token: client.token })
    expect(wallet.body).toMatchObject({ balance: 0, loanAmount: 60_000, withdrawable: 0 })
    const entries = await db.rows(`select debit, credit, amount from entry where client_id = $1`, [client.id])
    expect(entries).toEqual([{ debit: 'loans_receivable', credit: 'loan', amount: 60_000_00n }])
    expect((await server.mailTo(client.email))?.text).toContain('You accepted these loan terms')
  })

  test('stores the terms in paise and the hash of what was shown in the audit log; the database rejects a change', async () => {
    const client = await moneyClient(server)
    const { _id } = await running(client)
    const row = await db.row<{ terms: StoredTerms; hash: string }>(
      `select l.terms, a.after ->> 'termsSha256' as hash from loan l
         join audit a on a.action = 'loan.accept' and a.after ->> 'loanId' = l.id::text where l.id = $1`,
      [_id],
    )
    expect(row?.terms).toMatchObject({ amountPaise: 60_000_00, feePaise: 600_00, totalPayablePaise: 62_717_41 })
    const [{ terms }] = await list(client)
    expect(createHash('sha256').update(JSON.stringify(terms)).digest('hex')).toBe(row?.hash)
    await expect(db.run(`update loan set terms = '{}' where id = $1`, [_id])).rejects.toThrow(/never changed/)
    await expect(db.run(`update loan set accepted_at = now() where id = $1`, [_id])).rejects.toThrow(/never changed/)
  })

  test('needs an offer, once', async () => {
    const client = await moneyClient(server)
    const { _id } = await request(client)
    expect(await accept(client, _id)).toMatchObject(refusal(loanErrors.notOffered))
    await offer(_id)
    expect((await accept(client, _id)).status).toBe(200)
    expect(await accept(client, _id)).toMatchObject(refusal(loanErrors.notOffered))
    expect(await accept(client, newId())).toMatchObject(refusal(notFound))
  })

  test.each([undefined, null, 7, '', 'x', [], {}])('with loanId %j is rejected', async (loanId) => {
    const client = await moneyClient(server)
    expect(await accept(client, loanId)).toMatchObject({ status: 400 })
  })

  test('30 times at once disburses once', async () => {
    const client = await moneyClient(server)
    const { _id } = await offered(client)
    const answers = await Promise.all(Array.from({ length: 30 }, () => accept(client, _id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject(
      Array.from({ length: 29 }, () => refusal(loanErrors.notOffered)),
    )
    expect(await figures(client.id)).toEqual({ cash: 0n, loan: 60_000_00n })
  })

  test('and cancelling at the same moment: either the loan is active or nothing is disbursed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const client = await moneyClient(server)
      const { _id } = await offered(client)
      const answers = await Promise.all([accept(client, _id), reject(_id), accept(client, _id), reject(_id)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { status } = (await list(client))[0]
      expect(await figures(client.id)).toEqual({ cash: 0n, loan: status === 'approved' ? 60_000_00n : 0n })
    }
  })

  test('with an Idempotency-Key is answered again', async () => {
    const client = await moneyClient(server)
    const { _id } = await offered(client)
    const headers = { 'idempotency-key': 'accept-once' }
    const [first, second] = [await accept(client, _id, headers), await accept(client, _id, headers)]
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await accept(client, newId(), headers)).toMatchObject({ status: 409 })
  })
})

describe('declining', () => {
  const decline = ({ token }: { token: string }, loanId: unknown) =>
    call('POST', '/user/loan/decline', { token, body: { loanId } })

  test('ends an offer: nothing is disbursed, it is audited, and the client may apply again', async () => {
    const client = await moneyClient(server)
    const { _id } = await offered(client)
    expect(await decline(client, _id)).toMatchObject({
      status: 200,
      body: {
        message: 'You declined the offer. Nothing was lent.',
        loan: { status: 'rejected', userAccepted: false, reason: 'The client declined the offer' },
      },
    })
    expect(await figures(client.id)).toEqual({ cash: 0n, loan: 0n })
    expect(await accept(client, _id)).toMatchObject(refusal(loanErrors.notOffered))
    const rows = await db.rows('select actor_kind, after from audit where action = $1 and subject_id = $2', [
      'loan.decline',
      client.id,
    ])
    expect(rows).toMatchObject([{ actor_kind: 'client', after: { loanId: _id, status: 'rejected' } }])
    // No operator did it.
    const atDesk = await call('GET', `/desk/loans/${_id}`, { token: lender.token })
    expect(atDesk.body.decidedBy).toBeUndefined()
    expect((await request(client)).status).toBe('pending')
  })

  test('is possible only for one’s own offer', async () => {
    const [client, stranger] = [await moneyClient(server), await moneyClient(server)]
    const { _id } = await request(client)
    expect(await decline(client, _id)).toMatchObject(refusal(loanErrors.notOffered))
    expect(await decline(stranger, _id)).toMatchObject(refusal(notFound))
    const own = await offered(stranger)
    await accept(stranger, own._id)
    expect(await decline(stranger, own._id)).toMatchObject(refusal(loanErrors.notOffered))
    expect(await decline(stranger, newId())).toMatchObject(refusal(notFound))
  })

  test('and accepting at the same moment: one of them succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const client = await moneyClient(server)
      const { _id } = await offered(client)
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? accept(client, _id) : decline(client, _id))),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { status } = (await list(client))[0]
      expect(await figures(client.id)).toEqual({ cash: 0n, loan: status === 'approved' ? 60_000_00n : 0n })
    }
  })
})

const wholeBodies = ['[]', '7', '"x"', 'null', 'true', '{', '', '{"__proto__":{"loanId":"1"}}']
test.each(wholeBodies)('a body of %j is rejected by every call that needs one', async (body) => {
  const client = await moneyClient(server)
  const { _id } = await request(client)
  const send = (path: string, token: string) =>
    call('POST', path, { token, body, headers: { 'content-type': 'application/json' } })
  const answers = [
    await send('/user/loan/accept', client.token),
    await send('/user/loan/repay', client.token),
    await send('/desk/loans/preview', lender.token),
    await send(`/desk/loans/${_id}/offer`, lender.token),
    await send(`/desk/loans/${_id}/reject`, lender.token),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^[A-Z]/) } })
  expect((await list(client))[0].status).toBe('pending')
})

test('every change to a loan notifies the client’s screens and the desk at once', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const { _id, payoff } = await running(client)
  await call('POST', '/user/loan/repay', { token: client.token, body: { loanId: _id, amount: payoff } })
  const notices = await db.rows<{ topic: string }>('select topic from notice where client_id = $1 order by id', [
    client.id,
  ])
  expect(notices.map(({ topic }) => topic)).toEqual(['loan', 'loan', 'loan', 'wallet', 'loan', 'wallet'])
})

test('the desk sees a client’s loans as the client does', async () => {
  const client = await moneyClient(server)
  await running(client)
  const page = await call('GET', `/desk/clients/${client.id}`, { token: admin.token })
  expect(page).toMatchObject({ status: 200, body: { loans: await list(client) } })
})

test('the books agree with every loan of these tests', async () => {
  const { body } = await call('GET', '/desk/books', { token: admin.token })
  expect(body).toMatchObject({ balanced: true, differences: [] })
})

test('a client whose verification was revoked after the request is offered nothing', async () => {
  const client = await moneyClient(server)
  const { _id } = await request(client)
  const verify = (status: string) => db.run('update client set kyc_status = $2 where id = $1', [client.id, status])
  await verify('REVOKED')
  expect(await offer(_id)).toMatchObject(refusal(notVerified))
  await verify('VERIFIED')
  expect((await offer(_id)).status).toBe(200)
})
