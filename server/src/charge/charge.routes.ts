import { chargeCalls, chargeTexts } from '@sauda/contract/charge'
import type { ChargeContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { approve, deskCharge, raise, reject } from './charge.desk.ts'
import { chargesOf, pay } from './charge.ts'

export function chargeRoutes(context: RouteContext & ChargeContext) {
  const { mount, db } = context

  mount(chargeCalls.list, ({ client }) => chargesOf(context, client.id))
  mount(chargeCalls.pay, (given) => {
    const { client, params, body, ip } = given
    return runIdempotent(db, given, async (tx) => ({
      message: chargeTexts.PAID,
      charge: await pay(context, tx, { client, chargeId: params.chargeId, payment: body, ip }),
    }))
  })

  mount(chargeCalls.deskCharge, ({ params }) => deskCharge(context, params.chargeId))
  mount(chargeCalls.raise, (given) => {
    const { operator, body, ip } = given
    return runIdempotent(db, given, (tx) => raise(context, tx, { operator, input: body, ip }))
  })
  mount(chargeCalls.approve, (given) => {
    const { operator, params, body, ip } = given
    const decision = { operator, chargeId: params.chargeId, shownId: body.transactionId, ip }
    return runIdempotent(db, given, (tx) => approve(context, tx, decision))
  })
  mount(chargeCalls.reject, (given) => {
    const { operator, params, body, ip } = given
    const decision = { operator, chargeId: params.chargeId, shownId: body.transactionId, ip }
    return runIdempotent(db, given, (tx) => reject(context, tx, decision, body.reason))
  })
}
