import { paiseOf } from '@sauda/contract/platform/money'
import { type ImportLine, tradeFileCalls, tradeFileRules, type TradeImport } from '@sauda/contract/trading/trade-file'
import { asSentences } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Badge, StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { FilePicker } from '@sauda/ui/file-picker'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { errorMessage } from '@sauda/web/api-error'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { amountColumn, column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { useSend, useRequest } from '../../shell/api.ts'
import { priceText, quantityText } from '../../shell/format.ts'
import { caseWarnings, Faint, Lines, loanText, twoLines, type Warning, WarningList } from '../../shell/lines.tsx'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import {
  bookedFileSentence,
  bookText,
  executionText,
  fileError,
  fileSentence,
  sampleFile,
  wrongSentence,
} from './trade-file.ts'
import { TradeFrame } from './trade-frame.tsx'
import { DownloadSample } from '../../shell/download-file.tsx'
import { SampleFile, UnusedColumns } from '../../shell/import-file.tsx'
import layout from '../../shell/layout.module.css'

export const ImportPage = () => (
  <TradeFrame
    title="Bulk upload"
    description="All lines are booked, or none."
    actions={<DownloadSample label="Download a sample file" name="trades-sample.csv" csv={sampleFile} />}
  >
    <ImportFile />
  </TradeFrame>
)

function ImportFile() {
  const preview = useRequest(tradeFileCalls.preview)
  const book = useSend(tradeFileCalls.book)
  const [read, setRead] = useState<{ file: File; csv: string }>()
  const [error, setError] = useState<string>()
  const [isReviewing, setReviewing] = useState(false)
  const chosen = useRef<File>(undefined)
  const choose = async (file: File) => {
    chosen.current = file
    preview.reset()
    book.reset()
    const csv = await file.text()
    // Another file may have been chosen meanwhile.
    if (chosen.current !== file) return
    const found = fileError(csv)
    setRead({ file, csv })
    setError(found)
    if (found === undefined) preview.mutate({ body: { csv } })
  }
  const shown = book.data ?? preview.data
  const rejection = error ?? (preview.error ? errorMessage(preview.error) : undefined)
  const send = () => {
    if (!read || book.isPending) return
    const input = { body: { csv: read.csv } }
    book.mutate(input, { onSuccess: () => setReviewing(false), onError: () => preview.mutate(input) })
  }
  return (
    <div className={layout.column}>
      <Card>
        <FilePicker
          label="CSV file of trades"
          accept=".csv,text/csv"
          file={read?.file ?? null}
          error={rejection}
          hint={
            <>
              <p>{`At most ${tradeFileRules.lines} lines, separated by commas or semicolons.`}</p>
              <p>Each line needs its own reference: lines already booked are skipped.</p>
              <p>Trade date and time, exchange, order number and trade number are optional.</p>
            </>
          }
          onFile={(file) => void choose(file)}
          onReject={() => {
            chosen.current = undefined
            setError('This is not a CSV file. Save it as CSV and upload it again.')
          }}
        />
      </Card>
      {book.isSuccess &&
        (book.data.waitsForSecond ? (
          <AlertBanner tone="warn" title="Needs a second operator">
            {`Nothing is booked yet. A second operator must approve the file. ${asSentences(book.data.secondReasons ?? [])}`}
          </AlertBanner>
        ) : (
          <AlertBanner tone="success" title="Booked">
            {bookedFileSentence(book.data)}
          </AlertBanner>
        ))}
      {preview.isPending && <p className={layout.soft}>Reading the file.</p>}
      {shown && !rejection && (
        <FilePreview
          shown={shown}
          isBooked={book.isSuccess && !book.data.waitsForSecond}
          onBook={() => setReviewing(true)}
        />
      )}
      {!read && <SampleFile csv={sampleFile} />}
      {shown && (
        <ConfirmDialog
          open={isReviewing}
          title="Book this file?"
          sentence={fileSentence(shown)}
          action={bookText(shown.fresh)}
          warnings={fileWarnings(shown)}
          loadingText="Booking"
          isSending={book.isPending}
          error={book.error}
          onConfirm={send}
          onClose={() => setReviewing(false)}
        />
      )}
    </div>
  )
}

const fileWarnings = ({ lines }: TradeImport): Warning[] =>
  lines.flatMap(({ line, warnings }) => caseWarnings(warnings, `Line ${line}`))

// The table shows the rest.
const namedErrors = 10

function FilePreview({ shown, isBooked, onBook }: { shown: TradeImport; isBooked: boolean; onBook: () => void }) {
  const { lines, fresh, wrong, unused } = shown
  const wrongLines = lines.filter(({ status }) => status === 'wrong')
  return (
    <>
      {wrong > 0 && (
        <AlertBanner tone="error" title={wrongSentence(wrong)}>
          <WarningList
            warnings={wrongLines
              .slice(0, namedErrors)
              .map(({ line, problem }) => ({ text: `Line ${line}: ${problem}` }))}
          />
          {wrongLines.length > namedErrors && `And ${wrongLines.length - namedErrors} more, in the table.`}
        </AlertBanner>
      )}
      {wrong === 0 && fresh === 0 && !isBooked && (
        <AlertBanner title="Nothing to book">Every line in this file is already booked.</AlertBanner>
      )}
      <UnusedColumns columns={unused} />
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

const columns: ColumnsOf<ImportLine> = [
  headColumn('Line', 'line', ({ line }) => <span className="tabular">{line}</span>),
  column('Reference', 'line', ({ reference }) => reference || '–'),
  column('Client', 'under', ({ clientId, clientName = '–', saudaId }) =>
    twoLines(
      clientId === undefined ? clientName : <Link to={`/clients/${clientId}?show=trades`}>{clientName}</Link>,
      saudaId,
      true,
    ),
  ),
  column('Details', 'lead', (line) => <Details line={line} />),
  endColumn('Amount', 'figure', (line) => <Amount line={line} />),
  amountColumn('Balance after', ({ cashAfter }) => cashAfter),
]

function ImportLines({ lines, isBooked }: { lines: readonly ImportLine[]; isBooked: boolean }) {
  const newText = isBooked ? 'Booked' : lines.some(({ status }) => status === 'wrong') ? 'OK' : 'Will be booked'
  const state: TableColumn<ImportLine> = column('Status', 'note', (line) => (
    <LineStatus line={line} newText={newText} />
  ))
  return (
    <Table label="Lines of the file" columns={[...columns, state]} rows={lines} rowKey={({ line }) => String(line)} />
  )
}

function Details({ line }: { line: ImportLine }) {
  const { action, stockName, quantity, price, status } = line
  const execution = executionText(line)
  return (
    <Lines>
      <span className={layout.row}>
        {action !== '' && <Badge>{action}</Badge>} {stockName}
      </span>
      {/* Invalid values are shown as they are in the file. */}
      <Faint>
        {status === 'wrong' ? `${quantity} at ${price}` : `${quantityText(quantity)} at ${priceText(price)}`}
      </Faint>
      {execution && <Faint>{execution}</Faint>}
    </Lines>
  )
}

function Amount({ line: { amount, fromLoan, profitLoss } }: { line: ImportLine }) {
  const loan = loanText(fromLoan)
  return (
    <Lines>
      {amount === undefined ? '–' : <Money amount={paiseOf(amount)} />}
      {loan && <Faint>{loan}</Faint>}
      {profitLoss !== undefined && <Money amount={paiseOf(profitLoss)} change />}
    </Lines>
  )
}

function LineStatus({ line: { status, problem, warnings }, newText }: { line: ImportLine; newText: string }) {
  const [tone, text]: [StatusTone, string] =
    status === 'wrong' ? ['error', 'Error'] : status === 'booked' ? ['neutral', 'Already booked'] : ['success', newText]
  return (
    <Lines>
      <span>
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      {status === 'wrong' && <span>{problem}</span>}
      {status !== 'wrong' && warnings.length > 0 && <WarningList warnings={caseWarnings(warnings)} />}
    </Lines>
  )
}
