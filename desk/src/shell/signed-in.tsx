import { ErrorState } from '@sauda/ui/error-state'
import { LoadingBlock } from '@sauda/ui/spinner'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useMe } from './me.ts'
import { session } from './session.ts'
import { useStore } from './store.ts'

/** The page to return to after logging in, carried in the history entry of the login screen. */
export interface CameFrom {
  from?: string
}

/** Lets operators pass; asks the others to log in first, and those who must to set up their second factor. */
export function SignedIn({ setUp, children }: { setUp: ReactNode; children: ReactNode }) {
  const { token, ending } = useStore(session)
  const me = useMe()
  const { pathname, search } = useLocation()
  // After leaving on purpose the next to log in, perhaps somebody else, starts at the queue.
  const back: CameFrom = ending === 'left' ? {} : { from: `${pathname}${search}` }
  if (token === null) return <Navigate to="/login" replace state={back} />
  if (me.data?.need) return setUp
  if (me.data) return children
  if (me.isError)
    return (
      <ErrorState title="Server not reachable" query={me}>
        You are still logged in.
      </ErrorState>
    )
  return <LoadingBlock label="Opening the desk" />
}
