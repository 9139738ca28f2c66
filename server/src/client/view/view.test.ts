import { randomUUID } from 'node:crypto'
import { commonErrors } from '@sauda/contract/platform/error'
import { viewErrors, viewRules } from '@sauda/contract/client/view'
import { viewReads } from '@sauda/contract/client/view-reads'
import { pathOf } from '@sauda/contract/platform/call'
import { expect, test } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { acceptAadhaar, acceptPan, kycSteps } from '../../../test/kyc.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { eraseDataKey } from '../../platform/data-key.ts'
import { sweepSessions } from '../../core/session/session.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db, url } = server
const admin = await newOperator(server, 'admin')
const reason = 'Asked why a charge is shown'

type Operator = { readonly token: string }
const start = (clientId: string, { token }: Operator = admin, text = reason) =>
  call('POST', `/desk/clients/${clientId}/view`, { token, body: { reason: text } })
const codeOf = (link: string) => link.split('#')[1] ?? ''
const open = (link: string) => call('POST', '/user/view', { body: { code: codeOf(link) } })
const viewOf = async (clientId: string, by: Operator = admin): Promise<string> =>
  (await open((await start(clientId, by)).body.link)).body.token
const read = (token: string, path = '/user/account') => call('GET', path, { token })
const statusOf = async (token: string) => (await read(token)).status
const audited = (clientId: string) =>
  db.rows<{ action: string; actor_name: string; after: Record<string, unknown> }>(
    `select action, actor_name, after from audit where subject_id = $1 and action like 'client.view%' order by id`,
    [clientId],
  )

test('a code opens the view once; neither code nor token opens anything else', async () => {
  const { id, name } = await moneyClient(server, { rupees: 700 })
  const { link } = (await start(id)).body
  expect(link).toMatch(/^\/view-as-client#[\w-]{43}$/)
  expect(await statusOf(codeOf(link))).toBe(401)
  const answers = await Promise.all([open(link), open(link)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(viewErrors.linkOver.message)
  const { token, userId } = answers.find(({ status }) => status === 200)?.body ?? {}
  expect(userId).toBe(id)
  expect((await read(token, `/user/profile/${id}`)).body).toMatchObject({ name })
  expect((await read(token, `/user/wallet/${id}`)).body).toMatchObject({ balance: 700 })
  expect((await read(token, `/user/wallet/${(await server.newClient()).id}`)).status).toBe(404)
  expect((await read(token, '/desk/me')).status).toBe(401)
  expect((await read(token, `/desk/clients/${id}`)).status).toBe(401)
  expect((await open(link)).status).toBe(409)
})

test('an unopened code expires', async () => {
  const { id } = await server.newClient()
  const { link } = (await start(id)).body
  await db.run("update session set expires_at = now() - interval '1 second' where viewed_client_id = $1", [id])
  expect((await open(link)).status).toBe(409)
})

test('reading everything a view may read changes nothing of the client', async () => {
  const client = await moneyClient(server, { rupees: 900 })
  const { id } = client
  const transaction = await walletSteps(server, admin).ask(client, 'withdraw', { amount: 250 })
  const token = await viewOf(id)
  const journal = await db.row<{ id: string }>('select id from journal where client_id = $1', [id])
  const params = { userId: id, transactionId: transaction._id, journalId: journal?.id ?? '', code: 'HDFC0000001' }
  const queries: Readonly<Record<string, string>> = {
    '/user/quotes': '?symbols=TCS',
    '/user/candles': '?symbol=TCS&interval=5m',
    '/user/closes': '?symbol=TCS',
    '/user/tax/:userId/stock': '?stock=TCS',
    '/user/tax/:userId/sales': '?line=portfolio',
  }
  const paths = [...viewReads.keys()].filter(({ reply }) => reply !== 'events')
  const [before, auditedBefore] = [await rowsOf(id), await audited(id)]
  const answers = await Promise.all(
    paths.map(async ({ path }) => [path, (await read(token, pathOf(path, params) + (queries[path] ?? ''))).status]),
  )
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  expect(await rowsOf(id)).toEqual(before)
  expect(await audited(id)).toEqual(auditedBefore)
})

/** A digest of the client’s rows in each table; the state of a mail changes when it is sent. */
async function rowsOf(clientId: string): Promise<Record<string, string | undefined>> {
  const columns = await db.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name in ('client_id', 'owner_id') and table_name <> 'mail'`,
  )
  const digests: Record<string, string | undefined> = {}
  for (const { table, column } of columns) {
    const row = await db.row<{ digest: string }>(
      `select count(*) || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
         from ${table} t where ${column}::text = $1`,
      [clientId],
    )
    digests[table] = row?.digest
  }
  return digests
}

test('changes, factors, sessions, files and what the role may not read at the desk are rejected with a sentence', async () => {
  const { id } = await moneyClient(server, { rupees: 900 })
  const support = await newOperator(server, 'support')
  const token = await viewOf(id, support)
  const rejected = async (path: string, method = 'GET') => (await call(method, path, { token, body: undefined })).body
  expect(await rejected('/user/logout', 'POST')).toEqual(viewErrors.readOnly)
  expect(await rejected('/user/notifications/read', 'POST')).toEqual(viewErrors.readOnly)
  expect(await rejected('/user/sessions', 'DELETE')).toEqual(viewErrors.readOnly)
  for (const path of [
    'sessions',
    'totp',
    'passkeys',
    'privacy/export',
    `statement/${id}/pdf`,
    `tax/${id}/file?format=csv`,
  ])
    expect(await rejected(`/user/${path}`)).toEqual(viewErrors.notShown)
  expect(await rejected(`/user/statement/${id}/events`)).toEqual(commonErrors.noRight)
  expect(await rejected('/user/privacy')).toEqual(commonErrors.noRight)
})

test('PAN and account number are masked as on the client’s page at the desk; the client reads them whole', async () => {
  const client = await server.newClient()
  const kyc = await kycSteps(server)
  await kyc.upload(client)
  const { since } = (await kyc.submission(admin, client.id)).body
  await kyc.decide(admin, client.id, { pan: acceptPan, aadhaar: acceptAadhaar, since })
  const details = { accountHolderName: client.name, accountNumber: '123456789012', ifsc: 'HDFC0000001' }
  expect((await call('PUT', '/user/bank-details', { token: client.token, body: details })).status).toBeLessThan(500)
  const whole = (await read(client.token, `/user/profile/${client.id}`)).body
  const viewed = (await read(await viewOf(client.id), `/user/profile/${client.id}`)).body
  const atDesk = (await call('GET', `/desk/clients/${client.id}`, { token: admin.token })).body
  expect(whole.panNumber).toBe(acceptPan.number)
  for (const shown of [viewed, viewed.data])
    expect(shown).toMatchObject({ panNumber: atDesk.panNumber, bankDetails: atDesk.bankDetails })
  expect(JSON.stringify(viewed)).not.toContain(acceptPan.number)
})

type End = (by: { readonly id: string; readonly token: string }, view: string) => Promise<unknown>
const ends: readonly (readonly [string, End])[] = [
  ['the operator logs out', ({ token }) => call('POST', '/desk/logout', { token })],
  ['the operator is disabled', ({ id }) => call('POST', `/desk/operators/${id}/disable`, { token: admin.token })],
  ['the tab is closed', (_, view) => call('POST', '/user/view/end', { body: { token: view } })],
  ['its time is over', ({ id }) => sweepAfter(id, 'viewed_from is not null')],
  ['the operator’s session is idle', ({ id }) => sweepAfter(id, 'viewed_from is null')],
]

/** What the clean-up of sessions does once these sessions of the operator are over. */
async function sweepAfter(operatorId: string, which: string): Promise<void> {
  const over = "last_seen_at = now() - interval '16 minutes', expires_at = now()"
  await db.run(`update session set ${over} where operator_id = $1 and ${which}`, [operatorId])
  await sweepSessions(server.app.context.db)
}

test.each(ends)('the view ends when %s: streams end, requests are rejected, the audit log has it', async (_, end) => {
  const { id } = await server.newClient()
  const support = await newOperator(server, 'support')
  const token = await viewOf(id, support)
  const streams = await Promise.all([
    listen(url, '/user/events', token),
    listen(url, '/user/prices?symbols=TCS', token),
  ])
  await end(support, token)
  expect(await statusOf(token)).toBe(401)
  await eventually(() => streams.every(({ ended }) => ended))
  expect(await audited(id)).toMatchObject([
    { action: 'client.view', actor_name: support.name, after: { reason, minutes: viewRules.minutes } },
    { action: 'client.view.end', actor_name: support.name, after: { endedAt: expect.any(String) } },
  ])
})

test('the desk’s open screens learn that a view ended', async () => {
  const { id } = await server.newClient()
  const token = await viewOf(id, await newOperator(server, 'support'))
  const notices = () =>
    db.rows("select from notice where client_id is null and topic = 'client' and subject_id = $1", [id])
  const before = (await notices()).length
  await call('POST', '/user/view/end', { body: { token } })
  await call('POST', '/user/view/end', { body: { token } })
  expect(await notices()).toHaveLength(before + 1)
})

test('a view ends with the session it was opened from, even if its row remains', async () => {
  const { id } = await server.newClient()
  const support = await newOperator(server, 'support')
  const token = await viewOf(id, support)
  expect(await statusOf(token)).toBe(200)
  await db.run('update session set expires_at = now() where operator_id = $1 and viewed_from is null', [support.id])
  expect(await statusOf(token)).toBe(401)
})

test('a role that loses the right loses its open views', async () => {
  const { id } = await server.newClient()
  const dealer = await newOperator(server, 'dealer')
  expect((await start(id, dealer)).status).toBe(403)
  const rights = (more: string[]) =>
    db.run(
      `insert into role_rights (role, rights) values ('dealer', $1) on conflict (role) do update set rights = $1`,
      [['client.read', ...more]],
    )
  await rights(['client.view'])
  const token = await viewOf(id, dealer)
  expect(await statusOf(token)).toBe(200)
  await rights([])
  expect(await statusOf(token)).toBe(401)
})

test('the client’s logins, known browsers, mails and unread notifications are as before', async () => {
  const client = await server.newClient()
  const seen = async () => ({
    sessions: (await call('GET', '/user/sessions', { token: client.token })).body.map(
      ({ _id }: { _id: string }) => _id,
    ),
    counts: await db.row(
      `select (select count(*) from known_browser where owner_id = $1) as browsers,
              (select count(*) from mail where client_id = $1) as mails,
              (select count(*) from session where client_id = $1) as logins`,
      [client.id],
    ),
  })
  const before = await seen()
  const opened = await open((await start(client.id)).body.link)
  expect(opened.headers.getSetCookie()).toEqual([])
  expect(await statusOf(opened.body.token)).toBe(200)
  expect(await seen()).toEqual(before)
  expect((await call('GET', '/desk/sessions', { token: admin.token })).body).toHaveLength(1)
  await call('DELETE', '/user/sessions', { token: client.token })
  expect(await statusOf(opened.body.token)).toBe(200)
})

test('at most five views of a session are open, also of thirty requests at once', async () => {
  const { id } = await server.newClient()
  const support = await newOperator(server, 'support')
  const answers = await Promise.all(Array.from({ length: 30 }, () => start(id, support)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  const opened = await Promise.all(answers.map(({ body }) => open(body.link)))
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(viewRules.perSession)
  expect((await call('GET', '/desk/me', { token: support.token })).status).toBe(200)
})

test('a frozen account can be viewed with a reason; an erased or unknown one cannot', async () => {
  const { id } = await server.newClient()
  await call('POST', `/desk/clients/${id}/freeze`, { token: admin.token, body: { reason: 'Stolen phone' } })
  expect(await statusOf(await viewOf(id))).toBe(200)
  await server.app.context.db.transaction((tx) => eraseDataKey(tx, id))
  expect(await start(id)).toMatchObject({ status: 409, body: viewErrors.erased })
  expect((await start(randomUUID())).status).toBe(404)
  expect(await start(id, admin, ' ')).toMatchObject({ status: 400, body: { message: 'Please give a reason' } })
  expect((await start(id, await newOperator(server, 'auditor'))).status).toBe(403)
  expect((await start(id, await server.newClient())).status).toBe(401)
})
