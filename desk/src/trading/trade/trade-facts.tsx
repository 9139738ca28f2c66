import type { DeskTrade } from '@sauda/contract/trading/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import type { Description } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Link } from 'react-router'
import { priceText, quantityText } from '../../shell/format.ts'
import { DateTime, formatDateTime } from '@sauda/web/date-time'
import { paiseOf } from '@sauda/contract/platform/money'
import type { TradeWithSales } from './trade.api.ts'
import { LastPrice, unrealised } from './positions-table.tsx'
import { TradesTable } from './trades-table.tsx'
import { Strip } from '../../shell/lines.tsx'
import layout from '../../shell/layout.module.css'

export function TradeFacts({ trade }: { trade: TradeWithSales }) {
  const { action, reversed, waitingReversal, sales } = trade
  return (
    <div className={layout.column}>
      {reversed && (
        <AlertBanner
          tone="warn"
          title={`Reversed on ${formatDateTime(reversed.at)}`}
        >{`Reversed by a contra entry. Reason shown to the client: “${reversed.reason}”`}</AlertBanner>
      )}
      {waitingReversal && (
        <AlertBanner
          tone="warn"
          title={`${waitingReversal.requestedBy} requested a reversal, pending a second operator`}
        >{`Reason: “${waitingReversal.reason}”`}</AlertBanner>
      )}
      <Card title="Booking">
        <Strip items={booking(trade)} />
      </Card>
      {action === 'BUY' && sales.length > 0 && (
        <Card title="Sold so far" flush>
          <TradesTable label="Sales" trades={sales} />
        </Card>
      )}
    </div>
  )
}

/** Facts on the pages of a trade and of its reversal. */
export function factsOf(trade: DeskTrade) {
  const { action, bookedQuantity, avgPrice, sellPrice, profitLoss, bookedBy, createdAt } = trade
  const isSale = action === 'SELL'
  return {
    quantity: {
      term: isSale ? 'Sold' : 'Bought',
      value: <span className="tabular">{quantityText(bookedQuantity)}</span>,
    },
    price: {
      term: 'Price',
      value: <span className="tabular">{priceText(isSale ? (sellPrice ?? avgPrice) : avgPrice)}</span>,
    },
    profit:
      profitLoss === undefined
        ? []
        : [{ term: profitLoss < 0 ? 'Loss' : 'Profit', value: <Money amount={paiseOf(profitLoss)} change /> }],
    booked: {
      term: 'Booked',
      value: sentence('{time} by {bookedBy}', { time: <DateTime at={createdAt} exact />, bookedBy }),
    },
  }
}

function booking(trade: TradeWithSales): Description[] {
  const { action, clientId, clientName, saudaId, amount, cost, loanPart, buyId, buyTradeId, reference } = trade
  const { tradedAt, exchange, charges } = trade
  const { quantity, price, profit, booked } = factsOf(trade)
  const isSale = action === 'SELL'
  const isOpen = !isSale && trade.status === 'OPEN'
  const gain = isOpen ? unrealised(trade) : undefined
  const shown: (Description | false)[] = [
    ...profit,
    gain !== undefined && { term: 'Unrealised P&L', value: <Money amount={gain} change /> },
    isOpen && { term: 'Last price', value: <LastPrice trade={trade} /> },
    {
      term: 'Client',
      value: (
        <>
          <Link to={`/clients/${clientId}?show=trades`}>{clientName}</Link> <span className="tabular">{saudaId}</span>
        </>
      ),
    },
    quantity,
    price,
    { term: isSale ? 'Proceeds' : 'Cost', value: <Money amount={paiseOf(amount)} /> },
    isSale && { term: 'Cost', value: <Money amount={paiseOf(cost)} /> },
    loanPart > 0 && {
      term: isSale ? 'Borrowed part of the cost' : 'Borrowed part of the open position',
      value: <Money amount={paiseOf(loanPart)} />,
    },
    isOpen &&
      trade.quantity !== trade.bookedQuantity && {
        term: 'Open',
        value: <span className="tabular">{quantityText(trade.quantity)}</span>,
      },
    buyId !== undefined && { term: 'Sold from', value: <Link to={`/trade/${buyId}`}>{buyTradeId}</Link> },
    tradedAt !== undefined && { term: 'Traded', value: <DateTime at={tradedAt} exact /> },
    exchange !== undefined && { term: 'Exchange', value: exchange },
    charges !== undefined && { term: 'Charges', value: <Money amount={paiseOf(charges)} /> },
    booked,
    reference !== undefined && { term: 'Upload reference', value: reference },
  ]
  return shown.filter((item) => item !== false)
}
