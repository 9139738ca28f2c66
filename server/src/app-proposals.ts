import { layoutProposal as statementLayoutProposal } from './reconciliation/reconciliation.layout.ts'
import { statementProposals } from './reconciliation/reconciliation.statement.ts'
import { levelProposals } from './complaint/complaint.ts'
import { templateProposals } from './message/template.ts'
import type { AppContext, StaffContext } from './app-context.ts'
import { lapseProposals } from './approval/proposal.decide.ts'
import type { ProposalHandlers } from './approval/proposal.ts'
import { brokerBankProposals } from './broker-bank/broker-bank.ts'
import { openingProposals } from './broker-bank/opening.ts'
import { clientProposals } from './client/client.ts'
import { contactProposals } from './contact/contact.desk.ts'
import { kycProposals } from './kyc/kyc.correct.ts'
import { offerProposal } from './loan/loan.desk.ts'
import { instrumentProposals } from './market/instrument.ts'
import { rightsProposals } from './operator/rights.ts'
import { roleProposals } from './operator/roles.ts'
import { operatorProposals } from './operator/staff.ts'
import type { Approvals } from './reconciliation/reconciliation.approve.ts'
import { bookingProposals } from './reconciliation/reconciliation.book.ts'
import { creditProposal } from './reconciliation/reconciliation.credit.ts'
import { tradeProposals } from './trade/trade.proposal.ts'
import type { TradeDependencies } from './trade/trade.alone.ts'

/** With what ends the proposals of operators who may no longer make them. */
export const staffContext = (context: AppContext, handlers: () => ProposalHandlers): AppContext & StaffContext => ({
  ...context,
  lapse: (tx, by) => lapseProposals(context, handlers(), tx, by),
})

/** What is carried out once a second operator approves it. */
export const proposalHandlers = (
  context: AppContext & StaffContext,
  trading: TradeDependencies,
  approvals: Approvals,
) => ({
  'loan.offer': offerProposal(context),
  ...tradeProposals(context, trading),
  ...operatorProposals(context),
  ...rightsProposals(context),
  ...roleProposals(context),
  ...clientProposals(context),
  ...kycProposals(context),
  ...contactProposals(context),
  ...levelProposals(context),
  ...templateProposals(context),
  ...instrumentProposals(context),
  'receipt.credit': creditProposal(context, approvals),
  ...statementProposals(context),
  'statement-layout.change': statementLayoutProposal(context),
  ...bookingProposals(context, approvals),
  ...brokerBankProposals(context),
  ...openingProposals(context),
})
