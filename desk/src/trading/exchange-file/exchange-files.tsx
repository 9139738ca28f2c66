import { formatCount } from '@sauda/contract/platform/decimal'
import {
  type ExchangeFile,
  exceptionNames,
  exchangeFileCalls,
  exchangeFileRules,
  fileStatusNames,
  type FileTrade,
  totalLines,
  totalNames,
  tradeExceptions,
  tradesText,
  type TradeFileReading,
} from '@sauda/contract/trading/exchange-file'
import { NumberField } from '@sauda/ui/amount-field'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Table } from '@sauda/ui/table'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import { column, type ColumnsOf, endColumn, headColumn, QueryCard } from '../../shell/table.tsx'
import { useCall, useSend } from '../../shell/api.ts'
import { ImportFile, useFileImport } from '../../shell/import-file.tsx'
import { Faint, FileName, Lines, textLines, twoLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { statusPill } from '../../shell/pills.tsx'
import { Codes } from './exchange-codes.tsx'
import layout from '../../shell/layout.module.css'

const totalKeys = Object.keys(totalNames) as (keyof typeof totalNames)[]

const FilePill = statusPill<ExchangeFile['status']>({
  waiting: ['warn', fileStatusNames.waiting],
  approved: ['info', fileStatusNames.approved],
  booking: ['info', fileStatusNames.booking],
  booked: ['success', fileStatusNames.booked],
  replaced: ['neutral', fileStatusNames.replaced],
  rejected: ['error', fileStatusNames.rejected],
})

interface ExchangeFilesProps {
  /** The days to book, with their files and what is to check in them. */
  children: (
    fileDays: readonly string[],
    filesOf: (day: string) => ReactNode,
    toCheckOf: (day: string) => number,
    detailsOf: (day: string) => ReactNode,
  ) => ReactNode
}

/** In the order of the work after trading; the known codes come last. */
export function ExchangeFiles({ children }: ExchangeFilesProps) {
  const [entered, setEntered] = useState<Record<string, string>>({})
  const mayBook = useCan()('exchange.import')
  const list = useCall(exchangeFileCalls.list, {})
  const files = Object.groupBy(list.data?.files ?? [], ({ day }) => day)
  const query = Object.fromEntries(Object.entries(entered).filter(([, value]) => value.trim() !== ''))
  const imports = useFileImport(exchangeFileCalls.preview, exchangeFileCalls.importFile, query)
  return (
    <>
      {mayBook && (
        <ImportFile
          label="Trade file of an exchange"
          hint="The final file with 46 columns, as the exchange names it: CSV or gzip. A provisional file is only shown."
          mostBytes={exchangeFileRules.bytes}
          {...imports}
          action={({ isFinal, totals }) => (isFinal ? `Record ${tradesText(totals.trades)}` : undefined)}
          reading={(reading, action) => <Reading reading={reading} action={action} />}
          imported={({ waitsForSecond }) => (
            <AlertBanner tone="success" title={waitsForSecond ? 'Approval requested' : 'The trades are being recorded'}>
              {waitsForSecond
                ? 'A second operator must approve the file in the work queue.'
                : 'Book the day once the files of both exchanges are recorded.'}
            </AlertBanner>
          )}
        >
          <details>
            <summary>Control totals of the member portal</summary>
            <p className={layout.soft}>
              Enter them before you choose the file. Each one entered must equal that of the file.
            </p>
            {totalKeys.map((key) => (
              <NumberField
                key={key}
                label={key.endsWith('Value') ? `${totalNames[key]} (₹)` : totalNames[key]}
                value={entered[key] ?? ''}
                onText={(text) => setEntered({ ...entered, [key]: text })}
              />
            ))}
          </details>
        </ImportFile>
      )}
      {children(
        Object.keys(files),
        (day) => (
          <FilesOfDay files={files[day] ?? []} />
        ),
        (day) => files[day]?.filter(isRecorded).reduce((all, { exceptions }) => all + exceptions, 0) ?? 0,
        (day) => files[day]?.filter(isRecorded).map((file) => <ToCheck key={file._id} file={file} />),
      )}
      <Codes />
    </>
  )
}

function Reading({ reading, action }: { reading: TradeFileReading; action: ReactNode }) {
  const { exchange, day, isFinal, rows, cancelled, totals, clients, toBook, own, exceptions, before } = reading
  return (
    <>
      <Card title={`${exchange}, ${formatDate(day)}: ${tradesText(totals.trades)}`} aside={action}>
        <Lines>
          {!isFinal && <strong>Provisional file: it cannot be recorded.</strong>}
          <span>{`${formatCount(rows)} rows, ${formatCount(cancelled)} cancelled. To record: ${tradesText(toBook)} of ${clients === 1 ? '1 client' : `${formatCount(clients)} clients`}. Proprietary, not recorded: ${formatCount(own)}.`}</span>
          {textLines(totalLines(totals))}
          {exceptionNames.map((name) =>
            exceptions[name] === undefined ? null : (
              <span key={name}>{`${tradeExceptions[name]}: ${formatCount(exceptions[name])}`}</span>
            ),
          )}
          {before && (
            <strong>{`Compared with the ${tradesText(before.trades)} recorded before: ${formatCount(before.added)} added, ${formatCount(before.removed)} removed, ${formatCount(before.changed)} changed.`}</strong>
          )}
        </Lines>
      </Card>
      {reading.differences.length > 0 && (
        <Card title="Differences" flush>
          <Table
            label="Trades that differ from those booked before"
            columns={[
              column<(typeof reading.differences)[number]>('Difference', 'line', ({ kind }) => kind),
              ...columns,
            ]}
            rows={reading.differences}
            rowKey={({ tradeNumber, side }) => `${tradeNumber} ${side}`}
          />
        </Card>
      )}
      {reading.examples.length > 0 && (
        <Card title="To check" flush>
          <Table
            label="Trades to check"
            columns={columns}
            rows={reading.examples}
            rowKey={({ line }) => String(line)}
          />
        </Card>
      )}
    </>
  )
}

const columns: ColumnsOf<FileTrade> = [
  headColumn('Trade', 'lead', ({ tradeNumber, line }) => twoLines(tradeNumber, `line ${formatCount(line)}`)),
  column('UCC', 'line', ({ clientCode, clientName }) => twoLines(clientCode, clientName ?? 'not recorded')),
  column('Security', 'line', ({ symbol, series, isin }) => twoLines(`${symbol}, ${series}`, isin)),
  endColumn(
    'Deal',
    'figure',
    ({ side, quantity, price }) => `${side === 'B' ? 'Buy' : 'Sell'} ${quantity} at ₹${price}`,
  ),
  column('To check', 'note', ({ exceptions }) => exceptions.map((name) => tradeExceptions[name]).join(', ')),
]

const isRecorded = ({ status }: ExchangeFile): boolean => status === 'booking' || status === 'booked'

/** The files of one day, each with its state unless it is recorded. */
const FilesOfDay = ({ files }: { files: readonly ExchangeFile[] }) => (
  <Lines>
    {files.map((file) => {
      const { _id, exchange, name, status, importedBy, decidedBy } = file
      return (
        <Lines key={_id}>
          <span className={layout.row}>
            <span className="medium">{exchange}</span>
            {status !== 'booked' && <FilePill status={status} />}
            <Faint>
              {decidedBy === undefined || decidedBy === importedBy
                ? `Uploaded by ${importedBy}`
                : `Uploaded by ${importedBy}, ${status === 'rejected' ? 'rejected' : 'approved'} by ${decidedBy}`}
            </Faint>
          </span>
          {!isRecorded(file) && <FileName>{name}</FileName>}
        </Lines>
      )
    })}
  </Lines>
)

function ToCheck({ file }: { file: ExchangeFile }) {
  const query = useCall(exchangeFileCalls.trades, { params: { fileId: file._id } })
  const again = useSend(exchangeFileCalls.again)
  const unconfirmed = query.data?.unconfirmed ?? []
  return (
    <>
      <QueryCard
        title={
          <>
            {`${file.exchange}, ${formatDate(file.day)}: to check`}
            <br />
            <FileName>{file.name}</FileName>
          </>
        }
        aside={
          <Button
            variant="secondary"
            size="small"
            loading={again.isPending}
            onClick={() =>
              again.mutate(
                { params: { fileId: file._id } },
                {
                  onSuccess: ({ message }) => appToast.success(message),
                  onError: (error) => appToast.error(errorMessage(error)),
                },
              )
            }
          >
            Record what is known now
          </Button>
        }
        label="Trades to check"
        query={query}
        rowsOf={({ trades }) => trades}
        what="the trades"
        columns={columns}
        rowKey={({ line }) => String(line)}
        empty={<EmptyState title="Nothing to check">Every trade of the file is recorded.</EmptyState>}
      />
      {unconfirmed.length > 0 && (
        <AlertBanner tone="warn" title="Trades of dealers that the file does not confirm">
          {unconfirmed
            .map(
              ({ tradeId, clientName, action, quantity, stock }) =>
                `${tradeId}, ${clientName}: ${action} ${Number(quantity)} ${stock}`,
            )
            .join('; ')}
        </AlertBanner>
      )}
    </>
  )
}
