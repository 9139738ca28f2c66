import { payoutCalls } from '@sauda/contract/payout'
import { Button } from '@sauda/ui/button'
import { Textarea } from '@sauda/ui/text-field'
import { useState } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useCan } from '../shell/me.ts'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { usePayoutStop } from '../shell/payout-stop.ts'
import { useChangeStop } from './payout.api.ts'

/** Stops all payouts at once, or asks to resume them. */
export function PayoutStop() {
  const mayStop = useCan()('operator.manage')
  const { data } = usePayoutStop()
  const [isOpen, setOpen] = useState(false)
  if (!mayStop || !data) return null
  const isStopped = data.stopped !== undefined
  return (
    <>
      <Button variant={isStopped ? 'secondary' : 'danger'} onClick={() => setOpen(true)}>
        {isStopped ? 'Resume payouts' : 'Stop all payouts'}
      </Button>
      <StopDialog key={String(isStopped)} isStopped={isStopped} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface StopDialogProps {
  isStopped: boolean
  open: boolean
  onClose: () => void
}

function StopDialog({ isStopped, open, onClose }: StopDialogProps) {
  const send = useChangeStop(isStopped)
  const form = useFormDialog({ name: `payout stop ${isStopped}`, empty: { reason: '' }, mutation: send, onClose })
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, isStopped ? 'Payouts are resumed' : 'All payouts are stopped', needsAdministrator)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={isStopped ? 'Resume payouts' : 'Stop all payouts'}
      description={
        isStopped
          ? 'Payouts and approvals of withdrawals are possible again once a second administrator has approved this.'
          : 'From now on no withdrawal is approved, no payout batch released or downloaded, and nothing settled. All administrators are notified by e-mail. Clients can still request withdrawals.'
      }
      action={isStopped ? 'Resume payouts' : 'Stop all payouts'}
      variant={isStopped ? 'primary' : 'danger'}
      onSubmit={(event) =>
        form.submit(event, fieldErrors(payoutCalls.stop.body, form.draft), () =>
          send.mutate(form.draft.reason, { onSuccess }),
        )
      }
    >
      <Textarea
        label="Reason"
        hint="Shown on every page of the desk and stored in the audit trail."
        maxLength={300}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
