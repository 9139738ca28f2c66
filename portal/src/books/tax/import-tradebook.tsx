import { tradebookCalls, type TradebookReading } from '@sauda/contract/books/tradebook'
import { csvFaults, csvRules } from '@sauda/contract/platform/csv'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { FilePicker } from '@sauda/ui/file-picker'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { useAttempt } from '../../shell/attempt.ts'
import { useRefetchAfter } from '../../shell/query.tsx'
import { appToast } from '../../shell/toast.ts'
import { type FileColumns, sendTradebook } from './tradebook.api.ts'
import { tradebookText } from './tradebook.text.ts'

const fieldLabels = {
  day: 'Column with the date',
  side: 'Column with buy or sell',
  quantity: 'Column with the quantity',
  price: 'Column with the price',
  isin: 'Column with the ISIN',
  symbol: 'Column with the symbol',
} as const satisfies Record<keyof FileColumns, string>
const fields = Object.keys(fieldLabels) as (keyof FileColumns)[]

/** A chosen file is read at once; what it would add is shown before it is imported. */
export function ImportTradebook() {
  const [file, setFile] = useState<File | null>(null)
  const [reading, setReading] = useState<TradebookReading>()
  const [fileError, setFileError] = useState('')
  const [own, setOwn] = useState<Partial<FileColumns>>({})
  const { error, busy, attempt } = useAttempt()
  const refetched = useRefetchAfter('trade')
  const query = Object.fromEntries(Object.entries(own).filter(([, name]) => name.trim() !== ''))
  const read = (chosen: File) => {
    setFile(chosen)
    setReading(undefined)
    const isLarge = chosen.size > csvRules.bytes
    setFileError(isLarge ? csvFaults.tooManyBytes : '')
    if (!isLarge) attempt(async () => setReading(await sendTradebook(tradebookCalls.preview, chosen, query)))
  }
  const send = (chosen: File) =>
    attempt(async () => {
      const { trades } = await refetched(sendTradebook(tradebookCalls.importFile, chosen, query))
      appToast.success(tradebookText.imported(trades))
      setFile(null)
      setReading(undefined)
    })
  return (
    <Card title="Import a tradebook">
      <Stack>
        <FilePicker
          label="Tradebook of another broker"
          hint={tradebookText.hint}
          accept=".csv,.xlsx,.xls,.zip,.gz,text/csv"
          file={file}
          disabled={busy}
          error={fileError}
          onFile={read}
          onReject={() => setFileError(csvFaults.notText)}
        />
        <details>
          <summary>Columns of the file</summary>
          <Stack>
            <p className="note">{tradebookText.columns}</p>
            <Grid min="14rem">
              {fields.map((name) => (
                <TextField
                  key={name}
                  label={fieldLabels[name]}
                  optional
                  maxLength={60}
                  value={own[name] ?? ''}
                  onChange={({ target }) => setOwn({ ...own, [name]: target.value })}
                />
              ))}
            </Grid>
            <Row>
              <Button variant="secondary" disabled={!file || busy} onClick={() => file && read(file)}>
                Read the file again
              </Button>
            </Row>
          </Stack>
        </details>
        {busy && <ProgressBar label={reading ? 'Importing the file' : 'Reading the file'} />}
        {error && !busy && (
          <AlertBanner tone="error" title={reading ? 'Nothing was imported' : 'The file cannot be imported'}>
            {error}
          </AlertBanner>
        )}
        {reading && <Reading reading={reading} />}
        {reading && file && reading.trades > 0 && (
          <Row>
            <Button loading={busy} onClick={() => send(file)}>
              {tradebookText.importAction(reading.trades)}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  )
}

function Reading({ reading }: { reading: TradebookReading }) {
  const { leftOut, faults, faultCount, unused } = reading
  return (
    <Stack gap={2}>
      <p className="strong" role="status">
        {tradebookText.reading(reading)}
      </p>
      {faultCount > 0 && (
        <AlertBanner tone="warn" title={tradebookText.faults(faultCount)}>
          <ul className="bullets">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
            {faultCount > faults.length && <li>{tradebookText.moreFaults(faultCount - faults.length)}</li>}
          </ul>
        </AlertBanner>
      )}
      {leftOut.length > 0 && <p className="note">{tradebookText.leftOut(reading)}</p>}
      {unused.length > 0 && <p className="note">{tradebookText.unused(unused)}</p>}
    </Stack>
  )
}
