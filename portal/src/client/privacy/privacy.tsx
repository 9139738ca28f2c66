import {
  privacyCalls,
  type PrivacyRequest,
  currentNotice,
  privacyNotices,
  privacyRules,
} from '@sauda/contract/client/privacy'
import type { Reply } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Loaded } from '@sauda/ui/error-state'
import { Panel, Row, Stack } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { ChevronDown, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { downloadFile } from '../../shell/api.ts'
import { useAttempt } from '../../shell/attempt.ts'
import { useDownload } from '../../shell/download.ts'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { MessageForm } from '../../shell/message-form.tsx'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { Screen } from '../../shell/screen.tsx'
import { appToast } from '../../shell/toast.ts'
import styles from './privacy.module.css'

const privacyText = {
  lead: 'What we store about you, and what you can do about it.',
  policy: 'Privacy policy',
  download: 'One ZIP file with everything we store about you: your data as text, and your documents and photos.',
  correction: {
    title: 'Correct your data',
    text: 'Something wrong that you can’t change yourself? Tell us what it should be.',
    field: 'What should we correct?',
    action: 'Request correction',
  },
  erasure: {
    title: 'Erase your data',
    text: 'We remove your personal data and end your login for good. Ledger entries stay, without your name, as the law requires of a broker.',
    field: 'Anything we should know?',
    action: 'Request erasure',
  },
} as const

type View = Reply<typeof privacyCalls.read>

export default function Privacy() {
  const query = useClientQuery(privacyCalls.read)
  return (
    <Screen title="Your Data" icon={<ShieldCheck />} description={privacyText.lead} narrow>
      <Loaded query={query} card failed="This screen could not be loaded">
        {(view) => (
          <Panel className="lines">
            <Download />
            <Notice accepted={view.accepted} />
            <DataRequest kind="correction" view={view} />
            <DataRequest kind="erasure" view={view} />
          </Panel>
        )}
      </Loaded>
    </Screen>
  )
}

interface JobProps {
  title: string
  state?: ReactNode
  /** Open at first, because something is to be done or in progress. */
  open?: boolean
  children: ReactNode
}

/** A row that opens. */
function Job({ title, state, open = false, children }: JobProps) {
  return (
    <details open={open} className={styles.row}>
      <Row as="summary" tight justify="between" className="entry">
        <h2 className={`md ${styles.title}`}>{title}</h2>
        {state}
        <ChevronDown size={20} aria-hidden="true" />
      </Row>
      <Stack className={styles.job}>{children}</Stack>
    </details>
  )
}

function Notice({ accepted }: Pick<View, 'accepted'>) {
  const refetched = useRefetchAfter('privacy')
  const { error, busy, attempt } = useAttempt()
  const newest = privacyNotices.find(({ version }) => version === currentNotice)
  const accept = async () => {
    await refetched(sendIdempotent(privacyCalls.accept, { body: { version: currentNotice } }))
    appToast.success('Privacy notice accepted')
  }
  const isCurrent = accepted?.version === currentNotice
  return (
    <Job
      title="Privacy notice"
      state={
        <StatusPill tone={isCurrent ? 'success' : 'warn'}>
          {isCurrent ? 'Accepted' : accepted ? 'New version' : 'Not accepted'}
        </StatusPill>
      }
    >
      <ul className="bullets">
        {newest?.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="note">
        {`Version ${currentNotice} of ${formatDate(newest?.since ?? '')}. `}
        {accepted && `You accepted version ${accepted.version} on ${formatDateTime(accepted.at)}. `}
        <a href="/privacy">{privacyText.policy}</a>
      </p>
      {error && <AlertBanner tone="error">{error}</AlertBanner>}
      {!isCurrent && (
        <div>
          <Button variant="secondary" loading={busy} onClick={() => attempt(accept)}>
            Accept the notice
          </Button>
        </div>
      )}
    </Job>
  )
}

function Download() {
  const { state, start } = useDownload('Downloaded', 'The file could not be made. Please try again.')
  return (
    <Job title="Download your data" open>
      <p>{privacyText.download}</p>
      <div>
        <Button
          variant="secondary"
          loading={state?.is === 'loading'}
          onClick={() => void start('my-data.zip', (options) => downloadFile(privacyCalls.export, {}, options))}
        >
          Download ZIP
        </Button>
      </div>
      <p role="status" className="note">
        {state?.message}
      </p>
    </Job>
  )
}

function DataRequest({ kind, view }: { kind: PrivacyRequest['kind']; view: View }) {
  const refetched = useRefetchAfter('privacy')
  const [text, setText] = useState('')
  const words = privacyText[kind]
  const requests = view.requests.filter((request) => request.kind === kind)
  const obstacles = kind === 'erasure' ? view.obstacles : []
  const isOpen = requests.some(({ status }) => status === 'open')
  const line = text.trim()
  const send = async () => {
    const body = { kind, text: line }
    await refetched(sendIdempotent(privacyCalls.request, { body }))
    setText('')
    return { message: 'Request sent' }
  }
  return (
    <Job title={words.title} state={isOpen && <StatusPill tone="warn">Open</StatusPill>} open={requests.length > 0}>
      <p>{words.text}</p>
      <Requests requests={requests} />
      {obstacles.length > 0 && (
        <AlertBanner tone="info" title="Your data cannot be erased yet">
          <ul className="bullets">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </AlertBanner>
      )}
      {!isOpen && obstacles.length === 0 && (
        <MessageForm
          label={words.field}
          maxLength={privacyRules.textLength}
          value={text}
          onText={setText}
          missing={line === '' && 'Please say what should be changed'}
          send={send}
          action={words.action}
          variant="secondary"
        />
      )}
    </Job>
  )
}

const tones = { open: 'warn', done: 'success', rejected: 'error' } as const
const names = { open: 'Open', done: 'Completed', rejected: 'Rejected' } as const

const Requests = ({ requests }: { requests: readonly PrivacyRequest[] }) =>
  requests.map(({ _id, text, status, answer, createdAt }) => (
    <Stack gap={1} align="start" className={`anywhere ${styles.request}`} key={_id}>
      <StatusPill tone={tones[status]}>{names[status]}</StatusPill>
      <p>{text}</p>
      {answer !== undefined && <p>{answer}</p>}
      <p className="faint">{formatDateTime(createdAt)}</p>
    </Stack>
  ))
