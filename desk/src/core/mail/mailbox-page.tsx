import { mailCalls } from '@sauda/contract/core/mail'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ApiError } from '@sauda/web/api-error'
import { CopyButton } from '@sauda/web/copy-button'
import { formatDateTime } from '@sauda/web/date-time'
import { Link, useSearchParams } from 'react-router'
import { SearchField, useAddressText, withText } from '../../shell/search-field.tsx'
import { Age } from '../../shell/pills.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ViewTabs } from '../../shell/navigation.tsx'
import { Page } from '../../shell/page.tsx'
import { useListKeys } from '../../shell/shortcut.ts'
import { type BoxMail, MailFrame, MailTabs, useMailbox } from './mail-page.tsx'
import styles from './mail.module.css'
import layout from '../../shell/layout.module.css'

export function MailboxPage() {
  const [address] = useSearchParams()
  const search = useAddressText('to')
  const normalized = search.settled.toLowerCase()
  // A complete address is searched on the server and so finds older mails too.
  const query = useMailbox(/^\S+@\S+\.\w{2,}$/.test(normalized) ? normalized : undefined)
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Page title="Mailbox">
        <EmptyState title="No demo mailbox">This server sends real e-mail.</EmptyState>
      </Page>
    )
  return (
    <Page
      title="Mailbox"
      description="Demo: no e-mail is sent. E-mails are shown here to everyone, newest first."
      tabs={<MailTabs />}
    >
      <SearchField label="Mails to" hint="Part of an email address" search={search} />
      <Loaded query={query} what="the mailbox" lines={6}>
        {(mails) => (
          <Mails
            mails={mails.filter(({ to }) => to.toLowerCase().includes(normalized))}
            openId={address.get('mail')}
            addressOf={(id) => `?${withText(address, 'mail', id)}`}
          />
        )}
      </Loaded>
    </Page>
  )
}

interface MailsProps {
  mails: readonly BoxMail[]
  openId: string | null
  addressOf: (id: string) => string
}

function Mails({ mails, openId, addressOf }: MailsProps) {
  const list = useListKeys<HTMLUListElement>('List')
  // The newest is open until another is chosen.
  const open = mails.find(({ _id }) => _id === openId) ?? mails[0]
  if (!open)
    return (
      <EmptyState title="No e-mails yet">Register a client in the portal to see the verification code here.</EmptyState>
    )
  return (
    <div className={styles.panes} data-chosen={openId ?? undefined}>
      <ul ref={list} className={styles.list}>
        {mails.map((mail) => (
          <LetterLine key={mail._id} mail={mail} isOpen={mail === open} to={addressOf(mail._id)} />
        ))}
      </ul>
      <Letter mail={open} />
    </div>
  )
}

const LetterLine = ({ mail, isOpen, to }: { mail: BoxMail; isOpen: boolean; to: string }) => (
  <li>
    <Link className={styles.line} to={to} replace data-item="" aria-current={isOpen || undefined}>
      <span className={styles.subject}>{mail.subject}</span>
      <span className={layout.soft}>
        <Age since={mail.createdAt} />
      </span>
      <span className={`${layout.soft} ${styles.to}`}>{mail.to}</span>
    </Link>
  </li>
)

function Letter({ mail }: { mail: BoxMail }) {
  const [address] = useSearchParams()
  const { code } = mail
  const isText = address.get('as') === 'text' || !mail.hasPreview
  return (
    <Card title={mail.subject} className={styles.letter}>
      <p className={`${layout.soft} ${styles.to}`}>
        {`To ${mail.to}, `}
        <span className="nowrap">{formatDateTime(mail.createdAt)}</span>
      </p>
      {code !== undefined && (
        <div className={styles.code}>
          <output>{code}</output>
          <CopyButton text={code} name="Copy code" done="Code copied" variant="secondary" named />
        </div>
      )}
      {mail.hasPreview && (
        <ViewTabs
          label="Format"
          tabs={[
            { to: `?${withText(address, 'as', '')}`, name: 'E-mail', isOpen: !isText },
            { to: `?${withText(address, 'as', 'text')}`, name: 'Plain text', isOpen: isText },
          ]}
        />
      )}
      {isText ? (
        <p className={styles.text}>{mail.text}</p>
      ) : (
        <MailFrame call={mailCalls.mailboxPage} id={mail._id} subject={mail.subject} />
      )}
    </Card>
  )
}
