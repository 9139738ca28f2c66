import { loanReasons } from '@sauda/contract/loan'
import { useState } from 'react'
import { DecisionForm, type Verdict } from '../shell/decision-form.tsx'
import { ReasonFields } from '../shell/reason-fields.tsx'
import type { DeskLoan, Order } from './loan.api.ts'
import { OfferFields } from './offer-fields.tsx'
import { orderOf, summaryOf, type Draft, type Faults } from './offer.ts'

interface LoanFormProps {
  loan: DeskLoan
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  /** The terms on screen are those of what is typed. */
  termsShown: boolean
  intent: Verdict | undefined
  isSending: boolean
  error: Error | null
  onSend: (order: Order, summary: string) => void
}

const requestWords = {
  accept: { label: 'Make an offer', button: 'Make offer' },
  refuse: { label: 'Reject', button: 'Reject request' },
}
const offerWords = { refuse: { label: 'Cancel the offer', button: 'Cancel offer' } }

/** Make an offer or refuse the request; take back an offer nobody has accepted. */
export function LoanForm({ loan, draft, onChange, termsShown, onSend, ...rest }: LoanFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const { verdict } = draft
  const summary = summaryOf(loan, draft)
  const edit = (part: Partial<Draft>) => {
    onChange(part)
    setFaults({})
  }
  const submit = () => {
    const found = orderOf(draft)
    setFaults('faults' in found ? found.faults : {})
    if ('faults' in found) return false
    if (verdict === 'accept' && !termsShown) {
      setFaults({ amount: 'The terms are still being calculated. Review them first' })
      return false
    }
    onSend(found.order, summary)
    return true
  }
  return (
    <DecisionForm
      {...rest}
      words={loan.status === 'pending' ? requestWords : offerWords}
      verdict={verdict}
      onVerdict={(next) => edit({ verdict: next })}
      fault={faults.verdict}
      summary={summary}
      onSubmit={submit}
    >
      {verdict === 'accept' && <OfferFields draft={draft} faults={faults} onChange={edit} />}
      {verdict === 'refuse' && (
        <ReasonFields
          reason={draft.reason}
          more={draft.more}
          reasons={loanReasons}
          fault={faults.reason}
          onChange={edit}
        />
      )}
    </DecisionForm>
  )
}
