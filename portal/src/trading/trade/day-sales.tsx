import { paiseOf } from '@sauda/contract/platform/money'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { traceOf } from '../../shell/amounts.tsx'
import { OlderSales } from './older-sales.tsx'
import styles from './trade.module.css'
import { dayRows, useSalesOfDay } from './trade.api.ts'
import { TradeConfirmation } from './trade-confirmation.tsx'
import { closingPrice, priceText, quantityText, tradingDay } from './trade.ts'
import { tradeText } from './trade.text.ts'

/** The sales of a day in the calendar. */
export function DaySales({ day }: { day: string }) {
  const sales = useSalesOfDay(day)
  return (
    <Loaded query={sales} failed={tradeText.salesFailed}>
      {(data) => (
        <>
          <ul className={`lines ${styles.sales}`}>
            {data.map((sale) => (
              <li key={sale._id}>
                <Row as="p" tight align="start" justify="between" className="tabular">
                  <strong>{sale.stockName}</strong>
                  <Money
                    amount={paiseOf(sale.profitLoss ?? 0)}
                    change
                    onTrace={traceOf(`${sale.stockName} ${sale.tradeId}`, { cause: sale._id })}
                  />
                </Row>
                <p>
                  <AmountText>{tradeText.sold(quantityText(sale.quantity), priceText(closingPrice(sale)))}</AmountText>
                </p>
                <p className="note">{tradeText.bookedOn(sale.tradeId, formatDateTime(sale.createdAt))}</p>
              </li>
            ))}
          </ul>
          {[...new Set(data.map(tradingDay))].map((tradedOn) => (
            <TradeConfirmation key={tradedOn} day={tradedOn} />
          ))}
          {data.length === 0 && <p>{tradeText.noSalesOfDay}</p>}
          {data.length >= dayRows && <OlderSales />}
        </>
      )}
    </Loaded>
  )
}
