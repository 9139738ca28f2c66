import { tradedAt } from '@sauda/contract/trading/valuation'
import { paiseOf } from '@sauda/contract/platform/money'
import { isPractice, marketLabels } from '@sauda/contract/trading/market'
import type { Position } from '@sauda/contract/trading/position'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { AmountText, Money } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { percentText } from '../../shell/percent.ts'
import { DetailSection } from '../../shell/screen.tsx'
import { traceOf } from '../../shell/amounts.tsx'
import styles from './trade.module.css'
import { ChargesOfDay } from './trade-days.tsx'
import { TradeConfirmation } from './trade-confirmation.tsx'
import { TradeList } from './trade-list.tsx'
import { closingPrice, priceText, quantityText, tradingDay } from './trade.ts'
import { tradeText } from './trade.text.ts'
import { useValuation, type Valuations } from './valuation.ts'

interface PositionDetailProps {
  position: Position
  live: Valuations
  simulation: Valuations | undefined
  chart: ReactNode
}

/** The profit leads at the last price, as the chart does; a simulated one is a figure of its own. */
export function PositionDetail({ position, live, simulation, chart }: PositionDetailProps) {
  return (
    <Stack gap={5}>
      {position.status === 'OPEN' && (
        <div>
          <CurrentProfit id={position._id} valuations={live} />
          {simulation && <SimulatedProfit id={position._id} valuations={simulation} />}
        </div>
      )}
      {chart}
      <DescriptionList amounts items={factsOf(position)} />
      {position.sales.length > 0 && <Sales sales={position.sales} />}
      <Entries events={position.events} />
      {position.charges !== undefined && <ChargesOfDay day={tradingDay(position)} />}
      <TradeConfirmation day={tradingDay(position)} />
    </Stack>
  )
}

function CurrentProfit({ id, valuations }: { id: string; valuations: Valuations }) {
  const valuation = useValuation(valuations, id, true)
  return (
    <Row as="p" align="baseline" gap="0 3" className={`tabular ${styles.now}`}>
      {valuation ? (
        <>
          <Money amount={valuation.profit} size="large" change />
          <span>{percentText(valuation.basisPoints)}</span>
          <span className="note">
            {priceText(valuation.price)}, {valuation.quality}
          </span>
        </>
      ) : (
        <span className="note">{tradeText.noPrice}</span>
      )}
    </Row>
  )
}

function SimulatedProfit({ id, valuations }: { id: string; valuations: Valuations }) {
  const valuation = useValuation(valuations, id, true)
  if (!valuation) return null
  return (
    <Row as="p" gap="0 3" className="sm tabular">
      <DisclosureBadge kind="simulated" />
      <Money amount={valuation.profit} change />
      <span>{percentText(valuation.basisPoints)}</span>
      <span className="note">{priceText(valuation.price)}</span>
    </Row>
  )
}

function factsOf(position: Position) {
  const onTrace = traceOf(`${position.stockName} ${position.tradeId}`, { cause: position._id })
  const { avgPrice, cost, ownPart, loanPart, daysHeld, realised, sales, quantity, bookedQuantity, charges } = position
  const bought = formatDate(tradedAt(position))
  return [
    {
      term: 'Quantity',
      value:
        quantity === bookedQuantity
          ? quantityText(quantity)
          : tradeText.ofBooked(quantityText(quantity), quantityText(bookedQuantity)),
    },
    { term: 'Average price', value: <AmountText>{priceText(avgPrice)}</AmountText> },
    { term: 'Cost', value: <Money amount={paiseOf(cost)} onTrace={onTrace} /> },
    { term: 'Paid with your own money', value: <Money amount={paiseOf(ownPart)} onTrace={onTrace} /> },
    { term: 'Paid with loan money', value: <Money amount={paiseOf(loanPart)} onTrace={onTrace} /> },
    charges !== undefined && { term: 'Charges', value: <Money amount={paiseOf(charges)} onTrace={onTrace} /> },
    { term: 'Held', value: tradeText.held(daysHeld, bought) },
    isPractice(position.orderNumber) && { term: 'Order', value: marketLabels.practice },
    sales.length > 0 && {
      term: 'Realised so far',
      value: <Money amount={paiseOf(realised)} change onTrace={onTrace} />,
    },
  ]
}

const Sales = ({ sales }: Pick<Position, 'sales'>) => (
  <TradeList
    id="position-sales"
    title="Sales"
    items={sales}
    textOf={(sale) => tradeText.sold(quantityText(sale.bookedQuantity), priceText(closingPrice(sale)))}
    amountOf={(sale) => (
      <Money amount={paiseOf(sale.profitLoss ?? 0)} change onTrace={traceOf(sale.tradeId, { cause: sale._id })} />
    )}
    noteOf={(sale) =>
      sale.reversed
        ? tradeText.reversedOn(formatDateTime(sale.reversed.at), sale.reversed.reason)
        : tradeText.bookedOn(sale.tradeId, formatDateTime(sale.createdAt))
    }
  />
)

export function Entries({ events }: Pick<Position, 'events'>) {
  // Trades from the exchanges' files are booked together by day: their entries are in the statement.
  if (events.length === 0) return null
  return (
    <DetailSection id="trade-entries" title="Ledger entries">
      <ul className={`lines ${styles.events}`}>
        {events.map(({ journalId, title, reference = '', at, entries }) => (
          <li key={journalId}>
            <p>
              {title} {reference} <span className="note">{formatDateTime(at)}</span>
            </p>
            {entries.map(({ id, debit, credit, amount }) => (
              <Row as="p" tight align="start" justify="between" className={`sm tabular soft ${styles.line}`} key={id}>
                <span>{tradeText.entry(debit, credit)}</span>
                <Money amount={paiseOf(amount)} />
              </Row>
            ))}
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
