import { sentence } from '@sauda/ui/sentence'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
import { ForexPairs } from '../market/forex-pairs.tsx'
import { Markets } from '../market/markets.tsx'
import { greeting } from '../profile/profile.text.ts'
import { useProfile } from '../profile/profile.api.ts'
import { HomeMoney } from './home-money.tsx'
import styles from './pages.module.css'

export default function Home() {
  const name = useProfile().data?.name
  const [hour] = useState(hourInIndia)
  return (
    <div className={styles.home}>
      <header>
        <h1 tabIndex={-1} className={styles.greeting}>
          {name ? sentence('{greeting}, {name}', { greeting: greeting(hour), name }) : greeting(hour)}
        </h1>
        <HomeMoney />
      </header>
      <Markets />
      <ForexPairs />
    </div>
  )
}
