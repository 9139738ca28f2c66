import type { CallInput } from '@sauda/contract/platform/call'
import { loanCalls } from '@sauda/contract/money/loan'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { targetOf } from '../../core/queue/claim.ts'
import { deskLoan, offer, preview, reject } from './loan.desk.ts'
import { accept, decline, loansOf, repay, requestLoan } from './loan.ts'

export function loanRoutes(context: AppContext) {
  const { mount, mountCommand, db } = context

  mount(loanCalls.list, async ({ client }) =>
    Promise.all(
      (await loansOf(db, client.id)).map(async (loan) => ({
        ...loan,
        ...(loan.status === 'pending' &&
          (await targetOf(context, { kind: 'loan', id: loan._id, since: new Date(loan.createdAt) }))),
      })),
    ),
  )
  mountCommand(loanCalls.request, async (tx, { client, body, ip }) => {
    if (body.userId !== undefined && body.userId !== client.id) throw new AppError(commonErrors.notFound)
    return { message: 'Your loan request has been submitted.', loan: await requestLoan(context, tx, client, ip) }
  })
  mountCommand(loanCalls.accept, async (tx, given) => ({
    message: 'Loan accepted. The money is in your available funds.',
    loan: await accept(context, tx, { ...given, ...given.body }),
  }))
  mountCommand(loanCalls.decline, async (tx, given) => ({
    message: 'You declined the offer. Nothing was lent.',
    loan: await decline(context, tx, { ...given, ...given.body }),
  }))
  mountCommand(loanCalls.repay, (tx, given) => repay(context, tx, { ...given, ...given.body }))

  mount(loanCalls.deskLoan, ({ params }) => deskLoan(db, params.loanId))
  mount(loanCalls.preview, ({ body }) => preview(context, db, body))
  mountCommand(loanCalls.offer, (tx, given) =>
    offer(
      context,
      tx,
      { ...given, ...given.params },
      given.body,
      given.request.body as CallInput<typeof loanCalls.offer>['body'],
    ),
  )
  mountCommand(loanCalls.reject, (tx, given) => reject(context, tx, { ...given, ...given.params }, given.body.reason))
}
