import type { profileCalls } from '@sauda/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

/** The client's own profile. A failure is only logged (section 8); without a session nothing is asked. */
export function useProfile() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['profile', userId],
    enabled: token !== null && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof profileCalls.read>(
        'GET /user/profile/:userId',
        { params: { userId: userId ?? '' } },
        { quiet: true, signal },
      ),
  })
}
