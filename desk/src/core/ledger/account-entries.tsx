import { bookNames } from '@sauda/contract/books/accounting'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { Dialog } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { type ReactNode, useState } from 'react'
import { QueryTable } from '../../shell/loaded.tsx'
import trail from '../../shell/trail.module.css'
import { entryColumns } from './client-entries.tsx'
import { useAccountEntries } from './ledger.api.ts'

/** The sum of a ledger account, which opens its entries. */
export function AccountSum({ account, children }: { account: LedgerAccount; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={trail.amount} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
        <span className="visually-hidden">{`, entries of ${bookNames[account]}`}</span>
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={bookNames[account]} description="Newest entries first." wide>
        <Entries account={account} />
      </Dialog>
    </>
  )
}

const Entries = ({ account }: { account: LedgerAccount }) => (
  <QueryTable
    label={`Entries of ${bookNames[account]}`}
    query={useAccountEntries(account)}
    rowsOf={({ pages }) => pages.flatMap(({ entries }) => entries)}
    what="the entries"
    columns={entryColumns}
    rowKey={({ id }) => id}
    empty={<EmptyState title="No entries yet" />}
  />
)
