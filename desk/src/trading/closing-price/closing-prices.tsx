import type { Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import {
  type HeldPrice,
  type PriceFile,
  type PriceFileReading,
  closingPriceCalls,
} from '@sauda/contract/trading/closing-price'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { Table } from '@sauda/ui/table'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { buttonColumn, column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { countText, dayMonth, priceText } from '../../shell/format.ts'
import { decisionField, FormDialog, type ItemDialog, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import {
  ImportFile,
  SecondNeededBanner,
  useFileImport,
  WaitingFileBanner,
  WaitingFiles,
} from '../../shell/import-file.tsx'
import { Faint, FileName, Lines, textLines, twoLines } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { statusPill } from '../../shell/pills.tsx'
import { useCall } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'
import styles from './closing-prices.module.css'

function DecisionDialog({ item, ...dialog }: ItemDialog<HeldPrice>) {
  const { exchange, day, isin, symbol, close, reasons } = item
  return (
    <FormDialog
      {...dialog}
      call={closingPriceCalls.decide}
      name={`closing price ${exchange} ${day} ${isin}`}
      empty={{ choice: 'accept', reason: '' }}
      title={`${symbol}: close of ${formatDate(day)}`}
      description={`${priceText(close)}. ${reasons.join(' ')}`}
      fields={[decisionField({ accept: 'Accept', leave: 'Leave out' }), reasonField()]}
      body={({ choice, reason }) => ({
        exchange,
        day,
        isin,
        close,
        accept: choice === 'accept',
        reason: reason.trim(),
      })}
      action={({ choice }) => (choice === 'accept' ? 'Accept the price' : 'Leave the price out')}
      checkAt="the prices that wait"
    />
  )
}

const usePriceFiles = () => useCall(closingPriceCalls.list, {})

const pricesText = (count: number): string => countText(count, 'price')

export const ClosingPrices = () => (
  <>
    <DaysImported />
    <PriceFiles />
    <WaitingPriceFiles />
    <HeldPrices />
  </>
)

const PriceFiles = () => (
  <ImportFile
    label="Price file of an exchange"
    hint="The UDiFF bhavcopy of the cash market, as the exchange names it: zip, gzip or CSV."
    {...useFileImport(closingPriceCalls.preview, closingPriceCalls.importFile)}
    action={({ prices }) => `Import ${pricesText(prices)}`}
    reading={(reading, action) => <Reading reading={reading} action={action} />}
    imported={(reading) =>
      reading.waitsForSecond ? <WaitingFileBanner file={reading} /> : <Imported reading={reading} />
    }
  />
)

const WaitingPriceFiles = () => <WaitingFiles files={usePriceFiles().data?.waitingFiles ?? []} />

const Imported = ({ reading: { exchange, day, prices, held } }: { reading: PriceFileReading }) => (
  <AlertBanner tone="success" title={`${exchange}, ${formatDate(day)}: imported`}>
    {`In use: ${pricesText(prices - held.length)}.${held.length > 0 ? ` Waiting for another operator: ${pricesText(held.length)}.` : ''}`}
  </AlertBanner>
)

function Reading({ reading, action }: { reading: Reply<typeof closingPriceCalls.preview>; action: ReactNode }) {
  const { exchange, day, prices, held, missing, leftOut } = reading
  return (
    <>
      <SecondNeededBanner reasons={reading.secondReasons} />
      <Card title={`${exchange}, ${formatDate(day)}: ${pricesText(prices)}`} aside={action} flush={held.length > 0}>
        {held.length === 0 && <p className={layout.soft}>Every price passed the checks.</p>}
        {held.length > 0 && (
          <Table
            label="Prices that wait for an operator"
            columns={heldColumns}
            rows={held}
            rowKey={({ isin }) => isin}
          />
        )}
      </Card>
      {leftOut.length > 0 && (
        <p className={layout.soft}>
          {`Rows left out: ${leftOut.map(({ reason, rows }) => `${formatCount(rows)} ${reason}`).join('; ')}.`}
        </p>
      )}
      {missing.length > 0 && (
        <AlertBanner tone="warn" title="Held by clients, but not in this file">
          {`${missing.join(', ')}. Suspended or delisted shares keep their last close.`}
        </AlertBanner>
      )}
    </>
  )
}

const heldColumns: ColumnsOf<HeldPrice> = [
  headColumn('Security', 'lead', ({ symbol, isin, exchange, day }) =>
    twoLines(symbol, `${isin}, ${exchange}, ${formatDate(day)}`, true),
  ),
  endColumn('Last close', 'line', ({ before }) =>
    before ? twoLines(priceText(before.close), formatDate(before.day)) : '–',
  ),
  endColumn('New close', 'figure', ({ close }) => priceText(close)),
  column('To check', 'note', ({ reasons, isHeldByClients }) => (
    <Lines>
      {textLines(reasons)}
      {isHeldByClients && <Faint>Clients hold positions in it.</Faint>}
    </Lines>
  )),
]

/** The card is absent while no price waits; an open dialog stays. */
function HeldPrices() {
  const query = usePriceFiles()
  const { show, dialog } = useItemDialog<HeldPrice>((props) => <DecisionDialog {...props} />)
  const held = query.data?.held ?? []
  return (
    <>
      {held.length > 0 && (
        <Card title="Waiting for a decision" flush>
          <Table
            label="Prices that wait for a decision"
            columns={[...heldColumns, buttonColumn('Decision', 'Decide', show)]}
            rows={held}
            rowKey={({ exchange, day, isin }) => `${exchange} ${day} ${isin}`}
          />
        </Card>
      )}
      {dialog}
    </>
  )
}

/** Trading days in the strip; a day without a file stays until it is imported. */
const shownDays = 8

type FileDay = PriceFile | PriceFileDay
type PriceFileDay = Pick<PriceFile, 'exchange' | 'day'>

const DayPill = statusPill<'present' | 'missing' | 'waiting'>({
  present: ['success', 'present'],
  missing: ['error', 'missing'],
  waiting: ['warn', 'waiting'],
})

/** Whether a file is still to be imported, before anything else. */
function DaysImported() {
  const { show, dialog } = useItemDialog<readonly FileDay[]>((props) => <DayDialog {...props} />)
  return (
    <Loaded query={usePriceFiles()} what="the price files" lines={3}>
      {({ files, missing, held, waitingFiles }) => {
        const all = [...files, ...missing].toSorted(
          (one, other) => one.day.localeCompare(other.day) || other.exchange.localeCompare(one.exchange),
        )
        const days = [...Map.groupBy(all, ({ day }) => day)].filter(
          ([, ofDay], index, { length }) => index >= length - shownDays || !ofDay.every(isPresent),
        )
        const statusOf = (of: FileDay) =>
          isPresent(of)
            ? held.some(({ exchange, day }) => exchange === of.exchange && day === of.day)
              ? 'waiting'
              : 'present'
            : awaitsApproval(waitingFiles, of)
              ? 'waiting'
              : 'missing'
        return (
          <Card title="Price files of the last trading days">
            {days.length === 0 && <EmptyState title="No prices yet">Choose the first file below.</EmptyState>}
            <ol className={styles.days} aria-label="Price files of the last trading days">
              {days.map(([day, ofDay]) => (
                <li key={day}>
                  <button type="button" className={styles.day} onClick={() => show(ofDay)}>
                    <span className="medium">{dayMonth(day)}</span>
                    {ofDay.map((file) => (
                      <span key={file.exchange}>
                        {file.exchange} <DayPill status={statusOf(file)} />
                      </span>
                    ))}
                  </button>
                </li>
              ))}
            </ol>
            {missing.some((file) => !awaitsApproval(waitingFiles, file)) && (
              <p className={layout.soft}>Import the missing files in the order of the days.</p>
            )}
            {dialog}
          </Card>
        )
      }}
    </Loaded>
  )
}

/** Whether a sent file of the exchange and day waits for a second operator, as its summary says. */
export const awaitsApproval = (
  waiting: readonly { summary: string }[],
  { exchange, day }: { exchange: string; day: string },
): boolean => waiting.some(({ summary }) => summary.includes(exchange) && summary.includes(formatDate(day)))

const isPresent = (file: FileDay): file is PriceFile => 'name' in file

const DayDialog = ({ item: files, open, onClose }: ItemDialog<readonly FileDay[]>) => (
  <Dialog open={open} onOpenChange={onClose} title={`Price files of ${formatDate(files[0]?.day ?? '')}`}>
    <DescriptionList
      items={files.map((file) => ({
        term: file.exchange,
        value: isPresent(file) ? (
          <Lines>
            <span>{pricesText(file.prices)}</span>
            <span>
              {`Imported by ${file.importedBy}, `}
              <DateTime at={file.importedAt} />
            </span>
            {file.approvedBy && <span>{`Approved by ${file.approvedBy}`}</span>}
            <FileName>{file.name}</FileName>
          </Lines>
        ) : (
          'Not imported yet'
        ),
      }))}
    />
  </Dialog>
)
