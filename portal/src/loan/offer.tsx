import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Dialog } from '../shell/dialog.tsx'
import { Money } from '@sauda/ui/money'
import { useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/use-busy'
import styles from './loan-card.module.css'
import { useLoanRequests } from './loan.api.ts'
import { Terms } from './terms.tsx'

interface OfferProps {
  loanId: string
  terms: LoanTerms
  onSaid: (message: string) => void
}

/** An offer to read whole; accepting it is the last thing on it. */
export function Offer({ loanId, terms, onSaid }: OfferProps) {
  const { accept, decline } = useLoanRequests()
  const [busy, run] = useBusy()
  const [fault, setFault] = useState<string>()
  const [asksToDecline, askToDecline] = useState(false)
  const [isDeclining, setDeclining] = useState(false)
  const answer = (send: typeof accept | typeof decline) =>
    void run(async () => {
      setFault(undefined)
      askToDecline(false)
      setDeclining(send === decline)
      try {
        onSaid((await send(loanId)).message)
      } catch (error) {
        setFault(errorMessage(error, 'your loans'))
      }
    })
  return (
    <>
      <p>Our offer. Read it in your own time: nothing is lent before you accept.</p>
      <Terms terms={terms} unfolded />
      <p className={styles.note}>
        {sentence(
          'You would borrow {amount} and pay back {total} in all. The due dates count from today. Paying early is free and saves interest.',
          {
            amount: <Money amount={paiseOf(terms.amount)} />,
            total: <Money amount={paiseOf(terms.totalPayable)} />,
          },
        )}
      </p>
      {fault && (
        <AlertBanner tone="warn" title="Your answer did not go through">
          {fault}
        </AlertBanner>
      )}
      <div className={styles.actions}>
        <Button
          onClick={() => answer(accept)}
          disabled={busy}
          loading={busy && !isDeclining}
          loadingText="Accepting..."
        >
          Accept
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          loading={busy && isDeclining}
          loadingText="Declining..."
          onClick={() => askToDecline(true)}
        >
          Decline
        </Button>
      </div>
      <Dialog
        open={asksToDecline}
        onOpenChange={askToDecline}
        title="Decline this offer?"
        description="Nothing was lent. You can apply again whenever you like."
        action={<Button onClick={() => answer(decline)}>Decline offer</Button>}
        cancelLabel="Keep the offer"
      />
    </>
  )
}
