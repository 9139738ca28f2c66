import { isNeeded, rateNames, rateText } from '@sauda/contract/trading/charge-rate'
import { type AssignedPlan, type PlanView, type RateView, tradeChargeCalls } from '@sauda/contract/trading/trade-charge'
import { rupeesText } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import pressed from '@sauda/ui/pressed-row.module.css'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import {
  buttonColumn,
  column,
  type ColumnsOf,
  endColumn,
  headColumn,
  QueryCard,
  QueryTable,
} from '../../shell/table.tsx'
import { useCall } from '../../shell/api.ts'
import { DialogButton, useItemDialog } from '../../shell/form-dialog.tsx'
import { Lines, oneLine, textLines, twoLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import {
  AssignDialog,
  GroupRateDialog,
  PlanDialog,
  RateDialog,
  SeveralConfirmation,
  SeveralDialog,
  type SeveralPlans,
} from './charge-dialogs.tsx'
import { exchangeRates, levies, type RateRow } from './rate-rows.ts'
import { SttClasses } from './stt-classes.tsx'
import { type LevyDifference, type LevyFile, levyFileCalls, levyNames } from '@sauda/contract/trading/levy-file'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { priceText } from '../../shell/format.ts'
import { SendFile, useUpload, WaitingFiles } from '../../shell/import-file.tsx'
import type { ClientField } from '../../shell/picker.tsx'
import layout from '../../shell/layout.module.css'

const daysOf = ({ from, until, setBy }: Pick<PlanView, 'from' | 'until' | 'setBy'>) =>
  twoLines(`From ${formatDate(from)}${until ? ` to ${formatDate(until)}` : ''}`, `Set by ${setBy}`)

/** `lower of 20 and 0.03 %` → `lower of ₹20.00 and 0.03 %`. */
export const tariffText = (tariff: string): string =>
  tariff.replace(/\d+(?:\.\d+)?(\s*%)?/g, (number, percent?: string) =>
    percent ? number.replace(/\s+%/, '\u00a0%') : priceText(number),
  )

/** A rate that is not set yet has no days. */
type RateLine = Partial<RateView> & { rate: string }

const nowText = ({ rate, percent }: RateLine): string =>
  percent === undefined ? 'Not set' : Number(percent) === 0 ? 'None' : rateText(rate, percent)

const sinceText = (line: RateLine): string =>
  line.from === undefined ? nowText(line) : `${nowText(line)} from ${formatDate(line.from)}`

const planColumns = (name: (plan: PlanView) => ReactNode, hasMore = false): ColumnsOf<PlanView> => [
  headColumn('Plan', 'lead', name),
  column('Delivery', 'part', ({ delivery }) => tariffText(delivery)),
  column('Intraday', 'part', ({ intraday }) => tariffText(intraday)),
  column('ETFs', 'part', ({ etf }) => tariffText(etf)),
  hasMore &&
    column('Also', 'note', ({ minimum, dealerFee }) => (
      <Lines>
        {minimum > 0 && <span>{`At least ${rupeesText(minimum)} a day`}</span>}
        {dealerFee > 0 && <span>{`Order placed by a dealer: ${rupeesText(dealerFee)}`}</span>}
      </Lines>
    )),
  column('Trade days', 'under', daysOf),
]

export function TradeCharges({ ClientPicker }: { ClientPicker: ClientField }) {
  const query = useCall(tradeChargeCalls.list, {})
  const can = useCan()
  const mayChange = can('operator.manage')
  const plan = useItemDialog<PlanView | undefined>((props) => <PlanDialog {...props} />)
  const assigned = useItemDialog<readonly string[]>((props) => <AssignDialog {...props} ClientPicker={ClientPicker} />)
  const confirmed = useItemDialog<SeveralPlans>((props) => <SeveralConfirmation {...props} />)
  const several = useItemDialog<readonly string[]>(({ item: plans, ...state }) => (
    <SeveralDialog item={{ plans, onChecked: confirmed.show }} {...state} />
  ))
  const names = [...new Set(query.data?.plans.map(({ name }) => name))]
  const button = (text: string, onClick: () => void): ReactNode =>
    mayChange && (
      <Button variant="secondary" size="small" onClick={onClick}>
        {text}
      </Button>
    )
  /** The name opens the dialog, where the operator may change what it names. */
  const opens = (text: string, onOpen: () => void): ReactNode =>
    mayChange ? (
      <button type="button" className={`${pressed.press} ${pressed.name}`} onClick={onOpen}>
        {text}
      </button>
    ) : (
      text
    )
  return (
    <>
      <QueryCard
        label="Brokerage plans"
        aside={button('New plan', () => plan.show(undefined))}
        query={query}
        rowsOf={({ plans }) => plans}
        columns={planColumns(
          (line) => opens(line.name, () => plan.show(line)),
          query.data?.plans.some(({ minimum, dealerFee }) => minimum > 0 || dealerFee > 0),
        )}
        rowKey={({ name, from }) => `${name} ${from}`}
        empty={<EmptyState title="No plans yet">Charges cannot be computed before a plan is assigned.</EmptyState>}
      />
      <QueryCard
        label="Plans of clients"
        aside={
          names.length > 0 && (
            <Row gap={1}>
              {button('Assign to several', () => several.show(names))}
              {button('Assign a plan', () => assigned.show(names))}
            </Row>
          )
        }
        query={query}
        rowsOf={(data) => data.assigned}
        columns={assignedColumns}
        rowKey={({ client, from }) => `${client?._id} ${from}`}
        empty={
          <EmptyState title="No plan is assigned yet">Assign one to all clients or to a single client.</EmptyState>
        }
      />
      <Rates />
      <SttClasses />
      {can('exchange.import') && <LevyFiles />}
      {plan.dialog}
      {assigned.dialog}
      {several.dialog}
      {confirmed.dialog}
    </>
  )
}

/** What is charged by law and by the exchanges; an administrator opens a rate to set the next one. */
function Rates() {
  const query = useCall(tradeChargeCalls.list, {})
  const mayChange = useCan()('operator.manage')
  const rate = useItemDialog<RateLine>(({ item, ...state }) => (
    <RateDialog rate={item.rate} now={sinceText(item)} {...state} />
  ))
  const rateCell = (key: string | undefined): ReactNode => {
    if (key === undefined) return '–'
    const own = query.data?.rates.filter((each) => each.rate === key) ?? []
    const [newest = { rate: key }, ...earlier]: readonly RateLine[] = own
    const now = <span className="nowrap">{nowText(newest)}</span>
    return (
      <div className={layout.cells}>
        {mayChange ? (
          <Button variant="ghost" size="small" onClick={() => rate.show(newest)}>
            <span className="visually-hidden">{`${rateNames[key]}: `}</span>
            {now}
          </Button>
        ) : (
          now
        )}
        {(earlier.length > 0 || newest.setBy !== undefined) && (
          <div className={layout.faint}>
            {`from ${formatDate(newest.from ?? '')}${newest.setBy ? `, ${newest.setBy}` : ''}`}
          </div>
        )}
        {earlier.map((line) => (
          <div key={line.from} className={layout.faint}>{`${nowText(line)} until ${formatDate(line.until ?? '')}`}</div>
        ))}
      </div>
    )
  }
  const rateTable = (
    label: string,
    [first, ...columns]: readonly [string, ...string[]],
    rows: readonly RateRow[],
    aside?: ReactNode,
  ) => (
    <QueryCard
      label={label}
      aside={aside}
      query={query}
      rowsOf={({ rates }) =>
        rows.filter(([, ...keys]) =>
          keys.some((key) => key !== undefined && (isNeeded(key) || rates.some((each) => each.rate === key))),
        )
      }
      columns={[
        headColumn<RateRow>(first, 'lead', ([name]) => name),
        ...columns.map((header, at) => endColumn<RateRow>(header, 'part', (row) => rateCell(row[at + 1]))),
      ]}
      rowKey={([name]) => name}
    />
  )
  return (
    <>
      {rateTable('STT and stamp duty', ['Trades', 'STT, buy', 'STT, sell', 'Stamp duty, buy'], levies)}
      {rateTable(
        'Charges of the exchanges, SEBI and GST',
        ['Charge', 'NSE', 'BSE'],
        exchangeRates,
        mayChange && (
          <DialogButton size="small" dialog={GroupRateDialog}>
            Rate of a BSE group
          </DialogButton>
        ),
      )}
      {rate.dialog}
    </>
  )
}

const assignedColumns: ColumnsOf<AssignedPlan> = [
  headColumn('Client', 'lead', ({ client }) => (client ? oneLine(client.name, client.saudaId) : 'All other clients')),
  column('Plan', 'figure', ({ plan }) => plan),
  column('Trade days', 'under', daysOf),
]

const nameOf = ({ levy, exchange, day }: Pick<LevyFile, 'levy' | 'exchange' | 'day'>) =>
  `${levyNames[levy]}, ${exchange}, ${formatDate(day)}`

/** Importing an STT or stamp duty file, and where it differs from what was computed. */
function LevyFiles() {
  const files = useCall(levyFileCalls.list, {})
  const [shown, setShown] = useState<LevyFile>()
  return (
    <>
      <SendFile
        title="STT and stamp duty of the clearing corporations"
        label="STT or stamp duty file"
        hint="As the clearing corporation names it, gzip or CSV. Clients pay its figures; where they differ from ours, a second operator decides first."
        send={useUpload(levyFileCalls.importFile)}
        onSent={({ file, waitsForSecond }) => setShown(waitsForSecond ? undefined : file)}
      />
      <WaitingFiles files={files.data?.waitingFiles ?? []} />
      {shown && <Differences file={shown} />}
      <QueryCard
        label="Imported STT and stamp duty files"
        query={files}
        rowsOf={(data) => data.files}
        what="the files"
        columns={fileColumns(setShown)}
        empty={<EmptyState title="No files yet">Choose the first file above.</EmptyState>}
      />
    </>
  )
}

function Differences({ file }: { file: LevyFile }) {
  const query = useCall(levyFileCalls.differences, { params: { fileId: file._id } })
  const { more = 0, unadjusted = 0 } = query.data ?? {}
  return (
    <Card title={`${nameOf(file)}: differences`} flush>
      <QueryTable
        label="Differences from what was computed"
        query={query}
        rowsOf={({ differences }) => differences}
        what="the differences"
        columns={differenceColumns}
        rowKey={({ code }) => code}
        empty={
          <EmptyState title="No differences">
            {`The file and our figures agree for ${query.data?.clients ?? 0} clients.`}
          </EmptyState>
        }
      />
      {more > 0 && <AlertBanner tone="warn">{`${more} more clients differ.`}</AlertBanner>}
      {unadjusted > 0 && (
        <AlertBanner tone="warn">{`${unadjusted} levies of clients are not booked as the file states yet.`}</AlertBanner>
      )}
    </Card>
  )
}

const differenceColumns: ColumnsOf<LevyDifference> = [
  headColumn('Client', 'lead', ({ code, clientName }) => twoLines(clientName ?? 'Not a client here', code)),
  endColumn('File', 'figure', (row) => priceText(row.file)),
  endColumn('Computed', 'line', (row) => priceText(row.computed)),
  column('What differs', 'note', ({ reasons }) => <Lines>{textLines(reasons)}</Lines>),
]

const fileColumns = (show: (file: LevyFile) => void): ColumnsOf<LevyFile> => [
  headColumn('File', 'lead', (file) => twoLines(nameOf(file), file.name)),
  endColumn('Total', 'figure', ({ total }) => priceText(total)),
  endColumn('Computed', 'line', ({ computed }) => priceText(computed)),
  column('Imported', 'under', ({ importedBy, importedAt }) => twoLines(importedBy, <DateTime at={importedAt} />)),
  column('Approved', 'line', ({ approvedBy }) => approvedBy ?? 'Not needed'),
  buttonColumn('Check', 'Differences', show),
]
