import { reversalErrors } from '@sauda/contract/core/reversal'
import { DescriptionList } from '@sauda/ui/description-list'
import { Link } from 'react-router'
import type { CaseProps } from '../../shell/case-review.tsx'
import { Block } from '../../shell/evidence.tsx'
import { SecondApproval } from '../../shell/second-approval.tsx'
import { decideReversal, type DeskReversal } from './trade.api.ts'
import { reversalSentence } from './sentence.ts'
import { factsOf } from './trade-facts.tsx'

export function ReversalReview(props: CaseProps<DeskReversal>) {
  const { _id, trade, reason } = props.item
  const { tradeId, clientName, stockName } = trade
  const { quantity, price, profit, booked } = factsOf(trade)
  return (
    <SecondApproval
      {...props}
      what="reversal"
      ownError={reversalErrors.ownRequest.message}
      title={trade.action === 'SELL' ? 'Sale to reverse' : 'Buy to reverse'}
      amount={trade.amount}
      reference={<Link to={`/trade/${trade._id}`}>{tradeId}</Link>}
      evidence={
        <Block title="Booked lines">
          <DescriptionList items={[{ term: 'Stock', value: stockName }, quantity, price, ...profit, booked]} />
        </Block>
      }
      summary={(verdict) =>
        verdict === 'approve'
          ? `${reversalSentence(trade)} ${clientName} will see this reason: “${reason}”`
          : `${tradeId} remains booked.`
      }
      decide={(approve) => decideReversal(_id, approve)}
      outcome={{ approved: 'The trade is reversed.', rejected: 'The trade remains booked.' }}
    />
  )
}
