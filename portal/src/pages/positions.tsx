import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { Switch } from '@sauda/ui/checkbox'
import { Stack } from '@sauda/ui/stack'
import { useMemo } from 'react'
import { usePriceClock } from '../trading/market/prices.ts'
import { openedTrail } from '../shell/amounts.tsx'
import { useOpenStock } from '../shell/stock-link.tsx'
import { ClosedTrades, ReversedTrades } from '../trading/trade/closed-trades.tsx'
import { OpenPositions, PositionCards } from '../trading/trade/open-positions.tsx'
import { usePortfolio, useTrades } from '../trading/trade/trade.api.ts'
import type { Holding } from '../trading/trade/positions-by-stock.ts'
import { closedOf, holdingTrail, isOpen, traceProfit } from '../trading/trade/trade.ts'
import { useSimulation } from '../trading/trade/use-simulation.ts'
import { useWallet, figuresOf } from '../money/wallet/wallet.api.ts'
import { LoadWarning, notLoaded } from './load-warning.tsx'
import { type LiveValuations, useLiveValuations } from './live-valuations.ts'
import { Worth } from './worth.tsx'

const none: readonly Trade[] = []
const noHoldings: readonly Holding[] = []

export default function Positions() {
  const openStock = useOpenStock()
  const wallet = useWallet()
  const portfolio = usePortfolio()
  const trades = useTrades()
  const all = trades.data ?? none
  const open = useMemo(() => all.filter(isOpen), [all])
  const live = useLiveValuations(open)
  const { isOffered, isOn, setOn, simulation } = useSimulation(
    useMemo(() => open.map((position) => simulatedOf(position, live)), [open, live]),
  )
  const clock = usePriceClock()
  const funds = figuresOf(wallet.data)
  const holdings = portfolio.data?.holdings ?? noHoldings
  const isPending = portfolio.isPending || trades.isPending
  const { totalPnL = 0, totalInvestment = 0, sales = 0 } = portfolio.data ?? {}
  // Without the open positions the total would be too low or too high.
  const hasFailed = notLoaded(portfolio) || notLoaded(trades)
  const closed = useMemo(() => closedOf(all), [all])
  return (
    <Stack gap={6}>
      <LoadWarning queries={[wallet, portfolio]} shown="–" />
      <Stack gap={8}>
        <Stack>
          <OpenPositions
            holdings={holdings}
            onOpen={openStock}
            open={trades.isPending ? undefined : open}
            valuations={live}
            simulation={simulation}
            priceSource={clock?.source}
            figures={
              <PositionCards
                available={notLoaded(wallet) ? null : wallet.isPending ? undefined : funds.total}
                loan={funds.loan}
                realised={hasFailed ? null : isPending ? undefined : paiseOf(totalPnL)}
                onTraceRealised={traceProfit('Realised profit and loss', totalPnL, portfolio.data?.days ?? [])}
                invested={notLoaded(portfolio) ? null : isPending ? undefined : paiseOf(totalInvestment)}
                onTraceInvested={(amount) =>
                  openedTrail.set({
                    title: 'Invested',
                    amount,
                    parts: holdings.map(({ stockName, cost }) => holdingTrail(stockName, paiseOf(cost), undefined)),
                  })
                }
                valuations={live}
              />
            }
            control={
              isOffered &&
              (trades.isPending || open.length > 0) && (
                <Switch label="Simulate prices" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
              )
            }
            totals={
              hasFailed || isPending ? undefined : { realised: paiseOf(totalPnL), invested: paiseOf(totalInvestment) }
            }
            failed={trades.isError ? trades : undefined}
          />
          <Worth on="positions" />
        </Stack>
        {/* Only once the list above has its height, so that nothing moves. */}
        {!trades.isPending && <ClosedTrades closed={closed} total={sales} failed={trades.isError && !trades.data} />}
        <ReversedTrades trades={all.filter(({ reversed }) => reversed !== undefined)} />
      </Stack>
    </Stack>
  )
}

const simulatedOf = ({ _id, stockName, quantity, cost, currentPrice }: Trade, live: LiveValuations) => ({
  id: _id,
  stockName,
  quantity,
  cost: paiseOf(cost),
  lastPrice: () => live.of(_id)?.price ?? String(currentPrice),
})
