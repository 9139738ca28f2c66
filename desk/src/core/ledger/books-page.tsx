import { formatCount } from '@sauda/contract/platform/decimal'
import { bookNames } from '@sauda/contract/books/accounting'
import { clientLedgerAccounts, type LedgerAccount } from '@sauda/contract/core/ledger'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { Table } from '@sauda/ui/table'
import { formatDateTimeSeconds } from '@sauda/web/date-time'
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { amountColumn, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { useBankAccounts } from '../../shell/api.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { AccountSum } from './client-entries.tsx'
import { BooksFrame, TrialTable } from './books-frame.tsx'
import { type Books, useBooks } from './ledger.api.ts'
import styles from './books.module.css'

export const BooksPage = () => (
  <BooksFrame title="Books" right="ledger.read" description="Balances checked against ledger entries.">
    <Proof />
  </BooksFrame>
)

function Proof() {
  const query = useBooks()
  return (
    <Loaded query={query} what="the books" lines={10}>
      {(books) => (
        <>
          <Verdict books={books} />
          <p className={styles.checked}>
            <span>{`Checked ${formatDateTimeSeconds(new Date(query.dataUpdatedAt).toISOString())}. The server also checks automatically.`}</span>
            <Button
              variant="secondary"
              size="small"
              icon={<RefreshCw size={16} aria-hidden="true" />}
              loading={query.isFetching}
              loadingText="Checking"
              onClick={() => void query.refetch()}
            >
              Check now
            </Button>
          </p>
          {books.differences.length > 0 && (
            <Card title="Differences" flush>
              <Table
                label="Differences"
                columns={columns}
                rows={books.differences}
                rowKey={({ what, clientId }) => `${what} ${clientId}`}
              />
            </Card>
          )}
          <TrialBalance books={books} />
        </>
      )}
    </Loaded>
  )
}

function Verdict({ books: { balanced, entries, differences, accounts } }: { books: Books }) {
  const { debits, credits } = trialOf(accounts)
  const count = differences.length
  return (
    <output className={styles.verdict} data-balanced={balanced}>
      {balanced ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <span className={styles.word}>
        {balanced ? 'The books balance' : count === 1 ? '1 figure differs' : `${formatCount(count)} figures differ`}
      </span>
      <span className={styles.entries}>
        {`${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}, debits ${formatRupees(debits)}, credits ${formatRupees(credits)}, difference ${formatRupees(debits - credits)}`}
      </span>
    </output>
  )
}

const columns: ColumnsOf<Books['differences'][number]> = [
  headColumn('Figure', 'line', ({ what, clientId }) =>
    clientId ? <Link to={`/clients/${clientId}?show=ledger`}>{what}</Link> : what,
  ),
  amountColumn('Shown', ({ shown }) => shown),
  amountColumn('Sum of entries', ({ entries }) => entries),
  endColumn('Difference', 'line', ({ shown, entries }) => <Money amount={paiseOf(shown) - paiseOf(entries)} change />),
]

function TrialBalance({ books: { accounts, bankAccounts } }: { books: Books }) {
  const { clients, broker, debits, credits } = trialOf(accounts)
  return (
    <TrialTable label="Trial balance" debits={debits} credits={credits}>
      <Group name="Clients" lines={clients} />
      <Group name="Broker" lines={broker} parts={bankAccounts} />
    </TrialTable>
  )
}

interface GroupProps {
  name: string
  lines: readonly TrialLine[]
  /** The accounts that `bank` consists of. */
  parts?: Books['bankAccounts']
}

const Group = ({ name, lines, parts = [] }: GroupProps) => (
  <tbody>
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={3}>
        {name}
      </th>
    </tr>
    {lines.map(({ account, debit, credit }) => (
      <Fragment key={account}>
        <tr>
          <th scope="row">{bookNames[account]}</th>
          <td>{debit > 0n && <Sum account={account} amount={debit} />}</td>
          <td>
            {credit > 0n ? (
              <Sum account={account} amount={credit} />
            ) : (
              debit === 0n && <span className={styles.none}>–</span>
            )}
          </td>
        </tr>
        {account === 'bank' && parts.length > 1 && parts.map((part) => <Part key={part._id} part={part} />)}
      </Fragment>
    ))}
  </tbody>
)

const Sum = ({ account, amount }: { account: LedgerAccount; amount: bigint }) => (
  <AccountSum account={account}>
    <Money amount={amount} />
  </AccountSum>
)

/** Contained in the sum above it, so it is fainter. */
function Part({ part: { _id, name, balance } }: { part: Books['bankAccounts'][number] }) {
  const account = useBankAccounts().data?.find((each) => each._id === _id)
  const isBelow = balance > 0
  return (
    <>
      <tr className={styles.part}>
        <th scope="row">{name}</th>
        <td>
          <Money amount={-paiseOf(balance)} />
        </td>
        <td>{null}</td>
      </tr>
      {isBelow && account && !account.opening && (
        <tr className={styles.part}>
          <th scope="row" colSpan={3}>
            <Link to="/books/accounts">Enter the opening balance of this account</Link>
          </th>
        </tr>
      )}
    </>
  )
}

/** Paise; liabilities are credits, assets debits. */
interface TrialLine {
  account: LedgerAccount
  debit: bigint
  credit: bigint
}

export function trialOf(accounts: Books['accounts']) {
  const lines = accounts.map(({ account, balance }): TrialLine => {
    const paise = paiseOf(balance)
    return { account, debit: paise < 0n ? -paise : 0n, credit: paise > 0n ? paise : 0n }
  })
  const isClients = ({ account }: TrialLine) => (clientLedgerAccounts as readonly string[]).includes(account)
  return {
    clients: lines.filter(isClients),
    broker: lines.filter((line) => !isClients(line)),
    debits: lines.reduce((sum, { debit }) => sum + debit, 0n),
    credits: lines.reduce((sum, { credit }) => sum + credit, 0n),
  }
}
