import { randomUUID } from 'node:crypto'
import { exampleOffer, loanSteps } from './loan.ts'
import { moneyClient, type MoneyClient } from './money.ts'
import type { NewOperator } from './operator.ts'
import { atPayouts, payingBank, settleToday } from './payout.ts'
import { dayInIndia } from '../src/platform/india.ts'
import { atBank, newUtr, statementForm, statementText } from './reconciliation.ts'
import type { Answer, TestServer } from './server.ts'
import { equityOn } from './setting.ts'
import { tamper } from './tamper.ts'
import { tradeSteps } from './trade.ts'

/** The input of a call that succeeds once, about records created for it. */
export type Valid = {
  readonly token?: string
  /** The client whose session makes the call, if any. */
  readonly client?: MoneyClient
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}
export type Example = Omit<Valid, 'body'> & { readonly body?: unknown; readonly query?: string }
type Rest = Omit<Valid, 'token' | 'client'>

export const password = 'Lamp-Oil-42'
export const reason = 'Something to read'

type TradeDependencies = ReturnType<typeof basics>
/** Functions that create the records calls are about. */
export type Things = TradeDependencies & ReturnType<typeof moneyThings> & ReturnType<typeof deskThings>

export function makeThings(server: TestServer, admin: NewOperator, second: NewOperator): Things {
  const base = basics(server, admin, second)
  return { ...base, ...moneyThings(base), ...deskThings(base) }
}

function basics(server: TestServer, admin: NewOperator, second: NewOperator) {
  const { call } = server
  const { buy, ask, desk } = tradeSteps(server, admin)
  const loans = loanSteps(server, admin)
  const bank = atBank(server, admin.token)
  let count = 0
  const next = () => ++count

  const made = async (answer: Promise<Pick<Answer, 'status' | 'body'>>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${body.message}`)
    return body
  }
  const rich = () => moneyClient(server, { rupees: 10_000 })
  const own = (client: MoneyClient, rest: Rest = {}): Valid => ({
    client,
    token: client.token,
    ...rest,
  })
  const atDesk = (rest: Rest = {}, by = admin): Valid => ({ token: by.token, ...rest })
  return { server, call, buy, ask, desk, loans, bank, next, made, rich, own, atDesk, second, token: admin.token }
}

export function complaintForm(): FormData {
  const data = new FormData()
  data.append('category', 'trade')
  data.append('text', reason)
  return data
}

function moneyThings({ server, call, buy, ask, desk, made, rich, loans, second, token }: TradeDependencies) {
  const registered = async (): Promise<MoneyClient> => server.newClient({ password })
  /** After an example of the call that stops payouts. */
  const resume = () => server.db.run('update payout_stop set stopped_at = null, reason = null, stopped_by = null')
  const requested = async (path: 'add-money' | 'withdraw') => {
    await resume()
    const { id, token } = await rich()
    return (await made(call('POST', `/user/wallet/${path}`, { token, body: { id, amount: 500 } }))).transaction._id
  }
  /** A loan offer that another operator proposed. */
  const proposed = async () => {
    const client = await rich()
    const payload = { loanId: (await loans.request(client))._id, offer: exampleOffer }
    const row = await server.db.row<{ id: string }>(
      `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by)
       values (gen_random_uuid(), 'loan.offer', $1, 'Offer a loan', '{}', $2, $3) returning id`,
      [client.id, JSON.stringify(payload), second.id],
    )
    return row?.id ?? ''
  }
  /** A proposal with the version of its review, without which it is not approved. */
  const opened = async (proposalId: string) => {
    const { version } = await made(call('GET', `/desk/proposals/${proposalId}`, { token }))
    return { params: { proposalId }, body: { version: version as string } }
  }
  const charge = { chargeType: 'Other', description: 'Courier', amount: 100, gst: 18, dueDate: '2030-01-31' }
  const raised = async (client: MoneyClient): Promise<string> => {
    return (await made(desk('charges', { clientId: client.id, ...charge })))._id
  }
  const paid = async () => {
    const client = await rich()
    const chargeId = await raised(client)
    const body = { paymentMethod: 'UPI', transactionId: newUtr(), remarks: '' }
    await made(call('POST', `/user/charges/${chargeId}/pay`, { token: client.token, body }))
    return { params: { chargeId }, body: { transactionId: body.transactionId } }
  }
  const bought = async () => (await buy(await rich(), 'TCS', 2, 100))._id
  const unchecked = async () => {
    const id = await bought()
    await tamper(server, 'update trade set price_unchecked = true where id = $1', [id])
    const { toConfirm } = await made(call('GET', `/desk/trades/${id}`, { token }))
    return { params: { tradeId: id }, body: { version: toConfirm.version as string } }
  }
  const complained = async (given?: MoneyClient) => {
    const client = given ?? (await rich())
    const { complaint } = await made(call('POST', '/user/complaints', { token: client.token, body: complaintForm() }))
    return { params: { complaintId: complaint._id as string } }
  }
  const asked = async () => (await ask({ _id: await bought() }))._id
  const adjusted = async () => {
    const body = { clientId: (await rich()).id, kind: 'credit', amount: 5, reason }
    return (await made(desk('ledger/adjustments', body)))._id
  }
  const payouts = payoutThings({ server, buy, rich, second, token, requested, resume })
  return {
    registered,
    requested,
    proposed,
    opened,
    charge,
    raised,
    paid,
    bought,
    unchecked,
    complained,
    asked,
    adjusted,
    ...payouts,
  }
}

type PayoutDependencies = Pick<TradeDependencies, 'server' | 'buy' | 'rich' | 'second' | 'token'> & {
  readonly requested: (path: 'withdraw') => Promise<string>
  readonly resume: () => Promise<unknown>
}

function payoutThings({ server, buy, rich, second, token, requested, resume }: PayoutDependencies) {
  const batches = atPayouts(server, { token })
  /** A batch of withdrawals, and the proposal of its release if it is not released. */
  const batched = async (isReleased: boolean, payments = 1) => {
    const { body } = await batches.create(
      await payingBank(server),
      await Promise.all(Array.from({ length: payments }, () => requested('withdraw'))),
    )
    const name = body.payouts[0].transactionId as string
    const withdrawal = body.payouts[0]._id as string
    if (isReleased) return { batchId: body._id as string, proposalId: '', name, withdrawal }
    await server.db.run("update payout_batch set status = 'prepared' where id = $1", [body._id])
    const row = await server.db.row<{ id: string }>(
      `insert into proposal (id, kind, summary, reasons, payload, requested_by)
       values (gen_random_uuid(), 'payout.release', 'Release a batch', '{}', $1, $2) returning id`,
      [JSON.stringify({ batchId: body._id }), second.id],
    )
    return { batchId: body._id as string, proposalId: row?.id ?? '', name, withdrawal }
  }
  /** A client whose unused funds can be settled today. */
  const settleable = async () => {
    await resume()
    const client = await rich()
    const day = await settleToday(server)
    await buy(client, 'TCS', 1, 100)
    return { day, id: client.id }
  }
  return { batched, settleable }
}

function deskThings({ server, call, desk, bank, next, made, rich, token }: TradeDependencies) {
  const setting = async (client: MoneyClient) => {
    await made(call('PUT', '/user/settings/segment', { token: client.token, body: equityOn }))
    const row = await server.db.row<{ id: string }>('select id from setting_request where client_id = $1', [client.id])
    return { params: { requestId: row?.id ?? '' } }
  }
  const review = () => ({ name: `Asha ${next()}`, about: '', words: `Quick and clear ${next()}`, consent: 'By e-mail' })
  const reviewed = async () => {
    // The number of testimonials is limited.
    for (const { _id } of (await made(call('GET', '/desk/testimonials', { token }))).testimonials.slice(40))
      await call('DELETE', `/desk/testimonials/${_id}`, { token })
    const { _id, changedAt } = await made(desk('testimonials', review()))
    return { params: { testimonialId: _id }, body: { seen: changedAt } }
  }
  const stock = () => ({
    name: `Stock ${next()}`,
    aliases: [],
    exchange: 'NSE',
    kind: 'share',
    lot: 1,
    tick: '0.05',
    fractional: false,
    active: true,
  })
  const brokerAccount = () => ({
    name: `Account ${next()}`,
    accountNumber: String(50_100_000_000 + Number(next())),
    ifsc: 'HDFC0001234',
    upiId: 'broker@bank',
    upiName: 'Broker',
    receives: false,
  })
  const closable = async () => {
    const { _id } = await made(desk('bank-accounts', brokerAccount()))
    const statement = statementForm(statementText([{ reference: newUtr(), credit: 500 }], 0))
    await made(bank.send(`/statements?bankAccountId=${_id}`, statement))
    const day = dayInIndia(new Date())
    const { version } = await made(call('GET', `/desk/bank-days/${_id}?day=${day}`, { token }))
    return { params: { bankAccountId: _id }, body: { day, version } }
  }
  const withoutBalance = async () => {
    const { _id } = await made(desk('bank-accounts', brokerAccount()))
    const statement = statementForm(statementText([{ reference: newUtr(), credit: 500 }]))
    await made(bank.send(`/statements?bankAccountId=${_id}`, statement))
    const body = { day: dayInIndia(new Date()), opening: 100, closing: 600 }
    return { params: { bankAccountId: _id }, body }
  }
  const line = async (credit: number) => {
    const reference = newUtr()
    await bank.bring({ text: `UPI ${reference}`, reference, credit })
    return { params: { lineId: (await bank.find(reference))._id } }
  }
  const matched = async () => {
    const utr = newUtr()
    const { id, token } = await rich()
    const { transaction } = await made(
      call('POST', '/user/wallet/add-money', { token, body: { id, amount: 500, utr } }),
    )
    await bank.bring({ text: 'UPI', reference: utr, credit: 500 })
    return { lineId: (await bank.find(utr))._id, paymentId: transaction._id as string }
  }
  const staff = () => ({ name: 'Ravi', email: `ravi${next()}@desk.example`, role: 'support' })
  const file = async () => {
    const { id } = await rich()
    const row = await server.db.row<{ sd: string }>("select 'SD' || number as sd from client where id = $1", [id])
    return { csv: `reference,client,action,stock,quantity,price,position\nF${next()},${row?.sd},BUY,TCS,1,100,` }
  }
  return { setting, review, reviewed, stock, brokerAccount, closable, withoutBalance, line, matched, staff, file }
}

/** An invitation that does not exist: the real ones are only in mails. */
export const unknownInvitation = { invitation: `${randomUUID()}.1.x`, newPassword: 'Oil-Lamp-43' }
