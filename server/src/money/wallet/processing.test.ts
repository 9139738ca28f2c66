import { processingRules } from '@sauda/contract/money/wallet'
import { beforeEach, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { createProcessing, processingTimes } from './processing.ts'

const server = await testServer({ APPROVALS: 'policy' }, { without: ['processing times'] })
const cashier = await newOperator(server, 'cashier')
const auditor = await newOperator(server, 'auditor')
const client = await moneyClient(server, { rupees: 1000 })
const { processing } = server.app.context

type Past = { minutes: number; days?: number; type?: 'added' | 'withdrawal'; status?: string; settlement?: string }
let number = 0

/** A request that was decided `days` ago, after `minutes`. */
const past = ({ minutes, days = 1, type = 'added', status = 'approved', settlement }: Past) =>
  server.db.run(
    `insert into wallet_request (id, client_id, type, amount, reference, pay_to_name, pay_to_number, pay_to_ifsc,
        status, decided_by, bank_reference, reason, settlement, created_at, decided_at)
     select gen_random_uuid(), $1, $2, 10000, case $2 when 'added' then 'P' || $3 end,
        case $2 when 'withdrawal' then 'Asha' end, case $2 when 'withdrawal' then 'x' end, case $2 when 'withdrawal' then 'HDFC0000001' end,
        $4, $5, case $4 when 'approved' then 'B' || $3 end, case $4 when 'rejected' then 'Not found' end, $6, at - $7 * interval '1 minute', at
       from (select now() - $8 * interval '1 day' as at) t`,
    [client.id, type, String(++number), status, cashier.id, settlement ?? null, minutes, days],
  )

const steps = async (path: string, token: string) => (await server.call('GET', path, { token })).body.steps
const reported = async () =>
  (await server.call('POST', '/user/wallet/add-money', { token: client.token, body: { id: client.id, amount: 100 } }))
    .body.transaction._id as string

/** The requests of other tests are older than a month. */
beforeEach(() =>
  tamper(
    server,
    `update wallet_request set created_at = created_at - interval '60 days', decided_at = decided_at - interval '60 days'`,
  ),
)

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return (low + high) / 2
}

test.each([1, 2, 11, 12])('the median of %i requests is that of their minutes, whatever their order', async (count) => {
  const minutes = Array.from({ length: count }, (_, index) => ((index * 37) % 101) + 1)
  for (const each of minutes) await past({ minutes: each })
  const { added, withdrawal } = await processingTimes(server.db)
  expect(added).toEqual({ seconds: median(minutes) * 60, requests: count })
  expect(withdrawal).toBeUndefined()
})

test('only approved requests of the last 30 days that a client made count', async () => {
  await past({ minutes: 5 })
  await past({ minutes: 500, days: processingRules.days + 1 })
  await past({ minutes: 500, status: 'rejected' })
  await past({ minutes: 500, type: 'withdrawal', settlement: 'monthly' })
  expect(await processingTimes(server.db)).toEqual({ added: { seconds: 300, requests: 1 } })
})

test('a withdrawal has a time for each check, and for the payment in a batch', async () => {
  const checked = async (minutes: number, batch: string | null) => {
    await past({ minutes, type: 'withdrawal' })
    await tamper(
      server,
      `update wallet_request set first_approval_by = $1, first_approval_at = created_at + interval '4 minutes', payout_batch_id = $2
          where id = (select id from wallet_request order by number desc limit 1)`,
      [auditor.id, batch],
    )
  }
  await checked(10, null)
  await checked(64, crypto.randomUUID())
  expect(await processingTimes(server.db)).toEqual({
    withdrawal: { seconds: 37 * 60, requests: 2 },
    first: { seconds: 4 * 60, requests: 2 },
    second: { seconds: 6 * 60, requests: 1 },
    payout: { seconds: 60 * 60, requests: 1 },
  })
})

test('client and operator read what is usual, from the tenth request on', async () => {
  const id = await reported()
  const both = async () => {
    await processing.refresh()
    const own = await steps(`/user/wallet/transaction/${id}`, client.token)
    expect(await steps(`/desk/wallet/transactions/${id}`, auditor.token)).toEqual(own)
    return own.at(-1).usual
  }
  for (let count = 1; count < processingRules.leastUsual; count += 1) await past({ minutes: 22 })
  expect(await both()).toBeUndefined()
  await past({ minutes: 22 })
  expect(await both()).toBe(22 * 60)
})

test('the target of a pending request is that of its kind in the queue, and absent while it is on hold', async () => {
  const id = await reported()
  const target = async () => (await steps(`/user/wallet/transaction/${id}`, client.token)).at(-1).targetAt
  const { body } = await server.call('GET', '/desk/queue?kind=deposit', { token: cashier.token })
  const item = body.items.find((each: { id: string }) => each.id === id)
  expect(await target()).toBe(item.dueAt)
  const remindAt = new Date(Date.now() + 86_400_000).toISOString()
  const hold = { kind: 'deposit', id, reason: 'The bank looks for it', remindAt }
  expect((await server.call('POST', '/desk/queue/hold', { token: cashier.token, body: hold })).status).toBe(200)
  expect(await target()).toBeUndefined()
})

test('the steps of a request are for its client only', async () => {
  const id = await reported()
  const stranger = await moneyClient(server)
  expect((await server.call('GET', `/user/wallet/transaction/${id}`, { token: stranger.token })).status).toBe(404)
})

test('the start page has a figure from the fiftieth request on, of each kind alone', async () => {
  const start = createProcessing(server.app.context.db)
  for (let count = 1; count < processingRules.leastPublished; count += 1) await past({ minutes: 12 })
  await past({ minutes: 90, type: 'withdrawal' })
  await start.refresh()
  expect(start.published()).toEqual({})
  await past({ minutes: 12 })
  await start.refresh()
  expect(start.published()).toEqual({ deposit: 720 })
})
