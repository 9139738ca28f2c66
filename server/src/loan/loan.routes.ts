import { loanCalls } from '@sauda/contract/loan'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { LoanContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { deskLoan, offer, preview, reject } from './loan.desk.ts'
import { repay } from './loan.repay.ts'
import { accept, decline, loansOf, requestLoan } from './loan.ts'

export function loanRoutes(context: RouteContext & LoanContext) {
  const { mount, db } = context

  mount(loanCalls.list, ({ client }) => loansOf(db, client.id))
  mount(loanCalls.request, async (given) => {
    const { client, body, ip } = given
    if (body.userId !== undefined && body.userId !== client.id) throw new AppError(commonErrors.notFound)
    return runIdempotent(db, given, async (tx) => ({
      message: 'Your loan request has been submitted.',
      loan: await requestLoan(context, tx, client, ip),
    }))
  })
  mount(loanCalls.accept, (given) => {
    const { client, body, ip } = given
    return runIdempotent(db, given, async (tx) => ({
      message: 'Loan accepted. The money is in your available funds.',
      loan: await accept(context, tx, { client, loanId: body.loanId, ip }),
    }))
  })
  mount(loanCalls.decline, (given) => {
    const { client, body, ip } = given
    return runIdempotent(db, given, async (tx) => ({
      message: 'You declined the offer. Nothing was lent.',
      loan: await decline(context, tx, { client, loanId: body.loanId, ip }),
    }))
  })
  mount(loanCalls.repay, (given) => {
    const { client, body, ip } = given
    return runIdempotent(db, given, (tx) => repay(context, tx, { client, ...body, ip }))
  })

  mount(loanCalls.deskLoan, ({ params }) => deskLoan(db, params.loanId))
  mount(loanCalls.preview, ({ body }) => preview(db, body))
  mount(loanCalls.offer, (given) => {
    const { operator, params, body, ip } = given
    return runIdempotent(db, given, (tx) => offer(context, tx, { operator, loanId: params.loanId, ip }, body))
  })
  mount(loanCalls.reject, (given) => {
    const { operator, params, body, ip } = given
    return runIdempotent(db, given, (tx) => reject(context, tx, { operator, loanId: params.loanId, ip }, body.reason))
  })
}
