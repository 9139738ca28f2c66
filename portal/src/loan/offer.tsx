import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Dialog } from '@sauda/ui/dialog'
import { Money } from '@sauda/ui/money'
import { useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/use-busy'
import { useLoanRequests } from './loan.api.ts'
import styles from './loan.module.css'
import { loanText } from './loan.text.ts'
import { Terms } from './terms.tsx'

interface OfferProps {
  loanId: string
  terms: LoanTerms
  onMessage: (message: string) => void
}

export function Offer({ loanId, terms, onMessage }: OfferProps) {
  const { accept, decline } = useLoanRequests()
  const [busy, run] = useBusy()
  const [error, setError] = useState<string>()
  const [isRejecting, setRejecting] = useState(false)
  const [sendsRejection, setSendsRejection] = useState(false)
  const respond = (send: typeof accept | typeof decline) =>
    void run(async () => {
      setError(undefined)
      setRejecting(false)
      setSendsRejection(send === decline)
      try {
        onMessage((await send(loanId)).message)
      } catch (caught) {
        setError(errorMessage(caught, 'your loans'))
      }
    })
  return (
    <>
      <p>{loanText.offer}</p>
      <Terms terms={terms} unfolded />
      <p className={styles.note}>
        {sentence(loanText.offerTotal, {
          amount: <Money amount={paiseOf(terms.amount)} />,
          total: <Money amount={paiseOf(terms.totalPayable)} />,
        })}
      </p>
      {error && (
        <AlertBanner tone="warn" title="We couldn’t send your answer">
          {error}
        </AlertBanner>
      )}
      <div className={styles.actions}>
        <Button
          onClick={() => respond(accept)}
          disabled={busy}
          loading={busy && !sendsRejection}
          loadingText="Accepting..."
        >
          Accept
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          loading={busy && sendsRejection}
          loadingText="Rejecting..."
          onClick={() => setRejecting(true)}
        >
          Reject
        </Button>
      </div>
      <Dialog
        open={isRejecting}
        onOpenChange={setRejecting}
        title="Reject this offer?"
        description="You borrow nothing. You can apply again at any time."
        action={<Button onClick={() => respond(decline)}>Reject offer</Button>}
        cancelLabel="Not now"
      />
    </>
  )
}
