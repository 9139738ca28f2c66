import fc from 'fast-check'
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { withoutNetwork } from '../../../test/inject.ts'
import { exampleOffer } from '../../../test/loan.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { atBank, newUtr, type Written } from '../../../test/reconciliation.ts'
import { type Answer, testServer } from '../../../test/server.ts'

const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off', STEP_UP: 'off', GSTIN: '27AAAAA0000A1Z5' }))
const { call, db } = server
const { token } = await newOperator(server, 'admin')
const payingFrom = await payingBank(server)
const payouts = atPayouts(server, { token })
const bank = atBank(server, token)

/** No answer where there is nothing to do. */
type Step = (client: MoneyClient, paise: number) => Promise<Answer | undefined>

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

const pay: Step = async (client) =>
  own(client, `charges/${await newest('charge', client, "status <> 'APPROVED'")}/pay`, { transactionId: newUtr() })
const cancelWithdrawal: Step = async (client) =>
  own(client, `wallet/transaction/${await newest('wallet_request', client, open('withdrawal'))}/cancel`)
const batch: Step = async (client) =>
  payouts.create(payingFrom, [await newest('wallet_request', client, open('withdrawal'))])
const inBatch = ({ id }: MoneyClient) =>
  db.row<{ batch: string; name: string; rupees: string }>(
    `select payout_batch_id as batch, 'WDR' || number as name, (amount / 100.0)::numeric(12, 2)::text as rupees from wallet_request
      where client_id = $1 and status = 'pending' and payout_batch_id is not null order by id desc limit 1`,
    [id],
  )
const answer =
  (isPaid: boolean): Step =>
  async (client) => {
    const { batch: id, name, rupees } = (await inBatch(client)) ?? {}
    if (id === undefined || name === undefined || rupees === undefined) return undefined
    return payouts.answer(id, isPaid ? hdfcLine(name, rupees, newUtr()) : hdfcLine(name, rupees, '', 'R', 'CLOSED'))
  }
const cancelBatch: Step = async (client) => {
  const found = await inBatch(client)
  return found && payouts.cancel(found.batch)
}

let imports = Promise.resolve()
/** Statements are imported one after the other. */
async function bring(line: Written): Promise<void> {
  const next = imports.then(() => bank.bring(line)).then(() => undefined)
  imports = next.catch(() => undefined)
  await next
}
const one = <Row>(rows: readonly Row[], n: number): Row | undefined => rows[n % Math.max(1, rows.length)]
const book = (lineId: string, kind: string) =>
  bank.send(`/lines/${lineId}/book`, { kind, reason: 'As the bank explained' })

/** The bank pays a withdrawal, whether it was asked to, has paid it before, or the money went back. */
const debit: Step = async ({ id }, n) => {
  const all = await db.rows<{ name: string; amount: bigint }>(
    "select 'WDR' || number as name, amount from wallet_request where client_id = $1 and type = 'withdrawal' order by id",
    [id],
  )
  const paid = one(all, n)
  if (!paid) return undefined
  const reference = newUtr()
  await bring({ text: `NEFT ${paid.name}`, reference, debit: Number(paid.amount) / 100 })
  const line = await bank.find(reference)
  const approved = line.payment && (await bank.approve(line))
  return approved?.status === 200 ? approved : book(line._id, n % 2 === 0 ? 'client' : 'late')
}
/** The bank returns a withdrawal, or takes a deposit back. */
const giveBack: Step = async ({ id }, n) => {
  const all = await db.rows<{ reference: string; type: string; amount: bigint }>(
    `select coalesce(bank_reference, reference) as reference, type, coalesce(credited, amount) as amount
       from wallet_request where client_id = $1 and status = 'approved' order by id`,
    [id],
  )
  const { reference, type, amount } = one(all, n) ?? {}
  if (reference === undefined) return undefined
  await bring({ text: 'RETURN', reference, [type === 'added' ? 'debit' : 'credit']: Number(amount) / 100 })
  const { lines } = await bank.page(`search=${reference}`)
  const line = lines.find(({ exception }) => exception === 'reversed')
  return line && book(line._id, 'client')
}
const undo: Step = async ({ id }) => {
  const row = await db.row<{ line: string }>(
    `select k.line_id as line from bank_link k join wallet_request r on r.id = k.payment_id
      where r.client_id = $1 and k.unlinked_at is null order by k.id desc limit 1`,
    [id],
  )
  return row && bank.send(`/lines/${row.line}/reverse`, { reason: 'Booked by mistake' })
}
const unfreeze: Step = ({ id }) => desk(`clients/${id}/unfreeze`, { reason: 'Verified by phone' })
const hold =
  (verb: 'hold' | 'resume'): Step =>
  async (client) => {
    const id = await newest('wallet_request', client, open('withdrawal'))
    const remindAt = new Date(Date.now() + 86_400_000).toISOString()
    return desk(`queue/${verb}`, {
      kind: 'withdrawal',
      id,
      ...(verb === 'hold' && { reason: 'Ask the bank', remindAt }),
    })
  }

const steps: readonly Step[] = [
  (client, paise) => own(client, 'wallet/add-money', { id: client.id, amount: (paise + 10_000) / 100 }),
  requested('added', 'approve'),
  requested('added', 'reject'),
  (client, paise) => own(client, 'wallet/withdraw', { id: client.id, amount: (paise + 10_000) / 100 }),
  requested('withdrawal', 'approve'),
  requested('withdrawal', 'approve'),
  requested('withdrawal', 'reject'),
  cancelWithdrawal,
  batch,
  batch,
  answer(true),
  answer(true),
  answer(false),
  cancelBatch,
  debit,
  giveBack,
  giveBack,
  undo,
  ({ id }) => desk(`clients/${id}/freeze`, { reason: 'Password stolen' }),
  unfreeze,
  unfreeze,
  hold('hold'),
  hold('resume'),
  adjust('cashback'),
  decide('ledger/adjustments', 'adjustment', "status = 'pending'", 'approve'),
  decide('ledger/adjustments', 'adjustment', "status = 'pending'", 'reject'),
  ({ id: clientId }, paise) =>
    desk('charges', { clientId, chargeType: 'Brokerage', description: 'November', amount: (paise + 1) / 100 }),
  pay,
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

/** With a new session: a freeze and a closing end those before. */
async function signedIn(client: MoneyClient): Promise<MoneyClient> {
  const fresh = randomBytes(32).toString('base64url')
  await db.run(
    `insert into session (id, token_hash, client_id, ip, device, expires_at)
     values (gen_random_uuid(), $1, $2, '127.0.0.1', 'test', now() + interval '1 day')`,
    [createHash('sha256').update(fresh).digest(), client.id],
  )
  return { ...client, token: fresh }
}

/** What ends each open item, the closing last. */
const endings: readonly Step[] = [
  unfreeze,
  hold('resume'),
  cancelBatch,
  requested('added', 'reject'),
  requested('withdrawal', 'reject'),
  decide('ledger/adjustments', 'adjustment', "status = 'pending'", 'reject'),
  decide('loans', 'loan', "status = 'pending'", 'reject', { reason: 'No longer needed' }),
  ofLoan('decline'),
  repay,
  pay,
  decide('charges', 'charge', "status = 'PAID'", 'approve'),
  close,
  requested('withdrawal', 'approve'),
]

async function endAll(client: MoneyClient): Promise<void> {
  for (let round = 0; round < 20 && (await stateOf(client))?.closure !== 'closed'; round += 1)
    for (const step of endings) await step(await signedIn(client), 0)
  expect(await stateOf(client)).toMatchObject({ closure: 'closed', money: 0n, other: 0n, open: 0n })
}

test(
  'whatever is requested, decided, returned and frozen at the same time, a closed account has nothing open, and any can be closed',
  { timeout: 900_000 },
  async () => {
    const atOnce = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat({ max: 60_000 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(atOnce, { minLength: 40, maxLength: 40 }), fc.boolean(), async (groups, isPenny) => {
        let client = await moneyClient(server, { rupees: isPenny ? 0.37 : 1500 })
        let wasClosed = false
        for (const [n, group] of groups.entries()) {
          // The bank may still return a payment of a closed account.
          if (wasClosed && n % 3 === 0) {
            await endAll(client)
            client = await moneyClient(server, { rupees: 1500 })
            wasClosed = false
          }
          const present = await signedIn(client)
          const answers = await Promise.all(group.map(([step, paise]) => step(present, paise)))
          expect(answers.filter((each) => each !== undefined && each.status >= 500)).toEqual([])
          const after = await stateOf(client)
          expect(after?.status ?? null).toBe(after?.closure)
          if (after?.closure === 'open' && !wasClosed) expect(after.money).toBeGreaterThan(0n)
          if (after?.closure !== 'closed') continue
          expect(after).toMatchObject({ money: 0n, other: 0n, open: 0n })
          wasClosed = true
        }
        await endAll(client)
        const { body } = await call('GET', '/desk/books', { token })
        expect(body.differences).toEqual([])
      }),
      { numRuns: often(3, 100), endOnFailure: true },
    )
  },
)
