import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Grid } from '@sauda/ui/stack'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
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
import { Holdings } from './holdings.tsx'
import { Worth } from './worth.tsx'

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
