import type { CaseWarning } from '@sauda/contract/core/queue'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank, settleToday } from '../../../test/payout.ts'
import { receivingAccount, atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

// Cases are made to look older by changing stored times, which the check of the books would report.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' }, { without: ['books'] })
const { db, call } = server
await db.run("insert into role_rights (role, rights) select 'cashier', $1", [
  ['wallet.approve', 'wallet.pay', 'ledger.read', 'client.read', 'client.write', 'trade.book', 'kyc.review'],
])
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const priya = await establishedOperator(server, 'cashier', 'Priya')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const desk = atPayouts(server, omar)
const bank = await payingBank(server)
const day = await settleToday(server)

const get = async (path: string) => (await call('GET', `/desk/${path}`, { token: omar.token })).body
const post = (path: string, body: object, { token } = omar) => call('POST', `/desk/${path}`, { token, body })
const codes = (warnings: readonly CaseWarning[]) =>
  warnings.map(({ code, blocks }) => `${code}${blocks ? ' blocks' : ''}`)

type Case = { readonly client: MoneyClient; readonly withdrawal: string }

/** Each causes one warning about the client, in every kind of case. */
const makers: Record<string, (about: Case) => Promise<unknown>> = {
  'hold blocks': ({ withdrawal: id }) => {
    const remindAt = new Date(Date.now() + 86_400_000).toISOString()
    return post('queue/hold', { kind: 'withdrawal', id, reason: 'Waits for the bank letter', remindAt }, kiran)
  },
  pinned: ({ client: { id } }) =>
    post(`clients/${id}/notes`, { text: 'Calls from another number', isWarning: true }, kiran),
  frozen: ({ client: { id } }) =>
    db.run("update client set frozen_at = now(), frozen_reason = 'Stolen phone' where id = $1", [id]),
  samePan: async ({ client }) => {
    for (const { id, name } of [client, await moneyClient(server)])
      await db.run('insert into kyc_identity (client_id, pan_name, pan_lookup) values ($1, $2, $3)', [
        id,
        name,
        Buffer.from(`PAN of ${client.id}`),
      ])
  },
  sameAccount: async ({ client }) => {
    const { id } = await moneyClient(server)
    await db.run(
      `update bank_details b set account_lookup = o.account_lookup, ifsc = o.ifsc
         from bank_details o where b.client_id = $1 and o.client_id = $2`,
      [id, client.id],
    )
  },
  otherHolder: ({ client }) =>
    db.run("insert into kyc_identity (client_id, pan_name, pan_lookup) values ($1, 'SURESH MENON', $2)", [
      client.id,
      Buffer.from(`PAN of ${client.id}`),
    ]),
  credited: async ({ client: { id, token } }) => {
    const { body } = await call('POST', '/user/wallet/add-money', { token, body: { id, amount: 500 } })
    return post(`wallet/transactions/${body.transaction._id}/approve`, {
      reference: newUtr(),
      bankAccountId: await receivingAccount(server),
    })
  },
  otherPayer: async ({ client: { id, token } }) => {
    const { body } = await call('POST', '/user/wallet/add-money', { token, body: { id, amount: 500 } })
    const reference = newUtr()
    await atBank(server, kiran.token).bring({ text: `IMPS-${newUtr()}-SURESH MENON-HDFC`, reference, credit: 500 })
    for (const by of [kiran, priya])
      await post(`wallet/transactions/${body.transaction._id}/approve`, { reference }, by)
    // The operator who compares the entry with the deposit links it.
    await db.run(
      `insert into bank_link (id, line_id, kind, payment_id, amount, how, linked_by)
       select gen_random_uuid(), l.id, 'payment', $1, l.amount, 1, $2 from bank_line l
        where l.reference = $3 and not exists (select from bank_link k where k.line_id = l.id)`,
      [body.transaction._id, kiran.id, reference],
    )
  },
  recentDetails: ({ client }) =>
    db.run("update bank_details set changed_at = now() - interval '3 days' where client_id = $1", [client.id]),
  sameDevice: async ({ client }) => {
    for (const { id } of [client, await moneyClient(server)])
      await db.run("update session set ip = '203.0.113.9', device = $2 where client_id = $1", [
        id,
        `Phone ${client.id}`,
      ])
  },
}

async function newCase(): Promise<Case> {
  const client = await moneyClient(server, { rupees: 5000 })
  await db.run(
    "update wallet_request set created_at = now() - interval '9 days', decided_at = now() - interval '9 days' where client_id = $1",
    [client.id],
  )
  return { client, withdrawal: await desk.withdraw(client, 700) }
}

/** Every place that shows warnings about the client or the withdrawal. */
async function shownAt({ client: { id }, withdrawal }: Case): Promise<Record<string, string[]>> {
  const { saudaId } = await get(`kyc/${id}`)
  const proposal = await db.row<{ id: string }>(
    `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by)
     values (gen_random_uuid(), 'trade.buy', $1, 'Buy 1 TCS', '{Price}', '{}', $2) returning id`,
    [id, kiran.id],
  )
  const { withdrawals } = await get('payouts/candidates')
  const { lines } = await get(`settlements?day=${day}`)
  const csv = `reference,client,action,stock,quantity,price,position\nA${id.slice(-12)},${saudaId},BUY,TCS,1,100,`
  const file = (await post('trades/import/preview', { csv })).body
  const own = (rows: { warnings: CaseWarning[] }[], isOwn: (row: never) => boolean) =>
    codes((rows as never[]).find(isOwn)?.['warnings'] ?? [])
  return {
    'the single case': codes((await get(`wallet/transactions/${withdrawal}`)).warnings),
    'the KYC case': codes((await get(`kyc/${id}`)).warnings),
    'a proposal': codes((await get(`proposals/${proposal?.id}`)).warnings),
    'withdrawals to pay': own(withdrawals, ({ _id }: { _id: string }) => _id === withdrawal),
    'the settlement': own(lines, ({ clientId }: { clientId: string }) => clientId === id),
    'a file of trades': codes(file.lines[0].warnings).filter((code) => code !== 'price'),
  }
}

/** The answer of each way to pay the client. */
async function payments({ client: { id }, withdrawal }: Case): Promise<Record<string, number>> {
  const settled = await post('settlements', { day, bankId: bank, clients: [id] })
  const created = await desk.create(bank, [withdrawal])
  const single = await post(`wallet/transactions/${withdrawal}/approve`, { reference: newUtr() })
  return { settlement: settled.status, batch: created.status, single: single.status }
}

test.each(Object.entries(makers))('the warning “%s” is shown in every place', async (code, make) => {
  const about = await newCase()
  await make(about)
  const shown = await shownAt(about)
  // A file with a purchase of a frozen client has no valid line to warn about.
  if (code === 'frozen') delete shown['a file of trades']
  for (const [place, found] of Object.entries(shown)) expect([place, found]).toEqual([place, [code]])
})

test('a withdrawal on hold blocks every payment to its client: single, by batch, by settlement and at the release', async () => {
  const held = await newCase()
  const [hold] = Object.values(makers)
  const other = await newCase()
  const { body } = await desk.create(bank, [held.withdrawal, other.withdrawal], kiran)
  await hold?.({ ...held, withdrawal: await desk.withdraw(held.client, 300) })
  expect(
    codes((await get(`payouts/${body._id}`)).payouts.flatMap((row: Case & { warnings: [] }) => row.warnings)),
  ).toEqual(['hold blocks'])
  expect((await desk.decide(body.proposalId, omar)).body.message).toMatch(
    /^Nothing was paid\. WDR\d+ is on hold until .*: Waits for the bank letter \(Kiran\)\. End the hold before this client is paid\.$/,
  )
  const left = await post(`payouts/${body._id}/leave-out`, { withdrawals: [held.withdrawal] })
  expect(left).toMatchObject({ status: 200, body: { open: { count: 1, amount: 700 } } })
  expect((await desk.decide(body.proposalId, omar)).status).toBe(200)

  const single = await newCase()
  await hold?.(single)
  expect(await payments(single)).toEqual({ settlement: 409, batch: 409, single: 409 })
  const pinned = await newCase()
  await makers['pinned']?.(pinned)
  expect(await payments(pinned)).toEqual({ settlement: 200, batch: 200, single: 409 })
})
