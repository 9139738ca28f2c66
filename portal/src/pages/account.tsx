import type { Notice } from '@sauda/contract/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { LiveUpdates } from '../notice/live-updates.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { AccountFrame } from '../shell/frame.tsx'
import { cleanPath, detour } from '../shell/guard.ts'
import { Queries } from '../shell/query.tsx'
import { useBlockWhileOffline } from '../shell/block-offline.ts'
import { setDocsVerified, useSession } from '../shell/session.ts'

export default function Account() {
  return (
    <Queries>
      <Live />
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
    import('./wallet-toast.tsx').then(({ showWalletToast }) => showWalletToast(queries, id)).catch(() => undefined)
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
