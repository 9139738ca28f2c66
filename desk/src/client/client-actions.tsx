import { Button, buttonClass } from '@sauda/ui/button'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../shell/me.ts'
import type { Client } from './client.api.ts'
import { FreezeDialog } from './freeze-dialog.tsx'

/** What this operator may do with the client. */
export function ClientActions({ client }: { client: Client }) {
  const can = useCan()
  const { _id, name, isDocsVerified, frozen } = client
  // Kept while the dialog closes: the client has changed by then.
  const [order, setOrder] = useState({ open: false, freeze: true })
  const isWaiting = isDocsVerified === 'PENDING'
  return (
    <>
      {can('client.freeze') && (
        <Button variant="secondary" onClick={() => setOrder({ open: true, freeze: !frozen })}>
          {frozen ? 'Unfreeze login' : 'Freeze login'}
        </Button>
      )}
      {can('kyc.review') && (
        <Link className={buttonClass(isWaiting ? 'primary' : 'secondary')} to={`/kyc/${_id}`}>
          {isWaiting ? 'Review documents' : 'See documents'}
        </Link>
      )}
      <FreezeDialog clientId={_id} name={name} {...order} onClose={() => setOrder({ ...order, open: false })} />
    </>
  )
}
