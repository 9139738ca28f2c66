import { Button } from '@sauda/ui/button'
import { downloadText } from '@sauda/ui/dom'
import { useEffect, useRef, useState } from 'react'
import { todayInIndia } from '@sauda/web/date-time'
import { useSession } from '../shell/session.ts'
import { statementPages, type Entry } from './ledger.api.ts'
import styles from './statement.module.css'

const counted = new Intl.NumberFormat('en-IN')
type State = 'idle' | 'reading' | 'saved' | 'failed'

/** The whole statement as a file. It is read to its end first; where that fails, the next press goes on from there. */
export function SaveStatement({ isReady }: { isReady: boolean }) {
  const { userId } = useSession()
  const entries = useRef<Entry[]>([])
  const reading = useRef<AbortController>(undefined)
  const [state, setState] = useState<State>('idle')
  const [read, setRead] = useState(0)
  useEffect(() => () => reading.current?.abort(), [])

  const save = async () => {
    reading.current = new AbortController()
    setState('reading')
    try {
      const last = entries.current.at(-1)?.id ?? ''
      for await (const page of statementPages(userId ?? '', last, reading.current.signal)) {
        entries.current.push(...page)
        setRead(entries.current.length)
      }
      const { statementFile } = await import('./statement-file.ts')
      downloadText(`statement-${todayInIndia()}.csv`, statementFile(entries.current), 'text/csv')
      // The next file is of then, not of now.
      entries.current = []
      setState('saved')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={styles.save}>
      <Button
        variant="secondary"
        size="small"
        disabled={!isReady}
        loading={state === 'reading'}
        onClick={() => void save()}
      >
        {state === 'failed' ? 'Try again' : 'Save as CSV file'}
      </Button>
      {state === 'reading' && <span className={styles.soft}>{entriesRead(read)}</span>}
      <span role="status" className={styles.soft}>
        {state === 'saved' && entriesSaved(read)}
        {state === 'failed' && 'The statement did not load to its end, so nothing is saved yet.'}
      </span>
    </div>
  )
}

const entriesRead = (read: number): string => (read === 1 ? '1 entry read' : `${counted.format(read)} entries read`)

const entriesSaved = (read: number): string => (read === 1 ? '1 entry saved' : `${counted.format(read)} entries saved`)
