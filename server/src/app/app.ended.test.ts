import { request } from 'node:http'
import { commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { rawForm } from '../../test/form.ts'
import { moneyClient } from '../../test/money.ts'
import { newOperator } from '../../test/operator.ts'
import { jpeg } from '../../test/picture.ts'
import { raceAtLock, waitsForLock } from '../../test/race.ts'
import { atBank, newUtr, statementText } from '../../test/reconciliation.ts'
import { testServer } from '../../test/server.ts'
import { walletSteps } from '../../test/wallet.ts'
import { dayInIndia } from '../platform/india.ts'
import { sha256 } from '../platform/secret.ts'

// docs/decisions/0054-checked-at-commit.md
const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const admin = await newOperator(server, 'admin', 'Nisha')
const loggedOut = { status: 401, body: commonErrors.notSignedIn }

const freeze = async (clientId: string) =>
  expect(
    await call('POST', `/desk/clients/${clientId}/freeze`, { token: admin.token, body: { reason: 'Stolen phone' } }),
  ).toMatchObject({ status: 200 })
const disable = async ({ id }: { id: string }) =>
  expect(await call('POST', `/desk/operators/${id}/disable`, { token: admin.token })).toMatchObject({ status: 200 })

test('of 30 withdrawals in progress none posts after the freeze was confirmed', async () => {
  let rejected = 0
  for (let round = 0; round < 10; round++) {
    const { id, token } = await moneyClient(server, { rupees: 100_000 })
    const posted = async () =>
      await db.row<{ journals: number; requests: number }>(
        `select (select count(*)::int from journal where client_id = $1 and event = 'withdrawal.requested') as journals,
                  (select count(*)::int from wallet_request where client_id = $1 and type = 'withdrawal') as requests`,
        [id],
      )
    const body = { id, amount: 500 }
    const withdrawals = Array.from({ length: 30 }, () => call('POST', '/user/wallet/withdraw', { token, body }))
    await freeze(id)
    const atFreeze = await posted()
    const answers = await Promise.all(withdrawals)
    expect(await posted()).toEqual(atFreeze)
    const done = answers.filter(({ status }) => status === 200)
    expect(atFreeze).toEqual({ journals: done.length, requests: done.length })
    for (const answer of answers.filter((one) => !done.includes(one))) expect(answer).toMatchObject(loggedOut)
    rejected += answers.length - done.length
  }
  expect(rejected).toBeGreaterThan(0)
})

describe('the ledger of a frozen client', () => {
  const lock = 'select from client_ledger where client_id = $1 for no key update'
  const freezeNow = (id: string) =>
    db.run("update client set frozen_at = now(), frozen_reason = 'x' where id = $1", [id])

  test('rejects a buy and a withdrawal that were waiting for the freeze', async () => {
    const { id, token } = await moneyClient(server, { rupees: 1000 })
    let waiting: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      await tx.run("update client set frozen_at = now(), frozen_reason = 'x' where id = $1", [id])
      const body = { clientId: id, stockName: 'TCS', quantity: 1, price: 100 }
      waiting = [
        call('POST', '/desk/trades/buy', { token: admin.token, body }),
        call('POST', '/user/wallet/withdraw', { token, body: { id, amount: 500 } }),
      ]
      await eventually(() => waitsForLock(db))
    })
    expect(await Promise.all(waiting)).toMatchObject([{ status: 409, body: commonErrors.loginFrozen }, loggedOut])
    expect(
      await db.row("select from journal where client_id = $1 and event <> 'deposit.approved'", [id]),
    ).toBeUndefined()
  })

  test('freezing waits for a posting in progress', async () => {
    const { id } = await moneyClient(server, { rupees: 1000 })
    let isFrozen = false
    const freezing = () => freezeNow(id).finally(() => (isFrozen = true))
    const frozen = await raceAtLock(db, [lock, id], freezing, async () => expect(isFrozen).toBe(false))
    expect(frozen).toBe(1)
  })

  test('agrees with the client’s row when the login is unfrozen', async () => {
    const { id } = await moneyClient(server)
    const state = () => db.row('select frozen from client_ledger where client_id = $1', [id])
    await freeze(id)
    expect(await state()).toEqual({ frozen: true })
    await call('POST', `/desk/clients/${id}/unfreeze`, { token: admin.token, body: { reason: 'Phone found' } })
    expect(await state()).toEqual({ frozen: false })
  })
})

test('approving several lines stops at the operator who was disabled, and what is left stays pending', async () => {
  const leaver = await newOperator(server, 'admin', 'Kiran')
  const bank = atBank(server, leaver.token)
  const matches: { lineId: string; paymentId: string }[] = []
  for (const amount of [5100, 5200]) {
    const utr = newUtr()
    const paymentId = await walletSteps(server, leaver).deposit(await moneyClient(server), amount, utr)
    await bank.bring({ reference: utr, credit: amount })
    matches.push({ lineId: (await bank.find(utr))._id, paymentId })
  }
  const second = matches[1]?.lineId ?? ''
  const answer = await raceAtLock(
    db,
    ['select from bank_line where id = $1 for update', second],
    () => bank.send('/approve', { matches }),
    () => disable(leaver),
  )
  expect(answer).toMatchObject(loggedOut)
  const states = await db.rows('select status from wallet_request where id = any($1::uuid[]) order by amount', [
    matches.map(({ paymentId }) => paymentId),
  ])
  expect(states).toEqual([{ status: 'approved' }, { status: 'pending' }])
})

test('rejects the call of an operator whose role changes while it is in progress', async () => {
  const operator = await newOperator(server, 'admin', 'Kiran')
  const bank = atBank(server, operator.token)
  const reference = newUtr()
  await bank.bring({ text: 'UPI', reference, credit: 5300 })
  const line = await bank.find(reference)
  const answer = await raceAtLock(
    db,
    ['select from bank_line where id = $1 for update', line._id],
    () => bank.settle(line),
    () => db.run("update operator set role = 'support' where id = $1", [operator.id]),
  )
  expect(answer).toMatchObject(loggedOut)
})

const today = dayInIndia(new Date())
const exports = {
  report: `/desk/reports/cash/file?from=${today}&to=${today}&format=csv`,
  journal: `/desk/accounting/journal?from=${today}&to=${today}&format=csv`,
  'audit log': '/desk/audit/file',
}
test.each(Object.entries(exports))(
  'an export of the %s is not given to an operator who is disabled while it is prepared, and is not recorded',
  async (_, path) => {
    const leaver = await newOperator(server, 'admin', 'Kiran')
    const answer = await raceAtLock(
      db,
      ['select from operator where id = $1 for no key update', leaver.id],
      () => call('GET', path, { token: leaver.token }),
      (tx) => tx.run('update operator set disabled_at = now() where id = $1', [leaver.id]),
    )
    expect(answer).toMatchObject(loggedOut)
    expect(await db.rows('select from data_export where operator_id = $1', [leaver.id])).toEqual([])
  },
)

describe('a slow upload', () => {
  /** Sends half of the form, does `meanwhile` once the session was found, and sends the rest. */
  async function upload(path: string, token: string, form: Buffer, meanwhile: () => Promise<unknown>): Promise<number> {
    const seen = async () =>
      (await db.row("select from session where token_hash = $1 and last_seen_at > now() - interval '1 minute'", [
        sha256(token),
      ])) !== undefined
    await db.run("update session set last_seen_at = now() - interval '2 minutes' where token_hash = $1", [
      sha256(token),
    ])
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': form.length,
    }
    const sending = request(`${server.url}/api${path}`, { method: 'POST', headers })
    const status = new Promise<number>((resolve, reject) => {
      sending.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
    })
    sending.write(form.subarray(0, form.length / 2))
    await eventually(seen)
    expect(await seen()).toBe(true)
    await meanwhile()
    sending.end(form.subarray(form.length / 2))
    return status
  }

  test('of an operator disabled during the upload is rejected', async () => {
    const leaver = await newOperator(server, 'admin', 'Kiran')
    const utr = newUtr()
    const bytes = statementText([{ text: 'UPI', reference: utr, credit: 777 }])
    const form = rawForm([{ disposition: 'name="file"; filename="late.csv"', type: 'text/csv', bytes }])
    expect(await upload('/desk/reconciliation/statements', leaver.token, form, () => disable(leaver))).toBe(401)
    expect(await db.row('select from bank_line where reference = $1', [utr])).toBeUndefined()
  })

  test.each(['frozen', 'logged out'])('of a client who was %s during the upload is rejected', async (how) => {
    const { id, token } = await server.newClient()
    const picture = { type: 'image/jpeg', bytes: await jpeg() }
    const form = rawForm(
      ['pan', 'aadhaar'].map((name) => ({ disposition: `name="${name}"; filename="${name}.jpg"`, ...picture })),
    )
    const meanwhile = () => (how === 'frozen' ? freeze(id) : call('POST', '/user/logout', { token }))
    expect(await upload('/user/upload-docs', token, form, meanwhile)).toBe(401)
    expect(await db.row('select from kyc_document where client_id = $1', [id])).toBeUndefined()
  })

  test('of a proof by a client frozen during the upload is rejected', async () => {
    const { id, token } = await server.newClient()
    const body = { equity: true, fno: true, currency: false, commodity: false }
    const asked = await call('PUT', '/user/settings/segment', { token, body })
    const path = `/user/settings/requests/${asked.body.settings.segment.request._id}/reply`
    const form = rawForm([{ disposition: 'name="proof"; filename="p.jpg"', type: 'image/jpeg', bytes: await jpeg() }])
    expect(await upload(path, token, form, () => freeze(id))).toBe(401)
    expect(await db.row('select from reply where client_id = $1', [id])).toBeUndefined()
  })
})
