import type { sessionCalls } from '@sauda/contract/core/session'
import { Loaded } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Sessions } from '@sauda/web/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery } from '../../shell/query.tsx'
import { savedToast } from '../../shell/toast.ts'

export function OwnSessions({ onLogOut }: { onLogOut: () => void }) {
  const queries = useQueryClient()
  const sessions = useClientQuery<typeof sessionCalls.list>(['session', 'list'], 'GET /user/sessions')
  return (
    <Loaded
      query={sessions}
      loading={<SkeletonText label="Loading..." lines={4} />}
      failed="Your sessions could not be loaded"
    >
      {(data) => (
        <Sessions
          sessions={data}
          end={(sessionId) =>
            standard.send<typeof sessionCalls.end>(
              'DELETE /user/sessions/:sessionId',
              { params: { sessionId } },
              { toast: true },
            )
          }
          endOthers={() => standard.send<typeof sessionCalls.endOthers>('DELETE /user/sessions', {}, { toast: true })}
          onSettled={() => queries.invalidateQueries({ queryKey: ['session', 'list'] })}
          onEnded={savedToast}
          onLogOut={onLogOut}
        />
      )}
    </Loaded>
  )
}
