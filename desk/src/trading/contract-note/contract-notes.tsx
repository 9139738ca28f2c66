import {
  contractNoteCalls,
  contractNoteRules,
  type NoteDay,
  type NoteLine,
  type NoteState,
  noteStateNames,
} from '@sauda/contract/trading/contract-note'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { Link } from 'react-router'
import { fetchFile, useCall } from '../../shell/api.ts'
import { DownloadFile } from '../../shell/download-file.tsx'
import { useItemDialog } from '../../shell/form-dialog.tsx'
import { Lines, oneLine, twoLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { statusPill } from '../../shell/pills.tsx'
import { amountColumn, column, type ColumnsOf, endColumn, headColumn, QueryCard } from '../../shell/table.tsx'
import { BounceDialog, DispatchDialog, IssueDialog, ReissueDialog } from './note-dialogs.tsx'

const NotePill = statusPill<NoteState>({
  draft: ['neutral', noteStateNames.draft],
  issued: ['info', noteStateNames.issued],
  paper: ['warn', noteStateNames.paper],
  accepted: ['success', noteStateNames.accepted],
  bounced: ['error', noteStateNames.bounced],
  dispatched: ['success', noteStateNames.dispatched],
  cancelled: ['neutral', noteStateNames.cancelled],
})

const counted = new Intl.NumberFormat('en-IN')
const hourMilliseconds = 3_600_000

/** What is left of the 24 hours while notes are missing; afterwards whether the day was in time. */
function dueText({ dueAt, drafts, late }: NoteDay, now: number): string {
  const left = Date.parse(dueAt) - now
  if (late > 0) return `Late: ${counted.format(late)}`
  if (drafts === 0) return 'In time'
  const hours = Math.floor(left / hourMilliseconds)
  return `${hours} h ${Math.floor((left % hourMilliseconds) / 60_000)} min left`
}

const dayColumns = (onIssue: (day: NoteDay) => void, mayIssue: boolean): ColumnsOf<NoteDay> => [
  headColumn('Trade day', 'lead', ({ day }) => <span className="nowrap">{formatDate(day)}</span>),
  column('Within 24 hours', 'under', (day) => {
    const text = dueText(day, Date.now())
    return oneLine(
      <StatusPill tone={day.late > 0 ? 'error' : day.drafts > 0 ? 'warn' : 'success'}>{text}</StatusPill>,
      day.drafts > 0 ? `due ${formatDateTime(day.dueAt)}` : '',
    )
  }),
  endColumn('Drafts', 'part', ({ drafts, faults }) =>
    twoLines(counted.format(drafts), faults > 0 ? `${counted.format(faults)} need attention` : ''),
  ),
  endColumn('Issued', 'part', ({ issued, accepted }) =>
    twoLines(counted.format(issued + accepted), accepted > 0 ? `${counted.format(accepted)} accepted` : ''),
  ),
  endColumn('To send on paper', 'part', ({ onPaper }) => counted.format(onPaper)),
  endColumn('Differences', 'line', ({ differences }) => counted.format(differences)),
  endColumn(
    'Action',
    'line',
    (day) =>
      mayIssue &&
      day.drafts > 0 &&
      !day.isIssuing && (
        <div className="above">
          <Button size="small" onClick={() => onIssue(day)}>
            Issue notes
          </Button>
        </div>
      ),
  ),
]

/** The notes by trade day, and those of one day with the log of their deliveries. */
export function ContractNotes() {
  const [open, setOpen] = useState<string>()
  const query = useCall(contractNoteCalls.days, {})
  const can = useCan()
  const { show, dialog } = useItemDialog<NoteDay>((props) => <IssueDialog {...props} />)
  const { obstacle, days = [] } = query.data ?? {}
  const stopped = days.find(({ problem }) => problem !== undefined)
  return (
    <>
      {obstacle !== undefined && (
        <AlertBanner tone="warn" title="Notes stay drafts">
          {obstacle}
        </AlertBanner>
      )}
      {stopped && (
        <AlertBanner tone="error" title={`The notes of ${formatDate(stopped.day)} are not issued`}>
          {`${stopped.problem} It is tried again every minute.`}
        </AlertBanner>
      )}
      <QueryCard
        label="Contract notes by day"
        query={query}
        rowsOf={(data) => data.days}
        columns={dayColumns(show, obstacle === undefined && can('exchange.import'))}
        onRowPress={({ day }) => setOpen(day)}
        selectedKey={open ?? null}
        rowKey={({ day }) => day}
        empty={<EmptyState title="No booked trade days yet">Book a trade day under Exchange files first.</EmptyState>}
      />
      {open !== undefined && <DayNotes key={open} day={open} />}
      {dialog}
    </>
  )
}

function deliveryText({ delivery, dispatch }: NoteLine): string {
  if (dispatch) return `${dispatch.number} on ${formatDateTime(dispatch.at)}, by ${dispatch.by}`
  if (!delivery) return ''
  const { address, queuedAt, acceptedAt, bouncedAt, answer } = delivery
  if (bouncedAt) return `${address}, ${formatDateTime(bouncedAt)}${answer ? `: ${answer}` : ''}`
  return acceptedAt ? `${address}, ${formatDateTime(acceptedAt)}` : `${address}, queued ${formatDateTime(queuedAt)}`
}

const remarkOf = ({ fault, difference, cancelReason, replaces, state }: NoteLine): readonly string[] =>
  [fault, difference, cancelReason, replaces && `${state === 'draft' ? 'To replace' : 'Replaces'} ${replaces}`].flatMap(
    (text) => text || [],
  )

type Actions = {
  readonly onBounce: (note: NoteLine) => void
  readonly onDispatch: (note: NoteLine) => void
  readonly onReissue: (note: NoteLine) => void
}

const noteColumns = (day: string, mayChange: boolean, actions: Actions): ColumnsOf<NoteLine> => [
  headColumn('Client', 'lead', ({ clientId, name, saudaId }) =>
    oneLine(<Link to={`/clients/${clientId}`}>{name}</Link>, saudaId),
  ),
  column('Number', 'note', ({ number, issuedAt }) =>
    twoLines(<span className="nowrap tabular">{number ?? '–'}</span>, issuedAt ? formatDateTime(issuedAt) : ''),
  ),
  amountColumn('Net', ({ net }) => net, 'figure'),
  column('Status', 'state', ({ state, isLate }) => oneLine(<NotePill status={state} />, isLate ? 'late' : '')),
  column('Delivery', 'note', (note) => deliveryText(note)),
  column('Remarks', 'note', (note) => (
    <Lines>
      {remarkOf(note).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </Lines>
  )),
  endColumn('Action', 'line', (note) => (
    <Row gap={2} className="above" justify="end">
      <NoteFile day={day} note={note} />
      {mayChange && <NoteActions note={note} {...actions} />}
    </Row>
  )),
]

function NoteFile({ day, note: { _id, clientId, name, number, state } }: { day: string; note: NoteLine }) {
  return state === 'draft' ? (
    <DownloadFile
      label={`Draft for ${name}`}
      brief="Draft"
      load={() => fetchFile(contractNoteCalls.draft, { params: { clientId }, query: { day } })}
    />
  ) : (
    <DownloadFile
      label={`Duplicate of ${number}`}
      brief="Duplicate"
      load={() => fetchFile(contractNoteCalls.file, { params: { noteId: _id } })}
    />
  )
}

function NoteActions({ note, onBounce, onDispatch, onReissue }: Actions & { note: NoteLine }) {
  const { state, number, delivery } = note
  if (state === 'draft' || state === 'cancelled') return null
  const about = <span className="visually-hidden">{` ${number}`}</span>
  return (
    <>
      {(state === 'bounced' || state === 'paper') && (
        <Button size="small" onClick={() => onDispatch(note)}>
          Enter dispatch{about}
        </Button>
      )}
      {(state === 'issued' || state === 'accepted') && delivery && (
        <Button size="small" variant="secondary" onClick={() => onBounce(note)}>
          Mail bounced{about}
        </Button>
      )}
      <Button size="small" variant="secondary" onClick={() => onReissue(note)}>
        Issue again{about}
      </Button>
    </>
  )
}

function DayNotes({ day }: { day: string }) {
  const query = useCall(contractNoteCalls.list, { query: { day } })
  const can = useCan()
  const bounce = useItemDialog<NoteLine>((props) => <BounceDialog {...props} />)
  const dispatch = useItemDialog<NoteLine>((props) => <DispatchDialog {...props} />)
  const reissue = useItemDialog<NoteLine>((props) => <ReissueDialog {...props} />)
  const actions = { onBounce: bounce.show, onDispatch: dispatch.show, onReissue: reissue.show }
  return (
    <>
      <QueryCard
        title={`${formatDate(day)}: contract notes`}
        label={`Contract notes of ${formatDate(day)}`}
        query={query}
        rowsOf={({ notes }) => notes}
        what="the contract notes"
        columns={noteColumns(day, can('exchange.import'), actions)}
        empty={<EmptyState title="No notes of this day">Only booked days have notes.</EmptyState>}
      />
      {query.data?.hasMore && (
        <p className="note">{`The first ${contractNoteRules.listed} are shown, those that need attention first.`}</p>
      )}
      {bounce.dialog}
      {dispatch.dialog}
      {reissue.dialog}
    </>
  )
}
