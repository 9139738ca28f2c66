import { bankStatementCalls, type Contradiction } from '@sauda/contract/money/bank-statement'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { Table } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import styles from './reconciliation.module.css'
import { useCall } from '../../shell/api.ts'

type Entry = Contradiction['entries'][number]

const columns: ColumnsOf<Entry> = [
  headColumn('Entry', 'lead', ({ lineId, text }) => <Link to={`/reconciliation/${lineId}`}>{text}</Link>),
  column('Date', 'under', ({ day }) => formatDate(day)),
  endColumn('Amount', 'line', ({ amount, direction }) => (
    <Money amount={paiseOf(direction === 'credit' ? amount : -amount)} />
  )),
  column('Imported', 'line', ({ earlierFile, earlierImporter }) => `${earlierFile}, by ${earlierImporter}`),
  endColumn('Balance', 'line', ({ before }) => before !== undefined && <Money amount={paiseOf(before)} />),
  endColumn('Later statement', 'line', ({ absent, after }) =>
    absent || after === undefined ? 'Not in it' : <Money amount={paiseOf(after)} />,
  ),
  column(
    'Approved on it',
    'line',
    ({ approved }) => approved && `${approved.name} of ${approved.clientName}, by ${approved.by}`,
  ),
]

/** Later statements that lack entries imported before, or have other balances for them. */
export function Contradictions() {
  const { data } = useCall(bankStatementCalls.contradictions, {})
  return (
    <>
      {data?.contradictions.map((each) => (
        <ContradictionCard key={each.statementId} contradiction={each} />
      ))}
    </>
  )
}

function ContradictionCard({ contradiction }: { contradiction: Contradiction }) {
  const { statementId, fileName, importedBy, bankAccountName, entries, requestedBy } = contradiction
  const { show, dialog } = useItemDialog<StatementVerb>((props) => (
    <StatementDialog {...props} statementId={statementId} file={fileName} />
  ))
  const title = `${fileName} contradicts earlier statements of ${bankAccountName}`
  return (
    <Card title={title} aria-label={title}>
      <div className={styles.evidence}>
        <AlertBanner tone="error">
          {`${importedBy} imported it. Payouts to clients for whom something was approved on these entries are held until this is resolved.`}
        </AlertBanner>
        <Table label={title} columns={columns} rows={entries} rowKey={({ lineId }) => lineId} />
        {requestedBy === undefined ? (
          <Row>
            <Button onClick={() => show('correct')}>Replace by this statement</Button>
            <Button variant="secondary" onClick={() => show('explain')}>
              Keep the earlier entries
            </Button>
          </Row>
        ) : (
          <p>{`${requestedBy} asked a second operator to decide. The request is in the queue.`}</p>
        )}
      </div>
      {dialog}
    </Card>
  )
}

type StatementVerb = keyof typeof calls

const texts: Record<StatementVerb, { title: string; effect: string }> = {
  correct: {
    title: 'Replace by this statement',
    effect: 'Entries that it lacks are removed and their requests reported as missing; balances become those of',
  },
  explain: {
    title: 'Keep the earlier entries',
    effect: 'Nothing changes, and the payouts are no longer held because of',
  },
  withdraw: {
    title: 'Remove the statement',
    effect: 'Its entries count nowhere any more, and requests matched with them are reported as missing:',
  },
}

const calls = {
  correct: bankStatementCalls.correct,
  explain: bankStatementCalls.explain,
  withdraw: bankStatementCalls.withdraw,
} as const

interface StatementDialogProps extends ItemDialog<StatementVerb> {
  statementId: string
  file: string
}

export const StatementDialog = ({ item: verb, statementId, file, ...dialog }: StatementDialogProps) => (
  <FormDialog
    {...dialog}
    call={calls[verb]}
    params={{ statementId }}
    empty={{ reason: '' }}
    title={texts[verb].title}
    description={`${texts[verb].effect} ${file}. A second operator must approve this, and sees every entry.`}
    fields={[{ name: 'reason', label: 'Reason' }]}
    action="Request"
    checkAt="the queue"
    check={({ reason }) => (reason.trim() === '' ? { reason: 'Say why' } : undefined)}
    done="Done"
    waiting="A second operator must approve this"
  />
)
