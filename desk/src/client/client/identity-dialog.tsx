import { identityCalls } from '@sauda/contract/client/identity'
import { Button } from '@sauda/ui/button'
import { evidenceField, FormDialog, reasonField, useItemDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import { birthText } from './client-facts.tsx'
import type { Client } from './client.api.ts'

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

const empty = { name: '', number: '', bornOn: '', reason: '', evidence: null as File | null }

function IdentityDialog({ client, ...dialog }: DialogState & { client: Client }) {
  const { _id: clientId, panNumber, dateOfBirth } = client
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={identityCalls.correct}
      params={{ clientId }}
      name={`identity ${clientId}`}
      empty={empty}
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
