import { randomUUID } from 'node:crypto'
import { roles, type Role } from '@sauda/contract/broker/operator'
import { pathOf, type Call } from '@sauda/contract/platform/call'
import { allCalls } from '@sauda/contract/calls'
import { commonErrors } from '@sauda/contract/platform/error'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Example, Valid } from '../../test/call-things.ts'
import { hashesPassword } from '../../test/every-call.ts'
import { withoutNetwork } from '../../test/inject.ts'
import { moneyClient } from '../../test/money.ts'
import { oddPlaces, oddRequests, withOddValue } from '../../test/odd-requests.ts'
import { isNightly } from '../../test/often.ts'
import { newOperator } from '../../test/operator.ts'
import { raceAtLock } from '../../test/race.ts'
import { ask, examples, rows, type Row } from '../../test/rights.ts'
import { signerSettings } from '../../test/note-signer.ts'
import { testServer } from '../../test/server.ts'
import { balancedBooks } from '../../test/books.ts'
import { sha256 } from '../platform/secret.ts'

// What holds for every call of the contract. What needs two operators is in app.rights.policy.test.ts.
// These write about what earlier tests did, or let a call succeed once more.
const writers = [
  'refusals',
  'final statements',
  'closed accounts with money',
  'mails about exports',
  'daily digest',
  'trade files of the exchanges',
  'booking of trade days',
  'release of settlements',
  'issue of contract notes',
]
const server = withoutNetwork(await testServer({ ...signerSettings(), RATE_LIMITS: 'off' }, { without: writers }))
const { db, call } = server
const admin = await newOperator(server, 'admin')
const { exampleOf, changing: valid } = await examples(server)
const { body: document } = await call('GET', '/openapi.json')

const changing = allCalls.filter(([, { method, images, csv }]) => method !== 'GET' && !images && csv === undefined)
const isClients = ({ who }: Call) => who === 'client' || who === 'verified'

async function exampleNamed(name: string): Promise<Valid> {
  const made = await valid[name]?.()
  if (!made) throw new Error(`server/test/every-call.ts has no example of ${name}`)
  return made
}

function make({ method, path }: Call, { token, params = {}, body, query = '', headers: own }: Example, headers = {}) {
  return call(method, `${pathOf(path, params)}${query}`, {
    headers: { ...own, ...headers },
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
}

/** The journals, audit rows and mails written, and how many audit rows are duplicates; without those that the server's own jobs write. */
const effects = async (since = '0') =>
  (await db.row<{ journals: number; audits: number; twice: number; mails: number; requests: number; last: string }>(
    `select (select count(*)::int from journal) as journals, (select count(*)::int from mail) as mails,
            (select count(*)::int from wallet_request) as requests, count(*)::int as audits,
            count(*)::int - count(distinct (action, subject_id, after))::int as twice, coalesce(max(id), $1::bigint)::text as last
       from audit where id > $1::bigint and action not in ('request.refused', 'client.view.end') and actor_kind <> 'system'`,
    [since],
  )) ?? { journals: 0, audits: 0, twice: 0, mails: 0, requests: 0, last: '0' }

describe('the contract', () => {
  test('every call that changes something has a valid example in server/test/every-call.ts', () => {
    expect(Object.keys(valid).toSorted()).toEqual(changing.map(([name]) => name).toSorted())
  })

  test('docs/api.md has every call', () => {
    const named = rows().map(({ name }) => name.replace(/ \(.+/, ''))
    expect([...new Set(named)].toSorted()).toEqual(allCalls.map(([name]) => name).toSorted())
  })

  test('every call is mounted', () => {
    const mounted = ({ method, path }: Call) => server.app.http.hasRoute({ method, url: `/api${path}` })
    expect(allCalls.filter(([, each]) => !mounted(each))).toEqual([])
  })

  test('every call is in the OpenAPI document, with who may make it', () => {
    expect(document.openapi).toBe('3.1.0')
    const documented = Object.entries<Record<string, { operationId: string; 'x-who': string }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId, 'x-who': who }]) => `${operationId} ${method.toUpperCase()} ${path} ${who}`,
        ),
    )
    const expected = allCalls.map(
      ([name, { method, path, who }]) => `${name} ${method} ${path.replace(/:(\w+)/g, '{$1}')} ${who}`,
    )
    expect(documented.toSorted()).toEqual(expected.toSorted())
  })

  test('every call is on the documentation page', async () => {
    const page = await call('GET', '/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    const text = String(page.body)
    expect(allCalls.filter(([, each]) => !text.includes(`<code>${each.method} /api${each.path}</code>`))).toEqual([])
  })
})

let count = 0
/** With the password of `newOperator`, without the time a login takes. */
async function quickOperator(role: string): Promise<string> {
  count += 1
  const token = `rights-operator-${String(count).padStart(12, '0')}`
  await db.run(
    `with o as (
       insert into operator (id, email, name, role, password_hash)
       select gen_random_uuid(), $1, 'Nisha', $2, password_hash from operator where id = $3 returning id)
     insert into session (id, token_hash, operator_id, ip, device, expires_at)
     select gen_random_uuid(), $4, id, '127.0.0.1', 'test', now() + interval '1 day' from o`,
    [`${token}@desk.example`, role, admin.id, sha256(token)],
  )
  return token
}

/** A view of the account by an operator of the role, opened from a session of its own. */
async function viewOf(role: Role, clientId: string): Promise<string> {
  const token = await quickOperator(role)
  const started = await call('POST', `/desk/clients/${clientId}/view`, { token, body: { reason: 'Asked us to look' } })
  const code = String(started.body.link).split('#')[1]
  return (await call('POST', '/user/view', { body: { code } })).body.token
}
const viewers: Readonly<Record<string, Role>> = { view: 'admin', 'view by support': 'support' }

const frozen = await moneyClient(server)
await call('POST', `/desk/clients/${frozen.id}/freeze`, { token: admin.token, body: { reason: 'Stolen phone' } })
const loggedOut = { client: await moneyClient(server), operator: await newOperator(server, 'admin') }
await call('POST', '/user/logout', { token: loggedOut.client.token })
await call('POST', '/desk/logout', { token: loggedOut.operator.token })
const disabled = await newOperator(server, 'admin')
await call('POST', `/desk/operators/${disabled.id}/disable`, { token: admin.token })
const viewed = await moneyClient(server)

const standing = {
  'invented token': 'a'.repeat(43),
  'no rights': await quickOperator('none'),
  'frozen client': frozen.token,
  disabled: disabled.token,
  client: (await moneyClient(server, { verified: false })).token,
  'verified client': (await moneyClient(server)).token,
  'only admin': admin.token,
} as Record<string, string>
for (const role of Object.keys(roles)) standing[role] ??= await quickOperator(role)
const views: Record<string, string> = {}
for (const [viewer, role] of Object.entries(viewers)) views[viewer] = await viewOf(role, viewed.id)
// On a slow machine the calls take longer than a view lasts.
await db.run("update session set expires_at = now() + interval '1 day' where viewed_client_id = $1", [viewed.id])
const other = await moneyClient(server, { rupees: 10_000 })

/** The token of this kind of caller; for a call of clients, of the client the example is about. */
async function tokenOf(caller: string, row: Row, { client }: Example): Promise<string | undefined> {
  if (caller === 'visitor') return undefined
  if (caller === 'ended session') return (isClients(row.call) ? loggedOut.client : loggedOut.operator).token
  const isAllowed = row.answers[caller] === 'yes'
  const viewer = viewers[caller]
  if (viewer) return isAllowed && isClients(row.call) && client ? viewOf(viewer, client.id) : views[caller]
  if (client && (caller === 'client' || caller === 'verified client')) {
    const status = caller === 'client' ? 'UNVERIFIED' : 'VERIFIED'
    await db.run('update client set kyc_status = $2 where id = $1', [client.id, status])
    return client.token
  }
  if (isAllowed && /^(?:operator|session)\./.test(row.name) && (caller in roles || caller === 'only admin'))
    return quickOperator(caller === 'only admin' ? 'admin' : caller)
  return standing[caller]
}

/** They need what only a mail, an authenticator or a browser has, or something this caller does not own. */
const needsMore =
  /passkey|sent-file\.content|verifyOtp|resetPassword|totpConfirm|totpRemove|acceptInvitation|profile\.photo|kyc\.image|mail\.(?:page|mailboxPage)|operatorEnd$|reconciliation\.approve \(withdrawal\)/i

/** They end the session that makes them, or approve only what was seen just before; so each caller needs an example of its own. */
const needsOwnExample =
  /^(?:auth\.(?:logout|changePassword)|contact\.change|closure\.close|session\.end$|view\.end|approval\.approve)/

/** A client's call that names a client, or something of one, in its address or its body. */
function namesClient({ call: { path, body, ...each } }: Row): boolean {
  const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
  return (
    isClients({ path, ...each }) && (/:\w+Id/.test(path) || fields.some((one) => /^(?:id|userId|loanId)$/.test(one)))
  )
}

/** These end the caller's own session, need a code that is not known here, or change nothing in their example. */
const notDuring =
  /\(|logout|session\.(?:end|operatorEnd)$|totpConfirm|totpRemove|passkey(?:Start|Add|Remove)|preview|checkPan|find\.find|unpublish/i
const changingNames = new Set(changing.map(([name]) => name))

/** Everything about one call; the rejected requests leave its example as it is for the others. */
describe.each(rows().map((row): [string, Row] => [row.name, row]))('%s', (name, row) => {
  const { who, path } = row.call
  const isGuarded = who !== 'anyone'
  // The right of one of several administrators depends on the policy: app.rights.policy.test.ts.
  const callers = Object.entries({
    ...row.answers,
    ...(isGuarded && { 'invented token': '401' }),
    ...(who.includes('.') && !name.includes('(') && { 'no rights': '403' }),
  }).filter(([caller]) => caller !== 'admin')
  const where = (applies: boolean) => (applies ? [name] : [])
  let example: Example = {}
  beforeAll(async () => {
    example = await exampleOf(row)
  })

  test.each(where(isGuarded))('rejects the kinds of caller that docs/api.md names', async () => {
    const rejected = callers.filter(([, answer]) => answer !== 'yes')
    const answered: Record<string, string> = {}
    for (const [caller] of rejected)
      answered[caller] = (await ask(server, row, await tokenOf(caller, row, example), example)).verdict
    expect(answered).toEqual(Object.fromEntries(rejected))
  })

  test.each(where(namesClient(row)))('with another client’s id is not found and changes nothing', async () => {
    const before = await effects()
    const answer = await make(row.call, { ...example, token: other.token })
    expect(answer).toMatchObject({ status: 404, body: commonErrors.notFound })
    expect(await effects(before.last)).toMatchObject({ journals: before.journals, audits: 0 })
  })

  test.each(where(path.includes(':clientId')))('of an unknown client is not found', async () => {
    const params = { ...example.params, clientId: randomUUID() }
    const { status, body } = await make(row.call, { ...example, params, token: admin.token })
    expect({ status, body }).toEqual({ status: 404, body: commonErrors.notFound })
  })

  test.each(where(Object.values(row.call.words ?? {}).includes(undefined)))(
    'with a control character in a word of its path is not found',
    async () => {
      const params = {
        ...example.params,
        ...Object.fromEntries(Object.keys(row.call.words ?? {}).map((key) => [key, '\0'])),
      }
      const { status, body } = await make(row.call, { ...example, token: example.token ?? admin.token, params })
      expect({ status, body }).toEqual({ status: 404, body: commonErrors.notFound })
    },
  )

  // docs/decisions/0054-checked-at-commit.md
  test.each(where(isGuarded && changingNames.has(name) && !notDuring.test(name)))(
    'is rejected where the session ends during it, and then changes nothing',
    async () => {
      const token = example.client ? await tokenOf('verified client', row, example) : example.token
      const before = await effects()
      let session: { row: object } | undefined
      const answer = await raceAtLock(
        db,
        // The guard may still read it; the check at the commit waits.
        ['lock table session in exclusive mode'],
        () => make(row.call, { ...example, token: token ?? '' }),
        async (tx) => {
          const end = 'delete from session s where token_hash = $1 returning to_json(s) as row'
          session = await tx.row(end, [sha256(token ?? '')])
        },
      )
      // Other examples use the operator's session.
      await db.run('insert into session select (json_populate_record(null::session, $1)).*', [session?.row])
      expect(answer).toMatchObject({ status: 401, body: commonErrors.notSignedIn })
      expect(await effects(before.last)).toEqual({ ...before, audits: 0, twice: 0 })
    },
  )

  test('answers every other kind of caller as docs/api.md says', async () => {
    const answered: Record<string, string> = {}
    const statuses: number[] = []
    for (const [caller] of callers.filter(([, answer]) => answer === 'yes')) {
      const own = needsOwnExample.test(name) ? await exampleOf(row) : example
      const { verdict, status } = await ask(server, row, await tokenOf(caller, row, own), own)
      answered[caller] = verdict
      statuses.push(status)
    }
    expect(answered).toEqual(Object.fromEntries(Object.keys(answered).map((caller) => [caller, 'yes'])))
    if (!needsMore.test(name)) expect(statuses).toContain(200)
  })
})

test('roles have rights: a dealer does not decide documents, a reviewer may', async () => {
  const look = async (role: string) =>
    (await call('GET', `/desk/kyc/${randomUUID()}`, { token: standing[role] ?? '' })).status
  expect([await look('dealer'), await look('reviewer')]).toEqual([403, 404])
})

/** Enough for several to begin before the first has ended. */
const together = isNightly ? 30 : 4

const needsCode =
  /passkey(?:Login|Add|Remove)|verifyOtp|resetPassword|totpConfirm|totpRemove|acceptInvitation|contact\.change/

/** Calls that create something new each time they are sent without an idempotency key. */
const createsEachTime =
  /^(?:auth\.(?:login|totpStart|register|resendOtp|forgotPassword)|operator\.(?:login|totpStart|resetOperator)|\w+\.passkey|queue\.claim|charge\.raise|ledger\.requestAdjustment|setting\.|trade\.buy|wallet\.(?:intent|addMoney|withdraw)|bank\.update|market\.editInstrument|kyc\.checkPan|contact\.start|view\.start|statement\.sendExplanation)/

// Their own features race those that hash a password.
test.each(changing.filter(([name]) => !hashesPassword.test(name)))(
  '%s, many times at once: no fault, and at most one effect where a repetition must have none',
  async (name, each) => {
    const asked = await exampleNamed(name)
    const before = await effects()
    const answers = await Promise.all(Array.from({ length: together }, () => make(each, asked)))
    const { journals, twice } = await effects(before.last)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    if (!needsCode.test(name)) expect(answers.map(({ status }) => status)).toContain(200)
    if (createsEachTime.test(name)) return
    expect(journals - before.journals).toBeLessThanOrEqual(1)
    if (!needsCode.test(name)) expect(twice).toBe(0)
  },
)

const withKey = changing.filter(
  ([name]) =>
    /^(?:wallet|loan|charge|trade|reversal|trade-file|ledger|setting)\./.test(name) && !/preview|intent/i.test(name),
)
test.each(withKey)('%s, many times at once under one key, has one effect and one answer', async (name, each) => {
  const asked = await exampleNamed(name)
  const before = await effects()
  const headers = { 'idempotency-key': `thirty-${name}` }
  const answers = await Promise.all(Array.from({ length: together }, () => make(each, asked, headers)))
  const { journals, twice } = await effects(before.last)
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual(
    answers.some(({ status }) => status === 409) ? [200, 409] : [200],
  )
  const done = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))
  expect(new Set(done).size).toBe(1)
  expect(twice).toBe(0)
  expect(journals - before.journals).toBeLessThanOrEqual(1)
  expect(await make(each, asked, headers)).toMatchObject({ status: 200, body: JSON.parse(done[0] ?? '{}') })
})

type Operation = {
  readonly parameters: { name: string; in: string }[]
  readonly requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
  readonly responses: Record<string, { content?: object }>
}
const operationOf = ({ method, path }: Call): Operation =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]

/** Whether the call is tested with one odd field and all others valid; others hash a password or have a form. */
const hasOddFields = ([name, { body, images }]: (typeof allCalls)[number]) =>
  body !== undefined && images === undefined && !hashesPassword.test(name)

const loggingOut =
  /unauthorized|forbidden|token expired|invalid token|access denied|user not found|user does not exist|session expired|authentication failed/i

// One field at a time is odd, all others are as they should be: so the odd one gets as far as it can.
test.each(allCalls.filter(hasOddFields))('%s rejects odd values in any of its fields', async (name, each) => {
  const { responses } = operationOf(each)
  let asked = await exampleNamed(name)
  expect(asked.body).toBeDefined()
  const wrong: unknown[] = []
  const start = allCalls.findIndex(([one]) => one === name)
  for (const { path, json } of oddPlaces(asked.body, start)) {
    const { status, body } = await make(each, { ...asked, headers: {}, body: withOddValue(asked.body, path, json) })
    const isAnswered = status === 200 || (body.status === status && !loggingOut.test(body.message))
    if (status >= 500 || !(String(status) in responses) || (!isAnswered && status !== 401))
      wrong.push({ place: path.join('.'), json: json.slice(0, 60), status, message: body.message })
    // The call succeeded, so the next one needs a new example.
    if (status === 200) asked = await exampleNamed(name)
  }
  expect(wrong).toEqual([])
})

// A logout ends the session of the other calls, and a stream does not end.
const answersOdd = allCalls.filter(([name, { reply }]) => !name.endsWith('.logout') && reply !== 'events')
const someone = await server.newClient()

test.each(answersOdd)('%s answers odd requests as its documentation says', async (name, each) => {
  const { parameters, requestBody, responses } = operationOf(each)
  const token = each.who === 'anyone' ? {} : { token: isClients(each) ? someone.token : admin.token }
  const fields = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
  const queries = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
  const ids = [...each.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, id === 'document' ? 'pan' : someone.id])
  const wrong: unknown[] = []
  const start = allCalls.findIndex(([one]) => one === name)
  for (const request of oddRequests(each.method, queries, hasOddFields([name, each]) ? [] : fields, start)) {
    const { status, body } = await make(each, { ...token, ...request, params: Object.fromEntries(ids) })
    const declared = status < 500 && String(status) in responses
    const told = status < 400 || (body.status === status && typeof body.message === 'string')
    if (!declared || !told) wrong.push({ request, status, body })
  }
  expect(wrong).toEqual([])
})

test('the books balance, and there was no deadlock', async () => {
  await balancedBooks(server, await newOperator(server, 'admin'))
  const met = await db.row<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(met).toEqual({ deadlocks: 0 })
})
