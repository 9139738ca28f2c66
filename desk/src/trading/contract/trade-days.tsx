import { contractCalls, dayStateNames, type TradeDay } from '@sauda/contract/trading/contract'
import { paiseOf } from '@sauda/contract/platform/money'
import { exchanges } from '@sauda/contract/trading/market'
import { tradesText } from '@sauda/contract/trading/exchange-file'
import { dayFigureKeys, dayFigures } from '@sauda/contract/trading/trade-day'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import type { Reply } from '@sauda/contract/platform/call'
import type { TableColumn } from '@sauda/ui/table'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  amountColumn,
  column,
  type ColumnsOf,
  endColumn,
  headColumn,
  ListTable,
  QueryCard,
} from '../../shell/table.tsx'
import { useCall } from '../../shell/api.ts'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import { Lines, Strip, oneLine, twoLines } from '../../shell/lines.tsx'
import { statusPill } from '../../shell/pills.tsx'
import { SumAmount } from '../../shell/trail.tsx'

const DayPill = statusPill<TradeDay['state']>({
  incomplete: ['neutral', dayStateNames.incomplete],
  recorded: ['warn', dayStateNames.recorded],
  booking: ['info', dayStateNames.booking],
  faulty: ['error', dayStateNames.faulty],
  booked: ['success', dayStateNames.booked],
})

const counted = new Intl.NumberFormat('en-IN')

const columns = (
  onBook: (day: TradeDay) => void,
  onOpen: (day: string) => void,
  { filesOf, toCheckOf, hasSteps }: Pick<TradeDaysProps, 'filesOf' | 'toCheckOf'> & { hasSteps: boolean },
): ColumnsOf<TradeDay> => [
  headColumn('Trade day', 'lead', ({ day }) => <span className="nowrap">{formatDate(day)}</span>),
  column('Status', 'state', ({ state, exchanges: recorded, bookedBy }) =>
    state === 'incomplete' && recorded.length === 0
      ? '–'
      : oneLine(<DayPill status={state} />, bookedBy === undefined ? '' : `by ${bookedBy}`),
  ),
  endColumn('Trades', 'part', ({ trades, left }) =>
    twoLines(counted.format(trades), left > 0 ? `${counted.format(left)} not booked` : ''),
  ),
  endColumn('Clients', 'part', ({ contracts, faults }) =>
    twoLines(counted.format(contracts), faults > 0 ? `${counted.format(faults)} not booked` : ''),
  ),
  column('Files', 'note', ({ day }) => filesOf(day)),
  hasSteps &&
    endColumn('Next step', 'part', (day) => (
      <Row gap={1} justify="end">
        {toCheckOf(day.day) > 0 && (
          <Button variant="secondary" size="small" onClick={() => onOpen(day.day)}>
            {`Check ${tradesText(toCheckOf(day.day))}`}
          </Button>
        )}
        {isToBook(day) && (
          <Button size="small" onClick={() => onBook(day)}>
            Book the day
          </Button>
        )}
      </Row>
    )),
]

const isToBook = ({ state }: TradeDay): boolean => state === 'recorded' || state === 'faulty'

interface TradeDaysProps {
  fileDays: readonly string[]
  filesOf: (day: string) => ReactNode
  /** How many trades of the day an operator has to check. */
  toCheckOf: (day: string) => number
  /** What is shown of an open day above its clients. */
  detailsOf: (day: string) => ReactNode
}

/** A day whose files are all rejected or replaced. */
const dayWithout = (day: string): TradeDay => ({
  day,
  state: 'incomplete',
  exchanges: [],
  trades: 0,
  left: 0,
  contracts: 0,
  faults: 0,
})

/** Booking of the recorded trades of a day, with their charges. */
export function TradeDays({ fileDays, detailsOf, ...files }: TradeDaysProps) {
  const [open, setOpen] = useState<string>()
  const query = useCall(contractCalls.days, {})
  const { show, dialog } = useItemDialog<TradeDay>((props) => <BookDialog {...props} />)
  const hasSteps = (query.data?.days ?? []).some((day) => isToBook(day) || files.toCheckOf(day.day) > 0)
  return (
    <>
      <QueryCard
        label="Trade days"
        query={query}
        rowsOf={({ days }) =>
          [
            ...days,
            ...fileDays.filter((day) => !days.some((each) => each.day === day)).map((day) => dayWithout(day)),
          ].toSorted((a, b) => b.day.localeCompare(a.day))
        }
        columns={columns(show, setOpen, { ...files, hasSteps })}
        onRowPress={({ day }) => setOpen(day)}
        selectedKey={open ?? null}
        rowKey={({ day }) => day}
        empty={<EmptyState title="No trades yet">Import the first trade file above.</EmptyState>}
      />
      {open !== undefined && detailsOf(open)}
      {query.data?.days.some(({ day, contracts }) => day === open && contracts > 0) && (
        <Contracts key={open} day={open ?? ''} />
      )}
      {dialog}
    </>
  )
}

function BookDialog({ item: { day, exchanges: recorded, left }, ...dialog }: ItemDialog<TradeDay>) {
  const missing = exchanges.find((exchange) => !recorded.includes(exchange))
  return (
    <FormDialog
      {...dialog}
      call={contractCalls.book}
      name={`trade day ${day}`}
      body={() => ({ day, ...(missing && { without: missing }) })}
      title={`Book the trades of ${formatDate(day)}`}
      description={`Charges are computed, and ${counted.format(left)} trades are booked client by client. Clients see them at once.`}
      action={missing ? `Book without ${missing}` : 'Book the day'}
    >
      {missing && (
        <AlertBanner tone="warn" title={`There is no final ${missing} file of this day`}>
          {`Book only if no client traded at ${missing}. If the file comes later, the clients in it are booked again.`}
        </AlertBanner>
      )}
    </FormDialog>
  )
}

type Contract = Reply<typeof contractCalls.day>['contracts'][number]
const dayAmount = (
  day: string,
  key: Exclude<keyof Contract, '_id' | 'clientId' | 'name' | 'saudaId'>,
  header: string,
) =>
  amountColumn<Contract>(
    header,
    (contract) => contract[key],
    key === 'net' ? 'figure' : undefined,
    ({ [key]: amount, clientId, _id }) =>
      amount === 0 ? undefined : { clientId, source: { cause: _id }, name: `Trades of ${formatDate(day)}` },
  )

const clientColumn: TableColumn<Contract> = headColumn('Client', 'lead', ({ clientId, name, saudaId }) =>
  oneLine(<Link to={`/clients/${clientId}`}>{name}</Link>, saudaId),
)

function Contracts({ day }: { day: string }) {
  const query = useCall(contractCalls.day, { query: { day } })
  const { totals, contracts = [], faults = [] } = query.data ?? {}
  return (
    <>
      {faults.length > 0 && (
        <AlertBanner tone="error" title="These clients need attention">
          <Lines>
            {faults.map(({ clientId, name, message }) => (
              <span key={clientId}>{`${name}: ${message}`}</span>
            ))}
          </Lines>
        </AlertBanner>
      )}
      <QueryCard
        title={`${formatDate(day)}: clients`}
        label={`Clients with trades on ${formatDate(day)}`}
        query={query}
        rowsOf={({ contracts }) => contracts}
        what="the clients"
        columns={[
          clientColumn,
          dayAmount(day, 'bought', dayFigures.bought),
          dayAmount(day, 'sold', dayFigures.sold),
          dayAmount(day, 'charges', 'Charges'),
          dayAmount(day, 'net', 'Net'),
        ]}
        empty={<EmptyState title="No client is booked yet">Book the day first.</EmptyState>}
      />
      {totals && (
        <Card title={`${formatDate(day)}: totals`}>
          <Strip
            items={dayFigureKeys.map((key) => ({
              term: dayFigures[key],
              value: <DayTotal day={day} figure={key} total={totals[key]} contracts={contracts} />,
            }))}
          />
        </Card>
      )}
    </>
  )
}

interface DayTotalProps {
  day: string
  figure: (typeof dayFigureKeys)[number]
  total: number
  contracts: readonly Contract[]
}

function DayTotal({ day, figure, total, contracts }: DayTotalProps) {
  const name = `${dayFigures[figure]} of ${formatDate(day)}`
  const money = <Money amount={paiseOf(total)} />
  if (total === 0) return money
  const parts = (
    <ListTable
      label={name}
      columns={[clientColumn, dayAmount(day, figure, dayFigures[figure])]}
      rows={contracts.filter(({ [figure]: amount }) => amount !== 0)}
    />
  )
  return (
    <SumAmount title={name} description="By client." name="what it adds up" parts={parts}>
      {money}
    </SumAmount>
  )
}
