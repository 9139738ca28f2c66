import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { basisPointsOf, percentText, plainPercent } from '../shell/percent.ts'
import { Section } from '../shell/section.tsx'
import type { Holding } from '../trading/trade/positions-by-stock.ts'
import { usePortfolio } from '../trading/trade/trade.api.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { quantityText } from '../trading/trade/trade.ts'
import { useTotalValuation, useValuation, type Valuations } from '../trading/trade/valuation.ts'
import styles from './home.module.css'
import { useLiveValuations } from './live-valuations.ts'

const rowsShown = 5

/** The largest holdings with their share, and with their profit or loss where there is a market price. */
export function Holdings() {
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
