import { paiseOf } from '@sauda/contract/platform/money'
import { isPractice, marketLabels } from '@sauda/contract/trading/market'
import type { Trade } from '@sauda/contract/trading/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { DescriptionList } from '@sauda/ui/description-list'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { basisPointsOf, percentText } from '../../shell/percent.ts'
import { Entries } from './position-detail.tsx'
import styles from './trade.module.css'
import { isUnknown, usePosition } from './trade.api.ts'
import { ChargesOfDay } from './trade-days.tsx'
import { TradeConfirmation, tradingDay } from './trade-confirmation.tsx'
import { closingPrice, priceText, quantityText } from './trade.ts'
import { tradeText } from './trade.text.ts'

interface OrderDetailProps {
  orderId: string
  /** From the list, if it is loaded there. */
  listed: Trade | undefined
}

/** A sale with its ledger entries. */
export function OrderDetail({ orderId, listed }: OrderDetailProps) {
  const position = usePosition(orderId)
  const sale = listed ?? position.data?.sales.find(({ _id }) => _id === orderId)
  if (isUnknown(position.error) || (position.data && !sale))
    return <ErrorState title={tradeText.orderUnknown}>{tradeText.orderUnknownHint}</ErrorState>
  return (
    <Stack gap={5}>
      {sale && <Sale sale={sale} />}
      <Loaded query={position} loading={<SkeletonText label="Loading..." lines={4} />} failed={tradeText.orderFailed}>
        {({ events }) => <Entries events={events.filter(({ reference }) => reference === sale?.tradeId)} />}
      </Loaded>
      {sale?.charges !== undefined && <ChargesOfDay day={tradingDay(sale)} />}
      {sale && <TradeConfirmation day={tradingDay(sale)} />}
    </Stack>
  )
}

function Sale({ sale }: { sale: Trade }) {
  const { profitLoss = 0, cost, reversed } = sale
  const profit = paiseOf(profitLoss)
  return (
    <>
      {reversed && (
        <AlertBanner tone="warn">{tradeText.reversedOn(formatDateTime(reversed.at), reversed.reason)}</AlertBanner>
      )}
      <Row as="p" align="baseline" gap="0 3" className={`tabular ${styles.now}`}>
        <Money amount={profit} size="large" change />
        {!reversed && <span>{percentText(basisPointsOf(profit, paiseOf(cost)))}</span>}
      </Row>
      <DescriptionList amounts items={factsOf(sale)} />
      {sale.buyId !== undefined && (
        <p>
          <Link to={`/account/position/position?position=${sale.buyId}`}>{tradeText.openPurchase}</Link>
        </p>
      )}
    </>
  )
}

function factsOf(sale: Trade) {
  const { bookedQuantity, avgPrice, cost, amount, tradeId, createdAt, tradedAt, exchange, orderNumber, charges } = sale
  return [
    { term: 'Quantity', value: quantityText(bookedQuantity) },
    { term: 'Buy Price', value: <AmountText>{priceText(avgPrice)}</AmountText> },
    { term: 'Sell Price', value: <AmountText>{priceText(closingPrice(sale))}</AmountText> },
    { term: 'Cost', value: <Money amount={paiseOf(cost)} /> },
    { term: 'Sold for', value: <Money amount={paiseOf(amount)} /> },
    ...(charges === undefined ? [] : [{ term: 'Charges', value: <Money amount={paiseOf(charges)} /> }]),
    { term: 'Trade ID', value: tradeId },
    { term: 'Booked on', value: formatDateTime(createdAt) },
    ...(tradedAt === undefined ? [] : [{ term: 'Traded on', value: formatDateTime(tradedAt) }]),
    ...(exchange === undefined ? [] : [{ term: 'Exchange', value: exchange }]),
    ...(orderNumber === undefined ? [] : [{ term: 'Order number', value: orderNumber }]),
    ...(isPractice(orderNumber) ? [{ term: 'Order', value: marketLabels.practice }] : []),
  ]
}
