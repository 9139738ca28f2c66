import { brokerProposals } from '../broker/proposal-kinds.ts'
import { clientProposals } from '../client/proposal-kinds.ts'
import { moneyProposals } from '../money/proposal-kinds.ts'
import { tradingProposals } from '../trading/proposal-kinds.ts'

/**
 * Everything that one operator requests and another decides, each kind declared by its group. Stored as a row of `proposal`
 * until another operator decides; the right to decide is that of the queue.
 */
export const proposalKinds = {
  ...tradingProposals,
  ...moneyProposals,
  ...clientProposals,
  ...brokerProposals,
} as const
