import type { Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import {
  type ExpectedHolding,
  holdingCalls,
  type HoldingCounts,
  type HoldingLine,
  holdingStates,
} from '@sauda/contract/trading/holding'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { DateField } from '@sauda/ui/date-field'
import { EmptyState } from '@sauda/ui/empty-state'
import { Table } from '@sauda/ui/table'
import { TextField } from '@sauda/ui/text-field'
import { formatDate } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shell/api.ts'
import { countText, quantityText } from '../../shell/format.ts'
import {
  ImportFile,
  SecondNeededBanner,
  UnusedColumns,
  useFileImport,
  WaitingFileBanner,
  WaitingFiles,
} from '../../shell/import-file.tsx'
import layout from '../../shell/layout.module.css'
import { Lines, twoLines } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { statusPill } from '../../shell/pills.tsx'
import { column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'

/** The import of a file, and what the last ones showed. */
export const Holdings = () => (
  <>
    <ImportHoldings />
    <ComparedDays />
  </>
)

const noColumns = { account: '', isin: '', quantity: '', day: '' }

function ImportHoldings() {
  const [own, setOwn] = useState(noColumns)
  const query = Object.fromEntries(Object.entries(own).filter(([, value]) => value.trim() !== ''))
  const field = (name: keyof typeof noColumns, label: string) => (
    <TextField
      label={label}
      optional
      maxLength={60}
      value={own[name]}
      onChange={({ target }) => setOwn({ ...own, [name]: target.value })}
    />
  )
  return (
    <ImportFile
      label="Holdings file of a depository"
      hint="The statement of holdings of a day for your clients, from CDSL, NSDL or your depository participant: CSV, zip, gzip or Excel, with the demat account, the ISIN and the quantity in columns. Other names of columns are entered below once; later files with them are read at once."
      accept=".zip,.gz,.csv,.xlsx,.xls,text/csv"
      again="Read the file again"
      {...useFileImport(holdingCalls.preview, holdingCalls.importFile, query)}
      action={({ clients }) => `Import holdings of ${countText(clients, 'client')}`}
      reading={(reading, action) => <Reading reading={reading} action={action} />}
      imported={(reading) =>
        reading.waitsForSecond ? (
          <WaitingFileBanner file={reading} />
        ) : (
          <AlertBanner tone="success" title={`Holdings of ${formatDate(reading.day)} imported`}>
            {countsText(reading)}
          </AlertBanner>
        )
      }
    >
      <details>
        <summary>Columns of the file</summary>
        {field('account', 'Column with the demat account')}
        {field('isin', 'Column with the ISIN')}
        {field('quantity', 'Column with the quantity')}
        <DateField label="Day of the holdings" optional value={own.day} onText={(day) => setOwn({ ...own, day })} />
      </details>
    </ImportFile>
  )
}

const countsText = ({ equal, explained, different }: Omit<HoldingCounts, 'day'>): string =>
  `${formatCount(equal)} equal, ${formatCount(explained)} explained, ${formatCount(different)} different.`

function Reading({ reading, action }: { reading: Reply<typeof holdingCalls.preview>; action: ReactNode }) {
  const { day, lines, leftOut, absent, unused, secondReasons, columns: names } = reading
  return (
    <>
      <SecondNeededBanner reasons={secondReasons} />
      <Card title={`Holdings of ${formatDate(day)}`} aside={action} flush={lines.length > 0}>
        {lines.length === 0 && <p className={layout.soft}>{countsText(reading)}</p>}
        {lines.length > 0 && <HoldingTable lines={lines} />}
      </Card>
      {lines.length > 0 && <p className={layout.soft}>{countsText(reading)}</p>}
      {leftOut.length > 0 && (
        <p className={layout.soft}>
          {`Rows not used: ${leftOut.map(({ reason, rows }) => `${formatCount(rows)} ${reason}`).join('; ')}.`}
        </p>
      )}
      {absent > 0 && (
        <p className={layout.soft}>
          {`${countText(absent, 'client')} with shares here ${absent === 1 ? 'is' : 'are'} not in this file and not compared. A share that the file lacks for a client who is in it counts as 0.`}
        </p>
      )}
      {names && (
        <p className={layout.soft}>
          {`Read by the names of columns that were entered: ${Object.values(names).join(', ')}.`}
        </p>
      )}
      <UnusedColumns columns={unused} />
    </>
  )
}

const StatePill = statusPill<HoldingLine['state']>({
  equal: ['success', holdingStates.equal],
  explained: ['neutral', holdingStates.explained],
  different: ['error', holdingStates.different],
})

/** Below zero there is more in the demat account than here. */
const differenceText = (difference: string): string =>
  difference.startsWith('-') ? `−${quantityText(difference.slice(1))}` : quantityText(difference)

/** The terms between the demat account and the position. */
const termsText = ({ bought, sold, entitled, pledged, lockedIn }: HoldingLine): string[] =>
  [
    bought !== '0' && `${quantityText(bought)} bought, not paid out yet`,
    sold !== '0' && `${quantityText(sold)} sold, not delivered yet`,
    entitled !== '0' && `${quantityText(entitled)} bonus shares, not credited yet`,
    pledged !== '0' && `${quantityText(pledged)} of them pledged`,
    lockedIn !== '0' && `${quantityText(lockedIn)} of them locked in`,
  ].filter((term) => term !== false)

const columns: ColumnsOf<HoldingLine> = [
  headColumn('Client', 'lead', ({ clientId, clientName, saudaId }) =>
    twoLines(<Link to={`/clients/${clientId}`}>{clientName}</Link>, saudaId),
  ),
  column('Share', 'line', ({ symbol, isin }) => (symbol === undefined ? isin : twoLines(symbol, isin))),
  column('State', 'state', ({ state, since }) => (
    <Lines>
      <StatePill status={state} />
      {since && <span>{`since ${formatDate(since)}`}</span>}
    </Lines>
  )),
  endColumn('Demat account', 'part', ({ depository }) => quantityText(depository)),
  column('Explained by', 'note', (line) => (
    <Lines>
      {termsText(line).map((term) => (
        <span key={term}>{term}</span>
      ))}
    </Lines>
  )),
  endColumn('Position', 'part', ({ books }) => quantityText(books)),
  endColumn('Difference', 'figure', ({ difference }) => differenceText(difference)),
]

const HoldingTable = ({ lines }: { lines: readonly HoldingLine[] }) => (
  <Table
    label="Holdings that are not equal"
    columns={columns}
    rows={lines}
    rowKey={({ clientId, isin }) => `${clientId} ${isin}`}
  />
)

function ComparedDays() {
  const [address] = useSearchParams()
  const day = address.get('day') ?? undefined
  const query = useCall(holdingCalls.list, { query: { ...(day && { day }) } })
  return (
    <Loaded query={query} what="the holdings" lines={4}>
      {({ days, lines, expected, withoutDemat, waitingFiles }) => {
        const shown = days.find((each) => each.day === day) ?? days[0]
        return (
          <>
            <WaitingFiles files={waitingFiles} />
            {shown && (
              <Card title={`Compared on ${formatDate(shown.day)}`} flush={lines.length > 0}>
                {lines.length === 0 ? (
                  <EmptyState title="Every holding is equal">{countsText(shown)}</EmptyState>
                ) : (
                  <HoldingTable lines={lines} />
                )}
              </Card>
            )}
            {days.length > 0 && (
              <Card title="Comparisons" flush>
                <Table label="Comparisons" columns={dayColumns} rows={days} rowKey={(each) => each.day} />
              </Card>
            )}
            {days.length === 0 && expected.length > 0 && (
              <Card title="Positions that wait for a holdings file" flush>
                <Table
                  label="Positions that wait for a holdings file"
                  columns={expectedColumns}
                  rows={expected}
                  rowKey={({ isin }) => isin}
                />
              </Card>
            )}
            {days.length === 0 && expected.length === 0 && (
              <p className={layout.soft}>
                No client with a demat account has shares here, so there is nothing to compare yet.
              </p>
            )}
            {withoutDemat > 0 && (
              <p className={layout.soft}>
                {`${countText(withoutDemat, 'client')} with shares here ${withoutDemat === 1 ? 'has' : 'have'} no demat account recorded and cannot be compared. It is recorded on the page of the client.`}
              </p>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const expectedColumns: ColumnsOf<ExpectedHolding> = [
  headColumn('Share', 'lead', ({ symbol, isin }) => (symbol === undefined ? isin : twoLines(symbol, isin))),
  endColumn('Clients', 'part', ({ clients }) => formatCount(clients)),
  endColumn('Position', 'figure', ({ units }) => quantityText(units)),
]

const dayColumns: ColumnsOf<HoldingCounts> = [
  headColumn('Day', 'lead', ({ day }) => <Link to={`?day=${day}`}>{formatDate(day)}</Link>),
  endColumn('Clients', 'part', ({ clients }) => formatCount(clients)),
  endColumn('Equal', 'part', ({ equal }) => formatCount(equal)),
  endColumn('Explained', 'part', ({ explained }) => formatCount(explained)),
  endColumn('Different', 'figure', ({ different }) => formatCount(different)),
]
