import {
  apartNames,
  clearingCalls,
  type ClearingSettlement,
  closeOutNames,
  type CloseOutKind,
  type Shortage,
  type VolumeDifference,
} from '@sauda/contract/trading/clearing'
import { formatRupees, paiseOf, parseRupees, rupeesOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import type { TableColumn } from '@sauda/ui/table'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { uploadCsv, useCall, useChange } from '../../shell/api.ts'
import { type DialogState, FormDialog, optionsOf, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import { SendFile, type SentFile } from '../../shell/import-file.tsx'
import { twoLines } from '../../shell/lines.tsx'
import { Loaded, QueryTable } from '../../shell/loaded.tsx'
import layout from '../../shell/layout.module.css'

const rupees = (amount: number): string => formatRupees(paiseOf(amount))

/** Settlements with the clearing corporations, and the import of their files. */
export function Clearing() {
  const query = useCall(clearingCalls.list, {})
  const send = useChange((sent: SentFile) => uploadCsv(clearingCalls.importFile, { ...sent }))
  const [shown, setShown] = useState<string>()
  const settlement = query.data?.settlements.find(({ _id }) => _id === shown)
  return (
    <>
      <SendFile
        title="Files of the clearing corporations"
        label="Obligation file, settlement master or delivery file"
        hint="As the clearing corporation names it, gzip or CSV. A provisional obligation is only shown; the final one counts. A shortage in a delivery file holds the release to its client; its close-outs wait for a second operator."
        send={send}
      />
      <Card title="Settlements" flush>
        <QueryTable
          label="Settlements"
          query={query}
          rowsOf={(data) => data.settlements}
          what="the settlements"
          columns={settlementColumns(setShown)}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title="No settlements yet">They begin with the first booked trades or file.</EmptyState>}
        />
      </Card>
      {settlement && <Details key={settlement._id} settlement={settlement} />}
    </>
  )
}

const settlementColumns = (show: (id: string) => void): readonly TableColumn<ClearingSettlement>[] => [
  {
    key: 'settlement',
    header: 'Settlement',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, tradedOn }) => twoLines(_id, `Trades of ${formatDate(tradedOn)}`),
  },
  { key: 'day', header: 'Pay-out', place: 'under', cell: ({ settlesOn }) => formatDate(settlesOn) },
  { key: 'computed', header: 'Ledger', align: 'end', cell: ({ computed }) => rupees(computed) },
  {
    key: 'file',
    header: 'Obligation file',
    align: 'end',
    place: 'figure',
    cell: ({ file, difference = 0, isProvisional, apart = [] }) =>
      file === undefined
        ? '–'
        : twoLines(
            `${rupees(file)}${isProvisional ? ' (provisional)' : ''}`,
            [
              difference === 0 ? 'No difference' : `Difference ${rupees(difference)}`,
              ...apart.map(({ kind, net }) => `${apartNames[kind]} ${rupees(net)}`),
            ].join(', '),
          ),
  },
  { key: 'linked', header: 'Bank entries', align: 'end', cell: ({ linked }) => rupees(linked) },
  { key: 'state', header: 'State', place: 'note', cell: ({ state }) => state },
  {
    key: 'show',
    header: 'Check',
    align: 'end',
    cell: ({ _id }) => (
      <Button variant="secondary" size="small" aria-label={`Details of ${_id}`} onClick={() => show(_id)}>
        Details
      </Button>
    ),
  },
]

function Details({ settlement }: { settlement: ClearingSettlement }) {
  const { _id, mayAccept, difference = 0 } = settlement
  const query = useCall(clearingCalls.settlement, { params: { settlementId: _id } })
  const accept = useItemDialog<true>()
  const add = useItemDialog<true>()
  const end = useItemDialog<Shortage>()
  const undo = useItemDialog<Shortage>()
  const close = useItemDialog<Shortage>()
  return (
    <Card title={`Settlement ${_id}`}>
      <div className={layout.bar}>
        {mayAccept && <Button onClick={() => accept.show(true)}>Accept the difference</Button>}
        <Button variant="secondary" onClick={() => add.show(true)}>
          Record a shortage
        </Button>
      </div>
      <Loaded query={query} what="the settlement" lines={3}>
        {() => (
          <>
            <QueryTable
              label="Volumes that differ"
              query={query}
              rowsOf={({ volumes }) => volumes}
              what="the volumes"
              columns={volumeColumns}
              rowKey={({ isin }) => isin}
              empty={
                <EmptyState title="No differing volumes">
                  The obligation file and the trade files name the same quantities of each security.
                </EmptyState>
              }
            />
            <QueryTable
              label="Shortages"
              query={query}
              rowsOf={({ shortages }) => shortages}
              what="the shortages"
              columns={shortageColumns(end.show, close.show, undo.show)}
              rowKey={(each) => each._id}
              empty={<EmptyState title="No shortages">Every client delivered what was sold.</EmptyState>}
            />
          </>
        )}
      </Loaded>
      {accept.dialog && (
        <FormDialog
          {...accept.dialog.props}
          key={accept.dialog.key}
          call={clearingCalls.accept}
          params={{ settlementId: _id }}
          name={`accept ${_id}`}
          empty={{ reason: '' }}
          title="Accept the difference"
          description={`The obligation file differs from the ledger by ${rupees(difference)}. Proceeds are released once the bank entries equal the file.`}
          fields={[reasonField('For example: the client code of a trade was corrected too late.')]}
          body={({ reason }) => ({ difference, reason: reason.trim() })}
          action="Accept"
          done={({ message }) => message}
        />
      )}
      {add.dialog && <ShortageDialog {...add.dialog.props} key={add.dialog.key} settlementId={_id} />}
      {close.dialog && <CloseDialog {...close.dialog.props} key={close.dialog.key} shortage={close.dialog.item} />}
      {end.dialog && <EndDialog {...end.dialog.props} key={end.dialog.key} shortage={end.dialog.item} />}
      {undo.dialog && <ReverseDialog {...undo.dialog.props} key={undo.dialog.key} shortage={undo.dialog.item} />}
    </Card>
  )
}

const ShortageDialog = ({ settlementId, ...dialog }: DialogState & { settlementId: string }) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.addShortage}
    params={{ settlementId }}
    name={`shortage ${settlementId}`}
    empty={{ saudaId: '', amount: '', reason: '' }}
    title="Record a shortage"
    description="Nothing of this settlement is released to the client until the shortage has ended."
    fields={[
      { name: 'saudaId', label: 'Client ID', placeholder: 'SD100001' },
      { as: 'amount', name: 'amount', label: 'Value of the shares not delivered' },
      reasonField(),
    ]}
    body={({ saudaId, amount, reason }) => ({ saudaId, amount: rupeesOf(parseRupees(amount)), reason: reason.trim() })}
    action="Record"
    done={({ message }) => message}
  />
)

const EndDialog = ({ shortage, ...dialog }: DialogState & { shortage: Shortage }) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.endShortage}
    params={{ shortageId: shortage._id }}
    name={`end ${shortage._id}`}
    empty={{ reason: '' }}
    title={`End the shortage of ${shortage.clientName}`}
    description="The proceeds are released to the client. A second operator must approve it."
    fields={[reasonField('For example: delivered in the auction.')]}
    body={({ reason }) => ({ reason: reason.trim() })}
    action="End the shortage"
    done={({ message }) => message}
  />
)

const ReverseDialog = ({ shortage, ...dialog }: DialogState & { shortage: Shortage }) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.reopenShortage}
    params={{ shortageId: shortage._id }}
    name={`reverse ${shortage._id}`}
    empty={{ reason: '' }}
    title={`Reverse the close-out of ${shortage.clientName}`}
    description="Its trades and entries are reversed, and the shortage is open again. A second operator must approve it."
    fields={[reasonField('For example: the auction was annulled.')]}
    body={({ reason }) => ({ reason: reason.trim() })}
    action="Reverse the close-out"
    done={({ message }) => message}
  />
)

const CloseDialog = ({ shortage, ...dialog }: DialogState & { shortage: Shortage }) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.closeShortage}
    params={{ shortageId: shortage._id }}
    name={`close ${shortage._id}`}
    empty={{ kind: 'closeout' as CloseOutKind, number: '', day: '', price: '' }}
    title={`Close out the shortage of ${shortage.clientName}`}
    description={`${shortage.reason}. A close-out is at the higher of the highest price since the trade and 120 % of the last close. A second operator sees the entries and must approve them.`}
    fields={[
      { as: 'radio', look: 'segmented', name: 'kind', label: 'Settled by', options: optionsOf(closeOutNames) },
      { name: 'number', label: 'Number of the auction settlement', placeholder: '2026221', inputMode: 'numeric' },
      { as: 'date', name: 'day', label: 'Day of the auction' },
      {
        name: 'price',
        label: 'Price (₹)',
        hint: 'The auction price; for a close-out the highest price since the trade.',
        inputMode: 'decimal',
      },
    ]}
    body={({ price, ...rest }) => ({ ...rest, price: Number(price) })}
    action="Close out"
    done={({ message }) => message}
  />
)

const volumeColumns: readonly TableColumn<VolumeDifference>[] = [
  { key: 'isin', header: 'ISIN', rowHeader: true, place: 'lead', cell: ({ isin }) => isin },
  {
    key: 'file',
    header: 'Obligation file',
    cell: ({ fileBought, fileSold }) => `${fileBought} bought, ${fileSold} sold`,
  },
  { key: 'own', header: 'Trade files', cell: ({ bought, sold }) => `${bought} bought, ${sold} sold` },
]

const shortageColumns = (
  end: (shortage: Shortage) => void,
  close: (shortage: Shortage) => void,
  reverse: (shortage: Shortage) => void,
): readonly TableColumn<Shortage>[] => [
  {
    key: 'client',
    header: 'Client',
    rowHeader: true,
    place: 'lead',
    cell: ({ clientName, saudaId }) => twoLines(clientName, saudaId),
  },
  { key: 'amount', header: 'Value', align: 'end', place: 'figure', cell: ({ amount }) => rupees(amount) },
  { key: 'reason', header: 'Reason', place: 'note', cell: ({ reason }) => reason },
  {
    key: 'by',
    header: 'Recorded',
    place: 'under',
    cell: ({ recordedBy, recordedAt }) => twoLines(recordedBy, <DateTime at={recordedAt} />),
  },
  {
    key: 'end',
    header: 'End',
    align: 'end',
    cell: (shortage) =>
      shortage.ended ? (
        <>
          {twoLines(`Ended by ${shortage.ended.by}`, shortage.ended.reason)}
          {shortage.mayReopen && (
            <Button variant="secondary" size="small" onClick={() => reverse(shortage)}>
              Reverse
            </Button>
          )}
        </>
      ) : (
        <span className={layout.bar}>
          {shortage.mayClose && (
            <Button variant="secondary" size="small" onClick={() => close(shortage)}>
              Close out
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={() => end(shortage)}>
            End
          </Button>
        </span>
      ),
  },
]
