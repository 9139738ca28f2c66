import { approvalCalls } from '@sauda/contract/core/approval'
import type { AppContext } from '../../app/app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { unwatched } from '../../platform/unwatched.ts'
import { approvalState, breakGlass, type ApprovalContext } from './approval.policy.ts'
import type { ProposalHandlers } from './proposal.ts'
import { approveProposal, getProposal, rejectProposal } from './proposal.decide.ts'

export function approvalRoutes(
  context: ApprovalContext & Pick<AppContext, 'mount' | 'mountCommand' | 'db' | 'warnings' | 'config'>,
  handlers: ProposalHandlers,
): void {
  const { mount, mountCommand, db, config } = context

  mount(approvalCalls.state, async ({ operator }) => ({
    ...(await approvalState(context, db, operator)),
    ...(config.mode === 'live' && { unwatched: unwatched(config) }),
  }))
  mountCommand(approvalCalls.breakGlass, async (tx, { operator, body, ip }) => {
    await breakGlass(context, tx, { operator, reason: body.reason, ip })
    return { message: 'Your waiting periods are waived for one hour. All administrators were notified.' }
  })
  // In one transaction, so that everything the operator sees is of one moment.
  mount(approvalCalls.proposal, ({ operator, params, ip }) =>
    db.transaction((tx) => getProposal(context, tx, handlers, { operator, ip }, params.proposalId)),
  )
  mount(approvalCalls.approve, async (given) => {
    const approved = await runIdempotent(db, given, (tx) =>
      approveProposal(context, handlers, tx, { ...given, ...given.params, ...given.body }),
    )
    await handlers[approved.kind].committed?.()
    return approved
  })
  mountCommand(approvalCalls.reject, (tx, given) =>
    rejectProposal(context, handlers, tx, { ...given, ...given.params }),
  )
}
