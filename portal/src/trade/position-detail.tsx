import { paiseOf } from '@sauda/contract/money'
import type { Position } from '@sauda/contract/position'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { AmountText, Money } from '@sauda/ui/money'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { percentText } from '../shell/percent.ts'
import styles from './position-detail.module.css'
import { TradeConfirmation, tradingDay } from './trade-confirmation.tsx'
import { closingPrice, priceText, quantityText } from './trade.ts'
import { tradeText } from './trade.text.ts'
import { useValuation, type Valuations } from './valuation.ts'

interface PositionDetailProps {
  position: Position
  valuations: Valuations | undefined
  chart: ReactNode
}

export function PositionDetail({ position, valuations, chart }: PositionDetailProps) {
  return (
    <div className={styles.detail}>
      {position.status === 'OPEN' && <CurrentProfit id={position._id} valuations={valuations} />}
      {chart}
      <DescriptionList amounts items={factsOf(position)} />
      {position.sales.length > 0 && <Sales sales={position.sales} />}
      <Entries events={position.events} />
      <TradeConfirmation day={tradingDay(position)} />
    </div>
  )
}

function CurrentProfit({ id, valuations }: { id: string; valuations: Valuations | undefined }) {
  const valuation = useValuation(valuations, id, true)
  const isSimulated = valuations?.source === 'simulated'
  return (
    <p className={styles.now}>
      {valuation ? (
        <>
          <Money amount={valuation.profit} size="large" change />
          <span>{percentText(valuation.basisPoints)}</span>
          {isSimulated ? <DisclosureBadge kind="simulated" /> : <span className="note">{valuation.quality}</span>}
        </>
      ) : (
        <span className="note">{tradeText.noPrice}</span>
      )}
    </p>
  )
}

function factsOf(position: Position) {
  const { avgPrice, cost, ownPart, loanPart, daysHeld, realised, sales, quantity, bookedQuantity } = position
  const bought = formatDate(position.tradedAt ?? position.createdAt)
  return [
    {
      term: 'Quantity',
      value:
        quantity === bookedQuantity
          ? quantityText(quantity)
          : tradeText.ofBooked(quantityText(quantity), quantityText(bookedQuantity)),
    },
    { term: 'Average price', value: <AmountText>{priceText(avgPrice)}</AmountText> },
    { term: 'Cost', value: <Money amount={paiseOf(cost)} /> },
    { term: 'Paid with your own money', value: <Money amount={paiseOf(ownPart)} /> },
    { term: 'Paid with loan money', value: <Money amount={paiseOf(loanPart)} /> },
    { term: 'Held', value: tradeText.held(daysHeld, bought) },
    ...(sales.length > 0 ? [{ term: 'Realised so far', value: <Money amount={paiseOf(realised)} change /> }] : []),
  ]
}

function Sales({ sales }: Pick<Position, 'sales'>) {
  return (
    <section aria-labelledby="position-sales">
      <h3 id="position-sales" className={styles.part}>
        Sales
      </h3>
      <ul className={styles.list}>
        {sales.map((sale) => (
          <li key={sale._id}>
            <p className={styles.line}>
              <AmountText>
                {tradeText.sold(quantityText(sale.bookedQuantity), priceText(closingPrice(sale)))}
              </AmountText>
              <Money amount={paiseOf(sale.profitLoss ?? 0)} change />
            </p>
            <p className="note">
              {sale.reversed
                ? tradeText.reversedOn(formatDateTime(sale.reversed.at), sale.reversed.reason)
                : tradeText.bookedOn(sale.tradeId, formatDateTime(sale.createdAt))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Entries({ events }: Pick<Position, 'events'>) {
  return (
    <section aria-labelledby="trade-entries">
      <h3 id="trade-entries" className={styles.part}>
        Ledger entries
      </h3>
      <ul className={styles.list}>
        {events.map(({ journalId, title, reference = '', at, entries }) => (
          <li key={journalId}>
            <p>
              {title} {reference} <span className="note">{formatDateTime(at)}</span>
            </p>
            {entries.map(({ id, debit, credit, amount }) => (
              <p key={id} className={`${styles.line} ${styles.entry}`}>
                <span>{tradeText.entry(debit, credit)}</span>
                <Money amount={paiseOf(amount)} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
