import { loanCalls } from '@sauda/contract/loan'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import { once } from '../ledger/once.ts'
import { deskLoan, offer, preview, reject } from './loan.desk.ts'
import { repay } from './loan.repay.ts'
import { accept, decline, loansOf, requestLoan } from './loan.ts'

export function loanRoutes(house: House) {
  const { mount, db } = house

  mount(loanCalls.list, ({ client }) => loansOf(db, client.id))
  mount(loanCalls.request, async (given) => {
    const { client, body, ip } = given
    if (body.userId !== undefined && body.userId !== client.id) throw new Refusal(commonRefusals.notFound)
    return once(db, given, async (tx) => ({
      message: 'Your loan request has been submitted.',
      loan: await requestLoan(house, tx, client, ip),
    }))
  })
  mount(loanCalls.accept, (given) => {
    const { client, body, ip } = given
    return once(db, given, async (tx) => ({
      message: 'Loan accepted. The money is in your available funds.',
      loan: await accept(house, tx, { client, loanId: body.loanId, ip }),
    }))
  })
  mount(loanCalls.decline, (given) => {
    const { client, body, ip } = given
    return once(db, given, async (tx) => ({
      message: 'You declined the offer. Nothing was lent.',
      loan: await decline(house, tx, { client, loanId: body.loanId, ip }),
    }))
  })
  mount(loanCalls.repay, (given) => {
    const { client, body, ip } = given
    return once(db, given, (tx) => repay(house, tx, { client, ...body, ip }))
  })

  mount(loanCalls.deskLoan, ({ params }) => deskLoan(db, params.loanId))
  mount(loanCalls.preview, ({ body }) => preview(db, body))
  mount(loanCalls.offer, (given) => {
    const { operator, params, body, ip } = given
    return once(db, given, (tx) => offer(house, tx, { operator, loanId: params.loanId, ip }, body))
  })
  mount(loanCalls.reject, (given) => {
    const { operator, params, body, ip } = given
    return once(db, given, (tx) => reject(house, tx, { operator, loanId: params.loanId, ip }, body.reason))
  })
}
