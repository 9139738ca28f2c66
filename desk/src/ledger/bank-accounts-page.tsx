import type { BankOpening, ListedBrokerBank } from '@sauda/contract/broker-bank'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import pressed from '@sauda/ui/pressed-row.module.css'
import type { TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import { BooksFrame } from './books-frame.tsx'
import { useItemDialog } from '../shell/form-dialog.tsx'
import { useBankAccounts } from '../shell/bank-accounts.ts'
import { Lines, twoLines } from '../shell/lines.tsx'
import { ListCard, QueryTable } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { BankAccountDialog } from './bank-account-dialog.tsx'
import { OpeningDialog } from './opening-dialog.tsx'
import layout from '../shell/layout.module.css'
import styles from './books.module.css'

type Show = ((account: ListedBrokerBank) => void) | undefined

/** What the first statement begins with beyond the books. */
function statementText({ statement }: BankOpening): string {
  if (!statement) return 'No statement to compare it with yet'
  const { day, difference } = statement
  if (difference === 0) return `Agrees with the statement of ${formatDate(day)}`
  const amount = formatRupees(paiseOf(Math.abs(difference)))
  return `The statement of ${formatDate(day)} begins with ${amount} ${difference > 0 ? 'more' : 'less'}`
}

const columnsOf = (onOpen: Show, onOpening: Show): readonly TableColumn<ListedBrokerBank>[] => [
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
  {
    key: 'opening',
    header: 'Opening balance',
    place: 'below',
    cell: (account) => (
      <Lines>
        <OpeningText opening={account.opening} />
        {onOpening && (
          <div className={styles.action}>
            <Button
              variant="secondary"
              size="small"
              aria-label={`${account.opening ? 'Reverse' : 'Enter'} the opening balance of ${account.name}`}
              onClick={() => onOpening(account)}
            >
              {account.opening ? 'Reverse' : 'Enter'}
            </Button>
          </div>
        )}
      </Lines>
    ),
  },
]

const OpeningText = ({ opening }: { opening: BankOpening | undefined }) =>
  opening
    ? twoLines(
        `${formatRupees(paiseOf(opening.amount))} at the beginning of ${formatDate(opening.day)}`,
        `${statementText(opening)}. Entered by ${opening.requestedBy}, booked by ${opening.bookedBy}.`,
      )
    : 'Not entered yet'

/** Where clients pay, and what the broker pays from. */
export function BankAccountsPage() {
  const can = useCan()
  const mayChange = can('operator.manage')
  const { show, dialog } = useItemDialog<ListedBrokerBank | undefined>()
  const opening = useItemDialog<ListedBrokerBank>()
  return (
    <BooksFrame
      title="Bank accounts"
      right="ledger.read"
      description="Deposits and charges are paid to the account marked here. An administrator adds or changes an account, and a second one approves it. Opening balances are entered with the first import of clients."
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
          columns={columnsOf(mayChange ? show : undefined, can('ledger.adjust') ? opening.show : undefined)}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title="No bank accounts">An administrator can add the first one.</EmptyState>}
        />
      </ListCard>
      {opening.dialog && (
        <OpeningDialog key={opening.dialog.key} account={opening.dialog.item} {...opening.dialog.props} />
      )}
      {dialog && <BankAccountDialog key={dialog.key} account={dialog.item} {...dialog.props} />}
    </BooksFrame>
  )
}
