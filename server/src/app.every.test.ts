import { pathOf, type Call } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { commonErrors } from '@sauda/contract/error'
import { expect, test } from 'vitest'
import { withoutNetwork } from '../test/inject.ts'
import { everyCall } from '../test/every-call.ts'
import type { Valid } from '../test/call-things.ts'
import { moneyClient } from '../test/money.ts'
import { newOperator } from '../test/operator.ts'
import { testServer } from '../test/server.ts'

const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const valid = await everyCall(server)
const auditor = await newOperator(server, 'admin')

const calls = Object.entries(features).flatMap(([room, calls]) =>
  Object.entries(calls).map(([name, call]): [string, Call] => [`${room}.${name}`, call]),
)
const changing = calls.filter(([, { method, images, csv }]) => method !== 'GET' && !images && csv === undefined)

type Request = Omit<Valid, 'body'> & { readonly body?: unknown }

function make(
  { method, path }: Call,
  { token, params = {}, body, headers: own }: Request,
  headers: Record<string, string> = {},
) {
  return server.call(method, pathOf(path, params), {
    headers: { ...own, ...headers },
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
}

const needsCode =
  /passkey(?:Login|Add|Remove)|verifyOtp|resetPassword|totpConfirm|totpRemove|acceptInvitation|contact\.change/

test('every call that changes something has a valid example in server/test/every-call.ts', async () => {
  expect(Object.keys(valid).toSorted()).toEqual(changing.map(([name]) => name).toSorted())
})

/** What stands in the books and in the audit log, how often the same thing of one call. */
const effects = async (since = '0') =>
  (await server.db.row<{ journals: number; audits: number; twice: number; last: string }>(
    `select (select count(*)::int from journal) as journals, count(*)::int as audits,
            count(*)::int - count(distinct (action, subject_id, after))::int as twice, coalesce(max(id), $1::bigint)::text as last
       from audit where id > $1::bigint`,
    [since],
  )) ?? { journals: 0, audits: 0, twice: 0, last: '0' }

/** A request is new each time it is sent: what keeps a second one from being the same thing twice is the key. */
const anew =
  /^(?:auth\.(?:login|totpStart|register|resendOtp|forgotPassword)|operator\.(?:login|totpStart|resetOperator)|\w+\.passkey|queue\.claim|charge\.raise|ledger\.requestAdjustment|setting\.|trade\.buy|wallet\.(?:intent|addMoney|withdraw)|bank\.update|market\.editInstrument|kyc\.checkPan|contact\.start|view\.start|statement\.sendExplanation)/

/** Each of these hashes a password: thirty of them take seconds, and their own features race them. */
const dear =
  /^(?:auth\.(?:register|login|changePassword|totpStart|totpRemove|passkeyStart|passkeyRemove)|operator\.(?:login|changePassword|passkeyStart|passkeyRemove|totpConfirm))$/

test.each(changing.filter(([name]) => !dear.test(name)))(
  '%s, thirty times at once: no fault, and done once where once is enough',
  async (name, call) => {
    const asked = await valid[name]?.()
    if (!asked) throw new Error(`server/test/every-call.ts has no example of ${name}`)
    const before = await effects()
    const answers = await Promise.all(Array.from({ length: 30 }, () => make(call, asked)))
    const { journals, twice } = await effects(before.last)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    if (!needsCode.test(name)) expect(answers.map(({ status }) => status)).toContain(200)
    if (anew.test(name)) return
    expect(journals - before.journals).toBeLessThanOrEqual(1)
    if (!needsCode.test(name)) expect(twice).toBe(0)
  },
)

const money = changing.filter(([name]) =>
  /^(?:wallet|loan|charge|trade|reversal|trade-file|ledger|setting)\./.test(name),
)
const withKey = money.filter(([name]) => !/preview|intent/i.test(name))

test.each(withKey)('%s, thirty times at once under one key, is done once and has one answer', async (name, call) => {
  const asked = await valid[name]?.()
  if (!asked) throw new Error(`server/test/every-call.ts has no example of ${name}`)
  const before = await effects()
  const headers = { 'idempotency-key': `thirty-${name}` }
  const answers = await Promise.all(Array.from({ length: 30 }, () => make(call, asked, headers)))
  const { journals, twice } = await effects(before.last)
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual(
    answers.some(({ status }) => status === 409) ? [200, 409] : [200],
  )
  const done = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))
  expect(new Set(done).size).toBe(1)
  expect(twice).toBe(0)
  expect(journals - before.journals).toBeLessThanOrEqual(1)
  expect(await make(call, asked, headers)).toMatchObject({ status: 200, body: JSON.parse(done[0] ?? '{}') })
})

/** A client's call that names a client, or something of one, in its address or its body. */
const naming = calls.filter(([, { who, path, body }]) => {
  const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
  const named = /:\w+Id/.test(path) || fields.some((field) => ['id', 'userId', 'loanId'].includes(field))
  return (who === 'client' || who === 'verified') && named
})

test.each(naming)('%s with somebody else’s id is not found, and nothing happens to them', async (name, call) => {
  const { client, ...theirs } = (await (valid[name] ?? valid['wallet.addMoney'])?.()) ?? {}
  if (!client) throw new Error(`server/test/every-call.ts has no example of ${name}`)
  const request = await server.db.row<{ id: string }>('select id from wallet_request order by id desc limit 1')
  const params = { userId: client.id, transactionId: request?.id ?? '', ...theirs.params }
  const { token } = await moneyClient(server, { rupees: 10_000 })
  const before = await effects()
  const form = new FormData()
  form.set('text', 'It was paid from my other account')
  const body = call.method === 'GET' ? {} : { body: call.images ? form : theirs.body }
  expect(await make(call, { token, params, ...body })).toMatchObject({ status: 404, body: commonErrors.notFound })
  expect(await effects(before.last)).toMatchObject({ journals: before.journals, audits: 0 })
})

test('the books balance, and nobody was in a deadlock', async () => {
  const { body } = await server.call('GET', '/desk/books', { token: auditor.token })
  expect(body).toMatchObject({ balanced: true, differences: [] })
  const met = await server.db.row<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(met).toEqual({ deadlocks: 0 })
})
