import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { ErrorState } from '@sauda/ui/error-state'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { LoadingBlock } from '@sauda/ui/spinner'
import { errorMessage } from '@sauda/web/api-error'
import { useStore } from '@sauda/web/store'
import type { ReactNode } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useBrand } from './page.tsx'
import { useApprovalState, useMe } from './me.ts'
import { session } from './session.ts'
import styles from './frame.module.css'

/** The page to return to after login. */
export interface LoginState {
  from?: string
}

export function RequireLogin({ setUp, children }: { setUp: ReactNode; children: ReactNode }) {
  const { operatorId, ending } = useStore(session)
  const me = useMe()
  // Its notice stands above every page: what came later would move the page under the pointer.
  const approval = useApprovalState({ enabled: operatorId !== null })
  // Not isPending, which becomes true again when a page repeats a failed request: the desk would hide the page, show it, and so on.
  const isOpening = !approval.isFetched && approval.failureCount === 0
  const { pathname, search } = useLocation()
  // After a logout the next operator may be another one.
  const back: LoginState = ending === 'left' ? {} : { from: `${pathname}${search}` }
  if (operatorId === null) return <Navigate to="/login" replace state={back} />
  if (me.data?.need) return setUp
  if (me.data && !isOpening) return children
  if (me.isError)
    return (
      <>
        <OpenBar />
        <main id="screen">
          <ErrorState title="The desk could not be opened" query={me}>
            {errorMessage(me.error)}
          </ErrorState>
        </main>
      </>
    )
  return <LoadingBlock label="Opening the desk" />
}

/** A page that needs no login: inside the desk for operators, standalone for others. */
export function OpenPage({ inside }: { inside: ReactNode }) {
  const { operatorId } = useStore(session)
  const me = useMe()
  if (operatorId === undefined && me.isPending) return <LoadingBlock label="Opening the desk" />
  if (operatorId) return inside
  return (
    <>
      <OpenBar />
      <main id="screen">
        <Outlet />
      </main>
    </>
  )
}

function OpenBar() {
  const { name, demo } = useBrand()
  return (
    <header className={styles.openBar}>
      {/* Not from the API, which may be what failed. */}
      <img src="/icon-64.png" alt="" width={24} height={24} />
      <span className={styles.name}>{name || 'Desk'}</span>
      {demo && <DisclosureBadge kind="demo" />}
      <nav className={styles.links} aria-label="Other pages">
        <a href="/">Portal</a>
        <Link to="/login">Desk</Link>
      </nav>
      <SchemeSwitch />
    </header>
  )
}
