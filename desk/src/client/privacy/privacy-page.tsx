import type { Reply } from '@sauda/contract/platform/call'
import { type DeskPrivacyRequest, privacyCalls, privacyRules } from '@sauda/contract/client/privacy'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import { dayInIndia, formatDate } from '@sauda/web/date-time'
import { Link, useSearchParams } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import { DownloadFile } from '../../shell/download-file.tsx'
import { FormDialog, type ItemDialog, needsAdministrator, useItemDialog } from '../../shell/form-dialog.tsx'
import { DaysLeft, Faint, Lines, rowLink, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsSecond } from '../../shell/me.ts'
import { GroupPage, type PageInGroup } from '../../shell/navigation.tsx'
import { statusPill } from '../../shell/pills.tsx'
import layout from '../../shell/layout.module.css'
import { fetchFile, useCall } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/page.tsx'

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
        columns={columnsOf(show, mayErase)}
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

const columnsOf = (show: (decision: Decision) => void, mayErase: boolean): ColumnsOf<DeskPrivacyRequest> => [
  headColumn('Client', 'lead', ({ clientId, clientName, saudaId }) =>
    twoLines(rowLink(`/clients/${clientId}`, clientName, ''), saudaId, true),
  ),
  column('Request', 'note', ({ kind, text, answer, obstacles, createdAt }) => (
    <Lines>
      <span className={layout.written}>{text}</span>
      <Faint>{`${kind === 'erasure' ? 'Erasure' : 'Correction'}, received ${formatDate(createdAt)}`}</Faint>
      {answer !== undefined && <Faint>{answer}</Faint>}
      {obstacles.length > 0 && <Faint>{`Not possible yet: ${obstacles.join('; ')}`}</Faint>}
    </Lines>
  )),
  column('Status', 'figure', ({ createdAt, status }) =>
    status === 'open' ? <DaysLeft until={dueOf(createdAt)} prefix="Answer " /> : <RequestPill status={status} />,
  ),
  endColumn('Action', 'line', (request) => (
    <Row justify="end" gap={2} className={layout.together}>
      {request.status === 'open' && (
        <>
          {request.kind === 'correction' && (
            <Button size="small" variant="secondary" onClick={() => show({ request, how: 'complete' })}>
              Complete
            </Button>
          )}
          {request.kind === 'erasure' && mayErase && request.obstacles.length === 0 && (
            <Button size="small" variant="danger" onClick={() => show({ request, how: 'erase' })}>
              Erase
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={() => show({ request, how: 'reject' })}>
            Reject
          </Button>
        </>
      )}
      <DownloadFile label="Download data" load={() => loadExport(request.clientId)} variant="ghost" iconOnly />
    </Row>
  )),
]

const dueOf = (createdAt: string): string =>
  dayInIndia(new Date(Date.parse(createdAt) + privacyRules.answerDays * 86_400_000))

interface Decision {
  /** For an erasure without a request, the client. */
  request: Pick<DeskPrivacyRequest, 'clientId' | 'clientName'> & Partial<Pick<DeskPrivacyRequest, '_id' | 'text'>>
  how: 'complete' | 'reject' | 'erase'
}

const words = {
  complete: {
    title: 'Complete the correction',
    description: 'The client gets the answer by e-mail.',
    action: 'Complete',
    field: 'Answer',
  },
  reject: {
    title: 'Reject the request',
    description: 'The client gets the reason by e-mail.',
    action: 'Reject request',
    field: 'Reason',
  },
  erase: {
    title: 'Erase personal data',
    description: 'Documents, contact and bank details and messages are removed for good; ledger entries stay.',
    action: 'Erase data',
    field: 'Reason',
  },
} as const

const calls = { complete: privacyCalls.complete, reject: privacyCalls.reject, erase: privacyCalls.erase } as const

function DecisionDialog({ item: { request, how }, ...dialog }: ItemDialog<Decision>) {
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
        { own: <p className={layout.written}>{text ?? `${clientName} has not requested it in the portal.`}</p> },
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
