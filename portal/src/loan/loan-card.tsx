import { declined, type Loan } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { formatDateTime } from '@sauda/web/date-time'
import styles from './loan-card.module.css'
import { loanName, statusWords } from './loan-state.ts'
import { Offer } from './offer.tsx'
import type { Funds } from './repay-dialog.tsx'
import { Running } from './running.tsx'
import { Terms } from './terms.tsx'

interface LoanCardProps {
  loan: Loan
  funds: Funds | undefined
  /** What the server said of something done here. */
  onSaid: (message: string) => void
}

/** One loan and what its client can do about it now. */
export function LoanCard({ loan, funds, onSaid }: LoanCardProps) {
  const { words, tone } = statusWords[loan.status]
  return (
    <Card
      title={`Loan ${loanName(loan._id)}`}
      aside={
        <span className={styles.status}>
          <StatusPill tone={tone}>{words}</StatusPill>
          {loan.userAccepted && loan.status === 'approved' && <Badge>Accepted</Badge>}
        </span>
      }
    >
      <p className={styles.lead}>
        <span>{`Requested on ${formatDateTime(loan.createdAt)}`}</span>
        {loan.total > 0 && !loan.terms && (
          <span>{sentence('Total {amount}', { amount: <Money amount={paiseOf(loan.total)} /> })}</span>
        )}
      </p>
      <Standing loan={loan} funds={funds} onSaid={onSaid} />
    </Card>
  )
}

function Standing({ loan, funds, onSaid }: LoanCardProps) {
  switch (loan.status) {
    case 'pending':
      return <p>We are looking at your request. The offer will appear here, and you decide then.</p>
    case 'admin_approved':
      return loan.terms && <Offer loanId={loan._id} terms={loan.terms} onSaid={onSaid} />
    case 'approved':
      return <Running loan={loan} funds={funds} onSaid={onSaid} />
    case 'closed':
      return (
        <>
          <p>Paid off. You owe nothing more for it.</p>
          {loan.terms && <Terms terms={loan.terms} />}
        </>
      )
    case 'rejected':
      return (
        <AlertBanner tone="warn" title={loan.reason === declined ? 'You declined the offer' : loan.reason}>
          Nothing was lent. You can apply again.
        </AlertBanner>
      )
  }
}
