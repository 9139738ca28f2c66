import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { useRef, useState, type SubmitEvent } from 'react'
import { SubmitDecision, useDecisionKeys } from '../../shell/decision-form.tsx'
import { type FieldErrors, focusFirstError } from '../../shell/field-errors.ts'
import { decisionOf, type Draft, pendingIn, summaryOf, useDrafts } from './decision.ts'
import { DocumentDecision } from './document-decision.tsx'
import type { DecisionBody, Submission } from './kyc.api.ts'
import styles from './decision-form.module.css'

interface DecisionFormProps {
  submission: Submission
  /** A new submission starts with empty fields. */
  draftKey: string
  active: KycDocumentName
  onActive: (document: KycDocumentName) => void
  intent: Exclude<Draft['verdict'], null> | undefined
  isSending: boolean
  error: Error | null
  onSend: (body: DecisionBody, summary: string) => void
}

export function DecisionForm(props: DecisionFormProps) {
  const { submission, active, onActive, isSending, error } = props
  const { documents, clientName } = submission
  const { drafts, change } = useDrafts(props.draftKey)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const waiting = pendingIn(documents)
  const summary = summaryOf(clientName, documents, drafts)

  const choose = (verdict: Draft['verdict']) => {
    const document = waiting.includes(active) ? active : waiting[0]
    if (!document) return
    change(document, { verdict })
    // The fields exist only after the next paint.
    requestAnimationFrame(() => focusField(form.current, document))
  }
  useDecisionKeys(
    form,
    [
      { keys: ['1'], does: 'PAN card', run: () => onActive('pan') },
      { keys: ['2'], does: 'Aadhaar card', run: () => onActive('aadhaar') },
      { keys: ['c'], does: 'The other card', run: () => onActive(active === 'pan' ? 'aadhaar' : 'pan') },
      { keys: ['a'], does: 'Accept', run: () => choose('accept') },
      { keys: ['r'], does: 'Request re-upload', run: () => choose('reupload') },
    ],
    () => props.intent && choose(props.intent),
  )

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const decision = decisionOf(documents, drafts, submission.since)
    if ('body' in decision) return props.onSend(decision.body, summary)
    setErrors(decision.errors)
    focusFirstError(form.current)
  }
  return (
    <form ref={form} noValidate className={styles.form} aria-label="Decision" onSubmit={submit}>
      {waiting.map((document) => (
        <DocumentDecision
          key={document}
          submission={submission}
          document={document}
          draft={drafts[document]}
          errors={errors}
          isActive={document === active}
          onActive={() => onActive(document)}
          onChange={(part) => {
            change(document, part)
            setErrors((before) =>
              Object.fromEntries(Object.entries(before).filter(([field]) => !field.startsWith(`${document}.`))),
            )
          }}
        />
      ))}
      <div className={styles.send}>
        <SubmitDecision error={error} summary={summary} isSending={isSending} />
      </div>
    </form>
  )
}

function focusField(form: HTMLFormElement | null, document: KycDocumentName): void {
  form?.querySelector<HTMLElement>(`[data-document="${document}"] :is(input:not([type="radio"]), select)`)?.focus()
}
