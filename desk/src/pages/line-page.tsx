import { useState } from 'react'
import { ClientPicker } from '../client/client/client-picker.tsx'
import type { PickedClient } from '../shell/picker.tsx'
import { CreditDialog } from '../banking/reconciliation/credit-dialog.tsx'
import { LineCasePage } from '../banking/reconciliation/line-case.tsx'

export const LinePage = () => <LineCasePage creditDialog={(props) => <Credit {...props} />} />

type CreditProps = Omit<Parameters<typeof CreditDialog>[0], 'client' | 'clientField'>

function Credit(props: CreditProps) {
  const [client, setClient] = useState<PickedClient | null>(null)
  return (
    <CreditDialog
      {...props}
      client={client ?? undefined}
      clientField={(error) => (
        <ClientPicker value={client} onPick={setClient} hint="Whose money it is." error={error} />
      )}
    />
  )
}
