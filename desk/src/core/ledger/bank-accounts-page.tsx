import { parseRupees } from '@sauda/contract/platform/amount-text'
import {
  type BankOpening,
  type BrokerBank,
  brokerBankCalls,
  type ListedBrokerBank,
} from '@sauda/contract/banking/broker-bank'
import { rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { formatDate } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { BooksFrame } from './books-frame.tsx'
import { type Books, useBooks } from './ledger.api.ts'
import {
  FormDialog,
  type ItemDialog,
  reasonField,
  useItemDialog,
  needsAdministrator,
} from '../../shell/form-dialog.tsx'
import { amountColumn, column, type ColumnsOf, headColumn, QueryList } from '../../shell/table.tsx'
import { useBankAccounts } from '../../shell/api.ts'
import { accountText, Lines, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsAdministrator, useNeedsSecond } from '../../shell/me.ts'
import pressed from '@sauda/ui/pressed-row.module.css'
import layout from '../../shell/layout.module.css'

/** Enters the opening balance, or reverses the one that is booked. */
const OpeningDialog = (props: ItemDialog<ListedBrokerBank>) =>
  props.item.opening ? <Reverse {...props} /> : <Enter {...props} />

function Enter({ item: account, ...dialog }: ItemDialog<ListedBrokerBank>) {
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={brokerBankCalls.open}
      params={{ accountId: account._id }}
      empty={{ day: '', amount: '' }}
      title={`Opening balance of ${account.name}`}
      description="What the bank had at the beginning of the first day that is kept here. Enter it together with the first import of clients."
      fields={[
        { as: 'date', name: 'day', label: 'At the beginning of' },
        { as: 'amount', name: 'amount', label: 'Opening balance', hint: 'As printed on the bank’s statement.' },
      ]}
      body={({ day, amount }) => ({ day, amount: rupeesOf(parseRupees(amount)) })}
      check={({ amount }) =>
        amount === '' ? { amount: 'Enter the opening balance printed on the statement' } : undefined
      }
      action={needsSecond ? 'Send for approval' : 'Enter opening balance'}
      checkAt="the bank accounts"
      done="Opening balance booked"
    />
  )
}

const Reverse = ({ item: account, ...dialog }: ItemDialog<ListedBrokerBank>) => (
  <FormDialog
    {...dialog}
    call={brokerBankCalls.reverseOpening}
    params={{ accountId: account._id }}
    empty={{ reason: '' }}
    title={`Reverse the opening balance of ${account.name}`}
    description="A contra entry is booked once a second operator approves it. Then the right balance can be entered."
    fields={[reasonField()]}
    action="Reverse opening balance"
    variant="danger"
    checkAt="the bank accounts"
    done="Opening balance reversed"
  />
)

const empty = { name: '', accountNumber: '', ifsc: '', upiId: '', upiName: '', receives: false }

function BankAccountDialog({ item: account, ...dialog }: ItemDialog<BrokerBank | undefined>) {
  const needsSecond = useNeedsAdministrator()
  return (
    <FormDialog
      {...dialog}
      call={account ? brokerBankCalls.edit : brokerBankCalls.add}
      params={{ accountId: account?._id ?? '' }}
      empty={{ ...empty, ...account }}
      discardOnClose
      title={account ? account.name : 'Add bank account'}
      description="All administrators are notified by e-mail of every change."
      fields={[
        {
          name: 'name',
          label: 'Name',
          hint: 'As operators know it, for example HDFC client account.',
          spellCheck: false,
        },
        [
          { name: 'accountNumber', label: 'Account number', spellCheck: false },
          { name: 'ifsc', label: 'IFSC', spellCheck: false },
          { name: 'upiId', label: 'UPI ID', spellCheck: false },
          { name: 'upiName', label: 'UPI name', hint: 'The name that payers see.', spellCheck: false },
        ],
        {
          as: 'checkbox',
          name: 'receives',
          label: 'Clients pay to this account',
          hint: 'Only one account can receive deposits and charges; this replaces the current one.',
          disabled: account?.receives,
        },
      ]}
      body={({ name, accountNumber, ifsc, upiId, upiName, receives }) => ({
        name,
        accountNumber,
        ifsc,
        upiId,
        upiName,
        receives,
      })}
      action={needsSecond ? 'Send for approval' : account ? 'Save changes' : 'Add bank account'}
      loadingText={needsSecond ? 'Sending' : 'Saving'}
      done={({ name }) => (account ? `${name} updated` : `${name} added`)}
      waiting={needsAdministrator}
    />
  )
}

type PayoutFileCell = ComponentType<{ bankId: string }>
type Show = ((account: ListedBrokerBank) => void) | undefined

/** The opening balance of the first statement less the balance by the books. */
function statementText({ statement }: BankOpening): string {
  if (!statement) return 'No statement to compare it with yet'
  const { day, difference } = statement
  if (difference === 0) return `Agrees with the statement of ${formatDate(day)}`
  const amount = rupeesText(Math.abs(difference))
  return `The statement of ${formatDate(day)} begins with ${amount} ${difference > 0 ? 'more' : 'less'}`
}

const columnsOf = (
  onOpen: Show,
  onOpening: Show,
  balances: Books['bankAccounts'],
  PayoutFile: PayoutFileCell,
): ColumnsOf<ListedBrokerBank> => [
  headColumn('Account', 'lead', (account) =>
    twoLines(
      <span className={layout.row}>
        {onOpen ? (
          <button type="button" className={pressed.press} data-item="" onClick={() => onOpen(account)}>
            {account.name}
          </button>
        ) : (
          account.name
        )}
        {account.receives && <StatusPill tone="info">Clients pay here</StatusPill>}
        {account.pending !== undefined && (
          <Link className="above" to={`/proposal/${account.pending}`}>
            <StatusPill tone="warn">Change pending</StatusPill>
          </Link>
        )}
      </span>,
      <>
        {accountText(account)}
        <br />
        {account.upiId}
      </>,
      true,
    ),
  ),
  column('Opening balance', 'line', (account) => (
    <Lines>
      {(account.opening || !onOpening) && <OpeningText opening={account.opening} />}
      {onOpening && (
        <div className="nowrap above">
          <Button variant="secondary" size="small" onClick={() => onOpening(account)}>
            {account.opening ? 'Reverse' : 'Enter opening balance'}
            <span className="visually-hidden">{`${account.opening ? ' opening balance' : ''} of ${account.name}`}</span>
          </Button>
        </div>
      )}
    </Lines>
  )),
  column('Payout file', 'line', ({ _id }) => <PayoutFile bankId={_id} />),
  amountColumn('Balance as per books', ({ _id }) => {
    const found = balances.find((each) => each._id === _id)
    // Debits of an asset are below zero.
    return found && -found.balance
  }),
]

const OpeningText = ({ opening }: { opening: BankOpening | undefined }) =>
  opening
    ? twoLines(
        `${rupeesText(opening.amount)} at the beginning of ${formatDate(opening.day)}`,
        `${statementText(opening)}. Entered by ${opening.requestedBy}, booked by ${opening.bookedBy}.`,
      )
    : 'Not entered'

/** The account that clients pay to, and the one that pays withdrawals. */
export function BankAccountsPage({ PayoutFile }: { PayoutFile: PayoutFileCell }) {
  const can = useCan()
  const mayChange = can('operator.manage')
  const { show, dialog } = useItemDialog<ListedBrokerBank | undefined>((props) => <BankAccountDialog {...props} />)
  const opening = useItemDialog<ListedBrokerBank>((props) => <OpeningDialog {...props} />)
  const balances = useBooks().data?.bankAccounts ?? []
  return (
    <BooksFrame
      title="Bank accounts"
      right="ledger.read"
      description="A second administrator approves each change."
      actions={
        mayChange && (
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => show(undefined)}>
            Add bank account
          </Button>
        )
      }
    >
      <QueryList
        label="Bank accounts"
        query={useBankAccounts()}
        rowsOf={(accounts) => accounts}
        columns={columnsOf(
          mayChange ? show : undefined,
          can('ledger.adjust') ? opening.show : undefined,
          balances,
          PayoutFile,
        )}
        empty={<EmptyState title="No bank accounts">An administrator can add the first one.</EmptyState>}
      />
      {opening.dialog}
      {dialog}
    </BooksFrame>
  )
}
