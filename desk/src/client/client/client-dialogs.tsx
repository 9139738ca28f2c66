import { contactCalls } from '@sauda/contract/client/contact'
import { imageErrors } from '@sauda/contract/platform/image'
import {
  evidenceField,
  FormDialog,
  optionsOf,
  reasonField,
  type DialogState,
  FormFrame,
  useFormDialog,
  needsAdministrator,
  DialogButton,
} from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import type { Client } from './client.api.ts'
import { clientCalls } from '@sauda/contract/client/client'
import { viewCalls, viewRules } from '@sauda/contract/client/view'
import { Textarea } from '@sauda/ui/text-field'
import { ApiError } from '@sauda/web/api-error'
import { callApi, useChange } from '../../shell/api.ts'
import { fieldErrors } from '../../shell/form-field.tsx'
import { identityCalls } from '@sauda/contract/client/identity'
import { birthText } from './client-facts.tsx'

/** A new e-mail address or mobile number for a client who cannot confirm it with codes. */
export const ChangeContact = ({ client }: { client: Client }) => (
  <DialogButton size="small" dialog={(state) => <ContactDialog client={client} {...state} />}>
    Change email or mobile
  </DialogButton>
)

const emptyContact = { kind: 'email', to: '', reason: '', evidence: null as File | null }

function ContactDialog({ client, ...dialog }: DialogState & { client: Client }) {
  const { _id: clientId, name } = client
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={contactCalls.propose}
      params={{ clientId }}
      empty={emptyContact}
      discardOnClose
      title={`Change email or mobile of ${name}`}
      description={`${needsSecond ? 'A second operator must approve it. The client is then' : 'The client is'} logged out on all devices and notified by e-mail, and withdrawals pause for 24 hours.`}
      fields={({ draft: { kind } }) => [
        {
          as: 'radio',
          look: 'segmented',
          name: 'kind',
          label: 'What changes',
          options: optionsOf({ email: 'Email', mobile: 'Mobile' }),
          resets: { to: '' },
        },
        {
          name: 'to',
          label: kind === 'email' ? 'New email address' : 'New mobile number',
          type: kind === 'email' ? 'email' : 'tel',
          errorOf: kind,
        },
        reasonField('Stored in the audit trail. Do not repeat the address or number here.', 3),
        evidenceField(
          'Photo of the evidence',
          'For example the signed request with an identity document. JPEG, PNG or WebP, up to 5 MB.',
        ),
      ]}
      body={({ kind, to, reason }) => ({ [kind]: to, reason })}
      images={({ evidence }) => ({ evidence })}
      check={({ evidence }) => ({ evidence: evidence ? undefined : imageErrors.needed.message })}
      action={needsSecond ? 'Request approval' : 'Change'}
      loadingText={needsSecond ? 'Requesting' : 'Changing'}
      done={`The contact details of ${name} were changed`}
    />
  )
}

type FreezeDialogProps = DialogState & { clientId: string; name: string; freeze: boolean }

export function FreezeDialog({ clientId, name, freeze, ...dialog }: FreezeDialogProps) {
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={freeze ? clientCalls.freeze : clientCalls.unfreeze}
      params={{ clientId }}
      name={`freeze ${clientId}`}
      empty={{ reason: '' }}
      title={freeze ? `Freeze ${name}’s login` : `Unfreeze ${name}’s login`}
      description={
        freeze
          ? 'They are logged out now and cannot log in until an operator unfreezes the login.'
          : `They can log in again at once.${needsSecond ? ' If another operator froze the login, a second administrator must approve this first.' : ''}`
      }
      fields={[reasonField('Stored in the audit trail.', 3)]}
      action={freeze ? 'Freeze login' : 'Unfreeze login'}
      variant={freeze ? 'danger' : 'primary'}
      done={freeze ? `${name} can no longer log in` : `${name} can log in again`}
      waiting={needsAdministrator}
    />
  )
}

interface ViewDialogProps extends DialogState {
  clientId: string
  name: string
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

/** Another name, PAN or date of birth for a verified client, whose cards were misread or changed. */
export const CorrectIdentity = ({ client }: { client: Client }) => (
  <DialogButton size="small" dialog={(state) => <IdentityDialog client={client} {...state} />}>
    Correct name, PAN or date of birth
  </DialogButton>
)

const emptyIdentity = { name: '', number: '', bornOn: '', reason: '', evidence: null as File | null }

function IdentityDialog({ client, ...dialog }: DialogState & { client: Client }) {
  const { _id: clientId, panNumber, dateOfBirth } = client
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={identityCalls.correct}
      params={{ clientId }}
      empty={emptyIdentity}
      discardOnClose
      title={`Correct the details of ${client.name}`}
      description={`Leave empty what stays as it is. ${needsSecond ? 'A second operator must approve it. The client is then' : 'The client is'} notified by e-mail.`}
      fields={[
        { name: 'name', label: 'Name, as on the PAN card', hint: `Now: ${client.name}` },
        {
          name: 'number',
          label: 'PAN',
          hint: panNumber === '' ? 'Not known yet' : `Now: ${panNumber}`,
          autoCapitalize: 'characters',
        },
        {
          as: 'date',
          name: 'bornOn',
          label: 'Date of birth',
          hint: dateOfBirth !== undefined && `Now: ${birthText(dateOfBirth)}`,
        },
        reasonField('Stored in the audit trail. Do not repeat the PAN or date of birth here.', 3),
        evidenceField(
          'Photo of the evidence (optional)',
          'For example the card or a notarised name change. JPEG, PNG or WebP, up to 5 MB.',
        ),
      ]}
      body={({ name, number, bornOn, reason }) => ({
        // Empty fields stay unchanged.
        ...Object.fromEntries(Object.entries({ name, number, bornOn }).filter(([, text]) => text.trim() !== '')),
        reason,
      })}
      images={({ evidence }) => ({ evidence })}
      action={needsSecond ? 'Request approval' : 'Correct'}
      loadingText={needsSecond ? 'Requesting' : 'Correcting'}
      done={`The details of ${client.name} were corrected`}
    />
  )
}
