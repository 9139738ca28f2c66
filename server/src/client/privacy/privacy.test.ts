import { privacyErrors, currentNotice } from '@sauda/contract/client/privacy'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { kycSteps } from '../../../test/kyc.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { bookTrades, newSettlement, storeContracts } from '../../../test/clearing.ts'
import { tamper } from '../../../test/tamper.ts'
import { personalTableNames } from './personal-tables.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const admin = await establishedOperator(server, 'admin', 'Asha Admin')
const second = await establishedOperator(server, 'admin', 'Bela Admin')
const reviewer = await establishedOperator(server, 'reviewer', 'Chitra')
const support = await establishedOperator(server, 'support', 'Deepa')
const kyc = await kycSteps(server)

const read = async ({ token }: Pick<NewClient, 'token'>) => (await call('GET', '/user/privacy', { token })).body
const ask = ({ token }: Pick<NewClient, 'token'>, kind: string, text = 'Please change it') =>
  call('POST', '/user/privacy/requests', { token, body: { kind, text } })
const erase = (clientId: string) =>
  call('POST', `/desk/privacy/clients/${clientId}/erase`, { token: admin.token, body: { reason: 'At their request' } })
const approve = (by = second) => decidePending(server, by, { subject: 'privacy.erase' })
async function fullClient(name = 'Chitra Nair'): Promise<NewClient> {
  const client = await server.newClient({ name })
  const { token, id } = client
  const bankDetails = { accountHolderName: name, accountNumber: '123456789012', ifsc: 'HDFC0001234' }
  expect((await call('PUT', `/user/profile/update/${id}`, { token, body: { bankDetails } })).status).toBe(200)
  await kyc.upload(client)
  return client
}

test('every table with rows of a client is in the registry of export and erasure', async () => {
  const tables = await db.rows<{ name: string }>(
    `with recursive reach as (
       select 'client'::regclass as rel
       union
       select c.conrelid from pg_constraint c join reach r on c.confrelid = r.rel where c.contype = 'f')
     select rel::text as name from reach
     union
     select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and a.attname in ('client_id', 'owner_id', 'recipient', 'email', 'subject_id')`,
  )
  /** Tables of operators, of the broker, or of a case whose client table is listed. */
  const others = ['operator', 'escalation_level']
  const missing = tables
    .map(({ name }) => name)
    .filter((name) => !others.includes(name) && !(personalTableNames as string[]).includes(name))
  expect(missing.map((name) => `add ${name} to server/src/client/privacy/personal-tables.ts`)).toEqual([])
})

test('a client downloads everything in one file: tables without keys and hashes, numbers in plain text, documents', async () => {
  const client = await fullClient()
  const answer = await call('GET', '/user/privacy/export', { token: client.token })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(answer.body))
  const { tables } = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  expect(tables.client).toMatchObject([{ name: 'Chitra Nair', email: client.email }])
  expect(tables.bank_details).toMatchObject([{ account_number: '123456789012' }])
  expect(tables.consent).toMatchObject([{ notice_version: currentNotice, channel: 'registration' }])
  expect(tables.audit.length).toBeGreaterThan(0)
  const documents = Object.keys(files).filter((name) => name.startsWith('documents/'))
  expect(documents).toHaveLength(2)
  expect(Buffer.from(files[documents[0] ?? ''] ?? []).toString('hex', 0, 2)).toBe('ffd8')
  expect(JSON.stringify(tables)).not.toMatch(/password|token_hash|_lookup|wrapped|sealed:/)
  const exports = () =>
    db.rows<{ actor_kind: string }>(
      "select actor_kind from audit where action = 'privacy.export' and subject_id = $1 order by id",
      [client.id],
    )
  expect(await exports()).toEqual([{ actor_kind: 'client' }])
  expect((await mailTo(client.email))?.subject).toBe('Your data was downloaded')
  const atDesk = `/desk/privacy/clients/${client.id}/export`
  expect((await call('GET', atDesk, { token: support.token })).status).toBe(403)
  expect((await call('GET', atDesk, { token: reviewer.token })).status).toBe(200)
  expect(await exports()).toEqual([{ actor_kind: 'client' }, { actor_kind: 'operator' }])
})

test('another client’s data is in no export', async () => {
  const [client, other] = [await server.newClient(), await fullClient()]
  const { body } = await call('GET', '/user/privacy/export', { token: client.token })
  const text = strFromU8(unzipSync(new Uint8Array(body))['data.json'] ?? new Uint8Array())
  for (const value of [other.id, other.email, other.mobile, '123456789012']) expect(text).not.toContain(value)
})

test('an erasure is rejected while there is money, a loan, a request or the retention period, and says which', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const asked = await ask(client, 'erasure')
  expect(asked).toMatchObject({ status: 409, body: { message: expect.stringContaining('the wallet is not empty') } })
  expect(asked.body.message).toMatch(/the law requires these records until ([1-9]|[12]\d|3[01]) \w+ 20\d\d/)
  expect((await erase(client.id)).body.message).toContain('the wallet is not empty')
  const { obstacles } = await read(client)
  expect(obstacles).toHaveLength(2)
})

test('sale proceeds that are not settled, and dues, prevent an erasure after the retention period too', async () => {
  const [seller, debtor] = [await moneyClient(server), await moneyClient(server)]
  const { id: settlementId } = await newSettlement(server)
  await bookTrades(server, seller, { intraday: [{ settlementId, result: 500n }] })
  await bookTrades(server, debtor, { intraday: [{ settlementId, result: -500n }] })
  await storeContracts(server)
  const earlier = "update journal set at = at - interval '20 years' where client_id in ($1, $2)"
  await tamper(server, earlier, [seller.id, debtor.id])
  expect((await read(seller)).obstacles).toEqual(['the wallet is not empty'])
  expect((await read(debtor)).obstacles).toEqual(['executed trades are not paid'])
})

test('an erasure waits for an adjustment that is not decided', async () => {
  const client = await server.newClient()
  const cashier = await establishedOperator(server, 'cashier')
  const body = { clientId: client.id, kind: 'credit', amount: 500, reason: 'Correction' }
  const adjustment = await call('POST', '/desk/ledger/adjustments', { token: cashier.token, body })
  expect((await erase(client.id)).body.message).toContain('a request awaits a second operator')
  await call('POST', `/desk/ledger/adjustments/${adjustment.body._id}/reject`, { token: cashier.token })
  expect((await read(client)).obstacles).toEqual([])
})

test('an erasure needs two administrators, destroys the key, and leaves no personal data; the ledger stays', async () => {
  const name = 'Kavita Deshmukh'
  const client = await fullClient(name)
  await ask(client, 'erasure')
  const before = await db.row<{ count: number }>('select count(*)::int as count from journal')
  expect(await erase(client.id)).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  expect((await read(client)).requests).toMatchObject([{ status: 'open' }])
  expect((await approve(admin)).status).toBe(409)
  expect((await approve()).status).toBe(200)
  expect((await call('GET', '/user/privacy', { token: client.token })).status).toBe(401)
  expect((await mailTo(client.email))?.subject).toBe('Your personal data was erased')
  await db.run('delete from mail where recipient = $1', [client.email])
  const found: string[] = []
  const names = await db.rows<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  for (const { name: table } of names.filter((each) => each.name !== 'audit')) {
    const row = await db.row<{ text: string }>(`select string_agg(t::text, '') as text from "${table}" t`)
    for (const value of [client.email, client.mobile, name])
      if (row?.text?.includes(value)) found.push(`${table} still has ${value}`)
  }
  expect(found).toEqual([])
  expect(await db.row('select wrapped from data_key where owner_id = $1', [client.id])).toEqual({
    wrapped: Buffer.alloc(0),
  })
  expect(await db.row<{ count: number }>('select count(*)::int as count from journal')).toEqual(before)
  const page = await call('GET', `/desk/clients/${client.id}`, { token: admin.token })
  expect(page).toMatchObject({ status: 200, body: { name: 'Erased client' } })
  expect((await erase(client.id)).body).toEqual({ ...privacyErrors.erased })
  expect((await call('GET', '/desk/books', { token: admin.token })).body.balanced).toBe(true)
  const again = { name, email: client.email, mobile: client.mobile }
  expect((await server.newClient(again)).id).not.toBe(client.id)
})

test('the second administrator sees what is erased and what is kept, the client’s request, and what changed since', async () => {
  const client = await fullClient('Meera Joshi')
  await ask(client, 'erasure', 'I close my account')
  expect((await erase(client.id)).body).toMatchObject({ waitsForSecond: true })
  const proposalId = await pendingProposal(server, 'privacy.erase')
  const look = async () => (await call('GET', `/desk/proposals/${proposalId}`, { token: second.token })).body
  const review = await look()
  expect(review.obstacle).toBeUndefined()
  const rows = review.evidence.find(({ id }: { id: string }) => id.startsWith('records')).rows as { text: string }[][]
  const shown = Object.fromEntries(rows.map(([what, number, effect]) => [what?.text, [number?.text, effect?.text]]))
  expect(shown).toMatchObject({
    'Bank details': ['1', 'Deleted'],
    'Documents and photos': ['2', 'Deleted'],
    'Name, contact details and login': ['1', expect.stringMatching(/^Personal data removed/)],
    'Account in the ledger': ['1', expect.stringMatching(/^Kept: /)],
  })
  const facts = review.evidence.find(({ id }: { id: string }) => id.startsWith('state')).facts
  expect(facts).toContainEqual({
    label: 'Client',
    value: { text: expect.stringContaining('Meera Joshi'), to: `/clients/${client.id}` },
  })
  expect(facts).toContainEqual({
    label: 'Request of the client',
    value: { text: expect.stringContaining('I close my account'), to: `/privacy?client=${client.id}` },
  })
  expect(facts).toContainEqual({ label: 'Open matters', value: { text: 'None' } })
  await ask(client, 'correction')
  expect((await look()).version).not.toBe(review.version)
  expect((await decidePending(server, second, { verb: 'reject' })).status).toBe(200)
})

test('a changed notice is accepted once, and only in its current version', async () => {
  const client = await server.newClient()
  expect((await read(client)).accepted.version).toBe(currentNotice)
  await db.run('delete from consent where client_id = $1', [client.id])
  expect((await read(client)).accepted).toBeUndefined()
  const accept = (version: number) => call('POST', '/user/privacy/accept', { token: client.token, body: { version } })
  expect((await accept(currentNotice - 1)).body).toEqual({ ...privacyErrors.oldNotice })
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(currentNotice)))
  expect(answers.every(({ status, body }) => status === 200 && body.accepted.version === currentNotice)).toBe(true)
  expect(await db.rows('select from consent where client_id = $1', [client.id])).toHaveLength(1)
  expect(
    await db.rows("select from audit where action = 'privacy.accept' and subject_id = $1", [client.id]),
  ).toHaveLength(1)
})

test('a correction is one open request, carried out with the new name or rejected with a reason, and mailed', async () => {
  const client = await server.newClient({ name: 'Chitra Nayr' })
  const { _id } = (await ask(client, 'correction', 'My name is Chitra Nair')).body.requests[0]
  expect((await ask(client, 'correction')).body).toEqual({ ...privacyErrors.alreadyOpen })
  const complete = { token: reviewer.token, body: { answer: 'We corrected your name', name: 'Chitra Nair' } }
  expect(
    (await call('POST', `/desk/privacy/requests/${_id}/complete`, { ...complete, token: support.token })).status,
  ).toBe(403)
  expect((await call('POST', `/desk/privacy/requests/${_id}/complete`, complete)).status).toBe(200)
  expect((await call('POST', `/desk/privacy/requests/${_id}/complete`, complete)).status).toBe(409)
  expect((await mailTo(client.email))?.text).toContain('Hello Chitra Nair')
  const next = (await ask(client, 'correction')).body.requests[0]
  const reject = { token: reviewer.token, body: { answer: 'Please send your PAN card' } }
  expect((await call('POST', `/desk/privacy/requests/${next._id}/reject`, reject)).status).toBe(200)
  expect((await read(client)).requests).toMatchObject([
    { status: 'rejected', answer: 'Please send your PAN card' },
    { status: 'done' },
  ])
})

test('the name of a verified client is not changed by one operator who answers the request', async () => {
  const client = await server.newClient({ name: 'Chitra Nayr' })
  await db.run("update client set kyc_status = 'VERIFIED' where id = $1", [client.id])
  const { _id } = (await ask(client, 'correction', 'My name is Chitra Nair')).body.requests[0]
  const path = `/desk/privacy/requests/${_id}/complete`
  const body = { answer: 'We corrected your name', name: 'Chitra Nair' }
  expect((await call('POST', path, { token: reviewer.token, body })).body).toEqual({ ...privacyErrors.verifiedName })
  expect(await db.row('select name from client where id = $1', [client.id])).toEqual({ name: 'Chitra Nayr' })
  const answer = { answer: body.answer }
  expect((await call('POST', path, { token: reviewer.token, body: answer })).status).toBe(200)
})

test('a request for an erasure is not answered as a correction', async () => {
  const client = await server.newClient()
  const { _id } = (await ask(client, 'erasure')).body.requests[0]
  const answer = await call('POST', `/desk/privacy/requests/${_id}/complete`, {
    token: reviewer.token,
    body: { answer: 'Corrected' },
  })
  expect(answer.body).toEqual({ ...privacyErrors.notCorrection })
  expect((await read(client)).requests).toMatchObject([{ status: 'open' }])
})

test('a breach has the Board’s deadline of 72 hours, and its changes are audited', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const body = {
    what: 'A laptop was lost',
    happenedAt: hoursAgo(100),
    knownAt: hoursAgo(80),
    affected: '3 clients',
    measures: 'Sessions ended',
  }
  const send = (input: object) => call('POST', '/desk/privacy/breaches', { token: admin.token, body: input })
  const recorded = await send(body)
  expect(recorded.body).toMatchObject({ number: 'BR1', overdue: true })
  expect(Date.parse(recorded.body.reportDueAt) - Date.parse(body.knownAt)).toBe(72 * 3_600_000)
  expect((await send({ ...body, knownAt: hoursAgo(120) })).body).toEqual({ ...privacyErrors.wrongTimes })
  expect((await send({ ...body, boardInformedAt: hoursAgo(-5) })).body).toEqual({ ...privacyErrors.wrongTimes })
  const change = {
    ...body,
    boardInformedAt: hoursAgo(79),
    boardReportedAt: hoursAgo(20),
    clientsInformedAt: hoursAgo(70),
  }
  const path = `/desk/privacy/breaches/${recorded.body._id}`
  expect((await call('PUT', path, { token: admin.token, body: change })).body).toMatchObject({ overdue: false })
  expect(await db.rows("select from audit where action = 'privacy.breach-change'")).toHaveLength(1)
  expect((await call('GET', '/desk/privacy/breaches', { token: reviewer.token })).status).toBe(403)
})
