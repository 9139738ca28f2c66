import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { dayInIndia } from '../../platform/india.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { walletSteps } from '../../../test/wallet.ts'

const today = dayInIndia(new Date())
const dayBefore = dayInIndia(new Date(Date.now() - 86_400_000))

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const admin = await establishedOperator(server, 'admin', 'Kiran')
const bank = atBank(server, admin.token)
const { buy, sell } = tradeSteps(server, admin)

type Event = { journalId: string; title: string }
type Step = { event?: Event; line?: { id: string; direction: string; amount: number; reference: string } }

const get = ({ token }: MoneyClient, path: string) => server.call('GET', path, { token })
const eventsOf = async (client: MoneyClient): Promise<Event[]> =>
  (await get(client, `/user/statement/${client.id}/events`)).body.events
const trailOf = async (client: MoneyClient, title: string) => {
  const journalId = (await eventsOf(client)).find((event) => event.title === title)?.journalId
  const { status, body } = await get(client, `/user/statement/${client.id}/events/${journalId}/trail`)
  expect(status).toBe(200)
  const steps: Step[] = body.steps
  return steps.map(({ event, line }) => event?.title ?? [line?.direction, line?.amount, line?.reference])
}
const wallet = walletSteps(server, admin)

test('a deposit begins with its bank line, a withdrawal ends with its own and goes on to what the bank returned', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const [utr, out] = [newUtr(), newUtr()]
  await wallet.deposit(client, 4321, utr)
  await bank.bring({ text: `UPI ${utr}`, reference: utr, credit: 4321 })
  expect((await bank.approve(await bank.find(utr))).status).toBe(200)
  expect(await trailOf(client, 'Funds added')).toEqual([['credit', 4321, utr], 'Funds added'])

  const { _id, transactionId } = await wallet.ask(client, 'withdraw', { amount: 1234 })
  expect((await wallet.approve(_id, out)).status).toBe(200)
  await bank.bring({ text: `NEFT ${out}`, reference: out, debit: 1234 })
  expect((await amountTrail(client, 'figure=takenOut')).titles).toEqual(['Withdrawal paid', out])
  const paid = ['Withdrawal requested', 'Withdrawal paid', ['debit', 1234, out]]
  expect(await trailOf(client, 'Withdrawal paid')).toEqual(paid)

  const back = newUtr()
  await bank.bring({ text: `NEFT RETURN ${transactionId}`, reference: back, credit: 1234 })
  const line = await bank.find(back)
  const booking = { kind: 'client', reason: 'Returned by the bank' }
  expect((await bank.send(`/lines/${line._id}/book`, booking)).status).toBe(200)
  const whole = [...paid, ['credit', 1234, back], 'Bank correction: added']
  expect(await trailOf(client, 'Bank correction: added')).toEqual(whole)
  expect(await trailOf(client, 'Withdrawal requested')).toEqual(whole)

  const ofPayment = (clientId: string) =>
    server.call('GET', `/desk/clients/${clientId}/statement/${_id}/trail`, { token: admin.token })
  expect((await ofPayment(client.id)).body.steps).toHaveLength(whole.length)
  expect((await ofPayment((await moneyClient(server)).id)).status).toBe(404)
})

test('a trade shows the purchase and the sales of its lot, for the client and an operator, and for nobody else', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const trade = await buy(client, 'TCS', 3, 1500)
  await sell(trade, 1, 1700)
  expect(await trailOf(client, 'Bought')).toEqual(['Bought', 'Sold'])
  await sell(trade, 1, 1800)
  expect(await trailOf(client, 'Sold')).toEqual(['Bought', 'Sold'])
  expect(await trailOf(client, 'Bought')).toEqual(['Bought', 'Sold', 'Sold'])

  const [{ journalId } = { journalId: '' }] = await eventsOf(client)
  const atDesk = (clientId: string) =>
    server.call('GET', `/desk/clients/${clientId}/statement/${journalId}/trail`, { token: admin.token })
  expect((await atDesk(client.id)).body.steps).toHaveLength(2)
  const other = await moneyClient(server)
  expect((await atDesk(other.id)).status).toBe(404)
  expect((await get(other, `/user/statement/${other.id}/events/${journalId}/trail`)).status).toBe(404)
  expect((await get(other, `/user/statement/${client.id}/events/${journalId}/trail`)).status).toBe(404)
  expect((await get(other, `/user/statement/${other.id}/events/not-an-id/trail`)).status).toBe(404)
})

const amountTrail = async (client: MoneyClient, query: string, path = client.id) => {
  const { status, body } = await get(client, `/user/statement/${path}/trail?${query}`)
  const steps: Step[] = body.steps ?? []
  return { status, titles: steps.map(({ event, line }) => event?.title ?? line?.reference), hasMore: body.hasMore }
}

test('a figure shows the events that changed it with their bank lines, a holding its open purchases', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const pending = await wallet.deposit(client, 9000, utr)
  expect(await amountTrail(client, `cause=${pending}`)).toEqual({ status: 200, titles: [], hasMore: false })
  await bank.bring({ text: `UPI ${utr}`, reference: utr, credit: 9000 })
  expect((await bank.approve(await bank.find(utr))).status).toBe(200)
  const trade = await buy(client, 'TCS', 3, 1500)
  await buy(client, 'INFY', 1, 1000)
  await sell(trade, 1, 1700)
  const withdrawal = await wallet.withdraw(client, 700)

  const whole = [utr, 'Funds added', 'Bought', 'Bought', 'Sold', 'Withdrawal requested']
  expect(await amountTrail(client, 'figure=cash')).toEqual({ status: 200, titles: whole, hasMore: false })
  expect((await amountTrail(client, 'figure=balance')).titles).toEqual(whole)
  const atDesk = (clientId: string) =>
    server.call('GET', `/desk/clients/${clientId}/statement/trail?figure=cash`, { token: admin.token })
  expect((await atDesk(client.id)).body.steps).toHaveLength(whole.length)
  expect((await atDesk(trade._id)).status).toBe(404)
  const { entries } = (await server.call('GET', '/desk/books/withheld', { token: admin.token })).body
  expect(entries[0]).toMatchObject({ debit: 'cash', credit: 'withheld', amount: 700, client: { _id: client.id } })
  const before = await server.call('GET', `/desk/books/withheld?before=${entries[0].id}`, { token: admin.token })
  expect(before.body.entries.map(({ id }: { id: string }) => id)).toEqual(
    entries.slice(1).map(({ id }: { id: string }) => id),
  )
  expect((await server.call('GET', '/desk/books/nothing', { token: admin.token })).status).toBe(404)
  expect((await amountTrail(client, 'figure=withheld')).titles).toEqual(['Withdrawal requested'])
  expect((await amountTrail(client, 'figure=invested')).titles).toEqual(['Bought', 'Bought', 'Sold'])
  expect((await amountTrail(client, 'figure=loan')).titles).toEqual([])
  const { titles: spent } = await amountTrail(client, `figure=cash&flow=out&from=${today}&to=${today}`)
  expect(spent).toEqual(['Bought', 'Bought', 'Withdrawal requested'])
  expect((await amountTrail(client, 'figure=cash&flow=in')).titles).toEqual([utr, 'Funds added', 'Sold'])
  expect((await amountTrail(client, `figure=cash&to=${dayBefore}`)).titles).toEqual([])
  expect((await amountTrail(client, 'figure=invested&flow=out')).titles).toEqual(['Sold'])
  expect((await amountTrail(client, 'figure=added')).titles).toEqual([utr, 'Funds added'])
  expect((await amountTrail(client, 'figure=takenOut')).titles).toEqual([])
  const first = (await eventsOf(client)).at(-1)?.journalId
  expect((await amountTrail(client, `figure=cash&until=${first}`)).titles).toEqual([utr, 'Funds added'])
  expect((await amountTrail(client, 'stock=TCS')).titles).toEqual(['Bought', 'Sold'])
  expect((await amountTrail(client, `sales=${today}`)).titles).toEqual(['Bought', 'Sold'])
  expect((await amountTrail(client, `sales=${dayBefore}`)).status).toBe(404)
  expect((await amountTrail(client, `cause=${pending}`)).titles).toEqual([utr, 'Funds added'])
  expect((await amountTrail(client, `cause=${withdrawal}`)).titles).toEqual(['Withdrawal requested'])

  const other = await moneyClient(server)
  expect((await amountTrail(other, `cause=${pending}`)).status).toBe(404)
  expect((await amountTrail(other, `cause=${trade._id}`)).status).toBe(404)
  expect((await amountTrail(other, 'stock=TCS')).status).toBe(404)
  expect((await amountTrail(other, `figure=cash&until=${first}`)).titles).toEqual([])
  expect((await amountTrail(other, 'figure=cash', client.id)).status).toBe(404)
  const reported = await wallet.deposit(other, 300)
  const ofReported = `/desk/clients/${other.id}/statement/trail?cause=${reported}`
  expect((await server.call('GET', ofReported, { token: admin.token })).body).toEqual({ steps: [], hasMore: false })
  for (const wrong of [
    '',
    'figure=cash&stock=TCS',
    'figure=worth',
    'cause=1',
    'stock=',
    'figure=cash&figure=loan',
    'stock=TCS&flow=in',
    'sales=yesterday',
    `sales=${today}&flow=in`,
    'figure=cash&until=1',
    `figure=cash&from=${today}&to=${dayBefore}`,
  ])
    expect(await amountTrail(client, wrong)).toMatchObject({ status: 400 })
})

test('a figure with a long history shows its newest events', async () => {
  const client = await moneyClient(server, { rupees: 1_00_000 })
  const trade = await buy(client, 'TCS', 200, 10)
  for (let sold = 0; sold < 100; sold += 1) await sell(trade, 1, 11)
  const { titles, hasMore } = await amountTrail(client, 'figure=cash')
  expect({ titles, hasMore }).toEqual({ titles: Array.from({ length: 100 }, () => 'Sold'), hasMore: true })
})
