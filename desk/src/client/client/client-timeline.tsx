import { kycDocumentNames } from '@sauda/contract/client/kyc'
import { paiseOf } from '@sauda/contract/platform/money'
import {
  type TimelineCase,
  type TimelineKindName,
  timelineKindNames,
  timelineKinds,
  type TimelineRow,
  timelineCalls,
} from '@sauda/contract/client/timeline'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Dialog } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { Select } from '@sauda/ui/select'
import { DateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { Link } from 'react-router'
import { actionText } from '../../core/audit/audit.text.ts'
import { Changes } from '../../core/audit/changes.tsx'
import { cardNames } from '../kyc/decision.ts'
import { type DialogState, FormDialog, useItemDialog, DialogButton } from '../../shell/form-dialog.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { MailPill } from '../../shell/pills.tsx'
import { TrailAmount } from '../../shell/trail.tsx'
import { noteCalls, noteRules } from '@sauda/contract/client/note'
import layout from '../../shell/layout.module.css'
import styles from './client.module.css'
import { mailCalls } from '@sauda/contract/core/mail'
import { usePages, useCall } from '../../shell/api.ts'

interface NoteDialogProps extends DialogState {
  clientId: string
  clientName: string
}

const NoteDialog = ({ clientId, clientName, ...dialog }: NoteDialogProps) => (
  <FormDialog
    {...dialog}
    call={noteCalls.add}
    params={{ clientId }}
    empty={{ text: '', isWarning: false }}
    title={`Add a note about ${clientName}`}
    description="Visible to operators only. A note cannot be changed or deleted."
    fields={[
      { as: 'textarea', name: 'text', label: 'Note', rows: 4, maxLength: noteRules.textLength },
      { as: 'checkbox', name: 'isWarning', label: 'Pin as a warning on top of the client and their cases' },
    ]}
    action="Add note"
    checkAt="the timeline"
    done={(_, { isWarning }) => (isWarning ? 'Warning pinned' : 'Note added')}
  />
)

export function ClientTimeline({ clientId, clientName }: { clientId: string; clientName: string }) {
  const can = useCan()
  const [kind, setKind] = useState<TimelineKindName>()
  const kinds = timelineKindNames.filter((name) => can(timelineKinds[name].right))
  return (
    <Card
      title="Timeline"
      aside={
        can('client.write') && (
          <DialogButton
            size="small"
            dialog={(state) => <NoteDialog clientId={clientId} clientName={clientName} {...state} />}
          >
            Add note
          </DialogButton>
        )
      }
    >
      <Select
        label="Show"
        options={[
          { value: '', label: 'Everything' },
          ...kinds.map((name) => ({ value: name as string, label: timelineKinds[name].name })),
        ]}
        value={kind ?? ''}
        onChange={(event) => setKind(kinds.find((name) => name === event.target.value))}
      />
      <Rows clientId={clientId} kind={kind} />
    </Card>
  )
}

function Rows({ clientId, kind }: { clientId: string; kind: TimelineKindName | undefined }) {
  const input = { params: { clientId }, query: { kind } }
  const query = usePages(timelineCalls.timeline, input, { nextOf: ({ next }) => next })
  const mail = useItemDialog<{ id: string; subject: string }>(({ item, open, onClose }) => (
    <Dialog open={open} wide title={item.subject} onOpenChange={onClose}>
      <MailText clientId={clientId} mailId={item.id} />
    </Dialog>
  ))
  const rowOf = (row: TimelineRow) => (
    <Row
      key={row.id}
      clientId={clientId}
      row={row}
      onMail={() => row.mail && mail.show({ id: row.mail._id, subject: row.text ?? 'E-mail' })}
    />
  )
  return (
    <Loaded query={query} what="the timeline" lines={4}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows)
        if (rows.length === 0) return <EmptyState title="No activity yet" />
        return (
          <>
            <ol className={styles.rows}>
              {runsOf(rows).map((run) => (
                <li key={run[0]?.id}>
                  {run.length === 1 || kind === 'security' ? (
                    run.map(rowOf)
                  ) : (
                    <details>
                      <summary>
                        {`${run.length} logins and changes of security, the last `}
                        <DateTime at={run[0]?.at ?? ''} />
                      </summary>
                      {run.map(rowOf)}
                    </details>
                  )}
                </li>
              ))}
            </ol>
            <More list={query} label="Show more" />
            {mail.dialog}
          </>
        )
      }}
    </Loaded>
  )
}

/** Logins that follow each other are one run; every other row is alone. */
function runsOf(rows: readonly TimelineRow[]): TimelineRow[][] {
  const runs: TimelineRow[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (row.kind === 'security' && last?.[0]?.kind === 'security') last.push(row)
    else runs.push([row])
  }
  return runs
}

interface RowProps {
  clientId: string
  row: TimelineRow
  onMail: () => void
}

function Row({ clientId, row, onMail }: RowProps) {
  const { action, by, at, text, mail } = row
  return (
    <>
      <div className={styles.head}>
        {mail ? (
          <Button variant="ghost" size="small" onClick={onMail}>
            {`E-mail: ${text}`}
          </Button>
        ) : (
          <>
            <strong>{actionText(action ?? '')}</strong>
            <CaseLink row={row} />
            <Amount clientId={clientId} row={row} />
            {by !== undefined && <span className={layout.faint}>{`by ${by}`}</span>}
          </>
        )}
        {mail && mail.status !== 'sent' && <MailPill status={mail.status} />}
        <span className={`tabular ${layout.faint}`}>
          <DateTime at={at} />
        </span>
      </div>
      {!mail && (
        <>
          {text !== undefined && <p className={layout.written}>{text}</p>}
          <Changes row={{ before: row.before, after: row.after, subjectId: undefined }} brief summary="Details" />
        </>
      )}
    </>
  )
}

const addresses: Readonly<Record<TimelineCase['type'], string>> = {
  wallet: '/wallet/',
  kyc: '/kyc/',
  loan: '/loan/',
  charge: '/charge/',
  trade: '/trade/',
  reversal: '/trade/reversal/',
  setting: '/setting/',
  complaint: '/complaints/',
  adjustment: '/books/adjustment/',
  proposal: '/proposal/',
  line: '/reconciliation/',
}
const moneyTypes: ReadonlySet<string> = new Set<TimelineCase['type']>(['wallet', 'loan', 'charge', 'trade'])
const rights = { kyc: 'kyc.review', line: 'ledger.read' } as const

function CaseLink({ row: { about, name } }: { row: TimelineRow }) {
  const can = useCan()
  const document = kycDocumentNames.find((each) => each === name)
  const text = document ? cardNames[document] : name
  // Without a page it is a word of the record, such as the kind of a request.
  if (!about) return document ? text : null
  const right = about.type === 'kyc' || about.type === 'line' ? rights[about.type] : 'client.read'
  return can(right) ? <Link to={`${addresses[about.type]}${about.id}`}>{text ?? 'Open'}</Link> : text
}

/** What moved money opens its trail. */
function Amount({ clientId, row: { about, amount, name, action = '' } }: { clientId: string; row: TimelineRow }) {
  if (amount === undefined) return null
  const money = <Money amount={paiseOf(amount)} />
  if (!about || !moneyTypes.has(about.type)) return money
  return (
    <TrailAmount of={{ clientId, source: { cause: about.id }, name: name ?? actionText(action) }}>{money}</TrailAmount>
  )
}

const MailText = ({ clientId, mailId }: { clientId: string; mailId: string }) => (
  <Loaded query={useCall(mailCalls.ofClient, { params: { clientId, mailId } })} what="the e-mail" lines={6}>
    {({ to, createdAt, sentAt, text, isMasked, attachment }) => (
      <>
        <p className={layout.soft}>
          {`To ${to}, `}
          <DateTime at={sentAt ?? createdAt} exact />
        </p>
        {isMasked && <p className={layout.soft}>A code or a link to log in is not shown.</p>}
        {attachment !== undefined && <p className={layout.soft}>{`With the file ${attachment}.`}</p>}
        <p className={layout.written}>{text ?? 'The text of this e-mail is no longer stored.'}</p>
      </>
    )}
  </Loaded>
)
