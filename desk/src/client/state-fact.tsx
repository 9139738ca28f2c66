import { clientCalls } from '@sauda/contract/client'
import { type GstState, gstStateCodes, gstStates } from '@sauda/contract/gst'
import { Button } from '@sauda/ui/button'
import { Select } from '@sauda/ui/select'
import { Row } from '@sauda/ui/stack'
import { appToast } from '@sauda/ui/toast'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog, useItemDialog } from '../shell/form-dialog.tsx'
import { useCan } from '../shell/me.ts'
import { type Client, useSetState } from './client.api.ts'

/** The place of supply, and a dialog to record it. */
export function StateFact({ client }: { client: Client }) {
  const { gstState, name } = client
  const { show, dialog } = useItemDialog<Client>()
  const mayChange = useCan()('kyc.review')
  return (
    <Row>
      {gstState ? gstStates[gstState] : 'Not recorded'}
      {mayChange && (
        <Button variant="ghost" size="small" aria-label={`Record the state of ${name}`} onClick={() => show(client)}>
          {gstState ? 'Change' : 'Record'}
        </Button>
      )}
      {dialog && <StateDialog key={dialog.key} client={dialog.item} {...dialog.props} />}
    </Row>
  )
}

interface StateDialogProps {
  client: Client
  open: boolean
  onClose: () => void
}

const options = [
  { value: '', label: 'Choose' },
  ...gstStateCodes.map((code) => ({ value: code as string, label: gstStates[code] })),
]

function StateDialog({ client, open, onClose }: StateDialogProps) {
  const send = useSetState(client._id)
  const empty: { gstState: string } = { gstState: client.gstState ?? '' }
  const form = useFormDialog({ name: `state ${client._id}`, empty, mutation: send, onClose })
  const { draft } = form
  const onSuccess = () => {
    appToast.success('State recorded')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`State of ${client.name}`}
      description="The state in the client’s address is the place of supply: GST on charges is split by it in the GST summary."
      action="Record state"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(clientCalls.setState.body, draft), () =>
          send.mutate(draft.gstState as GstState, { onSuccess }),
        )
      }
    >
      <Select label="State" options={options} {...form.field('gstState')} />
    </FormDialog>
  )
}
