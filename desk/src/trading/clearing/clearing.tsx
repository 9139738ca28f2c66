import {
  apartNames,
  clearingCalls,
  type ClearingSettlement,
  fileKinds,
  type Shortage,
  type VolumeDifference,
} from '@sauda/contract/trading/clearing'
import { corporationOf } from '@sauda/contract/trading/corporation'
import type { Reply } from '@sauda/contract/platform/call'
import { rupeesText } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import pressed from '@sauda/ui/pressed-row.module.css'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { Link } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn, QueryCard, QueryTable } from '../../shell/table.tsx'
import { useCall } from '../../shell/api.ts'
import { type DialogState, FormDialog, reasonField, useItemDialog, DialogButton } from '../../shell/form-dialog.tsx'
import { dayMonth, priceText } from '../../shell/format.ts'
import { SendFile, useUpload } from '../../shell/import-file.tsx'
import { Faint, Lines, textLines, twoLines } from '../../shell/lines.tsx'
import layout from '../../shell/layout.module.css'
import { Corporations } from './corporations.tsx'
import { CloseDialog, EndDialog, ReverseDialog, shortageColumns, ShortageDialog } from './shortage.tsx'

/** Below a long list of settlements they would open outside the viewport. */
function showDetails(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' })
  card?.focus({ preventScroll: true })
}

/** Settlements with the clearing corporations, and the import of their files. */
export function Clearing() {
  const query = useCall(clearingCalls.list, {})
  const send = useUpload(clearingCalls.importFile)
  const [shown, setShown] = useState<string>()
  const settlement = query.data?.settlements.find(({ _id }) => _id === shown)
  return (
    <>
      <SendFile
        title="Files of the clearing corporations"
        label="Obligation file, settlement master or delivery file"
        hint="As the clearing corporation names it, gzip or CSV. A provisional obligation is only shown. A file that does not agree with the trades or the calendar, or ends a shortage, waits for a second operator."
        send={send}
        imported={(result) => <Imported {...result} />}
      />
      {send.data?.notRequested && !send.data.waitsForSecond && (
        <AlertBanner tone="warn" title="Close-outs that were not requested">
          {send.data.notRequested.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </AlertBanner>
      )}
      <QueryCard
        label="Settlements"
        query={query}
        rowsOf={(data) => data.settlements}
        columns={settlementColumns(setShown)}
        empty={<EmptyState title="No settlements yet">They begin with the first booked trades or file.</EmptyState>}
      />
      {settlement && <Details key={settlement._id} settlement={settlement} />}
      <Corporations />
    </>
  )
}

/** What the import of a file has changed. */
const Imported = ({ kind, exchange, settlements, closeOuts = [] }: Reply<typeof clearingCalls.importFile>) => (
  <Lines>
    <strong>{`${fileKinds[kind]} of ${corporationOf[exchange]} imported`}</strong>
    {settlements.map(({ _id, net, settlesOn, shortages = 0 }) => (
      <span key={_id}>
        {net !== undefined
          ? `${_id}: ${rupeesText(net)}`
          : settlesOn === undefined
            ? `${_id}: ${shortages === 1 ? '1 shortage' : `${shortages} shortages`}`
            : `${_id}: pay-out on ${formatDate(settlesOn)}`}
      </span>
    ))}
    {textLines(closeOuts.map((summary) => `Approval requested: ${summary}`))}
  </Lines>
)

/** From the broker's side: above zero the clearing corporation pays. */
const toPay = (net: number) => (
  <span className="nowrap">
    {net !== 0 && <Faint>{net < 0 ? 'pay ' : 'receive '}</Faint>}
    {rupeesText(Math.abs(net))}
  </span>
)

/** Whether another figure is the same; only one that differs is an amount. */
const compared = (net: number | undefined, computed: number) =>
  net === undefined || (net === 0 && computed !== 0) ? (
    '–'
  ) : net === computed ? (
    <span className={`nowrap ${layout.fits}`}>✓ agrees</span>
  ) : (
    <span className={layout.differs}>{toPay(net)}</span>
  )

const settlementColumns = (show: (id: string) => void): ColumnsOf<ClearingSettlement> => [
  headColumn('Settlement', 'lead', ({ _id, masterDay }) => (
    <Lines>
      <button
        type="button"
        className={`nowrap ${pressed.press}`}
        aria-label={`Details of ${_id}`}
        data-item=""
        onClick={() => show(_id)}
      >
        {_id}
      </button>
      {masterDay && <Faint>{`Settlement master: ${dayMonth(masterDay)}. Import it again to decide.`}</Faint>}
    </Lines>
  )),
  column('State', 'note', ({ state, waiting }) => (
    <Lines>
      <StatusPill tone={state === 'Complete' ? 'success' : 'warn'}>{state}</StatusPill>
      {waiting && <Link to={`/proposal/${waiting.proposalId}`}>File awaiting approval</Link>}
    </Lines>
  )),
  column('Trades, pay-out', 'under', ({ tradedOn, settlesOn }) => (
    <span className="nowrap">{`${dayMonth(tradedOn)} → ${dayMonth(settlesOn)}`}</span>
  )),
  endColumn('Ledger', 'figure', ({ computed }) => toPay(computed)),
  endColumn('Obligation file', 'part', ({ computed, file, difference = 0, isProvisional, apart = [] }) =>
    twoLines(
      compared(file, computed),
      [
        ...(isProvisional ? ['provisional'] : []),
        ...(difference === 0 ? [] : [`difference ${rupeesText(difference)}`]),
        ...apart.map(({ kind, net }) => `${apartNames[kind]} ${rupeesText(net)}`),
      ].join(', '),
    ),
  ),
  endColumn('Bank entries', 'part', ({ linked, computed, file = computed }) => compared(linked, file)),
  endColumn('Released', 'part', ({ released, clients }) =>
    clients === 0 ? '–' : <span className="nowrap">{`${released} of ${clients}`}</span>,
  ),
]

function Details({ settlement }: { settlement: ClearingSettlement }) {
  const { _id, mayAccept } = settlement
  const query = useCall(clearingCalls.settlement, { params: { settlementId: _id } })
  const end = useItemDialog<Shortage>((props) => <EndDialog {...props} />)
  const undo = useItemDialog<Shortage>((props) => <ReverseDialog {...props} />)
  const close = useItemDialog<Shortage>((props) => <CloseDialog {...props} />)
  return (
    <>
      <Card
        title={`${_id}: volumes and values that differ`}
        flush
        ref={showDetails}
        tabIndex={-1}
        aside={
          mayAccept && (
            <DialogButton
              variant="primary"
              size="small"
              dialog={(state) => <AcceptDialog settlement={settlement} {...state} />}
            >
              Accept the difference
            </DialogButton>
          )
        }
      >
        <QueryTable
          label="Volumes that differ"
          query={query}
          rowsOf={({ volumes }) => volumes}
          what="the volumes"
          columns={volumeColumns}
          rowKey={({ isin }) => isin}
          empty={
            settlement.file === undefined ? (
              <EmptyState title="No obligation file">
                Its volumes are compared with the trade files once it is imported.
              </EmptyState>
            ) : (
              <EmptyState title="No differing volumes">
                The obligation file and the trade files name the same quantities and values of each security.
              </EmptyState>
            )
          }
        />
      </Card>
      <QueryCard
        title={`${_id}: shortages`}
        label="Shortages"
        aside={
          <DialogButton size="small" dialog={(state) => <ShortageDialog settlementId={_id} {...state} />}>
            Record a shortage
          </DialogButton>
        }
        query={query}
        rowsOf={({ shortages }) => shortages}
        columns={shortageColumns(end.show, close.show, undo.show)}
        empty={<EmptyState title="No shortages">No shortage is recorded for this settlement.</EmptyState>}
      />
      {close.dialog}
      {end.dialog}
      {undo.dialog}
    </>
  )
}

const volumeColumns: ColumnsOf<VolumeDifference> = [
  headColumn('ISIN', 'lead', ({ isin }) => isin),
  column('Obligation file', 'line', ({ fileBought, fileSold, fileBoughtValue, fileSoldValue }) =>
    volumeText([fileBought, fileBoughtValue], [fileSold, fileSoldValue]),
  ),
  column('Trade files', 'line', ({ bought, sold, boughtValue, soldValue }) =>
    volumeText([bought, boughtValue], [sold, soldValue]),
  ),
]

type Side = readonly [quantity: string, value: string | undefined]
const volumeText = (bought: Side, sold: Side): string => `${sideText(bought)} bought, ${sideText(sold)} sold`
const sideText = ([quantity, value]: Side): string =>
  value === undefined ? quantity : `${quantity} (${priceText(value)})`

const AcceptDialog = ({
  settlement: { _id, unexplained = 0, gaps },
  ...dialog
}: DialogState & { settlement: ClearingSettlement }) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.accept}
    params={{ settlementId: _id }}
    empty={{ reason: '' }}
    title="Accept the difference"
    description={[
      unexplained !== 0 &&
        `Neither the own account nor error accounts explain ${rupeesText(unexplained)} of the difference between the obligation file and the ledger.`,
      ...(gaps?.texts ?? []).map((text) => `${text}.`),
      'Once it is accepted, proceeds are released as soon as the bank entries equal the file.',
    ]
      .filter((text) => text !== false)
      .join(' ')}
    fields={[reasonField('For example: the client code of a trade was corrected too late.')]}
    body={({ reason }) => ({ difference: unexplained, gaps: gaps?.version, reason })}
    action="Accept"
  />
)
