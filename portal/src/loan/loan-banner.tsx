import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { HandCoins } from 'lucide-react'
import styles from './loan-banner.module.css'
import type { LoanBanner } from './loan-state.ts'

const tones = { Pending: 'warn', Applied: 'info', Active: 'success' } as const

/** Apply for Trading Loan. */
export function LoanBannerCard({ banner, onPress }: { banner: LoanBanner; onPress: () => void }) {
  const { badge, button } = banner
  return (
    <section className={styles.banner} aria-labelledby="loan-banner">
      <HandCoins className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="loan-banner">Apply for Trading Loan</h2>
        <p>
          {badge
            ? 'We have your request and will send you an offer or say why not.'
            : 'Ask, read every term, and only then decide. Asking costs nothing.'}
        </p>
      </div>
      {badge && <StatusPill tone={tones[badge]}>{badge}</StatusPill>}
      {button && (
        <Button onClick={onPress} disabled={button.disabled}>
          {button.label}
        </Button>
      )}
    </section>
  )
}
