import { parseRupees } from '@sauda/contract/platform/amount-text'
import {
  type BankOpening,
  type BrokerBank,
  brokerBankCalls,
  type ListedBrokerBank,
} from '@sauda/contract/money/broker-bank'
import { paiseOf, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { BooksFrame } from './books-frame.tsx'
import { useBooks } from './ledger.api.ts'
import {
  FormDialog,
  type ItemDialog,
  reasonField,
  useItemDialog,
  needsAdministrator,
} from '../../shell/form-dialog.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useListKeys } from '../../shell/shortcut.ts'
import { useBankAccounts } from '../../shell/api.ts'
import { accountText, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsAdministrator, useNeedsSecond } from '../../shell/me.ts'
import layout from '../../shell/layout.module.css'
import styles from './books.module.css'

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

interface AccountCardProps {
  account: ListedBrokerBank
  /** Paise; undefined while it is not known. */
  balance: bigint | undefined
  onOpen: Show
  onOpening: Show
  PayoutFile: PayoutFileCell
}

/** What one account is for, what it holds, and what is still to be entered. */
function AccountCard({ account, balance, onOpen, onOpening, PayoutFile }: AccountCardProps) {
  const { _id, name, receives, pending, upiId, opening } = account
  return (
    <Card
      title={name}
      aria-label={name}
      aside={
        onOpen && (
          <Button variant="secondary" size="small" data-item="" onClick={() => onOpen(account)}>
            Change
            <span className="visually-hidden">{` ${name}`}</span>
          </Button>
        )
      }
    >
      <div>
        <div className={layout.soft}>Balance as per books</div>
        {balance === undefined ? <span className={layout.count}>–</span> : <Money amount={balance} size="large" />}
      </div>
      {(receives || pending !== undefined) && (
        <Row>
          {receives && <StatusPill tone="info">Clients pay here</StatusPill>}
          {pending !== undefined && (
            <Link to={`/proposal/${pending}`}>
              <StatusPill tone="warn">Change pending</StatusPill>
            </Link>
          )}
        </Row>
      )}
      <DescriptionList
        items={[
          { term: 'Account', value: <span className="tabular">{accountText(account)}</span> },
          { term: 'UPI ID', value: upiId || 'None' },
          { term: 'Payout file', value: <PayoutFile bankId={_id} /> },
          {
            term: 'Opening balance',
            value: (
              <span className={layout.row}>
                {(opening || !onOpening) && <OpeningText opening={opening} />}
                {onOpening && (
                  <Button variant="secondary" size="small" onClick={() => onOpening(account)}>
                    {opening ? 'Reverse' : 'Enter opening balance'}
                    <span className="visually-hidden">{`${opening ? ' opening balance' : ''} of ${name}`}</span>
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}

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
  const isApproved = useNeedsAdministrator()
  const list = useListKeys<HTMLDivElement>('List')
  const balanceOf = (id: string) => {
    const found = balances.find((each) => each._id === id)
    // Debits of an asset are below zero.
    return found && paiseOf(-found.balance)
  }
  return (
    <BooksFrame
      title="Bank accounts"
      right="ledger.read"
      description={isApproved ? 'A second administrator approves each change.' : undefined}
      actions={
        mayChange && (
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => show(undefined)}>
            Add bank account
          </Button>
        )
      }
    >
      <Loaded query={useBankAccounts()} what="the bank accounts" lines={6}>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState title="No bank accounts">An administrator can add the first one.</EmptyState>
          ) : (
            <div ref={list} className={styles.accounts}>
              {accounts.map((account) => (
                <AccountCard
                  key={account._id}
                  account={account}
                  balance={balanceOf(account._id)}
                  onOpen={mayChange ? show : undefined}
                  onOpening={can('ledger.adjust') ? opening.show : undefined}
                  PayoutFile={PayoutFile}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {opening.dialog}
      {dialog}
    </BooksFrame>
  )
}
