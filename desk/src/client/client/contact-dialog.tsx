import { contactCalls } from '@sauda/contract/client/contact'
import { imageErrors } from '@sauda/contract/platform/image'
import { Button } from '@sauda/ui/button'
import {
  evidenceField,
  FormDialog,
  optionsOf,
  reasonField,
  useItemDialog,
  type DialogState,
} from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import type { Client } from './client.api.ts'

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

const empty = { kind: 'email', to: '', reason: '', evidence: null as File | null }

function ContactDialog({ client, ...dialog }: DialogState & { client: Client }) {
  const { _id: clientId, name } = client
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={contactCalls.propose}
      params={{ clientId }}
      name={`contact ${clientId}`}
      empty={empty}
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
