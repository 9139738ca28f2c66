import { tradedAt } from '@sauda/contract/trading/valuation'
import { paiseOf } from '@sauda/contract/platform/money'
import { isPractice, marketLabels } from '@sauda/contract/trading/market'
import type { Trade } from '@sauda/contract/trading/trade'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import pressed from '@sauda/ui/pressed-row.module.css'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate, formatDateTime, formatTime } from '@sauda/web/date-time'
import { useIsDesktop, useIsNarrow } from '@sauda/web/hooks'
import { ListDetail, useDetail } from '../../shell/list-detail.tsx'
import { TradeConfirmation } from './trade-confirmation.tsx'
import { DayCharges, TradeDays, ChargesOfDay } from './trade-days.tsx'
import { priceText, quantityText, closingPrice, tradingDay } from './trade.ts'
import { useOrders, isUnknown, usePosition } from './trade.api.ts'
import { tradeText } from './trade.text.ts'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { DescriptionList } from '@sauda/ui/description-list'
import { Link } from 'react-router'
import { basisPointsOf, percentText } from '../../shell/percent.ts'
import { traceOf } from '../../shell/amounts.tsx'
import { Entries } from './position-detail.tsx'
import styles from './trade.module.css'

const columns: readonly TableColumn<Trade>[] = [
  { key: 'stock', header: 'Stock Name', cell: (row) => <Stock trade={row} />, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', (row) => quantityText(row.bookedQuantity)),
  endColumn('buy', 'Buy Price', (row) => <AmountText>{priceText(row.avgPrice)}</AmountText>),
  endColumn('sell', 'Sell Price', (row) => <AmountText>{priceText(closingPrice(row))}</AmountText>),
  endColumn('profit', 'P&L', (row) => <Money amount={paiseOf(row.profitLoss ?? 0)} change />, 'figure'),
  { key: 'type', header: 'Type', cell: (row) => <span className="soft sm">{row.action}</span>, place: 'state' },
]

const chargesColumn = endColumn<Trade>('charges', 'Charges', ({ charges }) =>
  charges === undefined ? '–' : <Money amount={paiseOf(charges)} />,
)
const timeColumn = endColumn<Trade>('time', 'Time', (trade) => (
  <span className="nowrap">{formatTime(tradedAt(trade))}</span>
))

/** On a phone an order has two lines; its charges are in its detail. */
const cardColumns: readonly TableColumn<Trade>[] = columns
  .filter(({ place }) => place !== 'part')
  .toSpliced(1, 0, {
    key: 'prices',
    header: 'Quantity and prices',
    cell: (row) => (
      <AmountText>
        {tradeText.soldLot(quantityText(row.bookedQuantity), priceText(row.avgPrice), priceText(closingPrice(row)))}
      </AmountText>
    ),
    place: 'under',
  })

/** The day is in the heading above; on a desktop the time of trading has a column of its own. */
const columnsOf = (isDesktop: boolean, rows: readonly Trade[]) => [
  ...columns.slice(0, -2),
  ...(rows.some(({ charges }) => charges !== undefined) ? [chargesColumn] : []),
  ...columns.slice(-2),
  ...(isDesktop ? [timeColumn] : []),
]

export default function OrderHistory() {
  const list = useOrders()
  const sales = (list.data?.pages.flat() ?? []).filter(({ action }) => action === 'SELL')
  // A server without pages sends the same trades again.
  const rows = [...new Map(sales.map((sale) => [sale._id, sale])).values()]
  const detail = useDetail('order')
  const isDesktop = useIsDesktop()
  const isNarrow = useIsNarrow()
  const listed = rows.find(({ _id }) => _id === detail.shownId)
  return (
    <ListDetail
      detail={detail}
      title={
        isDay(detail.shownId)
          ? tradeText.dayOf(formatDate(detail.shownId))
          : listed
            ? `${listed.stockName} ${listed.tradeId}`
            : 'Order'
      }
      content={
        isDay(detail.shownId) ? (
          <DayCharges day={detail.shownId} />
        ) : (
          detail.shownId && <OrderDetail orderId={detail.shownId} listed={listed} />
        )
      }
    >
      <Stack gap={8}>
        {list.isPending ? (
          <LoadingBlock label="Loading orders..." />
        ) : (
          <Stack>
            <Card flush>
              <Table
                label="Order history"
                columns={isNarrow ? cardColumns : columnsOf(isDesktop, rows)}
                rows={rows}
                rowKey={(row) => row._id}
                selectedKey={detail.id ?? null}
                group={{ keyOf: tradingDay, heading: (day) => <DayHeading day={day} /> }}
                onRowPress={({ _id }) => detail.open(_id)}
                empty={
                  list.isError ? (
                    <ErrorState title={tradeText.ordersFailed} query={list}>
                      No sell orders found.
                    </ErrorState>
                  ) : (
                    <EmptyState title="No sell orders found.">{tradeText.noSales}</EmptyState>
                  )
                }
              />
            </Card>
            <More list={list} label="Load more" centred />
          </Stack>
        )}
        <TradeDays selected={detail.id} onOpen={detail.open} />
      </Stack>
    </ListDetail>
  )
}

/** A trade day is opened as an order is. */
const isDay = (id: string | undefined): id is string => id !== undefined && /^\d{4}-\d\d-\d\d$/.test(id)

function DayHeading({ day }: { day: string }) {
  return (
    <Row as="span" justify="between" gap="1 3">
      {formatDate(day)}
      <TradeConfirmation day={day} />
    </Row>
  )
}

function Stock({ trade }: { trade: Trade }) {
  const { stockName, orderNumber, reversed } = trade
  return (
    <Row as="span" align="baseline" gap="0 2">
      <span className={pressed.name}>{stockName}</span>
      {!useIsDesktop() && <small className="note regular">{formatTime(tradedAt(trade))}</small>}
      {isPractice(orderNumber) && <small className="note regular">{marketLabels.practice}</small>}
      {reversed && (
        <>
          <StatusPill tone="warn">Reversed</StatusPill>
          <small className="note regular">{reversed.reason}</small>
        </>
      )}
    </Row>
  )
}

interface OrderDetailProps {
  orderId: string
  /** From the list, if it is loaded there. */
  listed: Trade | undefined
}

/** A sale with its ledger entries. */
function OrderDetail({ orderId, listed }: OrderDetailProps) {
  const position = usePosition(orderId)
  const sale = listed ?? position.data?.sales.find(({ _id }) => _id === orderId)
  if (isUnknown(position.error) || (position.data && !sale))
    return <ErrorState title={tradeText.orderUnknown}>{tradeText.orderUnknownHint}</ErrorState>
  return (
    <Stack gap={5}>
      {sale && <Sale sale={sale} />}
      <Loaded query={position} failed={tradeText.orderFailed}>
        {({ events }) => <Entries events={events.filter(({ reference }) => reference === sale?.tradeId)} />}
      </Loaded>
      {sale?.charges !== undefined && <ChargesOfDay day={tradingDay(sale)} />}
      {sale && <TradeConfirmation day={tradingDay(sale)} />}
    </Stack>
  )
}

function Sale({ sale }: { sale: Trade }) {
  const { profitLoss = 0, cost, reversed } = sale
  const onTrace = traceOf(`${sale.stockName} ${sale.tradeId}`, { cause: sale._id })
  const profit = paiseOf(profitLoss)
  return (
    <>
      {reversed && (
        <AlertBanner tone="warn">{tradeText.reversedOn(formatDateTime(reversed.at), reversed.reason)}</AlertBanner>
      )}
      <Row as="p" align="baseline" gap="0 3" className={`tabular ${styles.now}`}>
        <Money amount={profit} size="large" change onTrace={onTrace} />
        {!reversed && <span>{percentText(basisPointsOf(profit, paiseOf(cost)))}</span>}
      </Row>
      <DescriptionList amounts items={factsOf(sale, onTrace)} />
      {sale.buyId !== undefined && (
        <p>
          <Link to={`/account/position/position?position=${sale.buyId}`}>{tradeText.openPurchase}</Link>
        </p>
      )}
    </>
  )
}

function factsOf(sale: Trade, onTrace: ReturnType<typeof traceOf>) {
  const { bookedQuantity, avgPrice, cost, amount, tradeId, createdAt, exchange, orderNumber, charges } = sale
  return [
    { term: 'Quantity', value: quantityText(bookedQuantity) },
    { term: 'Buy Price', value: <AmountText>{priceText(avgPrice)}</AmountText> },
    { term: 'Sell Price', value: <AmountText>{priceText(closingPrice(sale))}</AmountText> },
    { term: 'Cost', value: <Money amount={paiseOf(cost)} onTrace={onTrace} /> },
    { term: 'Sold for', value: <Money amount={paiseOf(amount)} onTrace={onTrace} /> },
    charges !== undefined && { term: 'Charges', value: <Money amount={paiseOf(charges)} onTrace={onTrace} /> },
    { term: 'Trade ID', value: tradeId },
    { term: 'Booked on', value: formatDateTime(createdAt) },
    sale.tradedAt !== undefined && { term: 'Traded on', value: formatDateTime(sale.tradedAt) },
    exchange !== undefined && { term: 'Exchange', value: exchange },
    orderNumber !== undefined && { term: 'Order number', value: orderNumber },
    isPractice(orderNumber) && { term: 'Order', value: marketLabels.practice },
  ]
}
