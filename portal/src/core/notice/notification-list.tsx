import type { Notification } from '@sauda/contract/core/notice'
import type { Topic } from '@sauda/contract/platform/call'
import { Button } from '@sauda/ui/button'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { errorMessage } from '@sauda/web/api-error'
import { dayInIndia, formatDate, formatDayMonth, formatTime } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import {
  HandCoins,
  type LucideIcon,
  MessageSquareWarning,
  ReceiptIndianRupee,
  Star,
  TrendingUp,
  UserRound,
  Wallet,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { appToast } from '../../shell/toast.ts'
import { useNotifications, useReadNotifications } from './notice.api.ts'
import styles from './notice.module.css'
import { merged, mergedText, notificationPath } from './notice.text.tsx'

/** The unread notifications day by day, then the last ones read. */
export function NotificationList({ onClose }: { onClose: () => void }) {
  const query = useNotifications()
  const readOnServer = useReadNotifications()
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const read = async (rows: readonly Notification[]): Promise<void> => {
    setBusy(true)
    try {
      await readOnServer(rows.map(({ _id }) => _id))
    } catch (error) {
      appToast.error(errorMessage(error, 'your notifications'))
    } finally {
      setBusy(false)
    }
  }
  const { notifications = [], total = 0, read: earlier = [] } = query.data ?? {}
  const older = total - notifications.length
  const rowsOf = (rows: readonly Notification[], isUnread: boolean) => {
    return (
      <ul className={styles.list}>
        {merged(rows).map(
          ([each, ...others]) =>
            each && (
              <li key={each._id} data-unread={isUnread || undefined}>
                <Link
                  to={notificationPath(each)}
                  onClick={() => {
                    if (isUnread) void read([each, ...others])
                    onClose()
                  }}
                >
                  <span className={styles.kind}>
                    <KindIcon topic={each.topic} />
                    {isUnread && <i className="marker" />}
                  </span>
                  <span>
                    <AmountText>{mergedText(each, others.length + 1)}</AmountText>
                  </span>
                  <time dateTime={each.at} className="note nowrap regular">
                    {isUnread ? formatTime(each.at) : formatDayMonth(each.at)}
                  </time>
                </Link>
              </li>
            ),
        )}
      </ul>
    )
  }
  return (
    <>
      <Row tight justify="between" className={styles.listHead}>
        <h2 ref={heading} tabIndex={-1} className="lg">
          Notifications
        </h2>
        {notifications.length > 0 && (
          <Button variant="ghost" size="small" loading={isBusy} onClick={() => void read(notifications)}>
            Mark all as read
          </Button>
        )}
      </Row>
      <Loaded query={query} look="line" failed="Your notifications could not be loaded">
        {() => (notifications.length === 0 ? <p className="soft">No new notifications.</p> : null)}
      </Loaded>
      {byDay(notifications).map(([day, rows]) => (
        <section key={day} aria-label={day}>
          <h3 className="faint medium">{day}</h3>
          {rowsOf(rows, true)}
        </section>
      ))}
      {older > 0 && <p className="note">{`${older} older, listed once these are read`}</p>}
      {earlier.length > 0 && (
        <section aria-label="Read">
          <h3 className="faint medium">Read</h3>
          {rowsOf(earlier, false)}
        </section>
      )}
    </>
  )
}

const icons: Partial<Record<Topic, LucideIcon>> = {
  wallet: Wallet,
  ledger: Wallet,
  trade: TrendingUp,
  market: Star,
  charge: ReceiptIndianRupee,
  loan: HandCoins,
  complaint: MessageSquareWarning,
}

/** What it is about; otherwise about the account. */
function KindIcon({ topic }: Pick<Notification, 'topic'>) {
  const Icon = icons[topic] ?? UserRound
  return <Icon aria-hidden="true" />
}

/** Newest first, under Today, Yesterday and dates. */
function byDay(rows: readonly Notification[]): [day: string, rows: Notification[]][] {
  const today = todayInIndia()
  const yesterday = dayInIndia(new Date(Date.now() - 86_400_000))
  const days = new Map<string, Notification[]>()
  for (const row of rows) {
    const day = dayInIndia(row.at)
    const name = day === today ? 'Today' : day === yesterday ? 'Yesterday' : formatDate(row.at)
    days.set(name, [...(days.get(name) ?? []), row])
  }
  return [...days]
}
