import { tradeChargeErrors } from '@sauda/contract/trading/trade-charge'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { brokeragePlan } from '../../../test/charge-rates.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradingDesk } from '../../../test/trading.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const desk = await tradingDesk(server)
await desk.done('trade-charges/plans', brokeragePlan('Lower'), desk.admin)
const [jaya, gita, mira] = [
  await desk.client(),
  await desk.client(0, { plan: false }),
  await desk.client(0, { plan: false }),
]
const aarav = await establishedOperator(server, 'admin', 'Aarav')
const from = '2026-11-02'
const nameOf = async ({ id }: { readonly id: string }) =>
  (await db.row<{ code: string }>("select 'SD' || number as code from client where id = $1", [id]))?.code ?? ''
const [first, second] = [await nameOf(jaya), await nameOf(gita)]
const body = (clients: string, plan = 'Lower') => ({ clients, plan, from })
const assign = (clients: string, by = desk.admin) => desk.post('trade-charges/plans/assign-several', body(clients), by)
const plans = () =>
  db.rows<{ client_id: string }>("select client_id from client_plan where plan = 'Lower' order by client_id")

test('one request gives a plan to several clients, named by Client ID or UCC, once a second administrator has seen each', async () => {
  const clients = `${first}\n${gita.ucc.toLowerCase()}, ${second}\r\n\n${mira.ucc}`
  const preview = await desk.post('trade-charges/plans/assign-several/preview', body(clients), desk.admin)
  expect(preview.body).toMatchObject({
    clients: [{ saudaId: first, before: 'Flat' }, { saudaId: second }, { saudaId: await nameOf(mira) }],
    unchanged: 0,
  })
  expect(preview.body.clients[1]).not.toHaveProperty('before')
  expect((await assign(clients)).body).toMatchObject({ message: 'Approval requested', waitsForSecond: true })
  expect(await plans()).toEqual([])
  const review = await call(
    'GET',
    `/desk/proposals/${await pendingProposal(server, 'brokerage-plan.assign-several')}`,
    {
      token: aarav.token,
    },
  )
  expect(review.body.summary).toBe('Brokerage plan of 3 clients: Lower for trade days from 2 Nov 2026')
  expect(review.body.evidence.at(-1)).toMatchObject({
    title: 'Clients whose plan changes',
    rows: [
      [{ to: `/clients/${jaya.id}` }, { text: 'Flat' }, { text: 'Lower' }],
      [{}, { text: '–' }, {}],
      [{}, {}, {}],
    ],
  })
  const decide = (by: typeof aarav) => decidePending(server, by, { subject: 'brokerage-plan.assign-several' })
  expect((await decide(desk.admin)).status).toBe(409)
  expect((await decide(aarav)).status).toBe(200)
  expect(await plans()).toHaveLength(3)
  const audited = await db.rows<{ subject_id: string }>(
    "select subject_id from audit where action = 'trade-charge.assign' and after->>'plan' = 'Lower' and actor_id = $1",
    [aarav.id],
  )
  expect(audited.map((row) => row.subject_id).toSorted()).toEqual([jaya.id, gita.id, mira.id].toSorted())
  expect((await assign(clients)).body).toEqual(tradeChargeErrors.unchanged)
  expect((await desk.post('trade-charges/plans/assign-several/preview', body(clients), desk.admin)).body).toMatchObject(
    {
      clients: [],
      unchanged: 3,
    },
  )
})

test('codes without a client, an unknown plan, and one’s own account change nothing', async () => {
  const messageOf = async (clients: string, plan?: string) =>
    (await desk.post('trade-charges/plans/assign-several', body(clients, plan), desk.admin)).body.message
  expect(await messageOf(`${first} NOBODY nothing`)).toBe(
    'No client has these codes: NOBODY, NOTHING. Nothing was changed.',
  )
  expect(await messageOf(first, 'None')).toBe(tradeChargeErrors.noPlan.message)
  expect(await messageOf(' , ')).toBe('Enter the Client IDs or UCCs of at most 1,000 clients, one a line')
  const own = await desk.client(0, { plan: false })
  await db.run('update operator set email = (select email from client where id = $2) where id = $1', [
    desk.admin.id,
    own.id,
  ])
  expect((await assign(`${own.ucc}`)).body).toEqual(commonErrors.ownAccount)
  expect((await assign(own.ucc, desk.dealer)).body).toEqual(commonErrors.noRight)
})
