import type { Notification } from '@sauda/contract/core/notice'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { errorMessage } from '@sauda/web/api-error'
import { formatDateTime } from '@sauda/web/date-time'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { appToast } from '../../shell/toast.ts'
import { useNotifications, useReadNotifications } from './notice.api.ts'
import styles from './notice.module.css'
import { notificationPath } from './notice.text.tsx'

interface NotificationListProps {
  isOpen: boolean
  onClose: () => void
}

export function NotificationList({ isOpen, onClose }: NotificationListProps) {
  const query = useNotifications()
  const readOnServer = useReadNotifications()
  const [isBusy, setBusy] = useState(false)
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
  // From the newest on, not from the button below the list.
  const newest = useRef<HTMLAnchorElement>(null)
  const { notifications = [], total = 0 } = query.data ?? {}
  const older = total - notifications.length
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title="Notifications"
      initialFocus={newest}
      footer={
        notifications.length > 0 && (
          <Button variant="secondary" loading={isBusy} onClick={() => void read(notifications)}>
            Mark all as read
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        look="line"
        loading={<SkeletonText label="Loading..." lines={4} />}
        failed="Your notifications could not be loaded"
      >
        {() =>
          notifications.length === 0 ? (
            <p className="soft">No new notifications. We’ll tell you here when something happens.</p>
          ) : (
            <ul className={`lines ${styles.list}`}>
              {notifications.map((each, index) => (
                <li key={each._id}>
                  <Link
                    ref={index === 0 ? newest : null}
                    to={notificationPath(each)}
                    onClick={() => {
                      void read([each])
                      onClose()
                    }}
                  >
                    <AmountText>{each.text}</AmountText>
                    <span className="note">{formatDateTime(each.at)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {older > 0 && <p className="note">{`${older} older, listed once these are read`}</p>}
    </Dialog>
  )
}
