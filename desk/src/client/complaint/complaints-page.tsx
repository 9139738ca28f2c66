import {
  complaintCalls,
  type ComplaintStatus,
  type EscalationLevel,
  type RegisterLine,
} from '@sauda/contract/client/complaint'
import { complaintCategories, complaintRules, complaintSources, levelName } from '@sauda/contract/client/complaint-name'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { TabNav } from '@sauda/ui/page-header'
import { Table } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { Link, useSearchParams } from 'react-router'
import {
  type DialogState,
  FormDialog,
  type ItemDialog,
  optionsOf,
  useItemDialog,
  needsAdministrator,
  DialogButton,
} from '../../shell/form-dialog.tsx'
import { column, type ColumnsOf, endColumn, headColumn, ListCard, ListTable, QueryList } from '../../shell/table.tsx'
import { DaysLeft, Lines, rowLink, twoLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { ComplaintPill, dueText, useRegister } from './complaint-page.tsx'
import layout from '../../shell/layout.module.css'
import type { ClientField, PickedClient } from '../../shell/picker.tsx'

const LevelDialog = ({ item: { name, days, ...level }, ...dialog }: ItemDialog<EscalationLevel>) => (
  <FormDialog
    {...dialog}
    call={complaintCalls.saveLevel}
    name={`escalation level ${level.level}`}
    empty={{ ...level, days: String(days) }}
    discardOnClose
    title={name}
    description="Clients and the public page show this at once or, where there are two administrators, once the other has approved it."
    fields={[
      { name: 'contact', label: 'Contact person' },
      { name: 'address', label: 'Address' },
      [
        { name: 'phone', label: 'Phone' },
        { name: 'email', label: 'E-mail' },
        { name: 'hours', label: 'Working hours' },
        { name: 'days', label: 'Replies within (days)' },
      ],
    ]}
    body={(draft) => ({ ...draft, days: /^\d+$/.test(draft.days) ? Number(draft.days) : undefined })}
    action="Save changes"
    loadingText="Saving"
    done={`${name} updated`}
    waiting={needsAdministrator}
  />
)

const views = { open: 'Open', closed: 'Closed', levels: 'Escalation matrix' } as const
const viewKeys = ['open', 'closed', 'levels'] as const

/** The register and the escalation matrix. */
export function ComplaintsPage({ ClientPicker }: { ClientPicker: ClientField }) {
  const [search] = useSearchParams()
  const view = viewKeys.find((each) => each === search.get('show')) ?? 'open'
  const status: ComplaintStatus = view === 'closed' ? 'closed' : 'open'
  const query = useRegister(status)
  const mayHandle = useCan()('complaint.handle')
  const first = query.data?.pages[0]
  const { overdue = 0, open = 0 } = first?.counts ?? {}
  const missing = first?.levels.filter(({ contact }) => !contact).length ?? 0
  return (
    <Page
      title="Complaints"
      right="client.read"
      mark={overdue > 0 && <StatusPill tone="error">{`${overdue} overdue`}</StatusPill>}
      actions={
        mayHandle && (
          <DialogButton variant="primary" dialog={(state) => <RecordDialog ClientPicker={ClientPicker} {...state} />}>
            Record a complaint
          </DialogButton>
        )
      }
    >
      <TabNav label="Complaints">
        {viewKeys.map((each) => (
          <Link
            key={each}
            to={each === 'open' ? '/complaints' : `/complaints?show=${each}`}
            aria-current={each === view ? 'page' : undefined}
          >
            {views[each]} {each === 'open' && open > 0 && <Badge>{open}</Badge>}
            {each === 'levels' && missing > 0 && <Badge>{`${missing} not entered`}</Badge>}
          </Link>
        ))}
      </TabNav>
      <div className={layout.screen}>
        {view === 'levels' ? (
          first && <Levels levels={first.levels} />
        ) : (
          <QueryList
            label="Complaints"
            query={query}
            rowsOf={({ pages }) => pages.flatMap(({ complaints }) => complaints)}
            more="Show more"
            columns={columns}
            empty={
              <EmptyState title={status === 'open' ? 'No open complaints' : 'No closed complaints'}>
                Complaints of clients appear here automatically.
              </EmptyState>
            }
          />
        )}
      </div>
    </Page>
  )
}

/** For those who answer them; nothing is shown without any. */
export function OpenComplaints() {
  const may = useCan()('complaint.handle')
  return may && <Register />
}

function Register() {
  const query = useRegister('open')
  const rows = query.data?.pages.flatMap(({ complaints }) => complaints) ?? []
  return (
    rows.length > 0 && (
      <ListCard>
        <ListTable label="Open complaints" rows={rows} columns={columns} />
      </ListCard>
    )
  )
}

const columns: ColumnsOf<RegisterLine> = [
  headColumn('Complaint', 'lead', ({ _id, number, name, saudaId }) =>
    twoLines(
      rowLink(`/complaints/${_id}`, number),
      <span className={layout.client}>{[name, saudaId].filter(Boolean).join(', ')}</span>,
    ),
  ),
  column('About', 'note', ({ category, text }) =>
    twoLines(complaintCategories[category], <span className="clamp">{text}</span>),
  ),
  column('Received from', 'below', ({ source, receivedAt }) =>
    twoLines(complaintSources[source], <span className="nowrap">{formatDate(receivedAt)}</span>),
  ),
  column('Due', 'figure', (line) => (
    <Lines>
      {line.next ? (
        <DaysLeft until={line.next.on} prefix={line.next.is === 'reply' ? 'Reply ' : 'Resolve '} />
      ) : (
        <span>{dueText(line)}</span>
      )}
    </Lines>
  )),
  endColumn('Status', 'state', (line) =>
    twoLines(<ComplaintPill line={line} />, line.status === 'open' && levelName(line.level)),
  ),
]

function Levels({ levels }: { levels: readonly EscalationLevel[] }) {
  const mayEdit = useCan()('content.edit')
  const { show, dialog } = useItemDialog<EscalationLevel>((props) => <LevelDialog {...props} />)
  return (
    <>
      <Card flush>
        <Table<EscalationLevel>
          label="Escalation matrix"
          rows={levels}
          rowKey={({ level }) => String(level)}
          columns={[
            headColumn('Level', 'lead', ({ name }) => name),
            column('Contact', 'under', ({ contact, hours }) => twoLines(contact || 'Not entered', hours)),
            column('Reached at', 'line', ({ email, phone }) => twoLines(email || '–', phone)),
            column('Replies within', 'line', ({ days }) => (days === 1 ? '1 day' : `${days} days`)),
            endColumn(
              'Change',
              'figure',
              (level) =>
                mayEdit && (
                  <Button variant="secondary" size="small" onClick={() => show(level)}>
                    Edit
                    <span className="visually-hidden">{` ${level.name}`}</span>
                  </Button>
                ),
            ),
          ]}
        />
      </Card>
      {dialog}
    </>
  )
}

const empty = {
  client: null as PickedClient | null,
  complainant: '',
  source: 'sebi',
  reference: '',
  category: 'other',
  text: '',
  receivedOn: '',
}

const RecordDialog = ({ ClientPicker, ...dialog }: DialogState & { ClientPicker: ClientField }) => (
  <FormDialog
    {...dialog}
    call={complaintCalls.record}
    empty={empty}
    title="Record a complaint"
    description="For complaints that arrive by SCORES, an exchange, post, e-mail or telephone. A client gets its number by e-mail."
    fields={({ draft: { client }, errors, edit }) => [
      {
        own: (
          <ClientPicker
            value={client}
            onPick={(picked) => edit({ client: picked })}
            hint="Leave empty if the complainant is not a client."
            error={errors['clientId']}
          />
        ),
      },
      !client && { name: 'complainant', label: 'Name of the complainant' },
      [
        { as: 'select', name: 'source', label: 'Received from', options: optionsOf(complaintSources) },
        { name: 'reference', label: 'Reference', optional: true },
        { as: 'select', name: 'category', label: 'About', options: optionsOf(complaintCategories) },
        { as: 'date', name: 'receivedOn', label: 'Received on' },
      ],
      { as: 'textarea', name: 'text', label: 'Complaint', rows: 5, maxLength: complaintRules.textLength },
    ]}
    body={({ client, complainant, text, ...rest }) => ({
      ...rest,
      text: text.replace(/\s+/g, ' ').trim(),
      ...(client ? { clientId: client._id } : { complainant }),
    })}
    action="Record complaint"
    checkAt="the register"
    done={({ number }) => `Complaint ${number} recorded`}
  />
)
