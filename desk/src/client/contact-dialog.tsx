import { contactCalls } from '@sauda/contract/contact'
import { imageErrors } from '@sauda/contract/image'
import { Button } from '@sauda/ui/button'
import { FilePicker } from '@sauda/ui/file-picker'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog, useItemDialog } from '../shell/form-dialog.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { type Client, useChangeContact } from './client.api.ts'

/** A new e-mail address or mobile number for a client who cannot confirm it with codes. */
export function ChangeContact({ client }: { client: Client }) {
  const { show, dialog } = useItemDialog<Client>()
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => show(client)}>
        Change email or mobile
      </Button>
      {dialog && <ContactDialog key={dialog.key} client={dialog.item} {...dialog.props} />}
    </>
  )
}

const kinds = [
  { value: 'email', label: 'Email' },
  { value: 'mobile', label: 'Mobile' },
] as const
type Kind = (typeof kinds)[number]['value']
const empty: { kind: Kind; to: string; reason: string } = { kind: 'email', to: '', reason: '' }

function ContactDialog({ client, open, onClose }: { client: Client; open: boolean; onClose: () => void }) {
  const send = useChangeContact(client._id)
  const form = useFormDialog({ name: `contact ${client._id}`, empty, mutation: send, onClose, discardOnClose: true })
  const { draft, errors, edit } = form
  const needsSecond = useNeedsSecond()
  const [evidence, setEvidence] = useState<File | null>(null)
  const body = { [draft.kind]: draft.to, reason: draft.reason }
  const found = () => {
    const { [draft.kind]: to, ...others } = fieldErrors(contactCalls.propose.body, body) ?? {}
    const all = {
      ...others,
      ...(to !== undefined && { to }),
      ...(!evidence && { evidence: imageErrors.needed.message }),
    }
    return Object.keys(all).length > 0 ? all : undefined
  }
  const onSuccess = (reply: Outcome & { message: string }) => {
    toastOutcome(reply, `The contact details of ${client.name} were changed`)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Change email or mobile of ${client.name}`}
      description={`${needsSecond ? 'A second operator must approve it. The client is then' : 'The client is'} logged out on all devices and notified by e-mail, and withdrawals pause for 24 hours.`}
      action={needsSecond ? 'Request approval' : 'Change'}
      loadingText={needsSecond ? 'Requesting' : 'Changing'}
      onSubmit={(event) =>
        form.submit(event, found(), () => evidence && send.mutate({ texts: body, images: { evidence } }, { onSuccess }))
      }
    >
      <RadioGroup
        label="What changes"
        look="segmented"
        options={kinds}
        value={draft.kind}
        onValueChange={(kind) => edit({ kind: kind === 'mobile' ? 'mobile' : 'email', to: '' })}
      />
      <TextField
        label={draft.kind === 'email' ? 'New email address' : 'New mobile number'}
        type={draft.kind === 'email' ? 'email' : 'tel'}
        autoComplete="off"
        {...form.field('to')}
      />
      <Textarea
        label="Reason"
        hint="Stored in the audit trail. Do not repeat the address or number here."
        rows={3}
        maxLength={300}
        {...form.field('reason')}
      />
      <FilePicker
        label="Photo of the evidence"
        hint="For example the signed request with an identity document. JPEG, PNG or WebP, up to 5 MB."
        accept="image/jpeg,image/png,image/webp"
        file={evidence}
        error={errors['evidence']}
        onFile={(file) => {
          setEvidence(file)
          edit({})
        }}
        onReject={() => setEvidence(null)}
      />
    </FormDialog>
  )
}
