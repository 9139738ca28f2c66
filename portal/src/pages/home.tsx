import { sentence } from '@sauda/ui/sentence'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
import { Attention } from '../notice/attention.tsx'
import { ForexPairs } from '../market/forex-pairs.tsx'
import { Markets } from '../market/markets.tsx'
import { greeting, useProfile } from '../profile/profile.api.ts'
import { useIsDesktop } from '../shell/media.ts'
import styles from './home.module.css'
import { Holdings } from './holdings.tsx'
import { Worth } from './worth.tsx'

/** How much do I have, how is it doing, what needs my attention? */
export default function Home() {
  const name = useProfile().data?.name
  const [hour] = useState(hourInIndia)
  const isDesktop = useIsDesktop()
  return (
    <div className={styles.home}>
      <header>
        <h1 tabIndex={-1} className={styles.greeting}>
          {name ? sentence('{greeting}, {name}', { greeting: greeting(hour), name }) : greeting(hour)}
        </h1>
        <Worth />
      </header>
      {/* On a desktop it is beside the screen. */}
      {!isDesktop && <Attention />}
      <Holdings />
      <Markets />
      <ForexPairs />
    </div>
  )
}
