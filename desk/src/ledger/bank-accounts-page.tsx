import type { BrokerBank } from '@sauda/contract/broker-bank'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import pressed from '@sauda/ui/pressed-row.module.css'
import type { TableColumn } from '@sauda/ui/table'
import { Plus } from 'lucide-react'
import { BooksFrame } from './books-frame.tsx'
import { useItemDialog } from '../shell/form-dialog.tsx'
import { useBankAccounts } from '../shell/bank-accounts.ts'
import { ListCard, QueryTable } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { BankAccountDialog } from './bank-account-dialog.tsx'
import layout from '../shell/layout.module.css'

const columnsOf = (onOpen: ((account: BrokerBank) => void) | undefined): readonly TableColumn<BrokerBank>[] => [
  {
    key: 'name',
    header: 'Account',
    rowHeader: true,
    place: 'lead',
    cell: (account) =>
      onOpen ? (
        <button type="button" className={pressed.press} data-item="" onClick={() => onOpen(account)}>
          {account.name}
        </button>
      ) : (
        account.name
      ),
  },
  {
    key: 'number',
    header: 'Number and IFSC',
    place: 'under',
    cell: ({ accountNumber, ifsc }) => (
      <span className="tabular">{accountNumber ? `${accountNumber}, ${ifsc}` : 'Not entered yet'}</span>
    ),
  },
  { key: 'upi', header: 'UPI', place: 'note', cell: ({ upiId, upiName }) => `${upiId} (${upiName})` },
  {
    key: 'receives',
    header: 'Clients pay here',
    place: 'state',
    cell: ({ receives }) =>
      receives ? <StatusPill tone="success">Yes</StatusPill> : <StatusPill tone="neutral">No</StatusPill>,
  },
]

/** Where clients pay, and what the broker pays from. */
export function BankAccountsPage() {
  const mayChange = useCan()('operator.manage')
  const { show, dialog } = useItemDialog<BrokerBank | undefined>()
  return (
    <BooksFrame
      title="Bank accounts"
      right="ledger.read"
      description="Deposits and charges are paid to the account marked here. An administrator adds or changes an account, and a second one approves it."
    >
      {mayChange && (
        <div className={layout.bar}>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => show(undefined)}>
            Add bank account
          </Button>
        </div>
      )}
      <ListCard>
        <QueryTable
          label="Bank accounts"
          query={useBankAccounts()}
          rowsOf={(accounts) => accounts}
          what="the bank accounts"
          columns={columnsOf(mayChange ? show : undefined)}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title="No bank accounts">An administrator can add the first one.</EmptyState>}
        />
      </ListCard>
      {dialog && <BankAccountDialog key={dialog.key} account={dialog.item} {...dialog.props} />}
    </BooksFrame>
  )
}
