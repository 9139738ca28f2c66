import { Card } from '@sauda/ui/card'
import { paiseOf } from '@sauda/contract/money'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { sentence } from '@sauda/ui/sentence'
import { Table, type TableColumn } from '@sauda/ui/table'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { DateTime } from '@sauda/web/date-time-text'
import { useStatement, type Entry } from './ledger.api.ts'
import { SaveStatement } from './save-statement.tsx'
import { changesOf, whatWords } from './statement-words.ts'
import styles from './statement.module.css'

const columns: readonly TableColumn<Entry>[] = [
  { key: 'at', header: 'Date & Time', cell: (row) => <DateTime at={row.at} />, place: 'under' },
  { key: 'what', header: 'What', cell: (row) => <What entry={row} />, rowHeader: true, place: 'lead' },
  { key: 'change', header: 'Change', cell: (row) => <Changes entry={row} />, align: 'end', place: 'note' },
]

/** Nobody edits money (settled, section 2): every change of a figure is a line here, with its reason. */
export default function Statement() {
  const list = useStatement()
  const rows = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section className={styles.page} aria-labelledby="statement">
      <Link to="/account/wallet/transaction-history" className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        Transaction History
      </Link>
      <div>
        <h2 id="statement">Statement</h2>
        <p className={styles.soft}>Every change to your figures, newest first. Lines are never altered or removed.</p>
      </div>
      {(list.isPending || rows.length > 0) && <SaveStatement isReady={rows.length > 0} />}
      {list.isError && !list.data ? (
        <ErrorState title="Your statement could not be loaded" query={list} />
      ) : (
        <Card flush>
          <Table
            label="Statement"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            loading={list.isPending && 'Loading...'}
            empty={<EmptyState title="Nothing has changed yet">Your first deposit will be the first line.</EmptyState>}
          />
        </Card>
      )}
      <More list={list} label="Load more" centred />
    </section>
  )
}

function What({ entry }: { entry: Entry }) {
  return (
    <span>
      {whatWords(entry)}
      {entry.reason && <small className={styles.soft}>{entry.reason}</small>}
    </span>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry)
  if (changes.length === 0)
    return (
      <span className={styles.soft}>
        {sentence('{amount}, outside your wallet', { amount: <Money amount={paiseOf(entry.amount)} /> })}
      </span>
    )
  return (
    <span className={styles.changes}>
      {changes.map(({ figure, paise }) => (
        <span key={figure}>
          <small className={styles.soft}>{figure}</small>{' '}
          <span className={styles.whole}>
            {paise > 0n && '+'}
            <Money amount={paise} />
          </span>
        </span>
      ))}
    </span>
  )
}
