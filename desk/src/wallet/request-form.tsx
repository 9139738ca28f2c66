import { walletReasons } from '@sauda/contract/wallet'
import { Button } from '@sauda/ui/button'
import { TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { DecisionForm, type Verdict } from '../shell/decision-form.tsx'
import { useKept } from '../shell/kept.ts'
import { ReasonFields } from '../shell/reason-fields.tsx'
import { emptyDraft, isFirstOfTwo, orderOf, referenceHint, summaryOf, type Draft, type Faults } from './decision.ts'
import { ReferenceCheck } from './reference-check.tsx'
import { requestNames } from './request-name.ts'
import type { Order, Request } from './wallet.api.ts'

interface RequestFormProps {
  request: Request
  draftName: string
  /** How the bank names the payment, where its statement has it. */
  bankReference: string | undefined
  /** They gave the first of two approvals themselves. */
  isOwn: boolean
  intent: Verdict | undefined
  isSending: boolean
  error: Error | null
  onSend: (order: Order, summary: string) => void
}

/** Approve with the bank's reference, or refuse with a reason. */
export function RequestForm({ request, draftName, bankReference, isOwn, onSend, ...rest }: RequestFormProps) {
  const { draft, change } = useKept<Draft>(draftName, emptyDraft)
  const [faults, setFaults] = useState<Faults>({})
  const { verdict } = draft
  const summary = summaryOf(request, verdict, isOwn)
  const noun = requestNames[request.type].toLowerCase()
  const edit = (part: Partial<Draft>) => {
    change(part)
    setFaults({})
  }
  const submit = () => {
    const found = orderOf(request, draft)
    setFaults('faults' in found ? found.faults : {})
    if ('faults' in found) return false
    onSend(found.order, summary)
    return true
  }
  return (
    <DecisionForm
      {...rest}
      words={{
        accept: {
          label: 'Approve',
          button: `Approve ${noun}`,
          barred: isOwn ? 'You gave the first approval. Another operator must give the second.' : undefined,
        },
        refuse: { label: 'Reject', button: `Reject ${noun}` },
      }}
      verdict={verdict}
      onVerdict={(next) => edit({ verdict: next })}
      fault={faults.verdict}
      summary={summary}
      onSubmit={submit}
    >
      {verdict === 'accept' && !isFirstOfTwo(request) && (
        <>
          <TextField
            label="Reference in the bank statement"
            hint={bankReference === undefined ? referenceHint(request) : 'Found in an imported statement.'}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={draft.reference}
            error={faults.reference}
            onChange={(event) => edit({ reference: event.target.value })}
          />
          {bankReference !== undefined && draft.reference !== bankReference && (
            <Button variant="ghost" size="small" onClick={() => edit({ reference: bankReference })}>
              {`Use ${bankReference} from the statement`}
            </Button>
          )}
          <ReferenceCheck request={request} typed={draft.reference} />
        </>
      )}
      {verdict === 'refuse' && (
        <ReasonFields
          reason={draft.reason}
          more={draft.more}
          reasons={walletReasons[request.type]}
          fault={faults.reason}
          onChange={edit}
        />
      )}
    </DecisionForm>
  )
}
