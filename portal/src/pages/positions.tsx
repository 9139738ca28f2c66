import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Stack } from '@sauda/ui/stack'
import { useMemo } from 'react'
import { usePriceClock } from '../market/prices.ts'
import { isClosed, isOpen } from '../trade/book.ts'
import { ClosedTrades } from '../trade/closed-trades.tsx'
import { OpenPositions } from '../trade/open-positions.tsx'
import { PositionCards } from '../trade/position-cards.tsx'
import { ReversedTrades } from '../trade/reversed-trades.tsx'
import { SimulationSwitch } from '../trade/simulation-switch.tsx'
import { usePortfolio, useTrades } from '../trade/trade.api.ts'
import { useSimulation } from '../trade/use-simulation.ts'
import { figuresOf } from '../wallet/figures.ts'
import { useWallet } from '../wallet/wallet.api.ts'
import { LoadWarning } from './load-warning.tsx'
import { useLiveMarks } from './live-marks.ts'

const none: readonly Trade[] = []

/** What the client holds and what it would bring now, then what was sold. */
export default function Positions() {
  const wallet = useWallet()
  const portfolio = usePortfolio()
  const trades = useTrades()
  const all = trades.data ?? none
  const open = useMemo(() => all.filter(isOpen), [all])
  const held = useMemo(() => open.map(({ _id, cost }) => ({ id: _id, cost: paiseOf(cost) })), [open])
  const control = useSimulation(held)
  const live = useLiveMarks(open)
  const clock = usePriceClock()
  const marks = control.simulation ?? live
  const funds = figuresOf(wallet.data)
  const isPending = portfolio.isPending || trades.isPending
  const { totalPnL = 0, totalInvestment = 0, sales = 0 } = portfolio.data ?? {}
  return (
    <Stack gap={8}>
      <LoadWarning queries={[wallet, portfolio]} />
      <PositionCards
        figures={{
          available: wallet.isPending ? undefined : funds.total,
          loan: funds.loan,
          realised: isPending ? undefined : paiseOf(totalPnL),
          invested: isPending ? undefined : paiseOf(totalInvestment),
        }}
        marks={open.length > 0 ? marks : undefined}
      />
      <OpenPositions
        open={trades.isPending ? undefined : open}
        marks={marks}
        priceSource={clock?.source}
        control={control.isOffered && (trades.isPending || open.length > 0) && <SimulationSwitch control={control} />}
        retry={trades.isError ? { again: () => void trades.refetch(), busy: trades.isFetching } : undefined}
      />
      {/* Not before what stands above it has its height. */}
      {!trades.isPending && (
        <ClosedTrades closed={all.filter(isClosed)} total={sales} failed={trades.isError && !trades.data} />
      )}
      <ReversedTrades trades={all.filter(({ reversed }) => reversed !== undefined)} />
    </Stack>
  )
}
