import type { PayoutAnswer } from '@sauda/contract/money/payout'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { FilePicker } from '@sauda/ui/file-picker'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Row } from '@sauda/ui/stack'
import { Table } from '@sauda/ui/table'
import { errorMessage, errorTitle } from '@sauda/web/api-error'
import { useState } from 'react'
import { type Answers, useImportAnswer, usePreviewAnswer } from './payout.api.ts'
import { AnswerPill, sumText } from './payout.text.ts'
import { amountColumn, column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { UnusedColumns } from '../../shell/import-file.tsx'
import { countText } from '../../shell/format.ts'
import layout from '../../shell/layout.module.css'

/** The preview changes nothing; the import marks each payment by the bank's answer. */
export function AnswerImport({ batchId }: { batchId: string }) {
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreviewAnswer(batchId)
  const importing = useImportAnswer(batchId)
  const choose = (chosen: File) => {
    setFile(chosen)
    importing.reset()
    preview.mutate(chosen)
  }
  const isBusy = preview.isPending || importing.isPending
  const error = importing.error ?? preview.error
  return (
    <>
      <FilePicker
        label="Answer of the bank"
        hint="The response or reverse file as the bank names it (such as .r001): Excel workbook, CSV or text. Or import the bank statement under Reconciliation: lines that name these withdrawals are approved there."
        file={file}
        disabled={isBusy}
        onFile={choose}
      />
      {isBusy && <LoadingBlock label={importing.isPending ? 'Importing the answer' : 'Reading the answer'} />}
      {error && !isBusy && (
        <AlertBanner
          tone="error"
          title={preview.error ? 'Answer not imported' : errorTitle(error, 'Answer not imported')}
        >
          {errorMessage(error, 'the payments below')}
        </AlertBanner>
      )}
      {importing.data && (
        <AlertBanner tone="success" title="Answer imported">
          {resultText(importing.data)}
        </AlertBanner>
      )}
      {preview.data && !importing.data && !isBusy && (
        <Preview answers={preview.data} onImport={() => file && importing.mutate(file)} />
      )}
    </>
  )
}

/** Nothing if each row names a payment. */
const leftOutText = (rows: number): string =>
  rows === 0 ? '' : ` ${countText(rows, 'row')} without the number of a withdrawal left out.`

const resultText = ({
  paid,
  failed,
  lines,
  leftOut,
  waitsForSecond,
}: Answers & { waitsForSecond?: true | undefined }): string => {
  const problems = lines.filter(({ outcome }) => outcome === 'problem').length
  const left = problems === 0 ? '' : ` ${countText(problems, 'line')} not applied; check them with the bank.`
  const returned = waitsForSecond
    ? 'failed: the money is returned when a second operator approves.'
    : 'failed with the money returned.'
  return `${paid.count} paid, ${failed.count} ${returned}${left}${leftOutText(leftOut)}`
}

function Preview({ answers, onImport }: { answers: Answers; onImport: () => void }) {
  const { fileName, lines, paid, failed, unanswered, unused, leftOut } = answers
  const changes = paid.count + failed.count
  return (
    <Card title={fileName} aria-label={fileName}>
      <div className={layout.column}>
        <p>
          {`Paid: ${sumText(paid)}. Failed: ${sumText(failed)}, to be returned to the clients. Still not answered: ${sumText(unanswered)}.${leftOutText(leftOut)}`}
        </p>
        <UnusedColumns columns={unused} />
        {changes === 0 ? (
          <AlertBanner title="This file changes nothing">
            Its answers were imported before or cannot be applied.
          </AlertBanner>
        ) : (
          <Row>
            <Button onClick={onImport}>{`Import ${countText(changes, 'answer')}`}</Button>
          </Row>
        )}
        <Table label="Lines of the answer" columns={columns} rows={lines} rowKey={({ line }) => String(line)} />
      </div>
    </Card>
  )
}

const columns: ColumnsOf<PayoutAnswer> = [
  headColumn('Withdrawal', 'lead', ({ transactionId }) => (
    <span className="tabular" translate="no">
      {transactionId}
    </span>
  )),
  column('Answer', 'note', ({ detail }) => detail),
  amountColumn('Amount', ({ amount }) => amount, 'figure'),
  endColumn('Result', 'state', ({ outcome }) => <AnswerPill status={outcome} />),
]
