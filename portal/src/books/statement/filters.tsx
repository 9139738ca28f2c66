import { Select } from '@sauda/ui/select'
import { DateField, isDay } from '@sauda/ui/date-field'
import { Grid, Row } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { todayInIndia, useToday } from '@sauda/web/server-clock'
import { useEffect, useRef, useState } from 'react'
import { type DayRange, type Period, periodOptions } from './range.ts'
import styles from './statement.module.css'
import { wrongOrder } from '@sauda/contract/platform/day-text'
import { statementCalls } from '@sauda/contract/books/statement'
import { Button } from '@sauda/ui/button'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { downloadFile } from '../../shell/api.ts'
import { useDownload } from '../../shell/download.ts'
import { useSession } from '../../shell/session.ts'
import { statementText } from './statement.text.ts'

const typingMilliseconds = 300
/** The limit of the server. */
const mostCharacters = 60

interface FiltersProps {
  period: Period
  range: DayRange
  words: string
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Period and search; both are in the address. */
export function Filters({ period, range, words, onChange }: FiltersProps) {
  const today = useToday()
  const isWrong = range.from !== undefined && range.to !== undefined && range.from > range.to
  return (
    <Grid min="12rem" gap={3} align="start" role="search" aria-label="Statement" className={styles.filters}>
      <Select
        label="Period"
        value={period}
        options={periodOptions(today)}
        onChange={({ target }) =>
          // A custom period starts with the days of the one before.
          onChange({ period: target.value === 'all' ? undefined : target.value, from: range.from, to: range.to })
        }
      />
      {period === 'custom' && (
        <>
          <Day label="From" day={range.from} today={today} onChange={(from) => onChange({ from })} />
          <Day
            label="To"
            day={range.to}
            today={today}
            error={isWrong ? wrongOrder : undefined}
            onChange={(to) => onChange({ to })}
          />
        </>
      )}
      <Search words={words} onChange={(search) => onChange({ search })} />
    </Grid>
  )
}

interface DayProps {
  label: string
  day: string | undefined
  today: string
  error?: string | undefined
  onChange: (day: string | undefined) => void
}

/** Applies once a whole date is typed. */
function Day({ label, day = '', today, error, onChange }: DayProps) {
  const [text, setText] = useState(day)
  const change = (value: string) => {
    setText(value)
    if (value === '' || isDay(value)) onChange(value || undefined)
  }
  return <DateField label={label} value={text} max={today} error={error} onText={change} />
}

function Search({ words, onChange }: { words: string; onChange: (words: string | undefined) => void }) {
  const [text, setText] = useState(words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <TextField
      label="Search"
      type="search"
      autoComplete="off"
      placeholder="Title, reference, stock or amount"
      maxLength={mostCharacters}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onChange(target.value.trim() || undefined), typingMilliseconds)
      }}
    />
  )
}

const calls = { pdf: statementCalls.pdf, csv: statementCalls.csv }
type Kind = keyof typeof calls

/** The statement of the range as a file. */
export function Download({ range, isReady }: { range: DayRange; isReady: boolean }) {
  const { userId } = useSession()
  const { state, percent, start, cancel } = useDownload(statementText.downloaded, statementText.downloadFailed)

  const button = (kind: Kind, label: string) => {
    const isOwn = state?.file.endsWith(kind) === true
    return (
      <Button
        variant="secondary"
        size="small"
        disabled={!isReady || state?.is === 'loading'}
        loading={state?.is === 'loading' && isOwn}
        onClick={() =>
          void start(fileName(range, kind), (options) =>
            downloadFile(calls[kind], { params: { userId: userId ?? '' }, query: range }, options),
          )
        }
      >
        {state?.is === 'failed' && isOwn ? `Try ${label} again` : `Download ${label}`}
      </Button>
    )
  }
  return (
    <Row gap="2 3">
      {button('pdf', 'PDF')}
      {button('csv', 'CSV')}
      {state?.is === 'loading' && (
        <>
          <div className={styles.progress}>
            <ProgressBar label={statementText.preparing} {...(percent !== undefined && { percent })} />
          </div>
          <Button variant="ghost" size="small" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      <span role="status" className="note">
        {state?.message}
      </span>
    </Row>
  )
}

const fileName = ({ from, to }: DayRange, kind: Kind): string =>
  `${['statement', from, from && 'to', to ?? todayInIndia()].filter(Boolean).join('-')}.${kind}`
