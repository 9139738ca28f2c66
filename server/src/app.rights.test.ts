import { roles, type Role } from '@sauda/contract/operator'
import { features } from '@sauda/contract/calls'
import { expect, test } from 'vitest'
import { withoutNetwork } from '../test/inject.ts'
import { moneyClient } from '../test/money.ts'
import { newOperator } from '../test/operator.ts'
import type { Example } from '../test/call-things.ts'
import { ask, examples, rows, type Row } from '../test/rights.ts'
import { testServer } from '../test/server.ts'
import { sha256 } from './platform/secret.ts'

const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const { db, call } = server
const admin = await newOperator(server, 'admin')
const exampleOf = await examples(server)

/** Kinds of caller whose right depends on who else there is: app.rights.policy.test.ts. */
const elsewhere = ['admin']
const roleOf = (caller: string): Role => (caller === 'only admin' ? 'admin' : (caller as Role))

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

const frozen = await moneyClient(server)
await call('POST', `/desk/clients/${frozen.id}/freeze`, { token: admin.token, body: { reason: 'Stolen phone' } })
const loggedOut = { client: await moneyClient(server), operator: await newOperator(server, 'admin') }
await call('POST', '/user/logout', { token: loggedOut.client.token })
await call('POST', '/desk/logout', { token: loggedOut.operator.token })
const disabled = await newOperator(server, 'admin')
await call('POST', `/desk/operators/${disabled.id}/disable`, { token: admin.token })

const standing = {
  'frozen client': frozen.token,
  disabled: disabled.token,
  client: (await moneyClient(server, { verified: false })).token,
  'verified client': (await moneyClient(server)).token,
  'only admin': admin.token,
} as Record<string, string>
for (const role of Object.keys(roles)) standing[role] ??= await quickOperator(role)

/** A view of the account by an operator of the role, opened from a session of its own. */
async function viewOf(role: Role, clientId: string): Promise<string> {
  const token = await quickOperator(role)
  const started = await call('POST', `/desk/clients/${clientId}/view`, { token, body: { reason: 'Asked us to look' } })
  const code = String(started.body.link).split('#')[1]
  return (await call('POST', '/user/view', { body: { code } })).body.token
}
const viewers: Readonly<Record<string, Role>> = { view: 'admin', 'view by support': 'support' }
const viewed = await moneyClient(server)

const isClients = ({ call: { who } }: Row) => who === 'client' || who === 'verified'

/** The token of this kind of caller; for a call of clients, of the client the example is about. */
async function tokenOf(caller: string, row: Row, { client }: Example): Promise<string | undefined> {
  if (caller === 'visitor') return undefined
  if (caller === 'ended session') return (isClients(row) ? loggedOut.client : loggedOut.operator).token
  const viewer = viewers[caller]
  if (viewer) return viewOf(viewer, (client ?? viewed).id)
  if (client && (caller === 'client' || caller === 'verified client')) {
    const status = caller === 'client' ? 'UNVERIFIED' : 'VERIFIED'
    await db.run('update client set kyc_status = $2 where id = $1', [client.id, status])
    return client.token
  }
  const isOfOwnLogin = row.answers[caller] === 'yes' && /^(?:operator|session)\./.test(row.name)
  return isOfOwnLogin && (caller in roles || caller === 'only admin') ? quickOperator(roleOf(caller)) : standing[caller]
}

/** They need what only a mail, an authenticator or a browser has, or something this caller does not own. */
const needsMore =
  /passkey|verifyOtp|resetPassword|totpConfirm|totpRemove|acceptInvitation|profile\.photo|kyc\.image|mail\.(?:page|mailboxPage)|operatorEnd$|reconciliation\.approve \(withdrawal\)/i

test('docs/rights.md has every call of the contract', () => {
  const named = rows().map(({ name }) => name.replace(/ \(.+/, ''))
  const calls = Object.entries(features).flatMap(([feature, group]) =>
    Object.keys(group).map((name) => `${feature}.${name}`),
  )
  expect([...new Set(named)].toSorted()).toEqual(calls.toSorted())
})

test.each(rows().map((row): [string, Row] => [row.name, row]))(
  '%s answers every kind of caller as docs/rights.md says',
  async (_name, row) => {
    const callers = Object.entries(row.answers).filter(([caller]) => !elsewhere.includes(caller))
    const rejected = callers.filter(([, answer]) => answer !== 'yes')
    const allowed = callers.filter(([, answer]) => answer === 'yes')
    const example = await exampleOf(row)
    const answered: Record<string, string> = {}
    for (const [caller] of rejected)
      answered[caller] = (await ask(server, row, await tokenOf(caller, row, example), example)).verdict
    const statuses: Record<string, number> = {}
    for (const [caller] of allowed) {
      const own = row.call.who === 'anyone' || row.call.method === 'GET' ? example : await exampleOf(row)
      const { verdict, status } = await ask(server, row, await tokenOf(caller, row, own), own)
      answered[caller] = verdict
      statuses[caller] = status
    }
    expect(answered).toEqual(Object.fromEntries(callers))
    if (!needsMore.test(row.name)) expect(Object.values(statuses)).toContain(200)
  },
)

test('the books balance afterwards', async () => {
  const { body } = await call('GET', '/desk/books', { token: admin.token })
  expect(body).toMatchObject({ balanced: true, differences: [] })
})
