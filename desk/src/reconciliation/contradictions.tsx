import type { Contradiction } from '@sauda/contract/bank-statement'
import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { Table, type TableColumn } from '@sauda/ui/table'
import { appToast } from '@sauda/ui/toast'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { TextField } from '@sauda/ui/text-field'
import { type StatementVerb, useContradictions, useDecideStatement } from './reconciliation.api.ts'
import styles from './reconciliation.module.css'

type Entry = Contradiction['entries'][number]

const columns: readonly TableColumn<Entry>[] = [
  {
    key: 'text',
    header: 'Entry',
    rowHeader: true,
    place: 'lead',
    cell: ({ lineId, text }) => <Link to={`/reconciliation/${lineId}`}>{text}</Link>,
  },
  { key: 'day', header: 'Date', place: 'under', cell: ({ day }) => formatDate(day) },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, direction }) => <Money amount={paiseOf(direction === 'credit' ? amount : -amount)} />,
  },
  {
    key: 'file',
    header: 'Imported',
    cell: ({ earlierFile, earlierImporter }) => `${earlierFile}, by ${earlierImporter}`,
  },
  {
    key: 'before',
    header: 'Balance',
    align: 'end',
    cell: ({ before }) => before !== undefined && <Money amount={paiseOf(before)} />,
  },
  {
    key: 'after',
    header: 'Later statement',
    align: 'end',
    cell: ({ absent, after }) => (absent || after === undefined ? 'Not in it' : <Money amount={paiseOf(after)} />),
  },
  {
    key: 'approved',
    header: 'Approved on it',
    cell: ({ approved }) => approved && `${approved.name} of ${approved.clientName}, by ${approved.by}`,
  },
]

/** Later statements that lack entries imported before, or have other balances for them. */
export function Contradictions() {
  const { data } = useContradictions()
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
  const [verb, setVerb] = useState<StatementVerb>()
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
            <Button onClick={() => setVerb('correct')}>Replace by this statement</Button>
            <Button variant="secondary" onClick={() => setVerb('explain')}>
              Keep the earlier entries
            </Button>
          </Row>
        ) : (
          <p>{`${requestedBy} asked a second operator to decide. The request is in the queue.`}</p>
        )}
      </div>
      {verb && (
        <StatementDialog statementId={statementId} file={fileName} verb={verb} onClose={() => setVerb(undefined)} />
      )}
    </Card>
  )
}

const texts: Record<StatementVerb, { title: string; effect: string }> = {
  correct: {
    title: 'Replace by this statement',
    effect: 'Entries that it lacks are withdrawn and their requests reported as missing; balances become those of',
  },
  explain: {
    title: 'Keep the earlier entries',
    effect: 'Nothing changes, and the payouts are no longer held because of',
  },
  withdraw: {
    title: 'Withdraw the statement',
    effect: 'Its entries count nowhere any more, and requests matched with them are reported as missing:',
  },
}

interface StatementDialogProps {
  statementId: string
  file: string
  verb: StatementVerb
  onClose: () => void
}

export function StatementDialog({ statementId, file, verb, onClose }: StatementDialogProps) {
  const decide = useDecideStatement(statementId, verb)
  const form = useFormDialog({ name: `${verb} ${statementId}`, empty: { reason: '' }, mutation: decide, onClose })
  const { title, effect } = texts[verb]
  const onSuccess = ({ waitsForSecond }: { waitsForSecond?: boolean | undefined }) => {
    appToast.success(waitsForSecond ? 'A second operator must approve this' : 'Done')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open
      title={title}
      description={`${effect} ${file}. A second operator must approve this, and sees every entry.`}
      action="Request"
      checkAt="the queue"
      onSubmit={(event) =>
        form.submit(event, form.draft.reason.trim() === '' ? { reason: 'Say why' } : undefined, () =>
          decide.mutate(form.draft.reason, { onSuccess }),
        )
      }
    >
      <TextField
        label="Reason"
        value={form.draft.reason}
        error={form.errors['reason']}
        onChange={({ target: { value } }) => form.edit({ reason: value })}
      />
    </FormDialog>
  )
}
