import { rupeesText } from '@sauda/contract/platform/money'
import { type BankLine, paymentRights, reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { Textarea } from '@sauda/ui/text-field'
import { errorMessage } from '@sauda/web/api-error'
import { formatDateTime } from '@sauda/web/date-time'
import { type SubmitEvent, useRef, useState, type ReactNode } from 'react'
import { discardDraft, focusFirstError, useDraft } from '../../shell/form-field.tsx'
import { KeyHint } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { NextCase } from '../../shell/review.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { useApprove, useLineList } from './reconciliation.api.ts'
import { approvedText, countsText, paymentAddress, summaryOf } from './reconciliation.text.ts'
import layout from '../../shell/layout.module.css'
import type { Reply } from '@sauda/contract/platform/call'
import { useSend } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/page.tsx'

/** `children`: what else can be done with an undecided line. It disappears with the decision, so that the button shown then does not move. */
export function LineDecision({ line, children }: { line: BankLine; children: ReactNode }) {
  const [done, setDone] = useState<string>()
  // A live update may overtake the reply: the form stays as it was opened.
  const [openedAs] = useState(line.state)
  if (done !== undefined) return <DecidedLine text={done} openedAs={openedAs} lineId={line._id} />
  return (
    <>
      {children}
      <DecisionForm line={line} onDone={setDone} />
    </>
  )
}

function DecisionForm({ line, onDone }: { line: BankLine; onDone: (text: string) => void }) {
  if (line.state === 'approve' || isReceived(line)) return <ApproveForm line={line} onDone={onDone} />
  if (line.state === 'exception') return <CloseExceptionForm line={line} onDone={onDone} />
  return <ClosedLine line={line} />
}

/** A pending deposit of which another amount was received. */
export const isReceived = ({ state, exception, payment }: BankLine): boolean =>
  state === 'exception' && exception === 'amount' && payment?.kind === 'deposit' && payment.status === 'pending'

function ApproveForm({ line, onDone }: { line: BankLine; onDone: (text: string) => void }) {
  const can = useCan()
  const { payment } = line
  if (!payment) return null
  if (!can(paymentRights[payment.kind]))
    return <AlertBanner title="You have view-only access">An operator with approval rights will decide it.</AlertBanner>
  if (line.firstApproval !== undefined) return <SecondApproval by={line.firstApproval} payment={payment} />
  return (
    <div className={layout.form}>
      {isReceived(line) && (
        <AlertBanner tone="warn" title="Another amount was received">
          {`${payment.clientName} requested ${rupeesText(payment.amount)}. Both amounts stay on the deposit and are shown to the client.`}
        </AlertBanner>
      )}
      {line.state === 'approve' && line.confidence !== 'exact' && (
        <AlertBanner tone="warn" title="Compare before you approve">
          It may belong to another client.
        </AlertBanner>
      )}
      {line.reference === undefined && (
        <AlertBanner title="No bank reference">
          The bank gave no reference. This bank entry is the proof of the request.
        </AlertBanner>
      )}
      <Approve line={line} payment={payment} onDone={onDone} />
    </div>
  )
}

type Payment = NonNullable<BankLine['payment']>

/** The second operator approves on the page of the request, which shows everything the approval is bound to. */
const SecondApproval = ({ by, payment }: { by: string; payment: Payment }) => (
  <div className={layout.form}>
    <AlertBanner tone="warn" title={`${by} gave the first approval`}>
      {`A second operator reviews and approves ${payment.name}.`}
    </AlertBanner>
    <ButtonLink variant="primary" full to={paymentAddress(payment)}>
      {`Open ${payment.name}`}
    </ButtonLink>
  </div>
)

function Approve({ line, payment, onDone }: { line: BankLine; payment: Payment; onDone: (text: string) => void }) {
  const approve = useApprove()
  const send = () => {
    if (approve.isPending) return
    approve.mutate(line, { onSuccess: ({ waitsForSecond }) => onDone(approvedText(line, waitsForSecond)) })
  }
  useShortcuts('Decision', [{ keys: ['Ctrl+Enter'], does: 'Approve', inFields: true, run: send }])
  return (
    <>
      {approve.error && <AlertBanner tone="error">{errorMessage(approve.error)}</AlertBanner>}
      <p>{[summaryOf(line), line.countsOn && countsText(line.countsOn)].filter(Boolean).join(' ')}</p>
      <Button full loading={approve.isPending} loadingText="Approving" onClick={send}>
        {isReceived(line) ? `Approve ${payment.name} at ${rupeesText(line.amount)}` : `Approve ${payment.name}`}
      </Button>
      <ButtonLink full to={paymentAddress(payment)}>
        {`Open ${payment.name}`}
      </ButtonLink>
      <p className={layout.faint}>
        <KeyHint keys={['Ctrl', '↵']}>approves.</KeyHint> A decision cannot be undone.
      </p>
    </>
  )
}

function ClosedLine({ line: { state, approvedBy, settled, bookings = [] } }: { line: BankLine }) {
  if (state === 'settled' && settled)
    return (
      <EmptyState title="Closed">
        {settled.by}, {formatDateTime(settled.at)}: “{settled.note}”
      </EmptyState>
    )
  return (
    <EmptyState title="Matched">
      {bookings.length > 0
        ? 'Booked by an operator.'
        : approvedBy
          ? `Approved from this bank entry by ${approvedBy}.`
          : 'The matching request was approved.'}
    </EmptyState>
  )
}

function DecidedLine({ text, openedAs, lineId }: { text: string; openedAs: BankLine['state']; lineId: string }) {
  const list = useLineList(openedAs, lineId)
  return (
    <>
      <AlertBanner tone="success" title="Decision submitted">
        {text}
      </AlertBanner>
      <NextCase {...list} focused />
    </>
  )
}

const noteLength = 500

function CloseExceptionForm({ line: { _id }, onDone }: { line: BankLine; onDone: (text: string) => void }) {
  const can = useCan()
  const settle = useSend(reconciliationCalls.settle)
  const form = useRef<HTMLFormElement>(null)
  const draftName = `settle ${_id}`
  const { draft, change } = useDraft(draftName, { note: '' })
  const [noteError, setNoteError] = useState<string>()
  useShortcuts('Decision', [
    { keys: ['Ctrl+Enter'], does: 'Close exception', inFields: true, run: () => form.current?.requestSubmit() },
  ])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const checked = reconciliationCalls.settle.body.safeParse(draft)
    setNoteError(checked.error?.issues[0]?.message)
    if (!checked.success) return focusFirstError(form.current)
    if (settle.isPending) return
    const onSuccess = ({ waitsForSecond }: Reply<typeof reconciliationCalls.settle>) => {
      discardDraft(draftName)
      onDone(waitsForSecond ? 'The exception will be closed when a second operator approves.' : 'Exception closed.')
    }
    settle.mutate({ params: { lineId: _id }, body: checked.data }, { onSuccess })
  }
  if (!can('wallet.approve'))
    return <AlertBanner title="You have view-only access">An operator with approval rights will decide it.</AlertBanner>
  return (
    <form ref={form} noValidate className={layout.form} aria-label="Close exception" onSubmit={submit}>
      <Textarea
        label="Resolution note"
        hint="For colleagues and the audit trail. Not shown to the client."
        rows={4}
        maxLength={noteLength}
        value={draft.note}
        error={noteError}
        onChange={(event) => {
          change({ note: event.target.value })
          setNoteError(undefined)
        }}
      />
      {settle.error && <AlertBanner tone="error">{errorMessage(settle.error)}</AlertBanner>}
      <p>The exception is closed. No money moves.</p>
      <Button type="submit" variant="secondary" full loading={settle.isPending} loadingText="Closing">
        Close exception
      </Button>
      <p className={layout.faint}>
        <KeyHint keys={['Ctrl', '↵']}>closes the exception.</KeyHint>
      </p>
    </form>
  )
}
