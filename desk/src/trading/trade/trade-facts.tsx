import { tradedAt } from '@sauda/contract/trading/valuation'
import type { DeskTrade } from '@sauda/contract/trading/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList, type Descriptions } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { Link } from 'react-router'
import { priceText, quantityText } from '../../shell/format.ts'
import { errorMessage } from '@sauda/web/api-error'
import { DateTime, formatDate, formatDateTime } from '@sauda/web/date-time'
import { paiseOf } from '@sauda/contract/platform/money'
import { type TradeWithSales, useConfirmPrice } from './trade.api.ts'
import { isOwn, useCan, useMe, useNeedsSecond } from '../../shell/me.ts'
import { LastPrice, unrealised } from './positions-table.tsx'
import { Sales } from './trades-table.tsx'
import { amountFact } from '../../shell/lines.tsx'
import { ShownTrail, TrailAmount, type TrailOf } from '../../shell/trail.tsx'
import layout from '../../shell/layout.module.css'

export function TradeFacts({ trade }: { trade: TradeWithSales }) {
  const { action, reversed, waitingReversal, sales } = trade
  const mayTrace = useCan()('ledger.read')
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
      {trade.toConfirm && <PriceToConfirm trade={trade} toConfirm={trade.toConfirm} />}
      <div className={layout.columns}>
        <div className={layout.column}>
          <Card title="Trade">
            <DescriptionList amounts items={trading(trade)} />
          </Card>
          {mayTrace && (
            <Card title="Entries">
              <ShownTrail of={trailOf(trade)} />
            </Card>
          )}
        </div>
        <div className={layout.column}>
          <Card title="Money">
            <DescriptionList amounts items={money(trade)} />
          </Card>
          <Card title="Progress">
            <Timeline label="Progress of the trade" steps={stepsOf(trade)} />
          </Card>
        </div>
      </div>
      {action === 'BUY' && sales.length > 0 && (
        <Card title="Sales from this purchase" flush>
          <Sales trades={sales} />
        </Card>
      )}
    </div>
  )
}

const trailOf = ({ _id, clientId, tradeId }: DeskTrade): TrailOf => ({
  clientId,
  source: { cause: _id },
  name: `Trade ${tradeId}`,
})

/** From the exchange to the contract note, and a reversal. */
function stepsOf(trade: TradeWithSales): readonly (TimelineStep | false)[] {
  const { bookedBy, createdAt, toConfirm, charges, waitingReversal, reversed } = trade
  return [
    { title: 'Traded', state: 'done', at: <DateTime at={tradedAt(trade)} /> },
    { title: `Booked by ${bookedBy}`, state: 'done', at: <DateTime at={createdAt} /> },
    toConfirm !== undefined && { title: 'Price to be confirmed by another operator', state: 'current' },
    charges === undefined
      ? { title: 'Charges and contract note', state: 'upcoming', detail: 'Once an exchange file confirms the trade.' }
      : { title: `Charged with the contract note of ${formatDate(tradedAt(trade))}`, state: 'done' },
    waitingReversal !== undefined && {
      title: `Reversal requested by ${waitingReversal.requestedBy}`,
      state: 'current',
    },
    reversed !== undefined && { title: 'Reversed', state: 'failed', at: <DateTime at={reversed.at} /> },
  ]
}

type ToConfirm = NonNullable<TradeWithSales['toConfirm']>

/** The client is not paid before another operator than the dealer confirms the price, or the trade is reversed. */
function PriceToConfirm({ trade, toConfirm }: { trade: TradeWithSales; toConfirm: ToConfirm }) {
  const me = useMe().data
  const needsSecond = useNeedsSecond()
  const confirm = useConfirmPrice(trade)
  const isMine = isOwn(toConfirm.dealerId, { myId: me?._id, needsSecond })
  const may = useCan()('trade.book') && !isMine
  return (
    <AlertBanner
      tone="warn"
      title="Price to confirm"
      action={
        may && (
          <Button variant="primary" loading={confirm.isPending} onClick={() => confirm.mutate(toConfirm.version)}>
            Confirm price
          </Button>
        )
      }
    >
      {`${toConfirm.sentence} `}
      {isMine
        ? 'Another operator must confirm that the trade was made at this price.'
        : 'Confirm it if the contract note or the exchange shows this price; otherwise request a reversal.'}
      {confirm.error && ` ${errorMessage(confirm.error)}`}
    </AlertBanner>
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
    profit: profitLoss !== undefined && amountFact('Realised P&L', profitLoss, { change: true }),
    traded: { term: 'Traded', value: <DateTime at={tradedAt(trade)} exact /> },
    booked: {
      term: 'Booked',
      value: sentence('{time} by {bookedBy}', { time: <DateTime at={createdAt} exact />, bookedBy }),
    },
  }
}

function trading(trade: TradeWithSales): Descriptions {
  const { action, clientId, clientName, saudaId, buyId, buyTradeId, reference, exchange, charges } = trade
  const { orderNumber, exchangeTradeNumber } = trade
  const { quantity, price, traded, booked } = factsOf(trade)
  return [
    {
      term: 'Client',
      value: (
        <>
          <Link to={`/clients/${clientId}?show=trades`}>{clientName}</Link>{' '}
          <span className="tabular" translate="no">
            {saudaId}
          </span>
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
  ]
}

/** Cost first, then profit or loss. */
function money(trade: TradeWithSales): Descriptions {
  const { action, amount, cost, loanPart, charges, sales, status } = trade
  const isSale = action === 'SELL'
  const isOpen = !isSale && status === 'OPEN'
  const isPart = isOpen && trade.quantity !== trade.bookedQuantity
  const gain = isOpen ? unrealised(trade) : undefined
  const sold = sales.filter(({ reversed }) => !reversed).map(({ profitLoss = 0 }) => paiseOf(profitLoss))
  const total = (
    <TrailAmount of={trailOf(trade)}>
      <Money amount={paiseOf(amount)} />
    </TrailAmount>
  )
  const realised = sold.reduce((sum, each) => sum + each, 0n)
  return [
    { term: isSale ? 'Proceeds' : 'Cost', value: total },
    isSale && amountFact('Cost of what was sold', cost),
    isPart && amountFact('Cost of what is open', cost),
    loanPart > 0 && amountFact('Paid with the loan', loanPart),
    charges !== undefined && amountFact('Charges', charges),
    isOpen && { term: 'Last price', value: <LastPrice trade={trade} /> },
    gain !== undefined && amountFact('Unrealised P&L', gain, { change: true }),
    sold.length > 0 && amountFact('Realised P&L', realised, { change: true }),
    factsOf(trade).profit,
  ]
}
