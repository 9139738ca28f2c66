import { viewCalls, viewRules } from '@sauda/contract/client/view'
import { Textarea } from '@sauda/ui/text-field'
import { ApiError } from '@sauda/web/api-error'
import { callApi, useChange } from '../../shell/api.ts'
import { fieldErrors } from '../../shell/form-field.tsx'
import { FormFrame, useFormDialog } from '../../shell/form-dialog.tsx'

interface ViewDialogProps {
  clientId: string
  name: string
  open: boolean
  onClose: () => void
}

const blocked = { message: 'Your browser did not open a new tab. Allow pop-ups for the desk, then try again.' }

/** Opens the tab before the request is sent, because browsers open one only in answer to a click. */
async function openPortal(clientId: string, reason: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (!tab) throw new ApiError('response', 409, blocked)
  try {
    const { link } = await callApi(viewCalls.start, { params: { clientId }, body: { reason } })
    // The portal cannot reach the desk through it.
    tab.opener = null
    tab.location.replace(new URL(link, location.origin))
  } catch (error) {
    tab.close()
    throw error
  }
}

export function ViewDialog({ clientId, name, open, onClose }: ViewDialogProps) {
  const send = useChange((reason: string) => openPortal(clientId, reason))
  const form = useFormDialog({ name: `view ${clientId}`, empty: { reason: '' }, mutation: send, onClose })
  const { draft } = form
  return (
    <FormFrame
      form={form}
      open={open}
      title={`View the portal as ${name}`}
      description={`The portal opens in a new tab for ${viewRules.minutes} minutes. Nothing can be changed there, and the client is not informed.`}
      action="Open portal"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(viewCalls.start.body, draft), () =>
          send.mutate(draft.reason, { onSuccess: form.finish }),
        )
      }
    >
      <Textarea label="Reason" hint="Stored in the audit trail." maxLength={300} {...form.field('reason')} />
    </FormFrame>
  )
}
