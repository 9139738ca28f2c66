import { tradedAt } from '@sauda/contract/trading/valuation'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { useBusy } from '@sauda/web/hooks'
import { Link } from 'react-router'
import { ClosesChart } from '../trading/market/closes-chart.tsx'
import { useTradesOf } from '../trading/trade/trade.api.ts'
import { TradeList } from '../trading/trade/trade-list.tsx'
import { holdingTrail, isOpen, priceText, quantityText, tradedText } from '../trading/trade/trade.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { useWatchActions, useWatchlist, watchText } from '../trading/watch/watch.api.ts'
import { appToast } from '../shell/toast.ts'
import { holdingRows } from './holdings.tsx'
import { useHoldings } from './total-worth.ts'
import { openedTrail, traceOf } from '../shell/amounts.tsx'
import { percentText } from '../shell/percent.ts'

/** A holding with its chart of closes, its lots and its trades with their charges. */
export function HoldingDetail({ stock }: { stock: string }) {
  const trades = useTradesOf(stock)
  const { holdings, valuations } = useHoldings()
  const [row] = holdingRows(
    holdings.filter(({ stockName }) => stockName === stock),
    valuations,
  )
  const trace = (profit: bigint | undefined) => () =>
    row && openedTrail.set(holdingTrail(stock, paiseOf(row.cost), profit))
  return (
    <Stack gap={5}>
      <ClosesChart symbol={stock} />
      {row && (
        <DescriptionList
          amounts
          items={[
            { term: 'Value', value: <Money amount={row.value ?? paiseOf(row.cost)} onTrace={trace(row.profit)} /> },
            { term: 'Invested', value: <Money amount={paiseOf(row.cost)} onTrace={trace(undefined)} /> },
            row.profit !== undefined && {
              term: 'Gain',
              value: (
                <>
                  <Money amount={row.profit} change onTrace={trace(row.profit)} /> {percentText(row.basisPoints ?? 0n)}
                </>
              ),
            },
            { term: 'Quantity', value: quantityText(row.quantity) },
            { term: 'Average price', value: <AmountText>{priceText(row.avgPrice)}</AmountText> },
          ]}
        />
      )}
      <Follow symbol={stock} />
      <Loaded query={trades} failed={tradeText.tradesOfFailed}>
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

/** Adds it to the watchlist, or opens it there for a price alert. */
function Follow({ symbol }: { symbol: string }) {
  const list = useWatchlist()
  const { add } = useWatchActions()
  const [busy, run] = useBusy()
  if (!list.data) return null
  if (list.data.watched.some((each) => each.symbol === symbol))
    return <Link to={`/account/watchlist?symbol=${encodeURIComponent(symbol)}`}>{watchText.setAlert}</Link>
  const follow = () => add(symbol).catch((error: unknown) => appToast.error(errorMessage(error, 'your watchlist')))
  return (
    <Button variant="secondary" loading={busy} onClick={() => void run(follow)}>
      {watchText.addSymbol}
    </Button>
  )
}

const dayOf = (trade: Trade): string => formatDate(tradedAt(trade))

/** The open purchases, the oldest first, as sales take them. */
function Lots({ trades }: { trades: readonly Trade[] }) {
  if (trades.length === 0) return null
  return (
    <TradeList
      id="lots"
      title="Lots"
      items={trades.toReversed()}
      textOf={(lot) => tradeText.lot(quantityText(lot.quantity), priceText(lot.avgPrice))}
      amountOf={(lot) => <Money amount={paiseOf(lot.cost)} onTrace={traceOf(lot.tradeId, { cause: lot._id })} />}
      noteOf={(lot) => (
        <>
          {dayOf(lot)},{' '}
          <Link to={`/account/position/position?position=${lot._id}`} translate="no">
            {lot.tradeId}
          </Link>
        </>
      )}
    />
  )
}

function Trades({ trades }: { trades: readonly Trade[] }) {
  const charges = trades.reduce((sum, { charges: own = 0 }) => sum + paiseOf(own), 0n)
  return (
    <Stack gap={2}>
      <TradeList
        id="trades"
        title="Trades"
        items={trades}
        textOf={tradedText}
        amountOf={(trade) =>
          trade.action === 'SELL' && (
            <Money
              amount={paiseOf(trade.profitLoss ?? 0)}
              change
              onTrace={traceOf(trade.tradeId, { cause: trade._id })}
            />
          )
        }
        noteOf={(trade) => (
          <>
            {dayOf(trade)}
            {trade.charges !== undefined && (
              <>
                , charges{' '}
                <Money amount={paiseOf(trade.charges)} onTrace={traceOf(trade.tradeId, { cause: trade._id })} />
              </>
            )}
          </>
        )}
      />
      {charges > 0n && (
        <Row as="p" tight justify="between" className="sm tabular">
          <span>Charges</span>
          <Money amount={charges} />
        </Row>
      )}
    </Stack>
  )
}
