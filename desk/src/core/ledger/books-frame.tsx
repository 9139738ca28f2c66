import { useCan } from '../../shell/me.ts'
import { GroupPage, type PageInGroup, PendingBadge } from '../../shell/navigation.tsx'
import { useAdjustments } from './ledger.api.ts'
import { Money } from '@sauda/ui/money'
import styles from './books.module.css'
import { Card } from '@sauda/ui/card'
import type { ReactNode } from 'react'

export function BooksFrame(page: PageInGroup) {
  const can = useCan()
  const may = can('ledger.read')
  return (
    <GroupPage
      {...page}
      label="Books"
      tabs={[
        { to: '/books', name: 'Trial balance', may, end: true },
        { to: '/books/adjustments', name: 'Adjustments', may: can('ledger.adjust'), mark: <PendingCount /> },
        { to: '/books/days', name: 'Day close', may },
        { to: '/books/accounts', name: 'Bank accounts', may },
        { to: '/books/export', name: 'Accounting export', may },
      ]}
    />
  )
}

interface TrialTableProps {
  label: string
  /** Paise. */
  debits: bigint
  credits: bigint
  /** The bodies of the table. */
  children: ReactNode
}

/** Debits and credits of ledger accounts, with their totals. */
export const TrialTable = ({ label, debits, credits, children }: TrialTableProps) => (
  <Card flush>
    <div className={styles.scroll}>
      <table className={styles.trial} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Ledger account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        {children}
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <Money amount={debits} />
            </td>
            <td>
              <Money amount={credits} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  </Card>
)

const PendingCount = () => (
  <PendingBadge count={useAdjustments().data?.adjustments.filter(({ status }) => status === 'pending').length ?? 0} />
)
