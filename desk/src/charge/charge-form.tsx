import { chargeReasons } from '@sauda/contract/charge'
import { useState } from 'react'
import { DecisionForm, type Verdict } from '../shell/decision-form.tsx'
import { useKept } from '../shell/kept.ts'
import { ReasonFields } from '../shell/reason-fields.tsx'
import type { DeskCharge, Order } from './charge.api.ts'
import { emptyDraft, orderOf, summaryOf, type Draft, type Faults } from './decision.ts'

interface ChargeFormProps {
  charge: DeskCharge
  draftName: string
  intent: Verdict | undefined
  isSending: boolean
  error: Error | null
  onSend: (order: Order, summary: string) => void
}

const words = {
  accept: { label: 'Approve', button: 'Approve payment' },
  refuse: { label: 'Reject', button: 'Reject payment' },
}

/** Confirm the payment, or refuse it with a reason. */
export function ChargeForm({ charge, draftName, onSend, ...rest }: ChargeFormProps) {
  const { draft, change } = useKept<Draft>(draftName, emptyDraft)
  const [faults, setFaults] = useState<Faults>({})
  const { verdict } = draft
  const summary = summaryOf(charge, verdict)
  const edit = (part: Partial<Draft>) => {
    change(part)
    setFaults({})
  }
  const submit = () => {
    const found = orderOf(draft, charge.paymentDetails?.transactionId)
    setFaults('faults' in found ? found.faults : {})
    if ('faults' in found) return false
    onSend(found.order, summary)
    return true
  }
  return (
    <DecisionForm
      {...rest}
      words={words}
      verdict={verdict}
      onVerdict={(next) => edit({ verdict: next })}
      fault={faults.verdict}
      summary={summary}
      onSubmit={submit}
    >
      {verdict === 'refuse' && (
        <ReasonFields
          reason={draft.reason}
          more={draft.more}
          reasons={chargeReasons}
          fault={faults.reason}
          onChange={edit}
        />
      )}
    </DecisionForm>
  )
}
