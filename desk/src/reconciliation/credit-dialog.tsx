import { formatRupees, paiseOf } from '@sauda/contract/money'
import { reconciliationCalls, type BankLine } from '@sauda/contract/reconciliation'
import { Textarea } from '@sauda/ui/text-field'
import type { ReactNode } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useCredit } from './reconciliation.api.ts'

interface CreditDialogProps {
  line: BankLine
  open: boolean
  onClose: () => void
  client: { _id: string; name: string } | undefined
  clientField: (error: string | undefined) => ReactNode
}

const { body } = reconciliationCalls.credit

/** An unidentified receipt becomes a deposit of a client once a second operator approves it. */
export function CreditDialog({ line, open, onClose, client, clientField }: CreditDialogProps) {
  const credit = useCredit(line._id)
  const form = useFormDialog({ name: `credit ${line._id}`, empty: { reason: '' }, mutation: credit, onClose })
  const { reason } = form.draft
  const needsSecond = useNeedsSecond()
  const errors = {
    ...(client ? {} : { clientId: 'Choose the client' }),
    ...fieldErrors(body, { clientId: client?._id ?? line._id, reason }),
  }
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `Credited to ${client?.name}`)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title="Credit to a client"
      description={`${formatRupees(paiseOf(line.amount))}, received under ${line.reference}. ${needsSecond ? 'A second operator must approve it; the client then has it as a deposit.' : 'The client has it as a deposit.'}`}
      action={needsSecond ? 'Request approval' : 'Credit'}
      loadingText={needsSecond ? 'Requesting' : 'Crediting'}
      onSubmit={(event) =>
        form.submit(
          event,
          Object.keys(errors).length > 0 ? errors : undefined,
          () => client && credit.mutate({ clientId: client._id, reason }, { onSuccess }),
        )
      }
    >
      {clientField(form.errors['clientId'])}
      <Textarea
        label="Reason"
        hint="How you know that the money is this client’s. Not shown to the client."
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
