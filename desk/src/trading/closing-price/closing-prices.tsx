import type { Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import {
  type HeldPrice,
  type PriceFile,
  type PriceFileReading,
  closingPriceCalls,
} from '@sauda/contract/trading/closing-price'
import { exchanges } from '@sauda/contract/trading/market'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Table } from '@sauda/ui/table'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { buttonColumn, column, type ColumnsOf, endColumn, headColumn, QueryCard } from '../../shell/table.tsx'
import { countText, priceText } from '../../shell/format.ts'
import { decisionField, FormDialog, type ItemDialog, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import {
  ImportFile,
  SecondNeededBanner,
  useFileImport,
  WaitingFileBanner,
  WaitingFiles,
} from '../../shell/import-file.tsx'
import { Faint, Lines, textLines, twoLines } from '../../shell/lines.tsx'
import { useCall } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'

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
    <PriceFiles />
    <WaitingPriceFiles />
    <HeldPrices />
    <FilesOfDays />
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

/** Trading days in the table; an earlier day without a file stays until it is imported. */
const shownDays = 8

type Lists = Reply<typeof closingPriceCalls.list>
type FileDay = PriceFile | Lists['missing'][number]
interface Day {
  day: string
  files: readonly FileDay[]
  lists: Lists
}

const daysOf = (lists: Lists): Day[] =>
  [...Map.groupBy([...lists.files, ...lists.missing], ({ day }) => day)]
    .map(([day, files]) => ({ day, files, lists }))
    .toSorted((one, other) => other.day.localeCompare(one.day))
    .filter(({ files }, index) => index < shownDays || !files.every(isPresent))

const dayColumns: ColumnsOf<Day> = [
  headColumn('Trade day', 'lead', ({ day }) => <span className="nowrap">{formatDate(day)}</span>),
  ...exchanges.map((exchange) =>
    column<Day>(exchange, 'line', ({ files, lists }) => {
      const file = files.find((each) => each.exchange === exchange)
      return file ? <FileOfDay file={file} lists={lists} /> : '–'
    }),
  ),
]

function FileOfDay({ file, lists: { held, waitingFiles } }: { file: FileDay; lists: Lists }) {
  if (!isPresent(file))
    return awaitsApproval(waitingFiles, file) ? (
      <StatusPill tone="warn">Awaiting approval</StatusPill>
    ) : (
      <StatusPill tone="error">Missing</StatusPill>
    )
  const { prices, importedBy, importedAt, approvedBy } = file
  const open = held.filter(({ exchange, day }) => exchange === file.exchange && day === file.day).length
  return (
    <Lines>
      <span className={layout.row}>
        {pricesText(prices)}
        {open > 0 && <StatusPill tone="warn">{`${open} to decide`}</StatusPill>}
      </span>
      <Faint>
        {`${importedBy}, `}
        <DateTime at={importedAt} />
        {approvedBy && `, approved by ${approvedBy}`}
      </Faint>
    </Lines>
  )
}

const FilesOfDays = () => (
  <QueryCard
    label="Price files of the last trading days"
    query={usePriceFiles()}
    rowsOf={daysOf}
    what="the price files"
    columns={dayColumns}
    rowKey={({ day }) => day}
    empty={<EmptyState title="No prices yet">Choose the first file above.</EmptyState>}
  />
)

/** Whether a sent file of the exchange and day waits for a second operator, as its summary says. */
export const awaitsApproval = (
  waiting: readonly { summary: string }[],
  { exchange, day }: { exchange: string; day: string },
): boolean => waiting.some(({ summary }) => summary.includes(exchange) && summary.includes(formatDate(day)))

const isPresent = (file: FileDay): file is PriceFile => 'name' in file
