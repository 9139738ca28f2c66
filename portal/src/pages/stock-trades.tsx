import { openedText } from '@sauda/contract/trading/corporate-action-name'
import { todayInIndia } from '@sauda/web/server-clock'
import { paiseOf } from '@sauda/contract/platform/money'
import { isPractice, marketLabels } from '@sauda/contract/trading/market'
import type { Trade } from '@sauda/contract/trading/trade'
import { tradedAt } from '@sauda/contract/trading/valuation'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDate, formatDateTime, formatTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { IncludesLoan, traceOf } from '../shell/amounts.tsx'
import { DetailSection } from '../shell/screen.tsx'
import { DayHeading } from '../trading/trade/trade-confirmation.tsx'
import { useTrades } from '../trading/trade/trade.api.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { isOpen, tradedText, tradingDay } from '../trading/trade/trade.ts'
import { stockText } from './stock.text.ts'
import styles from './stock.module.css'

export const LoanPart = ({ rupees }: { rupees: number }) =>
  rupees !== 0 && (
    <small className="block note">
      <IncludesLoan amount={paiseOf(rupees)} />
    </small>
  )

const traceTrade = ({ tradeId, _id }: Trade) => traceOf(tradeId, { cause: _id })

interface LineProps {
  text: ReactNode
  amount?: ReactNode
  children: ReactNode
}

/** What was traded and its amount, with a note below. */
const Line = ({ text, amount, children }: LineProps) => (
  <li className={styles.line}>
    <Row as="p" tight align="start" justify="between" className="sm tabular">
      <span>{text}</span>
      {amount}
    </Row>
    <div className="note">{children}</div>
  </li>
)

/** The open purchases, in the order of booking. */
export function Lots({ stock }: { stock: string }) {
  return (
    <Loaded query={useTrades()} lines={2} failed={stockText.lotsFailed} look="line">
      {(trades) => <LotList lots={trades.filter((trade) => trade.stockName === stock && isOpen(trade)).toReversed()} />}
    </Loaded>
  )
}

function LotList({ lots }: { lots: readonly Trade[] }) {
  if (lots.length === 0) return null
  return (
    <DetailSection id="lots" title="Lots">
      <ul className="lines">
        {lots.map((lot) => (
          <Line
            key={lot._id}
            text={<AmountText>{stockText.lot(lot)}</AmountText>}
            amount={<Money amount={paiseOf(lot.cost)} onTrace={traceTrade(lot)} />}
          >
            {formatDate(tradedAt(lot))}, <span translate="no">{lot.tradeId}</span>
            {lot.opened && <>, {openedText(lot.opened, todayInIndia())}</>}
            <LoanPart rupees={lot.loanPart} />
          </Line>
        ))}
      </ul>
    </DetailSection>
  )
}

/** By day, each with its trade confirmation. */
export function Trades({ trades }: { trades: readonly Trade[] }) {
  if (trades.length === 0) return null
  return (
    <DetailSection id="trades" title="Trades">
      {[...Map.groupBy(trades, tradingDay)].map(([day, own]) => (
        <Stack key={day} gap={1}>
          <h4 className="sm medium">
            <DayHeading day={day} />
          </h4>
          <ul className="lines" aria-label={formatDate(day)}>
            {own.flatMap((trade) => [
              <TradeLine key={trade._id} trade={trade} />,
              trade.reversed && <ContraLine key={`${trade._id} contra`} trade={trade} reversed={trade.reversed} />,
            ])}
          </ul>
        </Stack>
      ))}
    </DetailSection>
  )
}

/** As booked, also if it was reversed since. */
const profitOf = ({ action, amount, cost }: Trade) => (action === 'SELL' ? paiseOf(amount) - paiseOf(cost) : undefined)

function TradeLine({ trade }: { trade: Trade }) {
  const { tradeId, exchange, orderNumber, charges, reversed } = trade
  const profit = profitOf(trade)
  const Text = reversed ? 's' : 'span'
  return (
    <Line
      text={
        <Text>
          <AmountText>{tradedText(trade)}</AmountText>
        </Text>
      }
      amount={
        profit !== undefined && (
          <Text>
            <Money amount={profit} change onTrace={traceTrade(trade)} />
          </Text>
        )
      }
    >
      {formatTime(tradedAt(trade))},{' '}
      <span translate="no">{[tradeId, exchange, orderNumber].filter(Boolean).join(' ')}</span>
      {isPractice(orderNumber) && `, ${marketLabels.practice}`}
      {charges !== undefined && (
        <>
          , charges <Money amount={paiseOf(charges)} onTrace={traceTrade(trade)} />
        </>
      )}
    </Line>
  )
}

function ContraLine({ trade, reversed }: { trade: Trade; reversed: NonNullable<Trade['reversed']> }) {
  const profit = profitOf(trade)
  return (
    <Line
      text={stockText.contra(trade.tradeId)}
      amount={profit !== undefined && <Money amount={-profit} change onTrace={traceTrade(trade)} />}
    >
      {tradeText.reversedOn(formatDateTime(reversed.at), reversed.reason)}
    </Line>
  )
}
