import { chargeWords, type Charge } from '@sauda/contract/charge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Receipt, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAwake } from '../shell/awake.ts'
import { later } from '../shell/later.tsx'
import { Screen } from '../shell/screen.tsx'
import { ChargeRow } from './charge-row.tsx'
import { useCharges } from './charge.api.ts'
import styles from './charges.module.css'
import { Summary } from './summary.tsx'

const PayDialog = later(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

/** What the client owes the broker, how it stands, and the way to pay it. */
export default function Charges() {
  const list = useCharges()
  const rows = useRef<HTMLUListElement>(null)
  const [paying, setPaying] = useState<Charge>()
  const awake = useAwake()
  return (
    <Screen title="Charges & Payments" icon={<Receipt aria-hidden="true" />}>
      <div className={styles.page}>
        {list.data && <Summary summary={list.data.summary} />}
        <p className={styles.honest}>
          <ShieldCheck aria-hidden="true" />
          {chargeWords.honest}
        </p>
        {list.data ? (
          <Card flush>
            <h2 className="visually-hidden">Charges</h2>
            {list.data.charges.length === 0 ? (
              <EmptyState title="No charges found">You owe nothing.</EmptyState>
            ) : (
              <ul className={styles.list} ref={rows} tabIndex={-1} aria-label="Charges">
                {list.data.charges.map((charge) => (
                  <ChargeRow key={charge._id} charge={charge} onPay={() => setPaying(charge)} />
                ))}
              </ul>
            )}
          </Card>
        ) : list.isPending ? (
          <LoadingBlock label="Loading charges..." />
        ) : (
          <ErrorState
            title="Failed to fetch charges. Please try again."
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )}
      </div>
      {list.data && awake && (
        <PayDialog
          charge={paying}
          upiId={list.data.upiId}
          upiName={list.data.upiName}
          onClose={() => setPaying(undefined)}
          paidFocus={rows}
        />
      )}
    </Screen>
  )
}
