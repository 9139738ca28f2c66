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
import { DownloadStatement } from './download-statement.tsx'
import { changesOf, entryLabel, ledgerText } from './ledger.text.ts'
import styles from './statement.module.css'

const columns: readonly TableColumn<Entry>[] = [
  { key: 'at', header: 'Date & Time', cell: (row) => <DateTime at={row.at} />, place: 'under' },
  { key: 'details', header: 'Details', cell: (row) => <Details entry={row} />, rowHeader: true, place: 'lead' },
  { key: 'change', header: 'Amount', cell: (row) => <Changes entry={row} />, align: 'end', place: 'note' },
]

export default function Statement() {
  const list = useStatement()
  const rows = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section className={styles.page} aria-labelledby="statement">
      <Link to="/account/wallet/transaction-history" className={styles.back}>
        <ArrowLeft />
        Transaction History
      </Link>
      <div>
        <h2 id="statement">Statement</h2>
        <p className={styles.soft}>{ledgerText.intro}</p>
      </div>
      {(list.isPending || rows.length > 0) && <DownloadStatement isReady={rows.length > 0} />}
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
            empty={<EmptyState title="No entries yet">Your first deposit will show up here.</EmptyState>}
          />
        </Card>
      )}
      <More list={list} label="Load more" centred />
    </section>
  )
}

function Details({ entry }: { entry: Entry }) {
  return (
    <span>
      {entryLabel(entry)}
      {entry.reason && <small className={styles.soft}>{entry.reason}</small>}
    </span>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry)
  if (changes.length === 0)
    return (
      <span className={styles.soft}>
        {sentence(ledgerText.outsideWallet, { amount: <Money amount={paiseOf(entry.amount)} /> })}
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
