import { ErrorState } from '@sauda/ui/error-state'
import { LoadingBlock } from '@sauda/ui/spinner'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useMe } from './me.ts'
import { session } from './session.ts'
import { useStore } from '@sauda/web/store'

/** The page to return to after login. */
export interface LoginState {
  from?: string
}

export function RequireLogin({ setUp, children }: { setUp: ReactNode; children: ReactNode }) {
  const { operatorId, ending } = useStore(session)
  const me = useMe()
  const { pathname, search } = useLocation()
  // After a logout the next operator may be another one.
  const back: LoginState = ending === 'left' ? {} : { from: `${pathname}${search}` }
  if (operatorId === null) return <Navigate to="/login" replace state={back} />
  if (me.data?.need) return setUp
  if (me.data) return children
  if (me.isError)
    return (
      <ErrorState title="Server not reachable" query={me}>
        Check your connection and try again.
      </ErrorState>
    )
  return <LoadingBlock label="Opening the desk" />
}
