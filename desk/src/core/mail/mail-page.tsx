import { mailCalls } from '@sauda/contract/core/mail'
import { Card } from '@sauda/ui/card'
import { Dialog } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { Link, useSearchParams } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn, QueryTable } from '../../shell/table.tsx'
import { withText } from '../../shell/search-field.tsx'
import { Email, oneLine, twoLines } from '../../shell/lines.tsx'
import { useIsPhone } from '@sauda/web/hooks'
import { DateTime, formatDateTime } from '@sauda/web/date-time'
import { useCan } from '../../shell/me.ts'
import { GroupTabs, ViewTabs } from '../../shell/navigation.tsx'
import { Page, useBrand } from '../../shell/page.tsx'
import { MailPill, mailStates } from '../../shell/pills.tsx'
import { PreviewFrame } from '../../shell/loaded.tsx'
import pressed from '@sauda/ui/pressed-row.module.css'
import styles from './mail.module.css'
import type { Call, Reply } from '@sauda/contract/platform/call'
import { urlOf } from '@sauda/web/http'
import { useQuery } from '@tanstack/react-query'
import { callQuery, useCall } from '../../shell/api.ts'

const isStatus = (status: string | null): status is MailStatus => status !== null && status in mailStates

const columns: ColumnsOf<MailLine> = [
  column('To', 'lead', (mail) => <Recipient {...mail} />),
  headColumn('Subject', 'note', ({ _id, subject, hasPreview, lastError }) => (
    <>
      {hasPreview ? <OpenLink id={_id}>{subject}</OpenLink> : subject}
      {lastError !== undefined && <div className={styles.error}>{lastError}</div>}
    </>
  )),
  // What is sent needs no mark.
  column('Status', 'figure', ({ status, attempts }) =>
    twoLines(status !== 'sent' && <MailPill status={status} />, attempts > 1 && `${attempts} attempts`),
  ),
  endColumn('Date and time', 'under', ({ createdAt, sentAt }) => <DateTime at={sentAt ?? createdAt} />),
]

function Recipient({ to, clientName }: MailLine) {
  const isPhone = useIsPhone()
  if (!clientName) return <Email>{to}</Email>
  return isPhone ? clientName : oneLine(clientName, <Email>{to}</Email>)
}

function OpenLink({ id, children }: { id: string; children: string }) {
  const [address] = useSearchParams()
  return (
    <Link className={pressed.press} to={`?${withText(address, 'mail', id)}`}>
      {children}
    </Link>
  )
}

/** In a demo the mailbox is beside the log; it alone is open to everyone. */
export function MailTabs() {
  const may = useCan()('audit.read')
  const { mailbox } = useBrand()
  return (
    may &&
    mailbox && (
      <GroupTabs
        label="Mail"
        tabs={[
          { to: '/mail', name: 'Sent and queued', may },
          { to: '/mailbox', name: 'Demo mailbox', may },
        ]}
      />
    )
  )
}

export function MailPage() {
  const [address] = useSearchParams()
  const wanted = address.get('status')
  const status = isStatus(wanted) ? wanted : undefined
  return (
    <Page
      title="Mail"
      right="audit.read"
      description="E-mails open for 30 days, unless they contain a code or login link."
      tabs={<MailTabs />}
    >
      <ViewTabs
        label="Status"
        tabs={([undefined, 'stuck', 'queued', 'sent'] as const).map((each) => ({
          to: each ? `?status=${each}` : '?',
          name: each ? mailStates[each][1] : 'All',
          isOpen: each === status,
        }))}
      />
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
  const [address, setAddress] = useSearchParams()
  const open = [...stuck, ...(query.data ?? [])].find(({ _id }) => _id === address.get('mail'))
  return (
    <Card flush>
      {open?.hasPreview && (
        <Dialog
          open
          wide
          title={open.subject}
          description={`To ${open.to}, ${formatDateTime(open.sentAt ?? open.createdAt)}`}
          onOpenChange={() => setAddress(withText(address, 'mail', ''))}
        >
          <MailFrame call={mailCalls.page} id={open._id} subject={open.subject} />
        </Dialog>
      )}
      <QueryTable
        label="Mails"
        query={query}
        rowsOf={(mails) =>
          status === undefined ? [...stuck, ...mails.filter((mail) => mail.status !== 'stuck')] : mails
        }
        what="the e-mail log"
        columns={columns}
        empty={<EmptyState title="No e-mails">E-mails are listed as soon as they are created.</EmptyState>}
      />
    </Card>
  )
}

interface MailFrameProps {
  call: Call & { reply: 'page' }
  id: string
  subject: string
}

/** The server forbids scripts in it as well; links open a new tab. */
export const MailFrame = ({ call, id, subject }: MailFrameProps) => (
  <PreviewFrame
    key={id}
    className={styles.frame}
    title={subject}
    src={urlOf(call.path, { params: { id } })}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  />
)

type MailLine = Reply<typeof mailCalls.log>[number]
export type BoxMail = Reply<typeof mailCalls.mailbox>[number]
type MailStatus = MailLine['status']

const freshMs = 2_000

const useMailLog = (status?: MailStatus) => useCall(mailCalls.log, { query: { status } })

export const useMailbox = (to: string | undefined) =>
  useQuery({
    ...callQuery(mailCalls.mailbox, { query: { to } }),
    refetchInterval: freshMs,
    placeholderData: (before) => before,
  })
