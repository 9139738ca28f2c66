import { isNeeded, rateKeys, rateKeyText, rateNames, rateText } from '@sauda/contract/trading/charge-rate'
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
import { SttClasses } from './stt-classes.tsx'
import { type LevyDifference, type LevyFile, levyFileCalls, levyNames } from '@sauda/contract/trading/levy-file'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { capitalize } from '@sauda/contract/platform/sentence'
import { priceText } from '../../shell/format.ts'
import { SendFile, useUpload, WaitingFiles } from '../../shell/import-file.tsx'
import type { ClientField } from '../../shell/picker.tsx'

const daysOf = ({ from, until }: { from: string; until?: string | undefined }) =>
  twoLines(`From ${formatDate(from)}`, until && `Until ${formatDate(until)}`)

/** `lower of 20 and 0.03 %` → `lower of ₹20.00 and 0.03 %`. */
export const tariffText = (tariff: string): string =>
  tariff.replace(/\d+(?:\.\d+)?(\s*%)?/g, (number, percent?: string) =>
    percent ? number.replace(/\s+%/, '\u00a0%') : priceText(number),
  )

/** Rates that are not set yet are listed too. */
type RateLine = Partial<RateView> & { rate: string }

/** `STT` and `Shares, delivery, purchases`. */
function partsOf(rate: string): readonly [charge: string, of: string] {
  const [charge = '', ...rest] = (rateNames[rate] ?? rate).split(/ of (?=NSE|BSE)|, /)
  return [charge, capitalize(rest.join(', ')) || 'All trades']
}

const nowText = ({ rate, percent }: RateLine): string =>
  percent === undefined ? 'Not set' : Number(percent) === 0 ? 'None' : rateText(rate, percent)

const planColumns = (name: (plan: PlanView) => ReactNode): ColumnsOf<PlanView> => [
  headColumn('Plan', 'lead', name),
  column('For each executed order', 'note', ({ delivery, intraday, etf, minimum, dealerFee }) => (
    <Lines>
      <span>{`Delivery: ${tariffText(delivery)}`}</span>
      <span>{`Intraday: ${tariffText(intraday)}`}</span>
      <span>{`ETFs: ${tariffText(etf)}`}</span>
      {minimum > 0 && <span>{`At least ${rupeesText(minimum)} a day`}</span>}
      {dealerFee > 0 && <span>{`Order placed by a dealer: ${rupeesText(dealerFee)}`}</span>}
    </Lines>
  )),
  column('Trade days', 'under', daysOf),
  column('Set by', 'line', ({ setBy }) => setBy),
]

export function TradeCharges({ ClientPicker }: { ClientPicker: ClientField }) {
  const query = useCall(tradeChargeCalls.list, {})
  const can = useCan()
  const mayChange = can('operator.manage')
  const rate = useItemDialog<RateLine>(({ item, ...state }) => (
    <RateDialog rate={item.rate} now={nowText(item)} {...state} />
  ))
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
  const rateColumns: ColumnsOf<RateLine> = [
    headColumn('Charge', 'lead', (line) => opens(partsOf(line.rate)[1], () => rate.show(line))),
    endColumn('Rate', 'figure', (line) => <span className="nowrap">{nowText(line)}</span>),
    column('Trade days', 'under', ({ from, until }) => (from === undefined ? '–' : daysOf({ from, until }))),
    column('Set by', 'line', ({ setBy, from }) => (from === undefined ? '–' : (setBy ?? 'Installation'))),
  ]
  return (
    <>
      <QueryCard
        label="Brokerage plans"
        aside={button('New plan', () => plan.show(undefined))}
        query={query}
        rowsOf={({ plans }) => plans}
        columns={planColumns((line) => opens(line.name, () => plan.show(line)))}
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
      <QueryCard
        label="Rates"
        aside={
          mayChange && (
            <DialogButton size="small" dialog={GroupRateDialog}>
              Rate of a BSE group
            </DialogButton>
          )
        }
        query={query}
        rowsOf={({ rates }) =>
          rateKeys.map(rateKeyText).flatMap((key): RateLine[] => {
            const own = rates.filter((each) => each.rate === key)
            return own.length > 0 ? own : isNeeded(key) ? [{ rate: key }] : []
          })
        }
        columns={rateColumns}
        rowKey={({ rate: key, from }) => `${key} ${from}`}
        group={{ keyOf: (line) => partsOf(line.rate)[0], heading: (name) => name }}
        empty={null}
      />
      <SttClasses />
      {can('exchange.import') && <LevyFiles />}
      {rate.dialog}
      {plan.dialog}
      {assigned.dialog}
      {several.dialog}
      {confirmed.dialog}
    </>
  )
}

const assignedColumns: ColumnsOf<AssignedPlan> = [
  headColumn('Client', 'lead', ({ client }) => (client ? oneLine(client.name, client.saudaId) : 'All other clients')),
  column('Plan', 'figure', ({ plan }) => plan),
  column('Trade days', 'under', daysOf),
  column('Set by', 'line', ({ setBy }) => setBy),
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
