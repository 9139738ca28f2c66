import { chargeCalls, chargeTexts } from '@sauda/contract/money/charge'
import type { ChargeContext, RouteContext } from '../../app-context.ts'
import { approve, chargesOf, deskCharge, pay, raise, reject } from './charge.ts'

export function chargeRoutes(context: RouteContext & ChargeContext) {
  const { mount, mountCommand } = context

  mount(chargeCalls.list, ({ client }) => chargesOf(context, client.id))
  mountCommand(chargeCalls.pay, async (tx, { client, params, body, ip }) => ({
    message: chargeTexts.PAID,
    charge: await pay(context, tx, { client, chargeId: params.chargeId, payment: body, ip }),
  }))

  mount(chargeCalls.deskCharge, ({ params }) => deskCharge(context, params.chargeId))
  mountCommand(chargeCalls.raise, (tx, { operator, body, ip }) => raise(context, tx, { operator, input: body, ip }))
  mountCommand(chargeCalls.approve, (tx, given) =>
    approve(context, tx, { ...given, ...given.params, shownId: given.body.transactionId }),
  )
  mountCommand(chargeCalls.reject, (tx, given) =>
    reject(context, tx, { ...given, ...given.params, shownId: given.body.transactionId }, given.body.reason),
  )
}
