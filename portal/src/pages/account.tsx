import type { Notice } from '@sauda/contract/notice'
import { currentReachability } from '@sauda/web/reachability'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useBlocker, useLocation, useNavigate } from 'react-router'
import { LiveUpdates } from '../notice/live-updates.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { AccountFrame, SimpleFrame } from '../shell/frame.tsx'
import { cleanPath, detour } from '../shell/guard.ts'
import { Queries } from '../shell/query.tsx'
import { setDocsVerified, useSession } from '../shell/session.ts'
import { appToast } from '../shell/toast.ts'

export default function Account() {
  return (
    <Queries>
      <Live />
    </Queries>
  )
}

/** The frame of the two /profile/verify-* screens, which have no navigation and no login check (section 2). */
export function Verification() {
  const { token } = useSession()
  return (
    <Queries>
      <LiveUpdates token={token} />
      <SimpleFrame>
        <Outlet />
      </SimpleFrame>
    </Queries>
  )
}

function Live() {
  const session = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const status = useProfile().data?.isDocsVerified
  useBlockWhileOffline()
  const queries = useQueryClient()
  const showToast = ({ topic, id }: Notice) => {
    if (topic !== 'wallet' || id === undefined || document.hidden) return
    // Loaded when it is needed. If that fails, the screens still show the decision.
    import('./tab-frames.tsx').then(({ showWalletToast }) => showWalletToast(queries, id)).catch(() => undefined)
  }

  useEffect(() => {
    if (status) setDocsVerified(status)
  }, [status])

  // The session and the status of the documents can change while a screen is open.
  const redirectPath = detour(cleanPath(pathname), session)
  useEffect(() => {
    if (redirectPath) void navigate(redirectPath, { replace: true })
  }, [redirectPath, navigate])

  return (
    <>
      <LiveUpdates token={session.token} onNotice={showToast} />
      <AccountFrame>{!redirectPath && <Outlet />}</AccountFrame>
    </>
  )
}

const opened = new Set<string>()

/**
 * Without a connection the code of a new screen cannot be loaded, and the router would reload the page, which loses what was
 * typed. So the navigation is blocked.
 */
function useBlockWhileOffline(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    opened.add(cleanPath(pathname))
  }, [pathname])
  const blocker = useBlocker(({ nextLocation }) => currentReachability() !== 'ok' && !isOpened(nextLocation.pathname))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    appToast.info('You are offline. This screen opens once you are connected again.')
    blocker.reset()
  }, [blocker])
}

/** The address of a screen with tabs leads to its first tab. */
function isOpened(pathname: string): boolean {
  const path = cleanPath(pathname)
  return [...opened].some((known) => known === path || known.startsWith(`${path}/`))
}
