import { approvalCalls } from '@sauda/contract/approval'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Textarea } from '@sauda/ui/text-field'
import { DateTime } from '@sauda/web/date-time'
import { sentence } from '@sauda/ui/sentence'
import { useState } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useApprovalState, useBreakGlass } from './approval.api.ts'

/** On every page while the approval policy does not fully apply. */
export function ApprovalBanner() {
  const { data } = useApprovalState()
  if (!data) return null
  return (
    <>
      {data.mode === 'single' && (
        <AlertBanner tone="warn" title="One-person mode">
          Second approvals are switched off by APPROVALS=single.
        </AlertBanner>
      )}
      {data.setUpPhase && (
        <AlertBanner tone="warn" title="Set-up phase">
          There is only one administrator, so waiting periods do not apply yet and each approval is mailed. Add a second
          administrator.
        </AlertBanner>
      )}
      {data.waitingUntil !== undefined && <Waiting until={data.waitingUntil} />}
      {data.breakGlass.map(({ operator, reason, at }) => (
        <AlertBanner key={at} tone="warn" title={`${operator} waived their waiting periods`}>
          {sentence('{time}: “{reason}”', { time: <DateTime at={at} />, reason })}
        </AlertBanner>
      ))}
    </>
  )
}

/** For an operator whose login or role is new. */
function Waiting({ until }: { until: string }) {
  const [open, setOpen] = useState(false)
  const waive = useBreakGlass()
  const form = useFormDialog({
    name: 'break glass',
    empty: { reason: '' },
    mutation: waive,
    onClose: () => setOpen(false),
  })
  const { reason } = form.draft
  const found = fieldErrors(approvalCalls.breakGlass.body, { reason })
  return (
    <AlertBanner
      tone="warn"
      title="You cannot approve yet"
      action={
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Waive
        </Button>
      }
    >
      {sentence('Your login or your role is new. You can approve from {time}.', { time: <DateTime at={until} /> })}
      <FormDialog
        form={form}
        open={open}
        title="Waive your waiting period"
        description="You can approve for one hour. All administrators get your reason by e-mail, and the desk shows it for seven days. Second approvals remain necessary."
        action="Waive for one hour"
        onSubmit={(event) => form.submit(event, found, () => waive.mutate(reason, { onSuccess: form.finish }))}
      >
        <Textarea
          label="Reason"
          rows={2}
          maxLength={300}
          value={reason}
          error={form.errors['reason']}
          onChange={(event) => form.edit({ reason: event.target.value })}
        />
      </FormDialog>
    </AlertBanner>
  )
}
