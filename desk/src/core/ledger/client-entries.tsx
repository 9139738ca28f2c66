import { bookNames } from '@sauda/contract/books/accounting'
import { eventNames } from '@sauda/contract/core/ledger'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { EmptyState } from '@sauda/ui/empty-state'
import { Link } from 'react-router'
import { amountColumn, column, type ColumnsOf, headColumn, QueryTable } from '../../shell/table.tsx'
import { twoLines } from '../../shell/lines.tsx'
import { DateTime } from '@sauda/web/date-time'
import { useEntries, type Entry, useAccountEntries } from './ledger.api.ts'
import { causeAddress } from './ledger.text.ts'
import type { ReactNode } from 'react'
import { SumAmount } from '../../shell/trail.tsx'

/** Between the time and the amount: both accounts, or the other one where the entries are those of one account. */
const accountColumns = (account?: LedgerAccount): ColumnsOf<Entry> =>
  account
    ? [
        column('Posting', 'note', ({ debit, credit }) =>
          credit === account ? `Credit against ${bookNames[debit]}` : `Debit against ${bookNames[credit]}`,
        ),
      ]
    : [
        column('Debit', 'line', ({ debit }) => bookNames[debit]),
        column('Credit', 'line', ({ credit }) => bookNames[credit]),
      ]

interface EntriesOf {
  clientId?: string
  account?: LedgerAccount
}

/** The columns for entries of one client, or of an account, where each names its client. */
const entryColumns = ({ clientId, account }: EntriesOf): ColumnsOf<Entry> => [
  headColumn('Event', 'lead', ({ event, causeId, reason, client }) => {
    const to = causeAddress(event, causeId)
    return twoLines(
      to ? <Link to={to}>{eventNames[event]}</Link> : eventNames[event],
      [client?.name, reason && `“${reason}”`].filter(Boolean).join(' · '),
    )
  }),
  column('Booked', 'under', ({ at }) => <DateTime at={at} exact />),
  ...accountColumns(account),
  amountColumn(
    'Amount',
    ({ amount }) => amount,
    'figure',
    ({ causeId, event, client }) => {
      const of = clientId ?? client?._id
      return of === undefined ? undefined : { clientId: of, source: { cause: causeId }, name: eventNames[event] }
    },
  ),
]

export const ClientEntries = ({ clientId }: { clientId: string }) => (
  <QueryTable
    label="Ledger entries"
    query={useEntries(clientId)}
    rowsOf={({ pages }) => pages.flatMap(({ entries }) => entries)}
    what="the entries"
    columns={entryColumns({ clientId })}
    rowKey={({ id }) => id}
    empty={<EmptyState title="No entries yet">Every ledger entry of the client is listed here.</EmptyState>}
  />
)

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
