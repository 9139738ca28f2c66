import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useState } from 'react'
import { ChargesTable } from '../charge/charges-table.tsx'
import { RaiseCharge } from '../charge/raise-charge.tsx'
import { LoansTable } from '../loan/loans-table.tsx'
import { useCan } from '../shell/me.ts'
import { ClientRequests } from '../wallet/requests-table.tsx'
import type { Client } from './client.api.ts'
import layout from '../shell/layout.module.css'

export function ClientMoney({ client }: { client: Client }) {
  const { _id, name, requests, requestCount, loans, charges } = client
  const can = useCan()
  const [raising, raise] = useState(false)
  return (
    <div className={layout.column}>
      <Card title="Deposits and withdrawals" flush>
        <ClientRequests clientId={_id} requests={requests} requestCount={requestCount} />
      </Card>
      <Card title="Loans" flush>
        <LoansTable loans={loans} />
      </Card>
      <Card
        title="Charges"
        flush
        aside={
          can('charge.raise') && (
            <Button variant="secondary" size="small" onClick={() => raise(true)}>
              Raise charge
            </Button>
          )
        }
      >
        <ChargesTable charges={charges} />
      </Card>
      <RaiseCharge clientId={_id} clientName={name} open={raising} onClose={() => raise(false)} />
    </div>
  )
}
