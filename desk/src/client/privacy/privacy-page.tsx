import type { Reply } from '@sauda/contract/platform/call'
import { type DeskPrivacyRequest, privacyCalls, privacyRules } from '@sauda/contract/client/privacy'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Segments } from '@sauda/ui/radio-group'
import { dayInIndia, formatDate } from '@sauda/web/date-time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { CaseScreen } from '../../shell/case-frame.tsx'
import { Block, Evidence } from '../../shell/evidence.tsx'
import { dayMonth } from '../../shell/format.ts'
import { useRecent } from '../../shell/recent.ts'
import { Review, ReviewHead } from '../../shell/review.tsx'
import { column, type ColumnsOf, headColumn, QueryList } from '../../shell/table.tsx'
import { DownloadFile } from '../../shell/download-file.tsx'
import { FormDialog, type ItemDialog, needsAdministrator, useItemDialog } from '../../shell/form-dialog.tsx'
import { DaysLeft, Faint, Lines, rowLink, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsSecond } from '../../shell/me.ts'
import { GroupPage, type PageInGroup } from '../../shell/navigation.tsx'
import { statusPill } from '../../shell/pills.tsx'
import layout from '../../shell/layout.module.css'
import { callQuery, fetchFile, useCall } from '../../shell/api.ts'
import { ButtonLink, NotFound } from '../../shell/page.tsx'

export function PrivacyFrame(page: Omit<PageInGroup, 'title'>) {
  const can = useCan()
  return (
    <GroupPage
      {...page}
      title="Privacy"
      label="Privacy"
      tabs={[
        { to: '/privacy', name: 'Requests', may: can('kyc.review'), end: true },
        { to: '/privacy/breaches', name: 'Breaches', may: can('operator.manage') },
      ]}
    />
  )
}

const RequestPill = statusPill<Exclude<DeskPrivacyRequest['status'], 'open'>>({
  done: ['success', 'Completed'],
  rejected: ['error', 'Rejected'],
})

/** Requests of all clients, or of the one in the address. */
export function PrivacyPage() {
  const [address] = useSearchParams()
  const query = useCall(privacyCalls.requests, { query: { clientId: address.get('client') ?? undefined } })
  const { show, dialog } = useItemDialog<Decision>((props) => <DecisionDialog {...props} />)
  const mayErase = useCan()('operator.manage')
  const client = query.data?.client
  return (
    <PrivacyFrame right="kyc.review">
      {client && (
        <OneClient client={client} mayErase={mayErase} onErase={() => show({ request: client, how: 'erase' })} />
      )}
      <QueryList
        label="Requests about personal data"
        query={query}
        rowsOf={({ requests }) => requests}
        what="the requests"
        columns={columns}
        empty={
          <EmptyState title={client ? 'No requests of this client' : 'No requests'}>
            Requests of clients appear here automatically.
          </EmptyState>
        }
      />
      {dialog}
    </PrivacyFrame>
  )
}

interface OneClientProps {
  client: NonNullable<Reply<typeof privacyCalls.requests>['client']>
  mayErase: boolean
  onErase: () => void
}

function OneClient({ client: { clientId, clientName, saudaId, obstacles }, mayErase, onErase }: OneClientProps) {
  const needsSecond = useNeedsSecond()
  return (
    <Card title={`${clientName} ${saudaId}`} aside={<Link to="/privacy">Requests of all clients</Link>}>
      <p>
        {obstacles.length > 0
          ? `The personal data cannot be erased yet: ${obstacles.join('; ')}.`
          : `The personal data can be erased${needsSecond ? ' with a second administrator' : ''}; ledger entries stay.`}
      </p>
      <div className={layout.row}>
        <DownloadFile label="Download data" load={() => loadExport(clientId)} />
        {mayErase && obstacles.length === 0 && (
          <Button variant="danger" onClick={onErase}>
            Erase personal data
          </Button>
        )}
        <ButtonLink variant="ghost" to={`/clients/${clientId}`}>
          Open client
        </ButtonLink>
      </div>
    </Card>
  )
}

const kinds = { correction: 'Correction', erasure: 'Erasure' } as const satisfies Record<
  DeskPrivacyRequest['kind'],
  string
>

const columns: ColumnsOf<DeskPrivacyRequest> = [
  headColumn('Client', 'lead', ({ _id, clientName, saudaId }) =>
    twoLines(rowLink(`/privacy/${_id}`, clientName, ''), saudaId, true),
  ),
  column('Request', 'note', ({ kind, text, answer, createdAt }) => (
    <Lines>
      <span className="clamp">{text}</span>
      <Faint>{`${kinds[kind]}, received ${formatDate(createdAt)}`}</Faint>
      {answer !== undefined && <Faint>{answer}</Faint>}
    </Lines>
  )),
  column('Status', 'figure', ({ createdAt, status }) =>
    status === 'open' ? <DaysLeft until={dueOf(createdAt)} prefix="Answer " /> : <RequestPill status={status} />,
  ),
]

/** One request, with its decision beside it. */
export function PrivacyRequestPage() {
  const requestId = useParams()['requestId'] ?? ''
  const list = callQuery(privacyCalls.requests, { query: {} })
  const query = useQuery({ ...list, select: ({ requests }) => requests.find(({ _id }) => _id === requestId) })
  const { data: others } = useQuery(list)
  useRecent('Data request', query.data?.clientName)
  if (query.isSuccess && query.data === undefined) return <NotFound />
  return (
    <CaseScreen
      title="Data request"
      right="kyc.review"
      query={query}
      what="the request"
      id={requestId}
      label="Data requests"
      to="/privacy"
      rows={others?.requests.map(({ _id, clientName, kind, status, createdAt }) => ({
        id: _id,
        to: `/privacy/${_id}`,
        title: clientName,
        aside: status === 'open' ? `by ${dayMonth(dueOf(createdAt))}` : undefined,
        below: kinds[kind],
      }))}
    >
      {(request) => request && <PrivacyCase key={request._id} request={request} />}
    </CaseScreen>
  )
}

function PrivacyCase({ request }: { request: DeskPrivacyRequest }) {
  const { clientId, clientName, saudaId, kind, text, status, createdAt, obstacles, answer } = request
  return (
    <Review
      head={
        <ReviewHead
          clientId={clientId}
          clientName={clientName}
          saudaId={saudaId}
          tools={<DownloadFile label="Download data" load={() => loadExport(clientId)} />}
        >
          {status !== 'open' && <RequestPill status={status} />}
        </ReviewHead>
      }
      evidence={
        <Evidence what={kinds[kind]} at={createdAt} event="Received">
          <p className={layout.written}>{text}</p>
          <Block
            title="Details"
            facts={[
              { term: 'Answer', value: answer ?? <DaysLeft until={dueOf(createdAt)} prefix="" /> },
              obstacles.length > 0 && { term: 'Not possible yet', value: obstacles.join('; ') },
            ]}
          />
        </Evidence>
      }
    >
      {status === 'open' ? (
        <AnswerForm request={request} />
      ) : (
        <EmptyState title="Nothing to decide">{answer}</EmptyState>
      )}
    </Review>
  )
}

function AnswerForm({ request }: { request: DeskPrivacyRequest }) {
  const mayErase = useCan()('operator.manage') && request.obstacles.length === 0
  const ways: readonly Decision['how'][] =
    request.kind === 'correction' ? ['complete', 'reject'] : mayErase ? ['erase', 'reject'] : ['reject']
  const [how, setHow] = useState(ways[0] ?? 'reject')
  return (
    <>
      {ways.length > 1 && (
        <Segments
          label="Decision"
          full
          options={ways.map((each) => ({ value: each, label: words[each].label }))}
          value={how}
          onValueChange={setHow}
        />
      )}
      <DecisionDialog key={how} inPage open onClose={() => undefined} item={{ request, how }} />
    </>
  )
}

const dueOf = (createdAt: string): string =>
  dayInIndia(new Date(Date.parse(createdAt) + privacyRules.answerDays * 86_400_000))

interface Decision {
  /** For an erasure without a request, the client. */
  request: Pick<DeskPrivacyRequest, 'clientId' | 'clientName'> & Partial<Pick<DeskPrivacyRequest, '_id' | 'text'>>
  how: 'complete' | 'reject' | 'erase'
}

const words = {
  complete: {
    label: 'Complete',
    title: 'Complete the correction',
    description: 'The client gets the answer by e-mail.',
    action: 'Complete',
    field: 'Answer',
  },
  reject: {
    label: 'Reject',
    title: 'Reject the request',
    description: 'The client gets the reason by e-mail.',
    action: 'Reject request',
    field: 'Reason',
  },
  erase: {
    label: 'Erase',
    title: 'Erase personal data',
    description: 'Documents, contact and bank details and messages are removed for good; ledger entries stay.',
    action: 'Erase data',
    field: 'Reason',
  },
} as const

const calls = { complete: privacyCalls.complete, reject: privacyCalls.reject, erase: privacyCalls.erase } as const

function DecisionDialog({ item: { request, how }, ...dialog }: ItemDialog<Decision> & { inPage?: true }) {
  const { _id = '', clientId, clientName, text } = request
  const { title, description, action, field } = words[how]
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={calls[how]}
      params={{ requestId: _id, clientId }}
      empty={{ answer: '', name: '' }}
      discardOnClose
      title={title}
      description={how === 'erase' && needsSecond ? `A second administrator must approve. ${description}` : description}
      fields={[
        text === undefined && { own: <p>{`${clientName} has not requested it in the portal.`}</p> },
        how === 'complete' && {
          name: 'name',
          label: 'Corrected name',
          hint: `Now: ${clientName}. Leave empty if something else was corrected.`,
          optional: true,
        },
        {
          as: 'textarea',
          name: 'answer',
          label: field,
          maxLength: privacyRules.textLength,
          errorOf: how === 'erase' ? 'reason' : 'answer',
        },
      ]}
      body={({ answer: typed, name }) => {
        const answer = typed.replace(/\s+/g, ' ').trim()
        if (how === 'erase') return { reason: answer }
        return { answer, ...(how === 'complete' && name !== '' && { name }) }
      }}
      action={action}
      variant={how === 'erase' ? 'danger' : 'primary'}
      waiting={needsAdministrator}
    />
  )
}

const loadExport = (clientId: string) => fetchFile(privacyCalls.deskExport, { params: { clientId } })
