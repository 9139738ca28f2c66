import { complaintCalls } from '@sauda/contract/complaint'
import {
  complaintCategories,
  complaintRules,
  type ComplaintCategory,
  complaintSources,
  type ComplaintSource,
} from '@sauda/contract/complaint-name'
import { DateField } from '@sauda/ui/date-field'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import type { ComponentType } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { type RecordInput, useRecord } from './complaint.api.ts'
import layout from '../shell/layout.module.css'

interface Picked {
  _id: string
  name: string
  saudaId: string
}
export interface RecordDialogProps {
  ClientPicker: ComponentType<{
    value: Picked | null
    onPick: (client: Picked | null) => void
    hint: string | undefined
    error: string | undefined
  }>
  open: boolean
  onClose: () => void
}

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const empty = {
  client: null as Picked | null,
  complainant: '',
  source: 'sebi' as ComplaintSource,
  reference: '',
  category: 'other' as ComplaintCategory,
  text: '',
  receivedOn: '',
}

export function RecordDialog({ ClientPicker, open, onClose }: RecordDialogProps) {
  const record = useRecord()
  const form = useFormDialog({ name: 'complaint', empty, mutation: record, onClose })
  const { client, complainant, ...rest } = form.draft
  const input: RecordInput = {
    ...rest,
    text: rest.text.replace(/\s+/g, ' ').trim(),
    ...(client ? { clientId: client._id } : { complainant }),
  }
  const onSuccess = ({ number }: { number: string }) => {
    appToast.success(`Complaint ${number} recorded`)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title="Record a complaint"
      description="For complaints that arrive by SCORES, an exchange, post, e-mail or telephone. A client gets its number by e-mail."
      action="Record complaint"
      checkAt="the register"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(complaintCalls.record.body, input), () => record.mutate(input, { onSuccess }))
      }
    >
      <ClientPicker
        value={client}
        onPick={(picked) => form.edit({ client: picked })}
        hint="Leave empty if the complainant is not a client."
        error={form.errors['clientId']}
      />
      {!client && <TextField label="Name of the complainant" autoComplete="off" {...form.field('complainant')} />}
      <div className={layout.pair}>
        <Select
          label="Received from"
          options={options(complaintSources)}
          value={rest.source}
          onChange={(event) => form.edit({ source: event.target.value as ComplaintSource })}
        />
        <TextField label="Their reference" optional autoComplete="off" {...form.field('reference')} />
        <Select
          label="About"
          options={options(complaintCategories)}
          value={rest.category}
          onChange={(event) => form.edit({ category: event.target.value as ComplaintCategory })}
        />
        <DateField
          label="Received on"
          value={rest.receivedOn}
          error={form.errors['receivedOn']}
          onText={(receivedOn) => form.edit({ receivedOn })}
        />
      </div>
      <Textarea label="Complaint" rows={5} maxLength={complaintRules.textLength} {...form.field('text')} />
    </FormDialog>
  )
}
