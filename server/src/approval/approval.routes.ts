import { approvalCalls } from '@sauda/contract/approval'
import type { AppContext } from '../app-context.ts'
import { approvalState, breakGlass, type ApprovalContext } from './approval.ts'
import { approveProposal, getProposal, rejectProposal, type ProposalHandlers } from './proposal.ts'

export function approvalRoutes(
  context: ApprovalContext & Pick<AppContext, 'mount' | 'mountCommand' | 'db' | 'warnings'>,
  handlers: ProposalHandlers,
): void {
  const { mount, mountCommand, db } = context

  mount(approvalCalls.state, ({ operator }) => approvalState(context, db, operator))
  mountCommand(approvalCalls.breakGlass, async (tx, { operator, body, ip }) => {
    await breakGlass(context, tx, { operator, reason: body.reason, ip })
    return { message: 'Your waiting periods are waived for one hour. All administrators were notified.' }
  })
  mount(approvalCalls.proposal, ({ operator, params }) => getProposal(context, operator, params.proposalId))
  mountCommand(approvalCalls.approve, (tx, given) =>
    approveProposal(context, handlers, tx, { ...given, ...given.params }),
  )
  mountCommand(approvalCalls.reject, (tx, given) =>
    rejectProposal(context, handlers, tx, { ...given, ...given.params }),
  )
}
