import { tradedAt } from '@sauda/contract/trading/valuation'
import { paiseOf } from '@sauda/contract/platform/money'
import { isPractice, marketLabels } from '@sauda/contract/trading/market'
import type { DeskTrade } from '@sauda/contract/trading/trade'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import type { TableColumn } from '@sauda/ui/table'
import { DateTime } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn, ListTable, QueryTable } from '../../shell/table.tsx'
import { FormDialog, type ItemDialog, useItemDialog, bookedWhen, requestedText } from '../../shell/form-dialog.tsx'
import { priceText, quantityText } from '../../shell/format.ts'
import { Lines, rowLink, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsSecond } from '../../shell/me.ts'
import { TrailAmount } from '../../shell/trail.tsx'
import { useTrades } from './trade.api.ts'
import { reversalCalls, reversalErrors, reversalReasons } from '@sauda/contract/trading/reversal'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { withReplay } from '@sauda/web/idempotent'
import { ReasonFields, reasonText } from '../../shell/decision-form.tsx'
import { reversalSentence } from './sentence.ts'
import { SquareOff } from './square-off.tsx'
import { ButtonLink } from '../../shell/page.tsx'

/** A sale has a status only if it is reversed or a reversal is pending. */
const statusOf = (trade: DeskTrade): [StatusTone, string] | undefined => {
  const { reversed, waitingReversal, status, action, quantity, bookedQuantity } = trade
  if (reversed) return ['error', 'Reversed']
  if (waitingReversal) return ['warn', 'Reversal pending']
  if (action === 'SELL') return undefined
  if (status === 'CLOSED') return ['neutral', 'Sold']
  return quantity === bookedQuantity ? ['success', 'Open'] : ['info', 'Partly sold']
}

export function TradePill({ trade }: { trade: DeskTrade }) {
  const status = statusOf(trade)
  return status && <StatusPill tone={status[0]}>{status[1]}</StatusPill>
}

function TradeStatus({ trade, onReverse }: { trade: DeskTrade; onReverse: (trade: DeskTrade) => void }) {
  const can = useCan()
  const { reversed, waitingReversal, stockName, tradeId } = trade
  const pill = <TradePill trade={trade} />
  return (
    <Row justify="end">
      {waitingReversal ? <Link to={`/trade/reversal/${waitingReversal._id}`}>{pill}</Link> : pill}
      {can('trade.book') && !reversed && !waitingReversal && (
        <Button
          variant="ghost"
          size="small"
          aria-label={`Reverse ${stockName} ${tradeId}`}
          onClick={() => onReverse(trade)}
        >
          Reverse
        </Button>
      )}
    </Row>
  )
}

export const tradeColumns: ColumnsOf<DeskTrade> = [
  headColumn('Trade', 'under', ({ _id, tradeId, reference, orderNumber }) =>
    twoLines(rowLink(`/trade/${_id}`, tradeId), isPractice(orderNumber) ? marketLabels.practice : reference),
  ),
  column('Traded', 'below', (trade) => twoLines(<DateTime at={tradedAt(trade)} />, trade.bookedBy)),
  column('Details', 'lead', ({ action, stockName, bookedQuantity, avgPrice, sellPrice }) =>
    twoLines(
      `${action === 'BUY' ? 'Bought' : 'Sold'} ${stockName}`,
      `${quantityText(bookedQuantity)} at ${priceText(action === 'BUY' ? avgPrice : (sellPrice ?? avgPrice))}`,
      true,
    ),
  ),
  endColumn('Amount, P&L', 'figure', ({ _id, clientId, tradeId, amount, profitLoss }) => (
    <Lines>
      <TrailAmount of={{ clientId, source: { cause: _id }, name: `Trade ${tradeId}` }}>
        <Money amount={paiseOf(amount)} />
      </TrailAmount>
      {profitLoss !== undefined && <Money amount={paiseOf(profitLoss)} change />}
    </Lines>
  )),
]

/** The columns of trades that can be reversed, and the dialog that requests it. */
function useReversible() {
  const { show, dialog } = useItemDialog<DeskTrade>((props) => <RequestReversal {...props} />)
  const state: TableColumn<DeskTrade> = endColumn('Status', 'state', (trade) => (
    <TradeStatus trade={trade} onReverse={show} />
  ))
  return { columns: [...tradeColumns, state], dialog }
}

export function Sales({ trades }: { trades: readonly DeskTrade[] }) {
  const { columns, dialog } = useReversible()
  return (
    <>
      <ListTable label="Sales" columns={columns} rows={trades} />
      {dialog}
    </>
  )
}

export function AllTrades({ clientId }: { clientId: string }) {
  const { columns, dialog } = useReversible()
  return (
    <>
      <QueryTable
        label="Trades"
        query={useTrades(clientId)}
        rowsOf={({ pages }) => pages.flatMap(({ trades }) => trades)}
        columns={columns}
        empty={<EmptyState title="No trades yet">Book one under Trades, Order entry.</EmptyState>}
      />
      {dialog}
    </>
  )
}

function RequestReversal({ item: trade, ...dialog }: ItemDialog<DeskTrade>) {
  const needsSecond = useNeedsSecond()
  const isSoldSince = trade.action === 'BUY' && trade.quantity !== trade.bookedQuantity
  return (
    <FormDialog
      {...dialog}
      call={reversalCalls.request}
      params={{ tradeId: trade._id }}
      empty={{ reason: '', more: '' }}
      discardOnClose
      title={`Request reversal of ${trade.tradeId}`}
      description={`${reversalSentence(trade)} ${bookedWhen(needsSecond)}`}
      fields={({ draft, errors, edit }) => [
        {
          own: isSoldSince ? (
            <AlertBanner tone="warn">{reversalErrors.soldSince.message}</AlertBanner>
          ) : (
            <ReasonFields {...draft} reasons={reversalReasons} error={errors['reason']} onChange={edit} />
          ),
        },
      ]}
      body={(draft) => ({ reason: reasonText(draft) })}
      action="Request reversal"
      disabled={() => isSoldSince}
      checkAt="the client’s page"
      done={(reversal) => withReplay('requested', reversal, requestedText(needsSecond))}
    />
  )
}

export function TradeActions({ trade }: { trade: DeskTrade }) {
  const can = useCan()
  const reversal = useItemDialog<DeskTrade>((props) => <RequestReversal {...props} item={trade} />)
  const sale = useItemDialog<DeskTrade>((props) => <SquareOff {...props} item={trade} />)
  if (!can('trade.book')) return null
  return (
    <>
      {trade.waitingReversal && (
        <ButtonLink variant="primary" to={`/trade/reversal/${trade.waitingReversal._id}`}>
          View request
        </ButtonLink>
      )}
      {trade.action === 'BUY' && trade.status === 'OPEN' && (
        <Button variant={trade.waitingReversal ? 'secondary' : 'primary'} onClick={() => sale.show(trade)}>
          Square off
        </Button>
      )}
      {!trade.reversed && !trade.waitingReversal && (
        <Button variant="secondary" onClick={() => reversal.show(trade)}>
          Request reversal
        </Button>
      )}
      {reversal.dialog}
      {sale.dialog}
    </>
  )
}
