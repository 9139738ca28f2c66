import { IconButton } from '@sauda/ui/button'
import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useNotifications } from './notice.api.ts'
import styles from './notice.module.css'

const NotificationList = lazyPart(() => import('./notification-list.tsx').then((module) => module.NotificationList))

/** Opens the list of what has not been read yet. */
export function Bell() {
  const total = useNotifications().data?.total ?? 0
  const [isOpen, setOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  return (
    <>
      <span className={styles.bell}>
        <IconButton
          label={total === 0 ? 'Notifications' : `Notifications, ${total} unread`}
          icon={<BellIcon />}
          popoverTarget="notifications"
          onPointerEnter={() => void NotificationList.preload()}
        />
        {total > 0 && <span className={styles.unread} aria-hidden="true" />}
      </span>
      <div
        ref={popover}
        id="notifications"
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        className={styles.popover}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <NotificationList onClose={() => popover.current?.hidePopover()} />}
      </div>
    </>
  )
}
