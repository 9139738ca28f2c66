import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useState } from 'react'
import { ClientEntries } from '../ledger/client-entries.tsx'
import { RequestAdjustment } from '../ledger/request-adjustment.tsx'
import { useCan } from '../shell/me.ts'
import type { Client } from './client.api.ts'

/** Every movement of the client's money, and the way to ask for one by hand. */
export function ClientLedger({ client: { _id, name } }: { client: Client }) {
  const can = useCan()
  const [asking, ask] = useState(false)
  return (
    <>
      <Card
        title="Ledger entries"
        flush
        aside={
          can('ledger.adjust') && (
            <Button variant="secondary" size="small" onClick={() => ask(true)}>
              Request adjustment
            </Button>
          )
        }
      >
        <ClientEntries clientId={_id} />
      </Card>
      <RequestAdjustment clientId={_id} clientName={name} open={asking} onClose={() => ask(false)} />
    </>
  )
}
