import { IconButton } from '@sauda/ui/button'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useNotifications } from './notice.api.ts'
import styles from './notice.module.css'

const NotificationList = lazyPart(() => import('./notification-list.tsx').then((module) => module.NotificationList))

const most = 99

/** Opens the list of what has not been read yet. */
export function Bell() {
  const total = useNotifications().data?.total ?? 0
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <span className={styles.bell}>
        <IconButton
          label={total === 0 ? 'Notifications' : `Notifications, ${total} unread`}
          icon={<BellIcon />}
          onPointerEnter={() => void NotificationList.preload()}
          onClick={() => {
            setWasOpen(true)
            setOpen(true)
          }}
        />
        {total > 0 && (
          <span className={styles.count} aria-hidden="true">
            {total > most ? `${most}+` : total}
          </span>
        )}
      </span>
      {wasOpen && <NotificationList isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
