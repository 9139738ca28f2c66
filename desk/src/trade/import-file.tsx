import { tradeFileRules, type TradeImport } from '@sauda/contract/trade-file'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { FilePicker } from '@sauda/ui/file-picker'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { downloadText } from '@sauda/ui/dom'
import { TradeFrame } from './trade-frame.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ImportLines } from './import-lines.tsx'
import { useBookImport, usePreviewImport } from './import.api.ts'
import { bookedFileSentence, bookText, fileFault, fileSentence, sampleFile, wrongSentence } from './trade-file.ts'
import layout from '../shell/layout.module.css'

interface Read {
  file: File
  csv: string
}

export function ImportPage() {
  return (
    <TradeFrame title="Bulk upload" description="Preview each line first. Either all lines are booked or none.">
      <ImportFile />
    </TradeFrame>
  )
}

function ImportFile() {
  const preview = usePreviewImport()
  const book = useBookImport()
  const [read, setRead] = useState<Read>()
  const [fault, setFault] = useState<string>()
  const [asking, ask] = useState(false)
  const chosen = useRef<File>(undefined)
  const take = async (file: File) => {
    chosen.current = file
    preview.reset()
    book.reset()
    const csv = await file.text()
    // Another file may have been chosen meanwhile.
    if (chosen.current !== file) return
    const found = fileFault(csv)
    setRead({ file, csv })
    setFault(found)
    if (found === undefined) preview.mutate(csv)
  }
  const seen = book.data ?? preview.data
  const rejection = fault ?? (preview.error ? errorMessage(preview.error) : undefined)
  const send = () => {
    if (!read || book.isPending) return
    book.mutate(read.csv, {
      onSuccess: () => ask(false),
      onError: () => preview.mutate(read.csv),
    })
  }
  return (
    <div className={layout.column}>
      <Card title="File" aside={<Sample />}>
        <FilePicker
          label="CSV file of trades"
          accept=".csv,text/csv"
          file={read?.file ?? null}
          error={rejection}
          hint={`At most ${tradeFileRules.lines} lines. Each line needs its own reference: lines already booked are skipped.`}
          onFile={(file) => void take(file)}
          onReject={() => {
            chosen.current = undefined
            setFault('This is not a CSV file. Save it as CSV and upload it again.')
          }}
        />
      </Card>
      {book.isSuccess && (
        <AlertBanner tone="success" title="Booked">
          {bookedFileSentence(book.data)}
        </AlertBanner>
      )}
      {preview.isPending && <p className={layout.soft}>Reading the file.</p>}
      {seen && !rejection && <FilePreview seen={seen} isBooked={book.isSuccess} onBook={() => ask(true)} />}
      {seen && (
        <ConfirmDialog
          open={asking}
          title="Book this file?"
          sentence={fileSentence(seen)}
          does={bookText(seen.fresh)}
          warnings={[]}
          isSending={book.isPending}
          onConfirm={send}
          onClose={() => ask(false)}
        >
          {book.error && <AlertBanner tone="error">{errorMessage(book.error)}</AlertBanner>}
        </ConfirmDialog>
      )}
    </div>
  )
}

function Sample() {
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => downloadText('trades-sample.csv', sampleFile, 'text/csv')}
    >
      Download a sample file
    </Button>
  )
}

interface PreviewProps {
  seen: TradeImport
  isBooked: boolean
  onBook: () => void
}

// The table shows the rest.
const namedFaults = 10

function FilePreview({ seen, isBooked, onBook }: PreviewProps) {
  const { lines, fresh, wrong } = seen
  const faults = lines.filter(({ status }) => status === 'wrong')
  return (
    <>
      {wrong > 0 && (
        <AlertBanner tone="error" title={wrongSentence(wrong)}>
          <ul className={layout.warnings}>
            {faults.slice(0, namedFaults).map(({ line, problem }) => (
              <li key={line}>{`Line ${line}: ${problem}`}</li>
            ))}
          </ul>
          {faults.length > namedFaults && `And ${faults.length - namedFaults} more, in the table.`}
        </AlertBanner>
      )}
      {wrong === 0 && fresh === 0 && !isBooked && (
        <AlertBanner title="Nothing to book">Every line in this file is already booked.</AlertBanner>
      )}
      <Card
        title={isBooked ? 'Booked lines' : 'Preview'}
        flush
        aside={!isBooked && wrong === 0 && fresh > 0 && <Button onClick={onBook}>{bookText(fresh)}</Button>}
      >
        <ImportLines lines={lines} isBooked={isBooked} />
      </Card>
    </>
  )
}
