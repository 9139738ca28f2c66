import { chargeCalls, chargeWords } from '@sauda/contract/charge'
import type { House } from '../house.ts'
import { once } from '../ledger/once.ts'
import { approve, deskCharge, raise, reject } from './charge.desk.ts'
import { chargesOf, pay } from './charge.ts'

export function chargeRoutes(house: House) {
  const { mount, db } = house

  mount(chargeCalls.list, ({ client }) => chargesOf(house, client.id))
  mount(chargeCalls.pay, (given) => {
    const { client, params, body, ip } = given
    return once(db, given, async (tx) => ({
      message: chargeWords.PAID,
      charge: await pay(house, tx, { client, chargeId: params.chargeId, payment: body, ip }),
    }))
  })

  mount(chargeCalls.deskCharge, ({ params }) => deskCharge(house, params.chargeId))
  mount(chargeCalls.raise, (given) => {
    const { operator, body, ip } = given
    return once(db, given, (tx) => raise(house, tx, { operator, wanted: body, ip }))
  })
  mount(chargeCalls.approve, (given) => {
    const { operator, params, body, ip } = given
    const decision = { operator, chargeId: params.chargeId, seen: body.transactionId, ip }
    return once(db, given, (tx) => approve(house, tx, decision))
  })
  mount(chargeCalls.reject, (given) => {
    const { operator, params, body, ip } = given
    const decision = { operator, chargeId: params.chargeId, seen: body.transactionId, ip }
    return once(db, given, (tx) => reject(house, tx, decision, body.reason))
  })
}
