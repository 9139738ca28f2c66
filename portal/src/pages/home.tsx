import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Grid } from '@sauda/ui/stack'
import { hourInIndia } from '@sauda/web/date-time'
import { useState, useMemo } from 'react'
import { Attention } from '../core/notice/attention.tsx'
import { useAttention } from '../core/notice/notice.api.ts'
import { ForexPairs } from '../trading/market/forex-pairs.tsx'
import { Markets } from '../trading/market/markets.tsx'
import { greeting, useProfile } from '../client/profile/profile.api.ts'
import { useWallet } from '../money/wallet/wallet.api.ts'
import { useIsDesktop } from '../shell/media.ts'
import { useWorth } from '../books/statement/statement.api.ts'
import { usePortfolio } from '../trading/trade/trade.api.ts'
import styles from './home.module.css'
import { Worth } from './worth.tsx'
import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { basisPointsOf, percentText, plainPercent } from '../shell/percent.ts'
import { Section } from '../shell/section.tsx'
import type { Holding } from '../trading/trade/positions-by-stock.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { quantityText } from '../trading/trade/trade.ts'
import { useTotalValuation, useValuation, type Valuations } from '../trading/trade/valuation.ts'
import { useLiveValuations } from './live-valuations.ts'

/** How much do I have, how is it doing, what needs my attention? */
export default function Home() {
  const name = useProfile().data?.name
  const [hour] = useState(hourInIndia)
  const isDesktop = useIsDesktop()
  const worth = useWorth()
  // Their heights are not known in advance, so the rest is shown once all have loaded, and nothing shifts. A retry does not hide it.
  const isArriving = [worth, useWallet(), useAttention(), usePortfolio()].some(
    ({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0,
  )
  return (
    <Grid gap={8}>
      <header>
        <h1 tabIndex={-1} className={styles.greeting}>
          {name ? sentence('{greeting}, {name}', { greeting: greeting(hour), name }) : greeting(hour)}
        </h1>
        <Worth />
      </header>
      {isArriving ? (
        worth.isLoading && <SkeletonText label="Loading..." lines={6} />
      ) : (
        <>
          {/* On a desktop it is beside the screen. */}
          {!isDesktop && <Attention />}
          <Holdings />
          <Markets />
          <ForexPairs />
        </>
      )}
    </Grid>
  )
}

const rowsShown = 5

/** The largest holdings with their share, and with their profit or loss where there is a market price. */
function Holdings() {
  const portfolio = usePortfolio()
  const { data } = portfolio
  return (
    <Section
      id="holdings"
      title="Your holdings"
      aside={
        <Link to="/account/position" className={styles.way}>
          View positions
        </Link>
      }
    >
      {data ? (
        <>
          <p className="note">
            {sentence('Realised P&L {amount}', { amount: <Money amount={paiseOf(data.totalPnL)} change /> })}
          </p>
          {data.holdings && <List holdings={data.holdings} invested={paiseOf(data.totalInvestment)} />}
        </>
      ) : portfolio.isPending ? (
        <SkeletonText label="Loading..." lines={5} />
      ) : (
        <ErrorState look="line" title={tradeText.holdingsFailed} query={portfolio} />
      )}
    </Section>
  )
}

function List({ holdings, invested }: { holdings: readonly Holding[]; invested: bigint }) {
  const positions = useMemo(
    () => holdings.map((holding) => ({ ...holding, _id: holding.stockName, currentPrice: holding.currentPrice ?? 0 })),
    [holdings],
  )
  const valuations = useLiveValuations(positions)
  const isPriced = useTotalValuation(valuations) !== undefined
  const columns: TableColumn<Holding>[] = [
    {
      key: 'stock',
      header: 'Stock',
      rowHeader: true,
      cell: ({ stockName, quantity }) => (
        <>
          {stockName} <small className="soft tabular">{quantityText(quantity)}</small>
        </>
      ),
    },
    endColumn('invested', 'Invested', ({ cost }) => <Money amount={paiseOf(cost)} />),
    isPriced
      ? endColumn('profit', 'P&L', ({ stockName }) => <Profit valuations={valuations} stock={stockName} />)
      : endColumn('share', 'Share', ({ cost }) => plainPercent(basisPointsOf(paiseOf(cost), invested))),
  ]
  const hidden = holdings.length - rowsShown
  if (holdings.length === 0) return <p className="soft">{tradeText.noHoldings}</p>
  return (
    <Card flush>
      <Table
        label="Largest holdings"
        columns={columns}
        rows={holdings.slice(0, rowsShown)}
        rowKey={({ stockName }) => stockName}
        narrow="scroll"
      />
      {hidden > 0 && (
        <p className={`note ${styles.rest}`}>
          <Link to="/account/portfolio">{tradeText.otherStocks(hidden)}</Link>
        </p>
      )}
    </Card>
  )
}

function Profit({ valuations, stock }: { valuations: Valuations; stock: string }) {
  const valuation = useValuation(valuations, stock, true)
  if (!valuation) return <span aria-hidden="true">–</span>
  return (
    <>
      <Money amount={valuation.profit} change />
      <small className="block soft">
        {percentText(valuation.basisPoints)} · {valuation.quality}
      </small>
    </>
  )
}
