import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '../shell/dialog.tsx'
import type { RefObject } from 'react'
import type { LoanView } from './loan-state.ts'

const words: Record<LoanView, { title: string; text: string }> = {
  ask: {
    title: 'Apply for a trading loan?',
    text: 'We look at your request and send you an offer with the rate, the fee and everything you would pay. Nothing is lent before you accept it.',
  },
  exists: { title: 'Loan Already Exists!', text: 'You already have an active loan.' },
  applied: { title: 'Loan Applied!', text: 'Your loan request has been submitted.' },
  pending: { title: 'Pending Approval', text: 'Your loan request is under review.' },
}

interface LoanModalProps {
  open: boolean
  view: LoanView
  busy: boolean
  /** Why the last try did not go through. */
  fault: string | undefined
  onApply: () => void
  onClose: () => void
  /** Where the focus goes once the button that opened this is gone. */
  finalFocus: RefObject<HTMLElement | null>
}

export function LoanModal({ open, view, busy, fault, onApply, onClose, finalFocus }: LoanModalProps) {
  const { title, text } = words[view]
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
      {view === 'ask' && fault && (
        <AlertBanner tone="warn" title="Your request did not go through">
          {fault}
        </AlertBanner>
      )}
    </Dialog>
  )
}
