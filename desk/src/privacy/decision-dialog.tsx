import { type DeskPrivacyRequest, privacyCalls } from '@sauda/contract/privacy'
import { privacyRules } from '@sauda/contract/privacy-name'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useComplete, useErase, useReject } from './privacy.api.ts'

export interface Decision {
  /** Of an erasure without a request, the client. */
  request: Pick<DeskPrivacyRequest, 'clientId' | 'clientName'> & Partial<Pick<DeskPrivacyRequest, '_id' | 'text'>>
  how: 'complete' | 'reject' | 'erase'
}

interface DecisionDialogProps extends Decision {
  open: boolean
  onClose: () => void
}

const words = {
  complete: {
    title: 'Complete the correction',
    description: 'The client gets the answer by e-mail.',
    action: 'Complete',
    field: 'Answer',
  },
  reject: {
    title: 'Reject the request',
    description: 'The client gets the reason by e-mail.',
    action: 'Reject request',
    field: 'Reason',
  },
  erase: {
    title: 'Erase personal data',
    description: 'Documents, contact and bank details and messages are removed for good; ledger entries stay.',
    action: 'Erase data',
    field: 'Reason',
  },
} as const

export function DecisionDialog({ request, how, open, onClose }: DecisionDialogProps) {
  const { _id = '', clientId, clientName, text } = request
  const [complete, reject, erase] = [useComplete(_id), useReject(_id), useErase(clientId)]
  const mutation = { complete, reject, erase }[how]
  const form = useFormDialog({
    name: `${how} ${_id || clientId}`,
    empty: { answer: '', name: '' },
    mutation,
    onClose,
    discardOnClose: true,
  })
  const { title, description, action, field } = words[how]
  const needsSecond = useNeedsSecond()
  const answer = form.draft.answer.replace(/\s+/g, ' ').trim()
  const input = { answer, ...(how === 'complete' && form.draft.name !== '' && { name: form.draft.name }) }
  const onSuccess = ({ message, ...outcome }: Outcome & { message: string }) => {
    toastOutcome(outcome, message, needsAdministrator)
    form.finish()
  }
  const send = () => {
    if (how === 'complete') complete.mutate(input, { onSuccess })
    else if (how === 'reject') reject.mutate({ answer }, { onSuccess })
    else erase.mutate(answer, { onSuccess })
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={title}
      description={how === 'erase' && needsSecond ? `A second administrator must approve. ${description}` : description}
      action={action}
      variant={how === 'erase' ? 'danger' : 'primary'}
      onSubmit={(event) => form.submit(event, fieldErrors(privacyCalls.complete.body, input), send)}
    >
      <p>{text ?? `${clientName} has not requested it at the portal.`}</p>
      {how === 'complete' && (
        <TextField
          label="Corrected name"
          hint={`Now: ${clientName}. Leave empty if something else was corrected.`}
          optional
          autoComplete="off"
          {...form.field('name')}
        />
      )}
      <Textarea label={field} maxLength={privacyRules.textLength} {...form.field('answer')} />
    </FormDialog>
  )
}
