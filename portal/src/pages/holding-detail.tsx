import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { DescriptionList } from '@sauda/ui/description-list'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { ClosesChart } from '../trading/market/closes-chart.tsx'
import { useTradesOf } from '../trading/trade/trade.api.ts'
import styles from '../trading/trade/trade.module.css'
import { closingPrice, isOpen, priceText, quantityText } from '../trading/trade/trade.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { holdingRows } from './holdings.tsx'
import { useHoldings } from './total-worth.ts'
import { percentText } from '../shell/percent.ts'

/** A holding with its chart of closes, its lots and its trades with their charges. */
export function HoldingDetail({ stock }: { stock: string }) {
  const trades = useTradesOf(stock)
  const { holdings, valuations } = useHoldings()
  const [row] = holdingRows(
    holdings.filter(({ stockName }) => stockName === stock),
    valuations,
  )
  return (
    <Stack gap={5}>
      {row && (
        <DescriptionList
          amounts
          items={[
            { term: 'Value', value: <Money amount={row.value ?? paiseOf(row.cost)} /> },
            { term: 'Invested', value: <Money amount={paiseOf(row.cost)} /> },
            ...(row.profit === undefined
              ? []
              : [
                  {
                    term: 'Gain',
                    value: (
                      <>
                        <Money amount={row.profit} change /> {percentText(row.basisPoints ?? 0n)}
                      </>
                    ),
                  },
                ]),
            { term: 'Quantity', value: quantityText(row.quantity) },
            { term: 'Average price', value: <AmountText>{priceText(row.avgPrice)}</AmountText> },
          ]}
        />
      )}
      <ClosesChart symbol={stock} />
      <Loaded query={trades} loading={<SkeletonText label="Loading..." lines={4} />} failed={tradeText.tradesOfFailed}>
        {(data) => (
          <>
            <Lots trades={data.filter(isOpen)} />
            <Trades trades={data.filter(({ reversed }) => reversed === undefined)} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

const dayOf = ({ tradedAt, createdAt }: Trade): string => formatDate(tradedAt ?? createdAt)

/** The open purchases, the oldest first, as sales take them. */
function Lots({ trades }: { trades: readonly Trade[] }) {
  if (trades.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby="lots">
      <h3 id="lots" className="md">
        Lots
      </h3>
      <ul className={`lines ${styles.events}`}>
        {trades.toReversed().map((lot) => (
          <li key={lot._id}>
            <Row as="p" tight align="start" justify="between" className={`sm tabular ${styles.line}`}>
              <AmountText>{tradeText.lot(quantityText(lot.quantity), priceText(lot.avgPrice))}</AmountText>
              <Money amount={paiseOf(lot.cost)} />
            </Row>
            <p className="note">
              {dayOf(lot)}, <Link to={`/account/position/position?position=${lot._id}`}>{lot.tradeId}</Link>
            </p>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Trades({ trades }: { trades: readonly Trade[] }) {
  const charges = trades.reduce((sum, { charges: own = 0 }) => sum + paiseOf(own), 0n)
  return (
    <Stack as="section" gap={2} aria-labelledby="trades">
      <h3 id="trades" className="md">
        Trades
      </h3>
      <ul className={`lines ${styles.events}`}>
        {trades.map((trade) => (
          <li key={trade._id}>
            <Row as="p" tight align="start" justify="between" className={`sm tabular ${styles.line}`}>
              <AmountText>
                {(trade.action === 'SELL' ? tradeText.sold : tradeText.bought)(
                  quantityText(trade.bookedQuantity),
                  priceText(trade.action === 'SELL' ? closingPrice(trade) : trade.avgPrice),
                )}
              </AmountText>
              {trade.action === 'SELL' && <Money amount={paiseOf(trade.profitLoss ?? 0)} change />}
            </Row>
            <p className="note">
              {dayOf(trade)}
              {trade.charges !== undefined && (
                <>
                  , charges <Money amount={paiseOf(trade.charges)} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {charges > 0n && (
        <Row as="p" tight justify="between" className="sm tabular">
          <span>Charges</span>
          <Money amount={charges} />
        </Row>
      )}
    </Stack>
  )
}
