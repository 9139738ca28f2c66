import { complaintCalls } from '@sauda/contract/client/complaint'
import { complaintCategories, complaintRules, complaintSources } from '@sauda/contract/client/complaint-name'
import type { ComponentType } from 'react'
import { FormDialog, optionsOf, type DialogState } from '../../shell/form-dialog.tsx'

interface Picked {
  _id: string
  name: string
  saudaId: string
}
export interface RecordDialogProps extends DialogState {
  ClientPicker: ComponentType<{
    value: Picked | null
    onPick: (client: Picked | null) => void
    hint: string | undefined
    error: string | undefined
  }>
}

const empty = {
  client: null as Picked | null,
  complainant: '',
  source: 'sebi',
  reference: '',
  category: 'other',
  text: '',
  receivedOn: '',
}

export const RecordDialog = ({ ClientPicker, ...dialog }: RecordDialogProps) => (
  <FormDialog
    {...dialog}
    call={complaintCalls.record}
    name="complaint"
    empty={empty}
    title="Record a complaint"
    description="For complaints that arrive by SCORES, an exchange, post, e-mail or telephone. A client gets its number by e-mail."
    fields={({ draft: { client }, errors, edit }) => [
      {
        own: (
          <ClientPicker
            value={client}
            onPick={(picked) => edit({ client: picked })}
            hint="Leave empty if the complainant is not a client."
            error={errors['clientId']}
          />
        ),
      },
      !client && { name: 'complainant', label: 'Name of the complainant' },
      [
        { as: 'select', name: 'source', label: 'Received from', options: optionsOf(complaintSources) },
        { name: 'reference', label: 'Their reference', optional: true },
        { as: 'select', name: 'category', label: 'About', options: optionsOf(complaintCategories) },
        { as: 'date', name: 'receivedOn', label: 'Received on' },
      ],
      { as: 'textarea', name: 'text', label: 'Complaint', rows: 5, maxLength: complaintRules.textLength },
    ]}
    body={({ client, complainant, text, ...rest }) => ({
      ...rest,
      text: text.replace(/\s+/g, ' ').trim(),
      ...(client ? { clientId: client._id } : { complainant }),
    })}
    action="Record complaint"
    checkAt="the register"
    done={({ number }) => `Complaint ${number} recorded`}
  />
)
