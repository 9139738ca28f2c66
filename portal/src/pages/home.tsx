import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
import { Attention } from '../notice/attention.tsx'
import { useAttention } from '../notice/notice.api.ts'
import { ForexPairs } from '../market/forex-pairs.tsx'
import { Markets } from '../market/markets.tsx'
import { greeting, useProfile } from '../profile/profile.api.ts'
import { useIsDesktop } from '../shell/media.ts'
import { useWorth } from '../statement/statement.api.ts'
import { usePortfolio } from '../trade/trade.api.ts'
import styles from './home.module.css'
import { Holdings } from './holdings.tsx'
import { Worth } from './worth.tsx'

/** How much do I have, how is it doing, what needs my attention? */
export default function Home() {
  const name = useProfile().data?.name
  const [hour] = useState(hourInIndia)
  const isDesktop = useIsDesktop()
  const worth = useWorth()
  // Their heights are not known before, so what is below comes when they are all here, and nothing moves. A retry is no reason
  // to take it away.
  const isArriving = [worth, useAttention(), usePortfolio()].some(
    ({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0,
  )
  return (
    <div className={styles.home}>
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
    </div>
  )
}
