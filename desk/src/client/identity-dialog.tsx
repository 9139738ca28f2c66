import { identityCalls } from '@sauda/contract/identity'
import { Button } from '@sauda/ui/button'
import { DateField } from '@sauda/ui/date-field'
import { FilePicker } from '@sauda/ui/file-picker'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog, useItemDialog } from '../shell/form-dialog.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { birthText } from './client-facts.tsx'
import { type Client, useCorrectIdentity } from './client.api.ts'

/** Another name, PAN or date of birth for a verified client, whose cards were misread or changed. */
export function CorrectIdentity({ client }: { client: Client }) {
  const { show, dialog } = useItemDialog<Client>()
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => show(client)}>
        Correct name, PAN or date of birth
      </Button>
      {dialog && <IdentityDialog key={dialog.key} client={dialog.item} {...dialog.props} />}
    </>
  )
}

const empty = { name: '', number: '', bornOn: '', reason: '' }

function IdentityDialog({ client, open, onClose }: { client: Client; open: boolean; onClose: () => void }) {
  const send = useCorrectIdentity(client._id)
  const form = useFormDialog({ name: `identity ${client._id}`, empty, mutation: send, onClose, discardOnClose: true })
  const needsSecond = useNeedsSecond()
  const [evidence, setEvidence] = useState<File | null>(null)
  const { reason, ...details } = form.draft
  // What is left empty stays as it is.
  const given = Object.fromEntries(Object.entries(details).filter(([, text]) => text.trim() !== ''))
  const texts = { ...given, reason }
  const onSuccess = (reply: Outcome & { message: string }) => {
    toastOutcome(reply, `The details of ${client.name} were corrected`)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Correct the details of ${client.name}`}
      description={`Leave empty what stays as it is. ${needsSecond ? 'A second operator must approve it. The client is then' : 'The client is'} notified by e-mail.`}
      action={needsSecond ? 'Request approval' : 'Correct'}
      loadingText={needsSecond ? 'Requesting' : 'Correcting'}
      onSubmit={(event) =>
        form.submit(event, fieldErrors(identityCalls.correct.body, texts), () =>
          send.mutate({ texts, images: evidence ? { evidence } : {} }, { onSuccess }),
        )
      }
    >
      <TextField
        label="Name, as on the PAN card"
        hint={`Now: ${client.name}`}
        autoComplete="off"
        {...form.field('name')}
      />
      <TextField
        label="PAN"
        hint={client.panNumber === '' ? 'Not known yet' : `Now: ${client.panNumber}`}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.field('number')}
      />
      <DateField
        label="Date of birth"
        {...(client.dateOfBirth !== undefined && { hint: `Now: ${birthText(client.dateOfBirth)}` })}
        name="bornOn"
        value={form.draft.bornOn}
        error={form.errors['bornOn']}
        onText={(bornOn) => form.edit({ bornOn })}
      />
      <Textarea
        label="Reason"
        hint="Stored in the audit trail. Do not repeat the PAN or date of birth here."
        rows={3}
        maxLength={300}
        {...form.field('reason')}
      />
      <FilePicker
        label="Photo of the evidence (optional)"
        hint="For example the card or a notarised name change. JPEG, PNG or WebP, up to 5 MB."
        accept="image/jpeg,image/png,image/webp"
        file={evidence}
        onFile={(file) => {
          setEvidence(file)
          form.edit({})
        }}
        onReject={() => setEvidence(null)}
      />
    </FormDialog>
  )
}
