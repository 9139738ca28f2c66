import { paiseOf } from '@sauda/contract/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { downloadText } from '@sauda/ui/dom'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { Table, type TableColumn } from '@sauda/ui/table'
import { DateTime, todayInIndia } from '@sauda/web/date-time'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../shell/session.ts'
import { type Entry, statementPages, useStatement } from './ledger.api.ts'
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
    <Stack role="region" aria-labelledby="statement">
      <Link to="/account/wallet/transaction-history" className={`${styles.back} icon-text`}>
        <ArrowLeft />
        Transaction History
      </Link>
      <div>
        <h2 id="statement" className={styles.title}>
          Statement
        </h2>
        <p className="note">Every rupee in and out, newest first. Entries are never edited or deleted.</p>
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
    </Stack>
  )
}

function Details({ entry }: { entry: Entry }) {
  return (
    <span className={styles.details}>
      {entryLabel(entry)}
      {entry.reason && <small className="note">{entry.reason}</small>}
    </span>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry)
  if (changes.length === 0)
    return (
      <span className="note">
        {sentence('{amount}, outside your wallet', { amount: <Money amount={paiseOf(entry.amount)} /> })}
      </span>
    )
  return (
    <span className={styles.changes}>
      {changes.map(({ figure, paise }) => (
        <span key={figure}>
          <small className="note">{figure}</small>{' '}
          <span className={styles.whole}>
            {paise > 0n && '+'}
            <Money amount={paise} />
          </span>
        </span>
      ))}
    </span>
  )
}

type State = 'idle' | 'loading' | 'done' | 'failed'

/** Downloads the whole statement. If loading it fails, the next try continues from the last loaded page. */
function DownloadStatement({ isReady }: { isReady: boolean }) {
  const { userId } = useSession()
  const entries = useRef<Entry[]>([])
  const request = useRef<AbortController>(undefined)
  const [state, setState] = useState<State>('idle')
  const [loaded, setLoaded] = useState(0)
  useEffect(() => () => request.current?.abort(), [])

  const download = async () => {
    request.current = new AbortController()
    setState('loading')
    try {
      const last = entries.current.at(-1)?.id ?? ''
      for await (const page of statementPages(userId ?? '', last, request.current.signal)) {
        entries.current.push(...page)
        setLoaded(entries.current.length)
      }
      const { statementCsv } = await import('./statement-csv.ts')
      downloadText(`statement-${todayInIndia()}.csv`, statementCsv(entries.current), 'text/csv')
      entries.current = []
      setState('done')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={styles.download}>
      <Button
        variant="secondary"
        size="small"
        disabled={!isReady}
        loading={state === 'loading'}
        onClick={() => void download()}
      >
        {state === 'failed' ? 'Try again' : 'Download CSV'}
      </Button>
      {state === 'loading' && <span className="note">{ledgerText.loading(loaded)}</span>}
      <span role="status" className="note">
        {state === 'done' && ledgerText.downloaded(loaded)}
        {state === 'failed' && 'The statement could not be fully loaded, so no file was downloaded.'}
      </span>
    </div>
  )
}
