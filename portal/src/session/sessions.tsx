import type { Reply } from '@sauda/contract/call'
import type { sessionCalls } from '@sauda/contract/session'
import { Badge } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { watchFocus } from '@sauda/ui/dom'
import { Loaded } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { formatDateTime } from '@sauda/web/date-time'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { standard } from '../shell/api.ts'
import { useClientQuery } from '../shell/query.tsx'
import { savedToast } from '../shell/toast.ts'
import styles from './sessions.module.css'

type ClientSession = Reply<typeof sessionCalls.list>[number]

export function Sessions({ onLogOut }: { onLogOut: () => void }) {
  const sessions = useClientQuery<typeof sessionCalls.list>(['session', 'list'], 'GET /user/sessions')
  const list = useRef<HTMLUListElement>(null)
  const onEnded = (hasFocus: boolean) => {
    savedToast('Device logged out')
    // The button that had the focus is gone.
    if (hasFocus) list.current?.focus()
  }
  return (
    <Loaded
      query={sessions}
      loading={<SkeletonText label="Loading..." lines={4} />}
      failed="Your sessions could not be loaded"
    >
      {(data) => (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Sessions">
          {data.map((session) => (
            <li key={session._id}>
              <MonitorSmartphone />
              <p className={styles.device}>
                {session.device} {session.current && <Badge>This device</Badge>}
              </p>
              <div className={`${styles.text} note`}>
                <p>
                  {session.current ? 'Active now' : `Last active ${formatDateTime(session.lastSeenAt)}`} · {session.ip}
                </p>
                <p>{`Logged in ${formatDateTime(session.createdAt)}`}</p>
              </div>
              {session.current ? (
                <Button variant="secondary" size="small" onClick={onLogOut}>
                  Logout
                </Button>
              ) : (
                <EndButton session={session} onEnded={onEnded} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

/** `onEnded` also runs after the row is gone, with whether the focus was still in it. */
function EndButton({ session, onEnded }: { session: ClientSession; onEnded: (hasFocus: boolean) => void }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (sessionId: string) =>
      standard.send<typeof sessionCalls.end>(
        'DELETE /user/sessions/:sessionId',
        { params: { sessionId } },
        { toast: true },
      ),
    onMutate: watchFocus,
    onSuccess: (_reply, _sessionId, hasFocus) => onEnded(hasFocus()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['session', 'list'] }),
  })
  return (
    <Button variant="secondary" size="small" loading={isPending} onClick={() => mutate(session._id)}>
      Log out<span className="visually-hidden"> {session.device}</span>
    </Button>
  )
}
