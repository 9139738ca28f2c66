import { payoutCalls } from '@sauda/contract/payout'
import { Textarea } from '@sauda/ui/text-field'
import { Payments } from '../shell/confirm-dialog.tsx'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { type Batch, useCancelBatch } from './payout.api.ts'
import { confirmedOf } from './releasers.tsx'
import { sumText } from './payout.text.ts'

export function CancelBatch({ batch, open, onClose }: { batch: Batch; open: boolean; onClose: () => void }) {
  const cancel = useCancelBatch(batch._id)
  const form = useFormDialog({ name: `cancel ${batch._id}`, empty: { reason: '' }, mutation: cancel, onClose })
  const { body } = payoutCalls.cancel
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `${batch.name} cancelled`)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Cancel ${batch.name}`}
      description={`For a file that the bank did not take. ${sumText(batch.open)} will be pending outside a batch again, so first make sure that the bank pays nothing from this file.`}
      action="Request cancellation"
      variant="danger"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(body, form.draft), () =>
          cancel.mutate({ reason: form.draft.reason.trim() }, { onSuccess }),
        )
      }
    >
      <Payments payments={confirmedOf(batch.payouts.filter(({ status }) => status === 'pending'))} />
      <Textarea label="Reason" rows={2} maxLength={300} {...form.field('reason')} />
    </FormDialog>
  )
}
