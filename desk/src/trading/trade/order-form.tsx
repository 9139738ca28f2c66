import { paiseOf } from '@sauda/contract/platform/money'
import { dayInIndia } from '@sauda/contract/platform/day-text'
import { exchanges, marketHours } from '@sauda/contract/trading/market'
import { NumberField, PriceField } from '@sauda/ui/amount-field'
import { DateField, isDay } from '@sauda/ui/date-field'
import { DescriptionList, type Description, type Descriptions } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { errorMessage } from '@sauda/web/api-error'
import { formatDateTimeSeconds, formatTime } from '@sauda/web/date-time'
import { useDebounced, useNow } from '@sauda/web/hooks'
import { keepPreviousData, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { priceText, quantityText } from '../../shell/format.ts'
import layout from '../../shell/layout.module.css'
import { amountFact, Warnings } from '../../shell/lines.tsx'
import { type Buy, buyPreviewQuery, type Sell, sellPreviewQuery } from './trade.api.ts'
import { fieldOf, type OrderErrors, type TypedOrder } from './use-order.ts'
import styles from './trade.module.css'

interface OrderFieldsProps {
  typed: TypedOrder
  errors: OrderErrors
  onEdit: (part: Partial<TypedOrder>) => void
  quantityHint?: ReactNode
  priceHint?: ReactNode
  quantityAside?: ReactNode
}

export function OrderFields(props: OrderFieldsProps) {
  const { typed, errors, onEdit, quantityHint, priceHint, quantityAside } = props
  return (
    <>
      <div className={layout.pair}>
        <NumberField
          label="Quantity"
          hint={quantityHint}
          suffix={quantityAside}
          value={typed.quantity}
          error={errors.quantity}
          onText={(quantity) => onEdit({ quantity })}
        />
        <PriceField
          label="Price"
          hint={priceHint}
          value={typed.price}
          error={errors.price}
          onText={(price) => onEdit({ price })}
        />
      </div>
      <ExecutionFields typed={typed} errors={errors} onEdit={onEdit} />
    </>
  )
}

/** What the exchange says of the trade, as in the bulk upload. */
function ExecutionFields({ typed, errors, onEdit }: Pick<OrderFieldsProps, 'typed' | 'errors' | 'onEdit'>) {
  const { tradedOn, tradedTime, exchange, orderNumber, exchangeTradeNumber } = typed
  const isUsed = [tradedOn, tradedTime, exchange, orderNumber, exchangeTradeNumber].some((text) => text !== '')
  // Once open, it stays so while its only text is deleted: it must not close under the caret.
  const [isOpen, setOpen] = useState(isUsed)
  const [seen, setSeen] = useState(errors)
  if (errors !== seen) {
    setSeen(errors)
    if (errors.tradedAt || errors.exchange || errors.orderNumber || errors.exchangeTradeNumber) setOpen(true)
  }
  const now = useNow()
  return (
    <div className={layout.lines}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Trade time, exchange and numbers (optional)</summary>
        <div className={`${layout.form} ${styles.execution}`}>
          <div className={layout.moment}>
            <DateField
              label="Trade day"
              value={tradedOn}
              error={
                errors.tradedAt && !(isDay(tradedOn) && tradedTime)
                  ? 'Enter the day and the time of the trade'
                  : errors.tradedAt
              }
              onText={(text) => onEdit({ tradedOn: text })}
            />
            <TextField
              label="Trade time (IST)"
              type="time"
              step={1}
              value={tradedTime}
              onChange={({ target }) => onEdit({ tradedTime: target.value })}
            />
          </div>
          <div className={layout.moment}>
            <Select
              label="Exchange"
              options={['', ...exchanges].map((value) => ({ value, label: value || 'Not known' }))}
              value={exchange}
              error={errors.exchange}
              onChange={({ target }) => onEdit({ exchange: target.value })}
            />
            <TextField
              label="Order number"
              autoComplete="off"
              value={orderNumber}
              error={errors.orderNumber}
              onChange={({ target }) => onEdit({ orderNumber: target.value })}
            />
            <TextField
              label="Trade number"
              autoComplete="off"
              value={exchangeTradeNumber}
              error={errors.exchangeTradeNumber}
              onChange={({ target }) => onEdit({ exchangeTradeNumber: target.value })}
            />
          </div>
        </div>
      </details>
      {tradedOn === '' && tradedTime === '' && <p className={layout.faint}>{bookingTimeText(now)}</p>}
    </div>
  )
}

/** When a trade without a time counts as traded. */
export function bookingTimeText(now: number): string {
  const day = dayInIndia(new Date(now))
  const isPast = (time: string) => now >= Date.parse(`${day}T${time}:00+05:30`)
  const isWeekend = new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0
  const isOpen = !isWeekend && isPast(marketHours.opens) && !isPast(marketHours.closes)
  return isOpen
    ? 'Without a trade time, the time of booking counts.'
    : `Without a trade time, the time of booking counts: now ${formatTime(new Date(now).toISOString())}, outside market hours.`
}

/** In the review of an order. */
export const tradeTimeFact = ({ tradedAt }: Pick<Buy, 'tradedAt'>): Description => ({
  term: 'Trade time',
  value: tradedAt === undefined ? 'When it is booked' : formatDateTimeSeconds(tradedAt),
})

/** The cost of the buy being entered and how it would be funded, computed by the server. */
export function BuyFigures({ order }: { order: Buy | undefined }) {
  return (
    <Figures
      label="Cost"
      order={order}
      queryOf={buyPreviewQuery}
      hint={
        <DescriptionList
          amounts
          items={['Cost', 'From the balance', 'From the loan', 'Balance after'].map((term) => ({ term, value: '–' }))}
        />
      }
      calculating="Calculating the cost."
      errorText={(error) =>
        fieldOf(error) ? `This order cannot be booked: ${errorMessage(error)}` : errorMessage(error)
      }
    >
      {({ cost, fromUnsettled, fromCash, fromLoan, cashAfter, loanAfter, missing, warnings }) => (
        <>
          <Hero label="Cost" amount={cost} />
          <DescriptionList
            amounts
            items={[
              fromUnsettled !== undefined && amountFact('From sale proceeds', fromUnsettled),
              amountFact('From the balance', fromCash),
              amountFact('From the loan', fromLoan),
              ...(missing > 0
                ? [amountFact('Missing', missing, { className: styles.missing ?? '' })]
                : [amountFact('Balance after', cashAfter), amountFact('Unused loan after', loanAfter)]),
            ]}
          />
          {missing > 0 && <p className={styles.missing}>Insufficient balance for this trade.</p>}
          <Warnings title="Please check" warnings={warnings.map((text) => ({ text }))} />
        </>
      )}
    </Figures>
  )
}

/** The proceeds of the sale being entered, computed by the server. */
export const SellFigures = ({ tradeId, order }: { tradeId: string; order: Sell | undefined }) => (
  <Figures
    label="Proceeds"
    brief
    order={order}
    queryOf={(sell) => sellPreviewQuery(tradeId, sell)}
    hint={<p className={layout.soft}>Enter quantity and price to see the profit or loss.</p>}
    calculating="Calculating the profit or loss."
    errorText={errorMessage}
  >
    {({ proceeds, cost, profitLoss, toCash, toLoan, toDues, toUnsettled, quantityLeft }) => (
      <>
        <Hero label={profitLoss < 0 ? 'Loss' : 'Profit'} amount={profitLoss} change />
        <DescriptionList
          amounts
          items={[
            amountFact('Proceeds', proceeds),
            amountFact('Cost', cost),
            toDues !== undefined && amountFact('Dues', -toDues, { change: true }),
            amountFact('Balance', toCash, { change: true }),
            toUnsettled !== undefined && amountFact('Sale proceeds until pay-out', toUnsettled, { change: true }),
            toLoan !== 0 && amountFact('Unused loan', toLoan, { change: true }),
            { term: 'Open quantity after', value: quantityText(quantityLeft) },
          ]}
        />
      </>
    )}
  </Figures>
)

interface FiguresProps<Order, Preview, Key extends readonly unknown[]> {
  label: string
  brief?: boolean
  order: Order | undefined
  queryOf: (order: Order | undefined) => UndefinedInitialDataOptions<Preview, Error, Preview, Key>
  hint: ReactNode
  calculating: string
  errorText: (error: Error) => string
  children: (preview: Preview) => ReactNode
}

function Figures<Order, Preview, Key extends readonly unknown[]>(props: FiguresProps<Order, Preview, Key>) {
  const typed = props.order === undefined ? '' : JSON.stringify(props.order)
  const settled = useDebounced(typed)
  const isSettled = settled === typed
  const { data, error, isPlaceholderData } = useQuery({
    ...props.queryOf(settled === '' ? undefined : (JSON.parse(settled) as Order)),
    placeholderData: keepPreviousData,
  })
  const isCurrent = isSettled && !isPlaceholderData && !error
  const isBusy = typed !== '' && !isCurrent && !error
  const text = error && isSettled ? props.errorText(error) : !data && props.calculating
  return (
    <section
      className={styles.figures}
      aria-label={props.label}
      aria-busy={isBusy}
      data-brief={props.brief ? '' : undefined}
    >
      {typed === '' ? (
        props.hint
      ) : text ? (
        <p className={layout.soft}>{text}</p>
      ) : (
        data && (
          <div className={styles.computed} data-old={!isCurrent || undefined}>
            {props.children(data)}
          </div>
        )
      )}
    </section>
  )
}

/** A trade booked by hand has none until the exchange confirms it. */
export const chargesFact: Description = { term: 'Charges', value: 'Once an exchange file confirms it' }

export interface LastPrice {
  price: number | string
  /** At the end of a trading day. */
  isClose: boolean
}

interface Deal {
  quantity: number | string
  price: number | string
  amount: number
  last: LastPrice | undefined
}

/** How the amount is computed, and the distance of the price from the last one. */
export const dealFacts = ({ quantity, price, amount, last }: Deal): Descriptions => [
  amountFact(`${quantityText(quantity)} × ${priceText(price)}`, amount),
  last && {
    term: `Last ${last.isClose ? 'close' : 'price'} ${priceText(last.price)}`,
    value: distanceText(Number(price), Number(last.price)),
  },
]

const percentFormat = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 })

export function distanceText(price: number, last: number): string {
  if (price === last) return 'Same price'
  const share = percentFormat.format(Math.abs(price / last - 1))
  // Too small for the percentage.
  const distance = share === '0%' ? priceText(Math.round(Math.abs(price - last) * 10_000) / 10_000) : share
  return `${distance} ${price > last ? 'above' : 'below'}`
}

const Hero = ({ label, amount, change = false }: { label: string; amount: number; change?: boolean }) => (
  <div>
    <div className={layout.soft}>{label}</div>
    <Money amount={paiseOf(amount)} size="hero" change={change} />
  </div>
)
