import { sessionCalls } from '@sauda/contract/core/session'
import { Loaded } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Sessions } from '@sauda/web/sessions'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetch } from '../../shell/query.tsx'
import { savedToast } from '../../shell/toast.ts'

export function OwnSessions({ onLogOut }: { onLogOut: () => void }) {
  const refetch = useRefetch()
  const sessions = useClientQuery(sessionCalls.list)
  return (
    <Loaded
      query={sessions}
      loading={<SkeletonText label="Loading..." lines={4} />}
      failed="Your sessions could not be loaded."
      look="line"
    >
      {(data) => (
        <Sessions
          sessions={data}
          end={(sessionId) => standard.send(sessionCalls.end, { params: { sessionId } }, { toast: true })}
          endOthers={() => standard.send(sessionCalls.endOthers, {}, { toast: true })}
          onSettled={() => refetch('session')}
          onEnded={savedToast}
          onLogOut={onLogOut}
        />
      )}
    </Loaded>
  )
}
