import type { Reversal } from '@sauda/contract/core/reversal'
import { EmptyState } from '@sauda/ui/empty-state'
import type { TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { quantityText } from '../../shell/format.ts'
import { amountColumn, ClientLines, twoLines } from '../../shell/lines.tsx'
import { requestColumns } from '../../shell/second-approval.tsx'
import { ListCard, QueryTable } from '../../shell/loaded.tsx'
import { TradeFrame } from './trade-frame.tsx'
import { useReversals } from './trade.api.ts'
import styles from './trade.module.css'

const columns: readonly TableColumn<Reversal>[] = [
  {
    key: 'trade',
    header: 'Trade',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, trade }) =>
      twoLines(
        <Link className="tabular" to={`/trade/reversal/${_id}`} data-item="">
          {trade.tradeId}
        </Link>,
        `${trade.action === 'BUY' ? 'Bought' : 'Sold'} ${quantityText(trade.bookedQuantity)} ${trade.stockName}`,
      ),
  },
  ...requestColumns<Reversal>(
    'reversal',
    [
      {
        key: 'client',
        header: 'Client',
        place: 'under',
        cell: ({ trade }) => <ClientLines {...trade} show="trades" />,
      },
      {
        key: 'reason',
        header: 'Reason',
        cell: ({ reason }) => <span className={styles.reason}>{reason}</span>,
        place: 'note',
      },
    ],
    amountColumn('amount', 'Amount', ({ trade }) => trade.amount, 'figure'),
  ),
]

export const ReversalsPage = () => (
  <TradeFrame title="Reversals" description="The client sees both trades and the reason.">
    <ListCard>
      <QueryTable
        label="Reversals"
        query={useReversals()}
        rowsOf={({ reversals }) => reversals}
        what="the reversals"
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={
          <EmptyState title="No reversals">
            To reverse a wrong trade, open the client’s page, tab Trades. Two operators are needed.
          </EmptyState>
        }
      />
    </ListCard>
  </TradeFrame>
)
