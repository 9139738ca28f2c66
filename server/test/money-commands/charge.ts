import { chargedGst, isGstTooHigh } from '@sauda/contract/money/gst'
import { rupeesOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import {
  agree,
  clientOf,
  expectStatus,
  worldOf,
  type ChargeModel,
  type ClientModel,
  type MoneyModel,
  type MoneyReal,
} from './model.ts'

type Command = fc.AsyncCommand<MoneyModel, MoneyReal>
type Run = (client: ClientModel, model: MoneyModel, real: MoneyReal) => Promise<void>

/** A command about one client that can always be attempted. */
function command(name: string, choice: number, run: Run): Command {
  return {
    check: () => true,
    async run(model, real) {
      const client = clientOf(model, choice)
      await run(client, model, real)
      await agree(real, client)
    },
    toString: () => `${name} (client ${choice})`,
  }
}

const chargeOf = ({ charges }: ClientModel, which: number): ChargeModel | undefined => charges[which % charges.length]

const raise = (choice: number, amount: bigint, gst: bigint) =>
  command(`raise a charge of ${amount} and ${gst} paise`, choice, async (client, _, real) => {
    const body = {
      clientId: client.client.id,
      chargeType: 'Brokerage',
      description: 'Brokerage',
      amount: rupeesOf(amount),
      gst: rupeesOf(gst),
    }
    const call = () => real.server.call('POST', '/desk/charges', { token: real.deskToken, body })
    const { status, body: raised } = await expectStatus(
      real,
      client,
      amount === 0n || isGstTooHigh(gst, amount) ? 422 : 200,
      call,
    )
    if (status === 200) client.charges.push({ id: raised._id, status: 'PENDING', amount, gst: chargedGst(gst, 'none') })
  })

/** Few different IDs, so that some collide. */
const pay = (choice: number, which: number, number: number) =>
  command(`pay with ID ${number}`, choice, async (client, model, real) => {
    const { references } = model
    const charge = chargeOf(client, which)
    if (!charge) return
    const transactionId = `PAY${worldOf(model)}X${number}`
    const isPayable = charge.status === 'PENDING' || charge.status === 'REJECTED'
    const owner = references.get(transactionId) ?? charge.id
    const call = () =>
      real.server.call('POST', `/user/charges/${charge.id}/pay`, {
        token: client.client.token,
        body: { transactionId },
      })
    const { status } = await expectStatus(real, client, isPayable && owner === charge.id ? 200 : 409, call)
    if (status !== 200) return
    Object.assign(charge, { status: 'PAID', transactionId })
    references.set(transactionId, charge.id)
  })

const decide = (choice: number, which: number, verb: 'approve' | 'reject') =>
  command(`${verb} a charge`, choice, async (client, { references }, real) => {
    const charge = chargeOf(client, which)
    if (!charge) return
    const body = verb === 'reject' ? { reason: 'Not found' } : {}
    const call = () => real.server.call('POST', `/desk/charges/${charge.id}/${verb}`, { token: real.deskToken, body })
    const { status } = await expectStatus(real, client, charge.status === 'PAID' ? 200 : 409, call)
    if (status !== 200) return
    charge.status = verb === 'approve' ? 'APPROVED' : 'REJECTED'
    if (verb === 'reject') return void references.delete(charge.transactionId ?? '')
    client.bank += charge.amount + charge.gst
    client.fees += charge.amount
    client.gst += charge.gst
  })

/** The next step of the newest charge, so that most of them reach a decision. */
const forward = (choice: number, amount: bigint, number: number): Command => ({
  ...command('take the charge a step further', choice, async () => {}),
  run(model, real) {
    const { charges } = clientOf(model, choice)
    const newest = charges.length - 1
    const status = charges[newest]?.status
    if (status === 'PENDING' || status === 'REJECTED') return pay(choice, newest, number).run(model, real)
    return (status === 'PAID' ? decide(choice, newest, 'approve') : raise(choice, amount + 1n, amount / 5n)).run(
      model,
      real,
    )
  },
})

const choice = fc.nat({ max: 7 })
const which = fc.nat({ max: 20 })

/** All commands about charges; combine them with the commands of other features. */
export const chargeCommands: fc.Arbitrary<Command>[] = [
  fc
    .tuple(choice, fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 180_000n))
    .map(([who, amount, gst]) => raise(who, amount, gst)),
  fc.tuple(choice, which, fc.nat({ max: 5 })).map(([who, one, number]) => pay(who, one, number)),
  fc.tuple(choice, which, fc.nat({ max: 5 })).map(([who, one, number]) => pay(who, one, number)),
  ...[1, 2].map(() =>
    fc
      .tuple(choice, fc.bigInt(0n, 1_000_000n), fc.nat({ max: 9 }))
      .map(([who, amount, number]) => forward(who, amount, number)),
  ),
  fc.tuple(choice, which).map(([who, one]) => decide(who, one, 'approve')),
  fc.tuple(choice, which).map(([who, one]) => decide(who, one, 'reject')),
]
