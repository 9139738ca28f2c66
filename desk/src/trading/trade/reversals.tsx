import type { Reversal } from '@sauda/contract/core/reversal'
import { EmptyState } from '@sauda/ui/empty-state'
import { Link } from 'react-router'
import { amountColumn, column, type ColumnsOf, headColumn, QueryList } from '../../shell/table.tsx'
import { quantityText } from '../../shell/format.ts'
import { ClientLines, rowLink, twoLines } from '../../shell/lines.tsx'
import { requestColumns, SecondApproval } from '../../shell/second-approval.tsx'
import { TradeFrame } from './trade-frame.tsx'
import { useReversals, decideReversal, type DeskReversal } from './trade.api.ts'
import styles from './trade.module.css'
import type { ReactNode } from 'react'
import type { CaseProps } from '../../shell/case-review.tsx'
import { BeforeAfter, Block } from '../../shell/evidence.tsx'
import { reversalSentence } from './sentence.ts'
import { factsOf } from './trade-facts.tsx'

const columns: ColumnsOf<Reversal> = [
  headColumn('Trade', 'lead', ({ _id, trade }) =>
    twoLines(
      rowLink(`/trade/reversal/${_id}`, trade.tradeId),
      `${trade.action === 'BUY' ? 'Bought' : 'Sold'} ${quantityText(trade.bookedQuantity)} ${trade.stockName}`,
    ),
  ),
  ...requestColumns<Reversal>(
    'reversal',
    [
      column('Client', 'under', ({ trade }) => <ClientLines {...trade} show="trades" />),
      column('Reason', 'note', ({ reason }) => <span className={styles.reason}>{reason}</span>),
    ],
    amountColumn('Amount', ({ trade }) => trade.amount, 'figure'),
  ),
]

export const ReversalsPage = () => (
  <TradeFrame title="Reversals" description="The client sees both trades and the reason.">
    <QueryList
      label="Reversals"
      query={useReversals()}
      rowsOf={({ reversals }) => reversals}
      columns={columns}
      empty={
        <EmptyState title="No reversals">
          To reverse a wrong trade, open the client’s page, tab Trades. Two operators are needed.
        </EmptyState>
      }
    />
  </TradeFrame>
)

type Figures = Readonly<Record<'balance' | 'investedAmount' | 'loanAmount', number>> & {
  unsettled?: number | undefined
  dues?: number | undefined
}

/** What approving it does to the client’s money, as the server computed it. */
export const ReversalEffect = ({ effect, figures }: Pick<DeskReversal, 'effect'> & { figures: Figures }) =>
  effect && (
    <BeforeAfter
      changes={[
        { figure: 'Dues', before: figures.dues ?? 0, change: effect.dues },
        { figure: 'Balance', before: figures.balance, change: effect.balance },
        { figure: 'Invested', before: figures.investedAmount, change: effect.invested },
        { figure: 'Unused loan', before: figures.loanAmount, change: effect.loan },
        { figure: 'Unsettled', before: figures.unsettled ?? 0, change: effect.unsettled },
      ]}
    />
  )

interface ReversalReviewProps extends CaseProps<DeskReversal> {
  effect: ReactNode
  below: ReactNode
}

export function ReversalReview({ effect, ...props }: ReversalReviewProps) {
  const { _id, trade, reason } = props.item
  const { tradeId, clientName, stockName } = trade
  const { quantity, price, profit, traded, booked } = factsOf(trade)
  return (
    <SecondApproval
      {...props}
      what="reversal"
      title={trade.action === 'SELL' ? 'Sale to reverse' : 'Buy to reverse'}
      amount={trade.amount}
      reference={<Link to={`/trade/${trade._id}`}>{tradeId}</Link>}
      evidence={effect}
      why={
        <Block
          title="Trade"
          amounts
          facts={[{ term: 'Stock', value: stockName }, traded, quantity, price, profit, booked]}
        />
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
