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
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { fetchFile, useCall } from '../../shell/api.ts'
import { DownloadFile } from '../../shell/download-file.tsx'
import { useItemDialog } from '../../shell/form-dialog.tsx'
import { countText } from '../../shell/format.ts'
import { Faint, Lines, oneLine, textLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { statusPill } from '../../shell/pills.tsx'
import {
  amountColumn,
  column,
  type ColumnsOf,
  endColumn,
  headColumn,
  QueryCard,
  wideColumn,
} from '../../shell/table.tsx'
import { BounceDialog, DispatchDialog, IssueDialog, ReissueDialog } from './note-dialogs.tsx'

const NotePill = statusPill<NoteState>({
  draft: ['neutral', noteStateNames.draft],
  issued: ['info', noteStateNames.issued],
  paper: ['warn', noteStateNames.paper],
  accepted: ['success', 'Accepted'],
  bounced: ['error', noteStateNames.bounced],
  dispatched: ['success', noteStateNames.dispatched],
  cancelled: ['neutral', noteStateNames.cancelled],
})

const counted = new Intl.NumberFormat('en-IN')
const hourMilliseconds = 3_600_000

/** What is left of the 24 hours while notes are missing; afterwards whether the day was in time. */
function dueText({ dueAt, drafts, late }: NoteDay, now: number): string {
  const left = Date.parse(dueAt) - now
  if (drafts > 0 && left < 0) return `${counted.format(drafts)} overdue`
  if (drafts === 0) return late > 0 ? `${counted.format(late)} issued late` : 'In time'
  const hours = Math.floor(left / hourMilliseconds)
  return `${hours} h ${Math.floor((left % hourMilliseconds) / 60_000)} min left`
}

/** In one line; what is zero is left out. */
const detailText = ({ dueAt, drafts, faults, accepted, onPaper, differences }: NoteDay): string =>
  [
    drafts > 0 && `Due ${formatDateTime(dueAt)}`,
    faults > 0 && `${counted.format(faults)} to check`,
    accepted > 0 && `${counted.format(accepted)} accepted by the mail server`,
    onPaper > 0 && `${counted.format(onPaper)} to send on paper`,
    differences > 0 && countText(differences, 'difference'),
  ]
    .filter(Boolean)
    .join(' · ')

type Steps = {
  /** Whether notes can be issued with the present settings. */
  readonly isReady: boolean
  readonly mayIssue: boolean
  /** The day whose notes are due first. */
  readonly firstDay: string | undefined
  readonly onIssue: (day: NoteDay) => void
  readonly onOpen: (day: NoteDay) => void
}

/** The one thing to do next for a day, or why it is not possible yet; nothing once all is done. */
function nextStep(day: NoteDay, { isReady, mayIssue, firstDay, onIssue, onOpen }: Steps): ReactNode {
  const { drafts, onPaper, differences, isIssuing, problem, obstacle } = day
  const about = <span className="visually-hidden">{` of ${formatDate(day.day)}`}</span>
  const step = (text: string, onPress: (item: NoteDay) => void) => (
    <span className="above">
      <Button
        size="small"
        variant={drafts > 0 && day.day !== firstDay ? 'secondary' : 'primary'}
        onClick={() => onPress(day)}
      >
        {text}
        {about}
      </Button>
    </span>
  )
  if (drafts > 0) {
    if (!isReady) return <Faint>Waits for the set-up</Faint>
    if (problem !== undefined) return <Faint>Tried again every minute</Faint>
    if (isIssuing) return <Faint>Being issued</Faint>
    if (obstacle !== undefined) return <Faint>{obstacle}</Faint>
    return mayIssue && step('Issue notes', onIssue)
  }
  if (onPaper > 0) return step('Send on paper', onOpen)
  return differences > 0 && step('Review differences', onOpen)
}

const dayColumns = (days: readonly NoteDay[], steps: Steps): ColumnsOf<NoteDay> => [
  headColumn('Trade day', 'lead', ({ day }) => <span className="nowrap">{formatDate(day)}</span>),
  endColumn('Issued', 'figure', ({ drafts, issued, accepted }) => (
    <span className="nowrap">{`${counted.format(issued + accepted)} of ${counted.format(drafts + issued + accepted)}`}</span>
  )),
  column('Within 24 hours', 'state', (day) => (
    <StatusPill tone={day.late === 0 ? (day.drafts > 0 ? 'info' : 'success') : day.drafts > 0 ? 'error' : 'warn'}>
      {dueText(day, Date.now())}
    </StatusPill>
  )),
  column('Details', 'under', (day) => detailText(day)),
  days.some((day) => Boolean(nextStep(day, steps))) && endColumn('Next step', 'note', (day) => nextStep(day, steps)),
]

/** The notes by trade day, and those of one day with the log of their deliveries. */
export function ContractNotes() {
  const [shown, setShown] = useState<string>()
  const query = useCall(contractNoteCalls.days, {})
  const can = useCan()
  const { show, dialog } = useItemDialog<NoteDay>((props) => <IssueDialog {...props} />)
  const { obstacle, days = [] } = query.data ?? {}
  const stopped = days.find(({ problem }) => problem !== undefined)
  const onOpen = ({ day }: NoteDay) => setShown(day)
  const isReady = obstacle === undefined
  const mayIssue = can('exchange.import')
  const open = days.filter(({ drafts }) => drafts > 0)
  const firstDay = open.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))[0]?.day
  const steps = { isReady, mayIssue, firstDay, onIssue: show, onOpen }
  return (
    <>
      {isReady && !mayIssue && firstDay !== undefined && (
        <p className="note">Notes are issued by an operator with the right to exchange files.</p>
      )}
      {obstacle !== undefined && <AlertBanner tone="warn">{obstacle}</AlertBanner>}
      {stopped && obstacle === undefined && (
        <AlertBanner tone="error" title={`The notes of ${formatDate(stopped.day)} are not issued`}>
          {`${stopped.problem} It is tried again every minute.`}
        </AlertBanner>
      )}
      <QueryCard
        label="Contract notes by day"
        query={query}
        rowsOf={(data) => data.days}
        columns={dayColumns(days, steps)}
        onRowPress={onOpen}
        selectedKey={shown ?? null}
        rowKey={({ day }) => day}
        empty={<EmptyState title="No booked trade days yet">Book a trade day under Exchange files first.</EmptyState>}
      />
      {shown !== undefined && <DayNotes key={shown} day={shown} />}
      {dialog}
    </>
  )
}

function deliveryText({ delivery, dispatch }: NoteLine): string {
  if (dispatch) return `${dispatch.number} on ${formatDateTime(dispatch.at)}, by ${dispatch.by}`
  if (!delivery) return ''
  const { address, queuedAt, acceptedAt, bouncedAt, answer } = delivery
  if (bouncedAt) return `Bounced from ${address}, ${formatDateTime(bouncedAt)}${answer ? `: ${answer}` : ''}`
  return acceptedAt
    ? `${noteStateNames.accepted}, ${formatDateTime(acceptedAt)}: ${address}`
    : `Queued for ${address}, ${formatDateTime(queuedAt)}`
}

const detailsOf = (note: NoteLine): readonly string[] => {
  const { fault, difference, cancelReason, replaces, state } = note
  const replaced = replaces && `${state === 'draft' ? 'To replace' : 'Replaces'} ${replaces}`
  return [fault, difference, deliveryText(note), cancelReason, replaced].flatMap((text) => text || [])
}

type Actions = {
  readonly onBounce: (note: NoteLine) => void
  readonly onDispatch: (note: NoteLine) => void
  readonly onReissue: (note: NoteLine) => void
}

type Notes = { readonly day: string; readonly mayChange: boolean }

const noteColumns = ({ day, mayChange }: Notes, actions: Actions): ColumnsOf<NoteLine> => [
  headColumn('Client', 'lead', ({ clientId, name, saudaId }) =>
    oneLine(<Link to={`/clients/${clientId}`}>{name}</Link>, saudaId),
  ),
  column('Number', 'under', ({ number, issuedAt }) =>
    oneLine(
      <span className="nowrap tabular">{number ?? 'No number yet'}</span>,
      issuedAt ? formatDateTime(issuedAt) : '',
    ),
  ),
  amountColumn('Net', ({ net }) => net, 'figure'),
  column('Status', 'state', ({ state, isLate }) => oneLine(<NotePill status={state} />, isLate ? 'late' : '')),
  wideColumn('Details', (note) => detailsOf(note).length > 0 && <Lines>{textLines(detailsOf(note))}</Lines>),
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
        columns={noteColumns({ day, mayChange: can('exchange.import') }, actions)}
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
