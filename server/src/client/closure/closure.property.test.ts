import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleOffer } from '../../../test/loan.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { type Answer, testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', STEP_UP: 'off', GSTIN: '27AAAAA0000A1Z5' })
const { call, db } = server
const { token } = await newOperator(server, 'admin')

type Step = (client: MoneyClient, paise: number) => Promise<Answer>

/** The id of the newest row of the client; one that does not exist if there is none. */
async function newest(table: string, { id }: MoneyClient, condition = 'true'): Promise<string> {
  const query = `select id from ${table} where client_id = $1 and ${condition} order by id desc limit 1`
  return (await db.row<{ id: string }>(query, [id]))?.id ?? crypto.randomUUID()
}
const open = (type: string) => `type = '${type}' and status = 'pending'`
const desk = (path: string, body: object) => call('POST', `/desk/${path}`, { token, body })
const own = (client: MoneyClient, path: string, body: object = {}) =>
  call('POST', `/user/${path}`, { token: client.token, body })
const decide =
  (path: string, table: string, condition: string, verb: string, body: object = {}): Step =>
  async (client) =>
    desk(`${path}/${await newest(table, client, condition)}/${verb}`, { ...body })
const requested = (type: string, verb: 'approve' | 'reject'): Step => {
  const [table, condition] = ['wallet_request', open(type)]
  return async (client, paise) =>
    decide('wallet/transactions', table, condition, verb, { reference: newUtr(), reason: 'Not found' })(client, paise)
}
const adjust =
  (kind: string): Step =>
  ({ id: clientId }, paise) =>
    desk('ledger/adjustments', { clientId, kind, amount: (paise + 1) / 100, reason: 'Goodwill' })
const ofLoan =
  (verb: string): Step =>
  async (client) =>
    own(client, `loan/${verb}`, { loanId: await newest('loan', client) })
const repay: Step = async (client) => {
  const loans = (await call('GET', `/user/loan/get-loans-by-user/${client.id}`, { token: client.token })).body
  return own(client, 'loan/repay', { loanId: await newest('loan', client), amount: loans[0]?.payoff ?? 1 })
}
const close: Step = (client) => own(client, 'closure')

const steps: readonly Step[] = [
  (client, paise) => own(client, 'wallet/add-money', { id: client.id, amount: (paise + 10_000) / 100 }),
  requested('added', 'approve'),
  requested('added', 'reject'),
  (client, paise) => own(client, 'wallet/withdraw', { id: client.id, amount: (paise + 10_000) / 100 }),
  requested('withdrawal', 'approve'),
  requested('withdrawal', 'approve'),
  requested('withdrawal', 'reject'),
  async (client) =>
    own(client, `wallet/transaction/${await newest('wallet_request', client, open('withdrawal'))}/cancel`),
  adjust('cashback'),
  decide('ledger/adjustments', 'adjustment', "status = 'pending'", 'approve'),
  decide('ledger/adjustments', 'adjustment', "status = 'pending'", 'reject'),
  ({ id: clientId }, paise) =>
    desk('charges', { clientId, chargeType: 'Brokerage', description: 'November', amount: (paise + 1) / 100 }),
  async (client) =>
    own(client, `charges/${await newest('charge', client, "status <> 'APPROVED'")}/pay`, { transactionId: newUtr() }),
  decide('charges', 'charge', "status = 'PAID'", 'approve'),
  (client) => own(client, `loan/request/${client.id}`),
  decide('loans', 'loan', "status = 'pending'", 'offer', { ...exampleOffer, amount: 1000, fee: 10 }),
  ofLoan('accept'),
  ofLoan('decline'),
  ofLoan('decline'),
  repay,
  close,
  close,
  close,
  close,
  (client) => own(client, 'closure/cancel'),
]

const stateOf = ({ id }: MoneyClient) =>
  db.row<{ closure: string | null; money: bigint; other: bigint; open: bigint; status: string | null }>(
    `select l.closure, k.status, l.cash + l.withheld as money, l.invested + l.loan + l.cashback + l.dues as other,
            o.loans + o.requests + o.charges as open
       from client_ledger l join open_item o on o.client_id = l.client_id
       left join closure k on k.client_id = l.client_id and k.status <> 'cancelled' where l.client_id = $1`,
    [id],
  )

test(
  'whatever is requested and decided at the same time, a closed account has no money and nothing open',
  { timeout: 900_000 },
  async () => {
    const atOnce = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 60_000 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(atOnce, { minLength: 40, maxLength: 40 }), fc.boolean(), async (groups, isPenny) => {
        let client = await moneyClient(server, { rupees: isPenny ? 0.37 : 500 })
        for (const group of groups) {
          const answers = await Promise.all(group.map(([step, paise]) => step(client, paise)))
          expect(answers.filter(({ status }) => status >= 500)).toEqual([])
          const after = await stateOf(client)
          expect(after?.status ?? null).toBe(after?.closure)
          if (after?.closure === 'open') expect(after.money).toBeGreaterThan(0n)
          if (after?.closure !== 'closed') continue
          expect(after).toMatchObject({ money: 0n, other: 0n, open: 0n })
          client = await moneyClient(server, { rupees: 500 })
        }
        const { body } = await call('GET', '/desk/books', { token })
        expect(body.differences).toEqual([])
      }),
      { numRuns: often(6, 100), endOnFailure: true },
    )
  },
)
