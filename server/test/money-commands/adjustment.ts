import { rupeesOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { clientOf, expectStatus, type AdjustmentModel, type MoneyModel, type MoneyReal } from './model.ts'

type Command = fc.AsyncCommand<MoneyModel, MoneyReal>

const token = (real: MoneyReal, by: number) => (by === 0 ? real.deskToken : (real.secondToken ?? real.deskToken))

const request = (choice: number, kind: AdjustmentModel['kind'], amount: bigint, by: number): Command => ({
  check: () => true,
  toString: () => `operator ${by} requests a ${kind} of ${amount} paise (client ${choice})`,
  async run(model, real) {
    const client = clientOf(model, choice)
    const body = { clientId: client.client.id, kind, amount: rupeesOf(amount), reason: 'Goodwill' }
    const call = () => real.server.call('POST', '/desk/ledger/adjustments', { token: token(real, by), body })
    const status = amount === 0n ? 422 : kind === 'debit' && amount > client.cash ? 409 : 200
    const answer = await expectStatus(real, client, status, call)
    if (answer.status === 200) client.adjustments.push({ id: answer.body._id, kind, amount, isOpen: true })
  },
})

const decide = (choice: number, which: number, by: number, verb: 'approve' | 'reject'): Command => ({
  check: () => true,
  toString: () => `operator ${by} would ${verb} adjustment ${which} (client ${choice})`,
  async run(model, real) {
    const client = clientOf(model, choice)
    const one = client.adjustments[which % client.adjustments.length]
    if (!one) return
    const isPossible = verb === 'reject' || !(one.kind === 'debit' && one.amount > client.cash)
    const call = () =>
      real.server.call('POST', `/desk/ledger/adjustments/${one.id}/${verb}`, { token: token(real, by), body: {} })
    const { status } = await expectStatus(real, client, one.isOpen && isPossible ? 200 : 409, call)
    if (status !== 200) return
    one.isOpen = false
    if (verb === 'reject') return
    const signed = one.kind === 'debit' ? -one.amount : one.amount
    client[one.kind === 'cashback' ? 'cashback' : 'cash'] += signed
    client[one.kind === 'cashback' ? 'cashback_expense' : 'adjustment'] += signed
  },
})

const choice = fc.nat({ max: 7 })
const operator = fc.nat({ max: 1 })
const kind = fc.constantFrom('credit' as const, 'debit' as const, 'cashback' as const)

/** Manual adjustments; combine them with the commands of other features. */
export const adjustmentCommands: fc.Arbitrary<Command>[] = [
  fc
    .tuple(choice, kind, fc.bigInt(0n, 50_000n), operator)
    .map(([who, what, paise, by]) => request(who, what, paise, by)),
  fc.tuple(choice, fc.nat({ max: 9 }), operator).map(([who, one, by]) => decide(who, one, by, 'approve')),
  fc
    .tuple(choice, fc.nat({ max: 9 }), operator, fc.constantFrom('approve' as const, 'reject' as const))
    .map(([who, one, by, verb]) => decide(who, one, by, verb)),
]
