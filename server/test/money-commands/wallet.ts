import { moneyRules, rupeesOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import {
  clientOf,
  expectStatus,
  worldOf,
  type ClientModel,
  type MoneyModel,
  type MoneyReal,
  type RequestModel,
} from './model.ts'

type Command = fc.AsyncCommand<MoneyModel, MoneyReal>
type Run = (client: ClientModel, real: MoneyReal, model: MoneyModel) => Promise<void>

/** The same reference may be that of a payment received and of a payment made, because a bank returns a payment under it. */
const keyOf = ({ type }: RequestModel, reference: string) => (type === 'withdrawal' ? `paid ${reference}` : reference)

const minimum = 10_000n
const maximum = BigInt(moneyRules.maximumRupees) * 100n

/** A command about one client that can always be attempted. */
function command(name: string, choice: number, run: Run): Command {
  return {
    check: () => true,
    run: (model, real) => run(clientOf(model, choice), real, model),
    toString: () => `${name} (client ${choice})`,
  }
}

const call = (real: MoneyReal, { client: { id, token } }: ClientModel, path: string, body: object, key?: string) =>
  real.server.call('POST', `/user/wallet/${path}`, {
    token,
    body: { id, ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

const utrOf = (model: MoneyModel, choice: number): string =>
  `${String(worldOf(model)).padStart(9, '0')}${String(choice).padStart(3, '0')}`

const add = (choice: number, amount: bigint, utrChoice: number, byQr: boolean) =>
  command(`add ${amount} paise, UTR ${utrChoice}${byQr ? ', by QR' : ''}`, choice, async (client, real, model) => {
    const utr = utrChoice === 0 ? '' : utrOf(model, utrChoice)
    const isEnough = amount >= minimum
    let reference: string | undefined
    if (byQr) {
      const send = () => call(real, client, 'intent', { amount: rupeesOf(amount) })
      reference = (await expectStatus(real, client, isEnough ? 200 : 422, send)).body.reference
    }
    const status = !isEnough ? 422 : model.references.has(utr) ? 409 : 200
    const send = () => call(real, client, 'add-money', { amount: rupeesOf(amount), reference, utr })
    const { body } = await expectStatus(real, client, status, send)
    if (status !== 200) return
    client.requests.push({ id: body.transaction._id, type: 'added', amount, status: 'pending' })
    if (utr !== '') model.references.set(utr, body.transaction._id)
  })

/** The expected status of a withdrawal, in the order of the server's checks. */
function withdrawStatus(client: ClientModel, amount: bigint): number {
  if (amount > maximum) return 400
  if (amount < minimum) return 422
  if (client.bankDetails !== 'set') return 409
  return amount > client.cash ? 422 : 200
}

function withdrawn(client: ClientModel, id: string, amount: bigint): void {
  client.cash -= amount
  client.withheld += amount
  client.requests.push({ id, type: 'withdrawal', amount, status: 'pending' })
}

/** Thousandths of the balance; above 1000 that is more than there is. */
const shareOf = ({ cash }: ClientModel, share: number) => (cash * BigInt(share)) / 1000n + (share > 1000 ? 1n : 0n)

const withdraw = (choice: number, share: number) =>
  command(`withdraw ${share} ‰`, choice, async (client, real) => {
    const amount = shareOf(client, share)
    const status = withdrawStatus(client, amount)
    const send = () => call(real, client, 'withdraw', { amount: rupeesOf(amount) })
    const { body } = await expectStatus(real, client, status, send)
    if (status === 200) withdrawn(client, body.transaction._id, amount)
  })

let keys = 0

/** One key, sent three times, once with another body: one effect and one response. */
const withdrawOnce = (choice: number, share: number) =>
  command(`withdraw ${share} ‰ with a key`, choice, async (client, real) => {
    const amount = shareOf(client, share)
    const status = withdrawStatus(client, amount)
    keys += 1
    const key = `key-${keys}-of-the-model`
    const send = () => call(real, client, 'withdraw', { amount: rupeesOf(amount) }, key)
    const first = await expectStatus(real, client, status, send)
    if (status === 200) withdrawn(client, first.body.transaction._id, amount)
    const again = await expectStatus(real, client, status, send)
    if (JSON.stringify(again.body) !== JSON.stringify(first.body)) throw new Error('a key has two answers')
    const other = amount > 0n ? amount - 1n : 1n
    // Too large an amount is rejected before the command, so the key is not used.
    if (status !== 400)
      await expectStatus(real, client, 409, () => call(real, client, 'withdraw', { amount: rupeesOf(other) }, key))
  })

/** Several at once: as many as the balance allows, in any order. */
const burst = (choice: number, times: number, share: number) =>
  command(`${times} × withdraw ${share} ‰ at once`, choice, async (client, real) => {
    const amount = shareOf(client, share)
    const possible = withdrawStatus(client, amount) === 200 ? Number(client.cash / amount) : 0
    const send = () => call(real, client, 'withdraw', { amount: rupeesOf(amount) })
    const answers = await Promise.all(Array.from({ length: times }, send))
    const done = answers.filter(({ status }) => status === 200)
    if (done.length !== Math.min(times, possible)) throw new Error(`${done.length} of ${possible} possible withdrawals`)
    for (const { body } of done) withdrawn(client, body.transaction._id, amount)
  })

const desk = (real: MoneyReal, by: number, id: string, verb: string, body: object) =>
  real.server.call('POST', `/desk/wallet/transactions/${id}/${verb}`, {
    token: by === 0 ? real.deskToken : (real.secondToken ?? real.deskToken),
    body,
  })

function approved(client: ClientModel, request: RequestModel): void {
  request.status = 'approved'
  if (request.type === 'added') client.cash += request.amount
  else client.withheld -= request.amount
  client.bank += request.type === 'added' ? request.amount : -request.amount
}

function rejected(client: ClientModel, { references }: MoneyModel, request: RequestModel): void {
  request.status = 'rejected'
  if (request.type === 'withdrawal') {
    client.withheld -= request.amount
    client.cash += request.amount
  }
  for (const [reference, owner] of references) if (owner === request.id) references.delete(reference)
}

async function approveOne(request: RequestModel, by: number, number: number, [client, real, model]: Parameters<Run>) {
  const reference = `B${utrOf(model, number)}`
  const owner = model.references.get(keyOf(request, reference)) ?? request.id
  const decidable = request.status === 'pending'
  const status = decidable && owner === request.id ? 200 : 409
  const send = () => desk(real, by, request.id, 'approve', { reference })
  const { body } = await expectStatus(real, client, status, send)
  if (status !== 200) return
  model.references.set(keyOf(request, reference), request.id)
  // With APPROVALS=single one operator is always enough; evidence.property.test.ts has the policy.
  if (body.waitsForSecond !== false) throw new Error('waitsForSecond is wrong')
  approved(client, request)
}

const approve = (choice: number, which: number, by: number, number: number) =>
  command(`operator ${by} approves request ${which} under ${number}`, choice, async (...given) => {
    const { requests } = given[0]
    const request = requests[which % requests.length]
    if (request) await approveOne(request, by, number, given)
  })

/** Most requests should be decided: the oldest pending one, by an operator with the right, under an unused reference. */
const approveNext = (choice: number, by: number) =>
  command(`the next request is approved`, choice, async (...given) => {
    const request = given[0].requests.find(({ status }) => status === 'pending')
    if (request) await approveOne(request, by, 900 - given[2].references.size, given)
  })

/** Most clients should have money to spend. */
const deposit = (choice: number, amount: bigint, by: number) =>
  command(`add ${amount} paise and have it approved`, choice, async (...given) => {
    const [client, real, model] = given
    const send = () => call(real, client, 'add-money', { amount: rupeesOf(amount) })
    const { body } = await expectStatus(real, client, 200, send)
    const request: RequestModel = { id: body.transaction._id, type: 'added', amount, status: 'pending' }
    client.requests.push(request)
    await approveOne(request, by, 900 - model.references.size, given)
  })

const reject = (choice: number, which: number, by: number) =>
  command(`operator ${by} rejects request ${which}`, choice, async (client, real, model) => {
    const request = client.requests[which % client.requests.length]
    if (!request) return
    const status = request.status === 'pending' ? 200 : 409
    await expectStatus(real, client, status, () => desk(real, by, request.id, 'reject', { reason: 'Not found' }))
    if (status === 200) rejected(client, model, request)
  })

/** Both operators at once, one for and one against: exactly one wins. */
const raceToDecide = (choice: number, which: number) =>
  command(`approve and reject of request ${which} at once`, choice, async (client, real, model) => {
    const request = client.requests[which % client.requests.length]
    if (!request) return
    const reference = `R${request.id.replaceAll('-', '').slice(-20)}`
    const answers = await Promise.all([
      desk(real, 0, request.id, 'approve', { reference }),
      desk(real, 1, request.id, 'reject', { reason: 'Not found' }),
    ])
    const winners = answers.map(({ status }) => status === 200)
    if (winners.filter(Boolean).length !== (request.status === 'pending' ? 1 : 0)) throw new Error('not one winner')
    if (winners[0]) {
      approved(client, request)
      model.references.set(keyOf(request, reference), request.id)
    }
    if (winners[1]) rejected(client, model, request)
  })

const changeBank = (choice: number, number: number) =>
  command(`bank details ${number}`, choice, async (client, real) => {
    const { id, token } = client.client
    const accountNumber = `${number}`.padStart(12, '7')
    const bankDetails = { accountHolderName: 'Ravi', accountNumber, ifsc: 'HDFC0000001' }
    const send = () => real.server.call('PUT', `/user/profile/update/${id}`, { token, body: { bankDetails } })
    const rows = () =>
      real.server.db.row('select from bank_details where client_id = $1 and account_lookup = $2', [
        id,
        real.server.app.context.accounts.lookup(accountNumber),
      ])
    const isSame = (await rows()) !== undefined
    await expectStatus(real, client, 200, send)
    if (!isSame) client.bankDetails = client.bankDetails === 'none' ? 'set' : 'changed'
  })

const nextDay = (choice: number) =>
  command('a day goes by', choice, async (client, real) => {
    await real.server.db.run(
      "update bank_details set changed_at = changed_at - interval '24 hours' where client_id = $1",
      [client.client.id],
    )
    if (client.bankDetails === 'changed') client.bankDetails = 'set'
  })

/** The client's own screens. */
const look = (choice: number) =>
  command('look', choice, async (client, real) => {
    const { id, token } = client.client
    const wallet = await expectStatus(real, client, 200, () => real.server.call('GET', `/user/wallet/${id}`, { token }))
    const { withdrawalsFrom, times, ...figures } = wallet.body
    if (times.withdrawal.targetHours === undefined) throw new Error('the wallet shows no target for withdrawals')
    const shown = JSON.stringify(figures)
    if ((withdrawalsFrom !== undefined) !== (client.bankDetails === 'changed'))
      throw new Error(`withdrawals from ${withdrawalsFrom}, although bank details are ${client.bankDetails}`)
    const wanted = JSON.stringify({
      balance: rupeesOf(client.cash),
      investedAmount: rupeesOf(client.invested),
      cashback: rupeesOf(client.cashback),
      loanAmount: rupeesOf(client.loan),
      withheld: rupeesOf(client.withheld),
      withdrawable: rupeesOf(client.cash),
    })
    if (shown !== wanted) throw new Error(`the wallet shows ${shown}, not ${wanted}`)
    const path = `/user/wallet/transactions/${id}?limit=1`
    const { body } = await expectStatus(real, client, 200, () => real.server.call('GET', path, { token }))
    if (body.total !== client.requests.length)
      throw new Error(`${body.total} transactions, not ${client.requests.length}`)
  })

const choice = fc.nat({ max: 7 })
const which = fc.nat({ max: 30 })
const operator = fc.nat({ max: 1 })
const amount = fc.oneof(
  fc.bigInt(10_000n, 200_000n),
  fc.bigInt(0n, 11_000n),
  fc.constantFrom(9_999n, 10_000n, 100_000_000_000n),
)
const share = fc.oneof(fc.integer({ min: 0, max: 1100 }), fc.constantFrom(1000, 1001))

/** All commands about a wallet; combine them with the commands of other features. */
export const walletCommands: fc.Arbitrary<Command>[] = [
  ...[1, 2].map(() =>
    fc
      .tuple(choice, amount, fc.nat({ max: 4 }), fc.boolean())
      .map(([who, paise, utr, byQr]) => add(who, paise, utr, byQr)),
  ),
  ...[1, 2, 3].map(() =>
    fc.tuple(choice, fc.bigInt(10_000n, 500_000n), operator).map(([who, paise, by]) => deposit(who, paise, by)),
  ),
  ...[1, 2, 3].map(() => fc.tuple(choice, share).map(([who, part]) => withdraw(who, part))),
  fc.tuple(choice, share).map(([who, part]) => withdrawOnce(who, part)),
  fc
    .tuple(choice, fc.integer({ min: 2, max: 5 }), fc.integer({ min: 100, max: 1000 }))
    .map(([who, times, part]) => burst(who, times, part)),
  ...[1, 2, 3].map(() => fc.tuple(choice, operator).map(([who, by]) => approveNext(who, by))),
  fc
    .tuple(choice, which, operator, fc.nat({ max: 9 }))
    .map(([who, one, by, number]) => approve(who, one, by, number + 100)),
  fc.tuple(choice, which, operator).map(([who, one, by]) => reject(who, one, by)),
  fc.tuple(choice, which).map(([who, one]) => raceToDecide(who, one)),
  fc.tuple(choice, fc.nat({ max: 3 })).map(([who, number]) => changeBank(who, number)),
  choice.map(nextDay),
  choice.map(look),
]
