import { rupeesText } from '@sauda/contract/platform/money'
import { reconciliationCalls, type BankLine } from '@sauda/contract/money/reconciliation'
import { useState } from 'react'
import { FormDialog, type ItemDialog } from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import type { ClientField, PickedClient } from '../../shell/picker.tsx'

type CreditDialogProps = ItemDialog<BankLine> & { ClientPicker: ClientField }

/** An unidentified receipt becomes a deposit of a client once a second operator approves it. */
export function CreditDialog({ item: line, ClientPicker, ...dialog }: CreditDialogProps) {
  const [client, setClient] = useState<PickedClient | null>(null)
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={reconciliationCalls.credit}
      params={{ lineId: line._id }}
      empty={{ reason: '' }}
      title="Credit to a client"
      description={`${rupeesText(line.amount)}, received under ${line.reference}. ${needsSecond ? 'A second operator must approve it; the client then has it as a deposit.' : 'The client has it as a deposit.'}`}
      fields={({ errors }) => [
        {
          own: <ClientPicker value={client} onPick={setClient} hint="Whose money it is." error={errors['clientId']} />,
        },
        {
          as: 'textarea',
          name: 'reason',
          label: 'Reason',
          hint: 'How you know that the money is this client’s. Not shown to the client.',
          rows: 3,
          maxLength: 500,
        },
      ]}
      body={({ reason }) => ({ clientId: client?._id, reason })}
      check={() => (client ? undefined : { clientId: 'Choose the client' })}
      action={needsSecond ? 'Request approval' : 'Credit'}
      loadingText={needsSecond ? 'Requesting' : 'Crediting'}
      done={`Credited to ${client?.name}`}
    />
  )
}
