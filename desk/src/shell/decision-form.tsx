import type { Schema } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, IconButton } from '@sauda/ui/button'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Check, ChevronDown, X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { type FieldErrors, focusFirstError } from './form-field.tsx'
import { KeyHint } from './lines.tsx'
import { ShownCase, type Verdict, verdicts } from './review.tsx'
import layout from './layout.module.css'
import styles from './review.module.css'
import { type Shortcut, useShortcuts } from './shortcut.ts'
import { StillWorking } from './loaded.tsx'
import { Select } from '@sauda/ui/select'
import { Textarea } from '@sauda/ui/text-field'

const icons = { approve: <Check aria-hidden="true" />, reject: <X aria-hidden="true" /> }

export interface DecisionDraft extends Reason {
  verdict: Verdict | null
}
export const emptyDraft: DecisionDraft = { verdict: null, reason: '', more: '' }

export type Checked<Command> = { command: Command } | { errors: FieldErrors }

export function checkReason<Command extends object>(schema: Schema, command: Command): Checked<Command> {
  const issue = schema.safeParse(command).error?.issues[0]
  return issue ? { errors: { reason: issue.message } } : { command }
}

interface VerdictLabels {
  label: string
  button: string
  /** Why this operator may not choose it. */
  barred?: string | undefined
}

export const approveOrReject = (what: string, barred?: string) => ({
  approve: { label: 'Approve', button: `Approve ${what}`, barred },
  reject: { label: 'Reject', button: `Reject ${what}` },
})

export interface Decision<Draft extends DecisionDraft, Command> {
  /** With a single choice, the draft starts with it. */
  words: Partial<Record<Verdict, VerdictLabels>>
  summary: string
  reasons?: readonly string[]
  check: (verdict: Verdict, reason: string) => Checked<Command>
  fields?: (errors: FieldErrors, change: (part: Partial<Draft>) => void) => ReactNode
}

interface DecisionFormProps<Draft extends DecisionDraft, Command> {
  decision: Decision<Draft, Command>
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  /** The decision the screen was opened to make. */
  intent: Verdict | undefined
  isSending: boolean
  error: Error | null
  onSend: (command: Command, summary: string) => void
}

export function DecisionForm<Draft extends DecisionDraft, Command>(props: DecisionFormProps<Draft, Command>) {
  const { decision, draft, isSending, error } = props
  const { words, summary, reasons } = decision
  const { verdict } = draft
  const form = useRef<HTMLFormElement>(null)
  const focusOnceRendered = useFocusOnceRendered(form)
  const { begin } = useContext(ShownCase)
  const [errors, setErrors] = useState<FieldErrors>({})
  const isBarred = verdict !== null && words[verdict]?.barred !== undefined
  const labels = verdicts.flatMap((each) => words[each]?.label ?? [])
  const open = verdicts.filter((each) => words[each] && words[each].barred === undefined)
  const change = (part: Partial<Draft>) => {
    props.onChange(part)
    setErrors({})
  }
  const choose = (chosen: Verdict) => {
    if (!words[chosen] || words[chosen].barred !== undefined) return
    begin()
    change({ verdict: chosen } as Partial<Draft>)
    focusOnceRendered('[data-fields] :is(input, select)')
  }
  useDecisionKeys(
    form,
    verdicts.map((each) => {
      const does = words[each]?.label
      return does !== undefined && { keys: [each.charAt(0)], does, run: () => choose(each) }
    }),
    () => props.intent && choose(props.intent),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending || isBarred) return
    const checked =
      verdict === null
        ? { errors: { verdict: `Choose ${open.map((each) => words[each]?.label).join(' or ')}` } }
        : decision.check(verdict, reasonText(draft))
    if ('command' in checked) return props.onSend(checked.command, summary)
    setErrors(checked.errors)
    focusFirstError(form.current)
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      aria-label="Decision"
      data-chosen={verdict ?? undefined}
      onSubmit={submit}
    >
      {labels.length > 1 && open.length > 0 && (
        <div className={styles.choice} data-error={errors['verdict'] ? '' : undefined}>
          <RadioGroup
            label="Decision"
            look="segmented"
            full
            hideLabel
            options={open.flatMap((each) => {
              const label = words[each]?.label
              return label === undefined ? [] : [{ value: each, label, icon: icons[each] }]
            })}
            value={verdict}
            error={errors['verdict']}
            onValueChange={(value) => choose(value as Verdict)}
          />
          {verdict !== null && (
            <IconButton
              label="Show the evidence"
              icon={<ChevronDown aria-hidden="true" />}
              onClick={() => change({ verdict: null } as Partial<Draft>)}
            />
          )}
        </div>
      )}
      {verdicts.map((each) => {
        const barred = words[each]?.barred
        return barred && <AlertBanner key={each} title={barred} />
      })}
      <div className={styles.fields} data-fields="">
        {verdict === 'approve' && decision.fields?.(errors, change)}
        {verdict === 'reject' && reasons && (
          <ReasonFields
            reason={draft.reason}
            more={draft.more}
            reasons={reasons}
            error={errors['reason']}
            onChange={(part) => change(part as Partial<Draft>)}
          />
        )}
      </div>
      {open.length > 0 && (
        <SubmitDecision
          error={error}
          checkAt="the client’s page"
          summary={summary}
          isSending={isSending}
          danger={verdict === 'reject'}
          disabled={verdict === null || isBarred}
          label={verdict && words[verdict]?.button}
        />
      )}
    </form>
  )
}

/** Focuses a field in the same task that renders it, so that what is typed next goes into it. */
export function useFocusOnceRendered(form: RefObject<HTMLFormElement | null>): (field: string) => void {
  const [wanted, setWanted] = useState<{ field: string }>()
  useLayoutEffect(() => {
    if (wanted) form.current?.querySelector<HTMLElement>(wanted.field)?.focus()
  }, [form, wanted])
  return (field) => setWanted({ field })
}

/** Starts with the decision the screen was opened to make. */
export function useDecisionKeys(
  form: RefObject<HTMLFormElement | null>,
  shortcuts: readonly (Shortcut | false)[],
  start: () => void,
): void {
  useShortcuts('Decision', [
    ...shortcuts,
    { keys: ['Ctrl+Enter'], does: 'Submit decision', inFields: true, run: () => form.current?.requestSubmit() },
    { keys: ['Escape'], does: 'Leave a field', inFields: true, run: leaveField },
  ])
  const begin = useEffectEvent(start)
  useEffect(() => {
    begin()
  }, [])
}

interface SubmitDecisionProps {
  error: Error | null
  checkAt?: string
  summary: string
  isSending: boolean
  danger?: boolean
  disabled?: boolean
  label?: string | null | undefined
  after?: string
}

/** The end of a decision form: what will happen, and the button. */
export function SubmitDecision({ after = 'A decision cannot be undone.', ...props }: SubmitDecisionProps) {
  const { error, checkAt, summary, isSending, danger = false, disabled = false, label } = props
  return (
    <>
      {error && <AlertBanner tone="error">{errorMessage(error, checkAt)}</AlertBanner>}
      <p aria-live="polite">{summary}</p>
      <StillWorking when={isSending} />
      <Button
        type="submit"
        full
        variant={danger ? 'danger' : 'primary'}
        disabled={disabled}
        loading={isSending}
        loadingText="Sending"
      >
        {label ?? 'Submit decision'}
      </Button>
      <p className={layout.faint}>
        <KeyHint keys={['Ctrl', '↵']}>submits.</KeyHint> {after}
      </p>
    </>
  )
}

const leaveField = (): void => (document.activeElement as HTMLElement | null)?.blur()

interface Reason {
  /** From the list, or `otherReason`; empty until chosen. */
  reason: string
  more: string
}

export const otherReason = 'other'
const reasonLength = 300

export function reasonText({ reason, more }: Reason): string {
  const added = more.trim()
  if (reason === otherReason || reason === '') return added
  return added === '' ? reason : `${reason}. ${added}`
}

interface ReasonFieldsProps extends Reason {
  reasons: readonly string[]
  error: string | undefined
  onChange: (part: Partial<Reason>) => void
}

export function ReasonFields({ reason, more, reasons, error, onChange }: ReasonFieldsProps) {
  const options = [
    { value: '', label: 'Choose a reason' },
    ...reasons.map((each) => ({ value: each, label: each })),
    { value: otherReason, label: 'Another reason' },
  ]
  const isOther = reason === otherReason
  const text = reasonText({ reason, more })
  return (
    <>
      <Select
        label="Reason"
        options={options}
        value={reason}
        error={isOther ? undefined : error}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
      <Textarea
        label={isOther ? 'Reason shown to the client' : 'Add details'}
        optional={!isOther}
        rows={2}
        maxLength={reasonLength - (isOther ? 0 : reason.length + 2)}
        value={more}
        error={isOther ? error : undefined}
        hint={text && `Shown to the client: “${text}”`}
        onChange={(event) => onChange({ more: event.target.value })}
      />
    </>
  )
}
