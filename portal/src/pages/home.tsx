import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Grid, Stack } from '@sauda/ui/stack'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
import { useAttention } from '../core/notice/notice.api.ts'
import { ForexPairs } from '../trading/market/forex-pairs.tsx'
import { Markets } from '../trading/market/markets.tsx'
import { greeting } from '../client/profile/greeting.ts'
import { useProfile } from '../client/profile/profile.api.ts'
import { useTransactions, useWallet } from '../money/wallet/wallet.api.ts'
import { useIsDesktop, useIsNarrow } from '@sauda/web/hooks'
import { usePortfolio } from '../trading/trade/trade.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Worth } from './worth.tsx'
import { Card } from '@sauda/ui/card'
import { Loaded } from '@sauda/ui/error-state'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { Section } from '../shell/screen.tsx'
import { useOpenStock } from '../shell/stock-link.tsx'
import { tradeText } from '../trading/trade/trade.text.ts'
import { cardColumns, holdingColumns, holdingRows, type HoldingRow } from './holdings.tsx'
import { Activity, ToDo } from './to-do.tsx'
import { Watched } from './watched.tsx'
import { useHoldings, useTotalWorth } from './total-worth.ts'

/** Only a client without money has it. */
const Start = lazyPart(async () => (await import('./start.tsx')).Start, <SkeletonText label="Loading..." lines={8} />)

/** The client's total, its development, and what needs attention. */
export default function Home() {
  const name = useProfile().data?.name
  const [hour] = useState(hourInIndia)
  const isDesktop = useIsDesktop()
  const { worth, parts, holdings } = useTotalWorth()
  const isNew = parts?.amount === 0n && worth.data?.added === 0 && holdings.length === 0
  // Their heights are not known in advance, so the rest is shown once all have loaded, and nothing shifts. A retry does not hide it.
  const isArriving = [worth, useWallet(), useAttention(), useTransactions(), usePortfolio()].some(
    ({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0,
  )
  const hello = (
    <h1 tabIndex={-1} className={isNew ? undefined : 'sm regular'}>
      {name ? sentence('{greeting}, {name}', { greeting: greeting(hour), name }) : greeting(hour)}
    </h1>
  )
  return (
    <Grid gap={8}>
      {isNew ? (
        <Stack as="header">
          {hello}
          <Start />
        </Stack>
      ) : (
        <Worth on="home" lead={hello} waits={!isDesktop && isArriving}>
          {/* On a desktop it is beside the screen, as are the activity and the watchlist. */}
          {!isDesktop && !isArriving && <ToDo />}
        </Worth>
      )}
      {isArriving ? (
        worth.isLoading && <SkeletonText label="Loading..." lines={6} />
      ) : (
        <>
          {!isDesktop && isNew && <ToDo />}
          {!isNew && <Holdings />}
          {!isDesktop && !isNew && <Activity />}
          {!isDesktop && <Watched />}
          <Markets />
          <ForexPairs />
        </>
      )}
    </Grid>
  )
}

const rowsShown = 5

/** The largest holdings with their gain where there is a price. */
function Holdings() {
  const { portfolio, holdings, valuations, total } = useHoldings()
  const isNarrow = useIsNarrow()
  const { stock, last, day, value, gain } = holdingColumns(total?.quality, true)
  const openStock = useOpenStock()
  return (
    <Section
      id="holdings"
      title="Your holdings"
      aside={
        holdings.length > 0 && (
          <Link to="/account/portfolio" className="push reach">
            {tradeText.viewAll(holdings.length)}
          </Link>
        )
      }
    >
      <Loaded query={portfolio} lines={5} failed={tradeText.holdingsFailed} look="line">
        {(data) =>
          holdings.length === 0 ? (
            data.holdings && <p className="soft">{tradeText.noHoldings}</p>
          ) : (
            <Card flush>
              <Table
                label="Largest holdings"
                columns={isNarrow ? cardColumns(stock) : [stock, trend, last, day, value, gain]}
                rows={holdingRows(holdings.slice(0, rowsShown), valuations)}
                rowKey={({ stockName }) => stockName}
                onRowPress={({ stockName }) => openStock(stockName)}
              />
            </Card>
          )
        }
      </Loaded>
    </Section>
  )
}

const Spark = lazyPart(async () => (await import('./worth-curve.tsx')).Spark)

const trend: TableColumn<HoldingRow> = {
  key: 'trend',
  header: 'Last month',
  cell: ({ stockName }) => <Spark symbol={stockName} />,
}
