import { reconciliationCalls, type BankLine } from '@sauda/contract/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Textarea } from '@sauda/ui/textarea'
import { useRef, useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { focusFirstError } from '../shell/focus-first-error.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useCan } from '../shell/me.ts'
import { useShortcuts } from '../shell/shortcut.ts'
import { useCloseException } from './reconciliation.api.ts'
import { KeyHint } from '../shell/key-hint.tsx'
import layout from '../shell/layout.module.css'

const noteLength = 500

export function CloseExceptionForm({ line: { _id }, onDone }: { line: BankLine; onDone: (text: string) => void }) {
  const can = useCan()
  const settle = useCloseException(_id)
  const form = useRef<HTMLFormElement>(null)
  const draftName = `settle ${_id}`
  const { draft, change } = useDraft(draftName, { note: '' })
  const [fault, setFault] = useState<string>()
  useShortcuts('Decision', [
    { keys: ['Ctrl+Enter'], does: 'Close exception', inFields: true, run: () => form.current?.requestSubmit() },
  ])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const checked = reconciliationCalls.settle.body.safeParse(draft)
    setFault(checked.error?.issues[0]?.message)
    if (!checked.success) return focusFirstError(form.current)
    if (settle.isPending) return
    settle.mutate(checked.data.note, {
      onSuccess: () => {
        discardDraft(draftName)
        onDone('Exception closed.')
      },
    })
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
        error={fault}
        onChange={(event) => {
          change({ note: event.target.value })
          setFault(undefined)
        }}
      />
      {settle.error && <AlertBanner tone="error">{errorMessage(settle.error)}</AlertBanner>}
      <p>The exception is closed. No money moves.</p>
      <Button type="submit" full loading={settle.isPending} loadingText="Closing">
        Close exception
      </Button>
      <p className={layout.faint}>
        <KeyHint keys={['Ctrl', '↵']}>closes the exception.</KeyHint>
      </p>
    </form>
  )
}
