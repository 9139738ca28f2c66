import { tradedAt } from '@sauda/contract/trading/valuation'
import type { DeskTrade } from '@sauda/contract/trading/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { type Description, DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Link } from 'react-router'
import { priceText, quantityText } from '../../shell/format.ts'
import { DateTime, formatDate, formatDateTime } from '@sauda/web/date-time'
import { paiseOf } from '@sauda/contract/platform/money'
import type { TradeWithSales } from './trade.api.ts'
import { LastPrice, unrealised } from './positions-table.tsx'
import { Sales } from './trades-table.tsx'
import { TrailAmount } from '../../shell/trail.tsx'
import layout from '../../shell/layout.module.css'

export function TradeFacts({ trade }: { trade: TradeWithSales }) {
  const { action, reversed, waitingReversal, sales } = trade
  const isOpen = action === 'BUY' && trade.status === 'OPEN'
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
        >
          {`Reason: “${waitingReversal.reason}”.`}
          {isOpen && ' It cannot be approved once any of this position is sold.'}
        </AlertBanner>
      )}
      <div className={layout.columns}>
        <Card title="Trade">
          <DescriptionList amounts items={trading(trade)} />
        </Card>
        <Card title="Money">
          <DescriptionList amounts items={money(trade)} />
        </Card>
      </div>
      {action === 'BUY' && sales.length > 0 && (
        <Card title="Sales from this purchase" flush>
          <Sales trades={sales} />
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
      profitLoss === undefined ? [] : [{ term: 'Realised P&L', value: <Money amount={paiseOf(profitLoss)} change /> }],
    traded: { term: 'Traded', value: <DateTime at={tradedAt(trade)} exact /> },
    booked: {
      term: 'Booked',
      value: sentence('{time} by {bookedBy}', { time: <DateTime at={createdAt} exact />, bookedBy }),
    },
  }
}

const given = (items: readonly (Description | false)[]): Description[] => items.filter((item) => item !== false)

function trading(trade: TradeWithSales): Description[] {
  const { action, clientId, clientName, saudaId, buyId, buyTradeId, reference, exchange, charges } = trade
  const { orderNumber, exchangeTradeNumber } = trade
  const { quantity, price, traded, booked } = factsOf(trade)
  return given([
    {
      term: 'Client',
      value: (
        <>
          <Link to={`/clients/${clientId}?show=trades`}>{clientName}</Link> <span className="tabular">{saudaId}</span>
        </>
      ),
    },
    traded,
    quantity,
    action === 'BUY' &&
      trade.quantity !== trade.bookedQuantity && {
        term: 'Still open',
        value: <span className="tabular">{quantityText(trade.quantity)}</span>,
      },
    price,
    buyId !== undefined && { term: 'Sold from', value: <Link to={`/trade/${buyId}`}>{buyTradeId}</Link> },
    exchange !== undefined && { term: 'Exchange', value: exchange },
    orderNumber !== undefined && { term: 'Order number', value: orderNumber },
    exchangeTradeNumber !== undefined && { term: 'Trade number', value: exchangeTradeNumber },
    charges !== undefined && { term: 'Contract note of', value: formatDate(tradedAt(trade)) },
    booked,
    reference !== undefined && { term: 'Upload reference', value: reference },
  ])
}

/** Cost first, then profit or loss. */
function money(trade: TradeWithSales): Description[] {
  const { _id, action, clientId, tradeId, amount, cost, loanPart, charges, sales, status } = trade
  const isSale = action === 'SELL'
  const isOpen = !isSale && status === 'OPEN'
  const isPart = isOpen && trade.quantity !== trade.bookedQuantity
  const gain = isOpen ? unrealised(trade) : undefined
  const sold = sales.filter(({ reversed }) => !reversed).map(({ profitLoss = 0 }) => paiseOf(profitLoss))
  const total = (
    <TrailAmount of={{ clientId, source: { cause: _id }, name: `Trade ${tradeId}` }}>
      <Money amount={paiseOf(amount)} />
    </TrailAmount>
  )
  return given([
    { term: isSale ? 'Proceeds' : 'Cost', value: total },
    isSale && { term: 'Cost of what was sold', value: <Money amount={paiseOf(cost)} /> },
    isPart && { term: 'Cost of what is open', value: <Money amount={paiseOf(cost)} /> },
    loanPart > 0 && { term: 'Paid with the loan', value: <Money amount={paiseOf(loanPart)} /> },
    charges !== undefined && { term: 'Charges', value: <Money amount={paiseOf(charges)} /> },
    isOpen && { term: 'Last price', value: <LastPrice trade={trade} /> },
    gain !== undefined && { term: 'Unrealised P&L', value: <Money amount={gain} change /> },
    sold.length > 0 && {
      term: 'Realised P&L',
      value: <Money amount={sold.reduce((sum, each) => sum + each, 0n)} change />,
    },
    ...factsOf(trade).profit,
  ])
}
