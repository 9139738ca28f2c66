import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { HandCoins } from 'lucide-react'
import type { RefObject } from 'react'
import { Dialog } from '@sauda/ui/dialog'
import { awaitsVerification, useSession } from '../shell/session.ts'
import styles from './loan.module.css'
import type { LoanBanner, LoanView } from './loan.rules.ts'
import { loanText } from './loan.text.ts'

const tones = { Pending: 'warn', Applied: 'info', Active: 'success' } as const

export function LoanBannerCard({ banner, onPress }: { banner: LoanBanner; onPress: () => void }) {
  const { badge, button } = banner
  const isBlocked = awaitsVerification(useSession())
  return (
    <section className={styles.banner} aria-labelledby="loan-banner">
      <HandCoins className={styles.bannerIcon} aria-hidden="true" />
      <div className={styles.bannerText}>
        <h2 id="loan-banner">Apply for Trading Loan</h2>
        <p id="loan-pitch">{isBlocked ? loanText.documentsPending : badge ? loanText.requested : loanText.pitch}</p>
      </div>
      {badge && <StatusPill tone={tones[badge]}>{badge}</StatusPill>}
      {button && (
        <Button onClick={onPress} disabled={button.disabled || isBlocked} aria-describedby="loan-pitch">
          {button.label}
        </Button>
      )}
    </section>
  )
}

interface LoanModalProps {
  open: boolean
  view: LoanView
  busy: boolean
  error: string | undefined
  onApply: () => void
  onClose: () => void
  /** Gets the focus once the button that opened the modal is gone. */
  finalFocus: RefObject<HTMLElement | null>
}

export function LoanModal({ open, view, busy, error, onApply, onClose, finalFocus }: LoanModalProps) {
  const { title, text } = loanText.modal[view]
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={busy}
      title={title}
      description={text}
      {...(view !== 'ask' && { finalFocus })}
      cancelLabel="Not now"
      action={
        view === 'ask' && (
          <Button onClick={onApply} loading={busy}>
            Apply Now
          </Button>
        )
      }
      footer={<Button onClick={onClose}>OK</Button>}
    >
      {view === 'ask' && error && (
        <AlertBanner tone="warn" title="We couldn’t send your request">
          {error}
        </AlertBanner>
      )}
    </Dialog>
  )
}
