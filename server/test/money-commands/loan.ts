import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { owedOn, splitPayment, type Owed } from '../../src/money/loan/loan.interest.ts'
import { addDays } from '../../src/platform/india.ts'
import { backdateLoan, earlierTerms } from '../loan.ts'
import {
  agree,
  clientOf,
  expectStatus,
  type ClientModel,
  type LoanModel,
  type MoneyModel,
  type MoneyReal,
} from './model.ts'
import { buy } from './trade.ts'

type Command = fc.AsyncCommand<MoneyModel, MoneyReal>

const unopen = new Set(['closed', 'rejected'])
const isOpen = (lending: LoanModel | undefined) => lending !== undefined && !unopen.has(lending.status)

function owed({ lending }: ClientModel, today: string): Owed | undefined {
  return lending?.status === 'approved' && lending.terms && lending.acceptedOn !== undefined
    ? owedOn({ terms: lending.terms, acceptedOn: lending.acceptedOn, paid: lending.paid }, today)
    : undefined
}

/** A command about one client that can always be attempted. */
function command(name: string, choice: number, run: (client: ClientModel, real: MoneyReal) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      const client = clientOf(model, choice)
      await run(client, real)
      await agree(real, client)
    },
    toString: () => `${name} (client ${choice})`,
  }
}

const request = (choice: number) =>
  command('request a loan', choice, async (model, real) => {
    const { id, token } = model.client
    const call = () => real.server.call('POST', `/user/loan/request/${id}`, { token, body: {} })
    const { status, body } = await expectStatus(real, model, isOpen(model.lending) ? 409 : 200, call)
    if (status === 200) model.lending = { id: body.loan._id, status: 'pending', paid: [] }
  })

const offer = (choice: number, wanted: { amount: number; ratePercent: number; months: number; fee: number }) =>
  command(`offer ${JSON.stringify(wanted)}`, choice, async (model, real) => {
    const { lending } = model
    if (!lending) return
    const call = () =>
      real.server.call('POST', `/desk/loans/${lending.id}/offer`, { token: real.deskToken, body: wanted })
    const { status, body } = await expectStatus(real, model, lending.status === 'pending' ? 200 : 409, call)
    if (status === 200) Object.assign(lending, { status: 'admin_approved', terms: body.terms })
  })

const reject = (choice: number) =>
  command('refuse the loan', choice, async (model, real) => {
    const { lending } = model
    if (!lending) return
    const isOurs = lending.status === 'pending' || lending.status === 'admin_approved'
    const body = { reason: 'Not now' }
    const call = () => real.server.call('POST', `/desk/loans/${lending.id}/reject`, { token: real.deskToken, body })
    const { status } = await expectStatus(real, model, isOurs ? 200 : 409, call)
    if (status === 200) lending.status = 'rejected'
  })

const accept = (choice: number) =>
  command('accept the loan', choice, async (model, real) => {
    const { client, lending } = model
    if (!lending) return
    const body = { loanId: lending.id }
    const call = () => real.server.call('POST', '/user/loan/accept', { token: client.token, body })
    const { status } = await expectStatus(real, model, lending.status === 'admin_approved' ? 200 : 409, call)
    if (status !== 200 || !lending.terms) return
    Object.assign(lending, { status: 'approved', acceptedOn: real.today })
    model.loan += paiseOf(lending.terms.amount)
    model.loans_receivable += paiseOf(lending.terms.amount)
  })

const decline = (choice: number) =>
  command('decline the offer', choice, async (model, real) => {
    const { client, lending } = model
    if (!lending) return
    const body = { loanId: lending.id }
    const call = () => real.server.call('POST', '/user/loan/decline', { token: client.token, body })
    const { status } = await expectStatus(real, model, lending.status === 'admin_approved' ? 200 : 409, call)
    if (status === 200) lending.status = 'rejected'
  })

/** The next step, so that most loans are repaid. */
const forward = (choice: number, wanted: Parameters<typeof offer>[1]): Command => ({
  ...command('take the loan a step further', choice, async () => {}),
  run(model, real) {
    const status = clientOf(model, choice).lending?.status
    const step = {
      pending: offer(choice, wanted),
      admin_approved: accept(choice),
      approved: buy(choice, 800, 300_000_000n),
    }
    return (status !== undefined && status in step ? step[status as keyof typeof step] : request(choice)).run(
      model,
      real,
    )
  },
})

/** GST in what is paid of the fee: 18 of 118 parts of the whole fee, in whole pairs of paise, split as the fee is. */
function gstUpTo({ terms }: LoanModel, paid: bigint): bigint {
  const fee = paiseOf(terms?.fee ?? 0)
  if (fee === 0n || terms?.feeGst === undefined) return 0n
  return (((fee * 18n) / 236n) * 2n * paid) / fee
}

/** Pays thousandths of the payoff; above 1000 that is more than is owed. */
export const repay = (choice: number, share: number) =>
  command(`repay ${share} ‰`, choice, async (model, real) => {
    const { client, lending } = model
    if (!lending) return
    const now = owed(model, real.today)
    const amount = now ? (now.payoff * BigInt(share)) / 1000n : 100n
    const call = () =>
      real.server.call('POST', '/user/loan/repay', {
        token: client.token,
        body: { loanId: lending.id, amount: rupeesOf(amount) },
      })
    if (amount === 0n) return void (await expectStatus(real, model, 422, call))
    if (!now) return void (await expectStatus(real, model, 409, call))
    if (amount > now.payoff) return void (await expectStatus(real, model, 422, call))
    const split = splitPayment(now, amount)
    const returned = split.principal < model.loan ? split.principal : model.loan
    const own = amount - returned
    if (own > model.cash) return void (await expectStatus(real, model, 422, call))
    await expectStatus(real, model, 200, call)
    model.cash -= own
    model.loan -= returned
    model.loans_receivable -= split.principal
    const feeBefore = lending.paid.reduce((sum, { fee }) => sum + fee, 0n)
    const gst = gstUpTo(lending, feeBefore + split.fee) - gstUpTo(lending, feeBefore)
    model.fees += split.interest + split.fee - gst
    model.gst += gst
    lending.paid.push({ on: real.today, ...split })
    if (amount === now.payoff) lending.status = 'closed'
    if (lending.status === 'closed' && (model.loan !== 0n || model.loans_receivable !== 0n))
      throw new Error('a closed loan left something owed or unused')
  })

const wait = (choice: number, days: number) =>
  command(`wait ${days} days`, choice, async (model, real) => {
    const { lending } = model
    if (lending?.status !== 'approved' || !lending.terms || !lending.acceptedOn) return
    await backdateLoan(real.server, lending.id, days)
    lending.paid = lending.paid.map((paid) => ({ ...paid, on: addDays(paid.on, -days) }))
    lending.acceptedOn = addDays(lending.acceptedOn, -days)
    lending.terms = earlierTerms(lending.terms, days)
  })

/** From the request to the acceptance. */
export const lend = (choice: number, wanted: Parameters<typeof offer>[1]): Command => ({
  ...command('lend', choice, async () => {}),
  async run(model, real) {
    for (const step of [request(choice), offer(choice, wanted), accept(choice)]) await step.run(model, real)
  },
})

const choice = fc.nat({ max: 7 })
const share = fc.oneof(fc.integer({ min: 0, max: 1100 }), fc.constantFrom(0, 1000, 1001))
const terms = fc.record({
  amount: fc.integer({ min: 1000, max: 50_000 }),
  ratePercent: fc.integer({ min: 0, max: 3600 }).map((rate) => rate / 100),
  months: fc.integer({ min: 1, max: 6 }),
  fee: fc.integer({ min: 0, max: 100_000 }).map((paise) => paise / 100),
})

/** All commands about loans; combine them with the commands of other features. Repayments need balances to pay from. */
export const loanCommands: fc.Arbitrary<Command>[] = [
  choice.map(request),
  fc.tuple(choice, terms).map(([who, wanted]) => offer(who, wanted)),
  choice.map(reject),
  choice.map(accept),
  choice.map(decline),
  ...[1, 2, 3].map(() => fc.tuple(choice, terms).map(([who, wanted]) => forward(who, wanted))),
  fc.tuple(choice, share).map(([who, part]) => repay(who, part)),
  fc.tuple(choice, share).map(([who, part]) => repay(who, part)),
  fc.tuple(choice, fc.integer({ min: 1, max: 45 })).map(([who, days]) => wait(who, days)),
]
