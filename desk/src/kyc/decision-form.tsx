import type { KycDocumentName } from '@sauda/contract/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { focusFirstError } from '../shell/field-errors.ts'
import { useShortcuts } from '../shell/shortcut.ts'
import { decisionOf, summaryOf, pendingIn, type Faults } from './decision.ts'
import { DocumentDecision } from './document-decision.tsx'
import { useDrafts, type Draft } from './decision.ts'
import type { DecisionBody, Submission } from './kyc.api.ts'
import { KeyHint } from '../shell/lines.tsx'
import layout from '../shell/layout.module.css'
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
  const [faults, setFaults] = useState<Faults>({})
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
  useShortcuts('Decision', [
    { keys: ['1'], does: 'PAN card', run: () => onActive('pan') },
    { keys: ['2'], does: 'Aadhaar card', run: () => onActive('aadhaar') },
    { keys: ['a'], does: 'Accept', run: () => choose('accept') },
    { keys: ['r'], does: 'Request re-upload', run: () => choose('reupload') },
    { keys: ['Ctrl+Enter'], does: 'Submit decision', inFields: true, run: () => form.current?.requestSubmit() },
    { keys: ['Escape'], does: 'Leave a field', inFields: true, run: () => blurField() },
  ])
  const begin = useEffectEvent(() => props.intent && choose(props.intent))
  useEffect(() => {
    begin()
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const decision = decisionOf(documents, drafts, submission.since)
    setFaults('faults' in decision ? decision.faults : {})
    if ('faults' in decision) {
      focusFirstError(form.current)
      return
    }
    props.onSend(decision.body, summary)
  }
  return (
    <form ref={form} noValidate className={styles.form} aria-label="Decision" onSubmit={submit}>
      {waiting.map((document) => (
        <DocumentDecision
          key={document}
          submission={submission}
          document={document}
          draft={drafts[document]}
          faults={faults}
          isActive={document === active}
          onActive={() => onActive(document)}
          onChange={(part) => {
            change(document, part)
            setFaults((before) => without(before, document))
          }}
        />
      ))}
      <div className={styles.send}>
        {error && <AlertBanner tone="error">{errorMessage(error)}</AlertBanner>}
        <p aria-live="polite">{summary}</p>
        <Button type="submit" full loading={isSending} loadingText="Sending">
          Submit decision
        </Button>
        <p className={layout.faint}>
          <KeyHint keys={['Ctrl', '↵']}>submits.</KeyHint> A decision cannot be undone.
        </p>
      </div>
    </form>
  )
}

function without(faults: Faults, document: KycDocumentName): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !field.startsWith(`${document}.`)))
}

function focusField(form: HTMLFormElement | null, document: KycDocumentName): void {
  form?.querySelector<HTMLElement>(`[data-document="${document}"] :is(input:not([type="radio"]), select)`)?.focus()
}

function blurField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
