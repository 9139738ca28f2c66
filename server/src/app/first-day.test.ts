import { Secret as OtpSecret, TOTP } from 'otpauth'
import type { Role } from '@sauda/contract/broker/operator'
import { setUpSteps } from '@sauda/contract/broker/set-up'
import { expect, test } from 'vitest'
import { clientCells, importText } from '../../test/client-import.ts'
import { liveSettings } from '../../test/live.ts'
import { newUtr, statementForm, statementText } from '../../test/reconciliation.ts'
import { type Answer, testServer } from '../../test/server.ts'
import { dayInIndia } from '../platform/india.ts'
import { formatMoment } from '../core/mail/mail.ts'
import { ensureFirstOperator } from '../broker/operator/first.ts'

// The order of docs/going-live.md, over HTTP, in live mode and under the default policy: nobody waits for another day.

const server = await testServer({ ...liveSettings, APPROVALS: 'policy', RATE_LIMITS: 'on' })
const { call, mailTo } = server

/** What people do; each is one call that changes something. */
const steps: string[] = []
async function step(name: string, answer: Promise<Answer>) {
  const { status, body } = await answer
  expect([name, status, body.message ?? '']).toEqual([name, 200, expect.any(String)])
  steps.push(name)
  return body
}

const password = 'Quiet-River-2719'
type Person = { readonly token: string; readonly email: string; readonly name: string }

/** By the mailed link: a password, and an authenticator app, which live mode demands. */
async function accept(name: string, email: string): Promise<Person> {
  const invitation = /\/desk\/invitation#(\S+)/.exec((await mailTo(email))?.text ?? '')?.[1]
  await step(
    `${name} chooses a password`,
    call('POST', '/desk/invitation', { body: { invitation, newPassword: password } }),
  )
  const { token } = await step(`${name} logs in`, call('POST', '/desk/login', { body: { email, password } }))
  const { secret } = (await call('POST', '/desk/totp/start', { token })).body
  const code = new TOTP({ secret: OtpSecret.fromBase32(secret) }).generate()
  await step(`${name} sets up two-step login`, call('POST', '/desk/totp/confirm', { token, body: { code, password } }))
  return { token, email, name }
}

async function add(by: Person, name: string, email: string, role: Role): Promise<Person> {
  await step(
    `${by.name} adds ${name}`,
    call('POST', '/desk/operators', { token: by.token, body: { name, email, role } }),
  )
  return accept(name, email)
}

/** The only proposal in the operator's queue. */
async function approve(by: Person, name: string): Promise<void> {
  const { items } = (await call('GET', '/desk/queue?kind=adjustment', { token: by.token })).body
  expect([name, items.length]).toEqual([name, 1])
  await step(`${by.name} approves ${name}`, call('POST', `/desk/proposals/${items[0].id}/approve`, { token: by.token }))
}

const whoIs = async ({ email }: Person, { token }: Person) => {
  const id = (await server.db.row<{ id: string }>('select id from operator where email = $1', [email]))?.id
  return (await call('GET', '/desk/set-up', { token })).body.people.find((each: { _id: string }) => each._id === id)
}

/** As npm run backup does at its end. */
const insertBackup = () =>
  server.db.run("insert into backup (id, kind, begun_at, ended_at) values ('1', 'portable', now(), now())")

const hour = 3_600_000

/** What the page of the set-up shows to this operator: the steps that are not done, the next one first. */
const missing = async ({ token }: Person): Promise<string[]> =>
  (await call('GET', '/desk/set-up', { token })).body.steps.flatMap(
    ({ step: name, isDone }: { step: string; isDone: boolean }) => (isDone ? [] : [name]),
  )

test('with two administrators, a cashier and a client the first rupee is credited and paid out on the first day', async () => {
  await ensureFirstOperator(server.app.context, () => undefined)
  const admin = await accept('Asha', liveSettings.ADMIN_EMAIL)
  await insertBackup()
  expect(await missing(admin)).toEqual(setUpSteps.filter((name) => name !== 'backup'))
  const cashier = await add(admin, 'Chitra', 'chitra@broker.example', 'cashier')

  const account = {
    name: 'HDFC settlement',
    accountNumber: '50200012345678',
    ifsc: 'HDFC0001234',
    upiId: 'broker.brk@validhdfc',
    upiName: 'Broker Ltd',
    receives: true,
  }
  const { _id: bankAccountId } = await step(
    'Asha adds the bank account',
    call('POST', '/desk/bank-accounts', { token: admin.token, body: account }),
  )

  const cells = clientCells({ name: 'Meera Iyer', balance: '0' })
  const file = statementForm(importText([cells]), 'clients.csv')
  await step('Asha imports a client', call('POST', '/desk/client-imports', { token: admin.token, body: file }))
  await approve(cashier, 'the import')

  const opening = { day: dayInIndia(new Date()), amount: 50_000 }
  await step(
    'Asha enters the opening balance of the bank account',
    call('POST', `/desk/bank-accounts/${bankAccountId}/opening`, { token: admin.token, body: opening }),
  )
  await approve(cashier, 'the opening balance')

  const invitation = /welcome#(\S+)/.exec((await mailTo(cells.email ?? ''))?.text ?? '')?.[1]
  await step(
    'the client chooses a password',
    call('POST', '/user/invitation', { body: { invitation, newPassword: password } }),
  )
  const { _id: id, token } = await step(
    'the client logs in',
    call('POST', '/user/login', { body: { email: cells.email, password } }),
  )
  const { transaction: deposit } = await step(
    'the client adds ₹100',
    call('POST', '/user/wallet/add-money', { token, body: { id, amount: 100 } }),
  )

  const utr = newUtr()
  const lines = [{ text: `UPI MEERA IYER ${deposit.reference}`, reference: utr, credit: 100 }]
  const statement = statementForm(statementText(lines, 50_000), 'statement.csv')
  await step(
    'Asha imports the statement',
    call('POST', `/desk/reconciliation/statements?bankAccountId=${bankAccountId}`, {
      token: admin.token,
      body: statement,
    }),
  )
  const credited = await step(
    'Chitra credits the deposit',
    call('POST', `/desk/wallet/transactions/${deposit._id}/approve`, {
      token: cashier.token,
      body: { reference: utr, bankAccountId },
    }),
  )
  expect(credited).toMatchObject({ status: 'approved', waitsForSecond: false })

  const withdrawal = { id, amount: 100 }
  const asked = await call('POST', '/user/wallet/withdraw', { token, body: withdrawal })
  expect(asked.body).toMatchObject({ need: 'confirm' })
  const confirmation = await server.codeFor(cells.email ?? '')
  const { transaction: payout } = await step(
    'the client withdraws ₹100',
    call('POST', '/user/wallet/withdraw', { token, body: { ...withdrawal, confirmation } }),
  )
  const paid = await step(
    'Asha pays the withdrawal at the bank and approves it',
    call('POST', `/desk/wallet/transactions/${payout._id}/approve`, {
      token: admin.token,
      body: { reference: newUtr() },
    }),
  )
  expect(paid).toMatchObject({ status: 'approved', waitsForSecond: false })

  expect(await missing(cashier)).toEqual(['administrator'])
  expect(await whoIs(cashier, cashier)).toMatchObject({ approves: expect.arrayContaining(['deposit', 'withdrawal']) })
  const second = await add(admin, 'Bela', 'bela@broker.example', 'admin')
  expect(await missing(second)).toEqual([])
  expect(steps).toHaveLength(23)

  // The set-up phase is over: each refusal and the page name the same hour, and who can approve before it.
  const { waitsUntil } = await whoIs(cashier, second)
  expect(Date.parse(waitsUntil) - Date.now()).toBeGreaterThan(23 * hour)
  const { transaction: late } = await step(
    'the client adds ₹200',
    call('POST', '/user/wallet/add-money', { token, body: { id, amount: 200 } }),
  )
  const refused = await call('POST', `/desk/wallet/transactions/${late._id}/approve`, {
    token: cashier.token,
    body: { reference: newUtr(), bankAccountId },
  })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe(
    `Your login or your role is new: you can approve from ${formatMoment(new Date(waitsUntil))}. No other operator has the right to; an administrator can add one.`,
  )
  expect(await whoIs(admin, admin)).toMatchObject({ approves: expect.not.arrayContaining(['deposit']) })
})
