import { randomUUID } from 'node:crypto'
import { kycErrors } from '@sauda/contract/client/kyc'
import { describe, expect, test } from 'vitest'
import { acceptAadhaar, kycSteps, newPan, refuse } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import { raceAtTable } from '../../../test/race.ts'
import { testServer, type NewClient } from '../../../test/server.ts'

const server = await testServer()
const steps = await kycSteps(server)
const operator = await newOperator(server, 'reviewer', 'Ravi Menon')
const { publicUrl } = server.app.context.config

async function waitingClient(): Promise<NewClient> {
  const client = await server.newClient()
  await steps.upload(client)
  return client
}

describe('decide', () => {
  test('both accepted: VERIFIED, mailed, audited, and every screen is notified', async () => {
    const client = await waitingClient()
    const before = await steps.lastNotice()
    await server.db.run(`insert into queue_claim (kind, item_id, operator_id) values ('kyc', $1, $2)`, [
      client.id,
      operator.id,
    ])
    const pan = { accept: true, number: ' zzzpd1234e ', name: 'Asha Rao' }
    expect(await steps.decide(operator, client.id, { pan, aadhaar: acceptAadhaar })).toMatchObject({
      status: 200,
      body: { isDocsVerified: 'VERIFIED', samePan: [] },
    })
    expect((await steps.status(client)).isDocsVerified).toBe('VERIFIED')
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe("You're verified. Welcome to Sauda")
    expect(mail?.text).toContain(`Hello ${client.name},\n\nYour documents are verified.`)
    expect(mail?.text).toContain(`${publicUrl}/account/home`)
    expect(await steps.audit('kyc.accept', client.id)).toEqual([
      {
        actor_kind: 'operator',
        actor_name: 'Ravi Menon',
        before: { document: 'pan', status: 'waiting', isDocsVerified: 'PENDING' },
        after: {
          document: 'pan',
          status: 'accepted',
          isDocsVerified: 'VERIFIED',
          panNumber: 'ZZZ••••34E',
          samePan: [],
        },
        ip: '127.0.0.1',
      },
      expect.objectContaining({
        after: {
          document: 'aadhaar',
          status: 'accepted',
          isDocsVerified: 'VERIFIED',
          aadhaarNumber: 'XXXX XXXX 1234',
        },
      }),
    ])
    expect(await steps.notices(client.id, before)).toEqual(['kyc', 'profile'])
    expect(await steps.notices(null, before)).toEqual(['queue', 'client'])
    expect(await server.db.rows('select 1 from queue_claim where item_id = $1', [client.id])).toEqual([])
  })

  test('the PAN is nowhere in plain text in the database', async () => {
    const client = await waitingClient()
    await steps.decide(operator, client.id, {
      pan: { accept: true, number: 'QQQPQ9876Q', name: 'Q' },
      aadhaar: acceptAadhaar,
    })
    const tables = await server.db.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const found = await server.db.rows(`select 1 from "${name}" t where t::text like '%QQQPQ9876Q%'`)
      expect([name, found]).toEqual([name, []])
    }
  })

  test('one rejected: UNVERIFIED, and the mail says which, why and what to do', async () => {
    const client = await waitingClient()
    const reason = 'The first 8 digits of the Aadhaar number must be covered'
    const answer = await steps.decide(operator, client.id, { pan: newPan(), aadhaar: refuse(reason) })
    expect(answer.body.isDocsVerified).toBe('UNVERIFIED')
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('Please resend your Aadhaar card photo')
    expect(mail?.text).toContain('Your PAN card is accepted.')
    expect(mail?.text).toContain(`We need a new photo of your Aadhaar card. Reason: ${reason}`)
    expect(mail?.text).toContain(
      `log in at ${publicUrl}/account/profile, press "Verify Now" and send a new photo of your Aadhaar card.`,
    )
    expect(await steps.audit('kyc.refuse', client.id)).toMatchObject([{ after: { document: 'aadhaar', reason } }])

    await steps.upload(client, ['aadhaar'])
    const second = await steps.decide(operator, client.id, { aadhaar: acceptAadhaar })
    expect(second.body.isDocsVerified).toBe('VERIFIED')
    const { history } = (await steps.submission(operator, client.id)).body
    expect(history).toMatchObject([
      { document: 'aadhaar', status: 'accepted', operatorName: 'Ravi Menon' },
      { status: expect.any(String) },
      { status: expect.any(String) },
    ])
    expect(history).toContainEqual(expect.objectContaining({ document: 'aadhaar', status: 'refused', reason }))
  })

  test('both rejected', async () => {
    const client = await waitingClient()
    const answer = await steps.decide(operator, client.id, { pan: refuse('Too dark'), aadhaar: refuse('Cut off') })
    expect(answer.body.isDocsVerified).toBe('UNVERIFIED')
    expect((await server.mailTo(client.email))?.text).toContain(
      'send a new photo of your PAN card and your Aadhaar card.',
    )
    expect(await steps.upload(client, ['pan'])).toMatchObject({ status: 422, body: kycErrors.bothNeeded })
    expect((await steps.upload(client)).status).toBe(200)
  })

  test.each([
    ['nothing', {}, kycErrors.decideBoth],
    ['only one of two', { pan: newPan() }, kycErrors.decideBoth],
    ['a PAN without number', { pan: { accept: true, name: 'Asha' }, aadhaar: acceptAadhaar }, kycErrors.panDetails],
    [
      'a PAN without name',
      { pan: { accept: true, number: 'ABCPD1234E' }, aadhaar: acceptAadhaar },
      kycErrors.panDetails,
    ],
    ['an Aadhaar without digits', { pan: newPan(), aadhaar: { accept: true } }, kycErrors.aadhaarDetails],
    ['no, without a reason', { pan: { accept: false }, aadhaar: acceptAadhaar }, kycErrors.reasonNeeded],
    ['no, without a reason', { pan: newPan(), aadhaar: { accept: false } }, kycErrors.reasonNeeded],
  ])('rejected and nothing changed: %s', async (_what, body, refusal) => {
    const client = await waitingClient()
    expect(await steps.decide(operator, client.id, body)).toMatchObject({ status: refusal.status, body: refusal })
    expect((await steps.status(client)).isDocsVerified).toBe('PENDING')
    expect((await steps.submission(operator, client.id)).body).not.toHaveProperty('panNumber')
  })

  test.each([
    ['a company’s PAN', { pan: { ...newPan(), number: 'ABCCD1234E' } }, 'A PAN looks like ABCPD1234E'],
    ['a short PAN', { pan: { ...newPan(), number: 'ABCPD1234' } }, 'A PAN looks like ABCPD1234E'],
    ['a whole Aadhaar number', { aadhaar: { accept: true, last4: '234567890124' } }, 'Enter the last 4 digits'],
    ['an empty reason', { pan: refuse('  ') }, 'Please give a reason'],
    ['a reason of 301 letters', { pan: refuse('x'.repeat(301)) }, 'Please use at most 300 characters'],
    ['no yes or no', { pan: {} }, 'Choose Accept or Re-upload for the PAN card'],
  ])('%s is rejected by the contract', async (_what, body, sentence) => {
    const client = await waitingClient()
    const answer = await steps.decide(operator, client.id, { pan: newPan(), aadhaar: acceptAadhaar, ...body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(sentence)
  })

  test('the queue is empty before documents are sent', async () => {
    const client = await server.newClient()
    const answer = await steps.decide(operator, client.id, { pan: newPan(), aadhaar: acceptAadhaar })
    expect(answer).toMatchObject({ status: 409, body: kycErrors.nothingWaiting })
  })

  test('the second operator learns who decided first', async () => {
    const client = await waitingClient()
    const decisions = { pan: newPan(), aadhaar: acceptAadhaar }
    await steps.decide(operator, client.id, decisions)
    const late = await newOperator(server, 'admin', 'Late Operator')
    expect(await steps.decide(late, client.id, decisions)).toMatchObject({
      status: 409,
      body: { message: 'Already decided by Ravi Menon' },
    })
  })

  test('a document that is accepted is not decided again', async () => {
    const client = await waitingClient()
    await steps.decide(operator, client.id, { pan: newPan(), aadhaar: refuse() })
    await steps.upload(client, ['aadhaar'])
    const answer = await steps.decide(operator, client.id, { pan: refuse(), aadhaar: acceptAadhaar })
    expect(answer).toMatchObject({ status: 409, body: { message: 'Already decided by Ravi Menon' } })
  })

  test('photos uploaded after the reviewer opened the case are not decided unseen', async () => {
    const client = await waitingClient()
    const { since } = (await steps.submission(operator, client.id)).body
    await steps.decide(operator, client.id, { pan: refuse(), aadhaar: refuse() })
    await steps.upload(client)
    const decisions = { pan: newPan(), aadhaar: acceptAadhaar }
    expect(await steps.decide(operator, client.id, { ...decisions, since })).toMatchObject({
      status: 409,
      body: kycErrors.newerPhotos,
    })
    const fresh = (await steps.submission(operator, client.id)).body.since
    expect((await steps.decide(operator, client.id, { ...decisions, since: fresh })).status).toBe(200)
  })

  test('of thirty decisions at once exactly one succeeds, and the others name the operator', async () => {
    const client = await waitingClient()
    const reviewers = await Promise.all(Array.from({ length: 30 }, (_, n) => newOperator(server, 'reviewer', `R${n}`)))
    const decisions = (n: number) =>
      n % 2 === 0 ? { pan: newPan(), aadhaar: acceptAadhaar } : { pan: refuse(), aadhaar: refuse() }
    const answers = await raceAtTable(
      server,
      'kyc_document',
      reviewers.map((reviewer, n) => () => steps.decide(reviewer, client.id, decisions(n))),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    const lost = answers.filter((_, n) => n !== winner)
    expect(lost.map(({ status, body }) => [status, body.message])).toEqual(
      lost.map(() => [409, `Already decided by R${winner}`]),
    )
    expect((await steps.status(client)).isDocsVerified).toBe(winner % 2 === 0 ? 'VERIFIED' : 'UNVERIFIED')
    const rows = [...(await steps.audit('kyc.accept', client.id)), ...(await steps.audit('kyc.refuse', client.id))]
    expect(rows).toHaveLength(2)
    const mails = await server.db.rows(`select 1 from mail where recipient = $1 and subject ~ 'verified|resend'`, [
      client.email,
    ])
    expect(mails).toHaveLength(1)
  })

  test('an unknown client', async () => {
    const answer = await steps.decide(operator, randomUUID(), { pan: newPan(), aadhaar: acceptAadhaar })
    expect(answer.status).toBe(404)
  })
})
