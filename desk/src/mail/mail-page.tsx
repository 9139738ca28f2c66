import type { StatusTone } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { TabNav } from '@sauda/ui/page-header'
import type { TableColumn } from '@sauda/ui/table'
import { Link, useSearchParams } from 'react-router'
import { Email } from '../shell/lines.tsx'
import { DateTime } from '@sauda/web/date-time'
import { Page } from '../shell/page.tsx'
import { statusPill } from '../shell/pills.tsx'
import { QueryTable } from '../shell/loaded.tsx'
import { useMailLog, type MailLine, type MailStatus } from './mail.api.ts'
import styles from './mail.module.css'

const states: Record<MailStatus, [tone: StatusTone, words: string]> = {
  stuck: ['error', 'Delayed'],
  queued: ['warn', 'Queued'],
  sent: ['success', 'Sent'],
}
const MailPill = statusPill(states)
const isStatus = (status: string | null): status is MailStatus => status !== null && status in states

const columns: readonly TableColumn<MailLine>[] = [
  {
    key: 'status',
    header: 'Status',
    place: 'state',
    cell: ({ status }) => <MailPill status={status} />,
  },
  { key: 'to', header: 'To', rowHeader: true, cell: ({ to }) => <Email>{to}</Email>, place: 'under' },
  {
    key: 'subject',
    header: 'Subject',
    place: 'lead',
    cell: ({ subject, lastError }) => (
      <>
        {subject}
        {lastError !== undefined && <div className={styles.error}>{lastError}</div>}
      </>
    ),
  },
  { key: 'tries', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    key: 'when',
    header: 'Date and time',
    place: 'below',
    align: 'end',
    cell: ({ createdAt, sentAt }) => <DateTime at={sentAt ?? createdAt} />,
  },
]

export function MailPage() {
  const [address] = useSearchParams()
  const wanted = address.get('status')
  const status = isStatus(wanted) ? wanted : undefined
  return (
    <Page
      title="Mail"
      right="audit.read"
      description="The latest e-mails. Their text is not shown because it may contain a code."
    >
      <TabNav label="Status">
        {([undefined, 'stuck', 'queued', 'sent'] as const).map((each) => (
          <Link
            key={each}
            to={each ? `?status=${each}` : '?'}
            replace
            aria-current={each === status ? 'page' : undefined}
          >
            {each ? states[each][1] : 'All'}
          </Link>
        ))}
      </TabNav>
      <div className={styles.log}>
        <Log key={status} status={status} />
      </div>
    </Page>
  )
}

function Log({ status }: { status: MailStatus | undefined }) {
  const query = useMailLog(status)
  // Requested separately: an old stuck mail would not be among the newest hundred.
  const stuck = useMailLog('stuck').data ?? []
  return (
    <Card flush>
      <QueryTable
        label="Mails"
        query={query}
        rowsOf={(mails) =>
          status === undefined ? [...stuck, ...mails.filter((mail) => mail.status !== 'stuck')] : mails
        }
        what="the e-mail log"
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title="No e-mails">E-mails are listed as soon as they are created.</EmptyState>}
      />
    </Card>
  )
}
