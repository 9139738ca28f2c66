import { bookNames } from '@sauda/contract/books/accounting'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { EmptyState } from '@sauda/ui/empty-state'
import type { ReactNode } from 'react'
import { QueryTable } from '../../shell/loaded.tsx'
import { SumAmount } from '../../shell/trail.tsx'
import { entryColumns } from './client-entries.tsx'
import { useAccountEntries } from './ledger.api.ts'

/** The sum of a ledger account, which opens its entries. */
export const AccountSum = ({ account, children }: { account: LedgerAccount; children: ReactNode }) => (
  <SumAmount
    title={bookNames[account]}
    description="Newest entries first."
    name={`entries of ${bookNames[account]}`}
    parts={<Entries account={account} />}
  >
    {children}
  </SumAmount>
)

const Entries = ({ account }: { account: LedgerAccount }) => (
  <QueryTable
    label={`Entries of ${bookNames[account]}`}
    query={useAccountEntries(account)}
    rowsOf={({ pages }) => pages.flatMap(({ entries }) => entries)}
    what="the entries"
    columns={entryColumns({ account })}
    rowKey={({ id }) => id}
    empty={<EmptyState title="No entries yet" />}
  />
)
