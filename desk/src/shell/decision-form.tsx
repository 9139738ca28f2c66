import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { RadioGroup } from '@sauda/ui/radio-group'
import { useEffect, useEffectEvent, useRef, type ReactNode, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { focusFault } from './focus-fault.ts'
import { useShortcuts } from './shortcut.ts'
import { KeyHint } from './key-hint.tsx'
import styles from './decision-form.module.css'

export const verdicts = ['accept', 'refuse'] as const
export type Verdict = (typeof verdicts)[number]

interface VerdictWords {
  /** "Approve". */
  label: string
  /** "Approve deposit". */
  button: string
  /** Why this operator cannot choose it. */
  barred?: string | undefined
}

interface DecisionFormProps {
  /** What may be decided; where it is one thing, nothing is chosen. */
  words: Partial<Record<Verdict, VerdictWords>>
  verdict: Verdict | null
  onVerdict: (verdict: Verdict) => void
  fault: string | undefined
  /** What the screen was opened to do. */
  intent: Verdict | undefined
  /** What the decision will do. */
  summary: string
  isSending: boolean
  error: Error | null
  /** False where something is still wrong. */
  onSubmit: () => boolean
  /** What the verdict needs. */
  children: ReactNode
}

/** A decision: what, with what it needs, and what it will do. */
export function DecisionForm(props: DecisionFormProps) {
  const { words, verdict, fault, summary, isSending, error } = props
  const form = useRef<HTMLFormElement>(null)
  const choose = (wanted: Verdict) => {
    if (!words[wanted] || words[wanted].barred !== undefined) return
    props.onVerdict(wanted)
    // The fields of the verdict are drawn by the time the browser paints again.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-fields] :is(input, select)')?.focus())
  }
  useShortcuts('Decision', [
    ...verdicts.flatMap((each) => {
      const does = words[each]?.label
      return does === undefined ? [] : [{ keys: [each[0] ?? each] as const, does, run: () => choose(each) }]
    }),
    { keys: ['Ctrl+Enter'], does: 'Submit decision', inFields: true, run: () => form.current?.requestSubmit() },
    { keys: ['Escape'], does: 'Leave a field', inFields: true, run: leaveField },
  ])
  const begin = useEffectEvent(() => props.intent && choose(props.intent))
  useEffect(() => {
    begin()
  }, [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending || props.onSubmit()) return
    focusFault(form.current)
  }
  const barred = verdicts.flatMap((each) => words[each]?.barred ?? [])
  return (
    <form ref={form} noValidate className={styles.form} aria-label="Decision" onSubmit={submit}>
      {Object.keys(words).length > 1 && (
        <div data-fault={fault ? '' : undefined}>
          <RadioGroup
            label="Decision"
            look="segmented"
            hideLabel
            options={verdicts.flatMap((each) => {
              const one = words[each]
              return one ? [{ value: each, label: one.label, disabled: one.barred !== undefined }] : []
            })}
            value={verdict}
            error={fault}
            onValueChange={(value) => choose(value as Verdict)}
          />
        </div>
      )}
      {barred.map((why) => (
        <AlertBanner key={why} title={why} />
      ))}
      <div className={styles.fields} data-fields="">
        {props.children}
      </div>
      {error && <AlertBanner tone="error">{errorMessage(error, 'the client’s page')}</AlertBanner>}
      <p aria-live="polite">{summary}</p>
      <Button
        type="submit"
        full
        variant={verdict === 'refuse' ? 'danger' : 'primary'}
        loading={isSending}
        loadingText="Sending"
      >
        {(verdict && words[verdict]?.button) ?? 'Submit decision'}
      </Button>
      <p className={styles.note}>
        <KeyHint keys={['Ctrl', '↵']}>sends.</KeyHint> A decision cannot be undone.
      </p>
    </form>
  )
}

function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
