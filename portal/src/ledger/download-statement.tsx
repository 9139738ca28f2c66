import { Button } from '@sauda/ui/button'
import { downloadText } from '@sauda/ui/dom'
import { useEffect, useRef, useState } from 'react'
import { todayInIndia } from '@sauda/web/date-time'
import { useSession } from '../shell/session.ts'
import { statementPages, type Entry } from './ledger.api.ts'
import { ledgerText } from './ledger.text.ts'
import styles from './statement.module.css'

type State = 'idle' | 'loading' | 'done' | 'failed'

/** Downloads the whole statement. If loading it fails, the next try continues from the last loaded page. */
export function DownloadStatement({ isReady }: { isReady: boolean }) {
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
      {state === 'loading' && <span className={styles.soft}>{ledgerText.loading(loaded)}</span>}
      <span role="status" className={styles.soft}>
        {state === 'done' && ledgerText.downloaded(loaded)}
        {state === 'failed' && ledgerText.downloadFailed}
      </span>
    </div>
  )
}
