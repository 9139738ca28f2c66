import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { LiveUpdates } from '../notice/live-updates.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { AccountFrame } from '../shell/frame.tsx'
import { cleanPath, detour, guardAccount } from '../shell/guard.ts'
import { Queries } from '../shell/query.tsx'
import { useStayWhileAway } from '../shell/stay.ts'
import { setDocsVerified, useSession } from '../shell/session.ts'

export const clientMiddleware = [guardAccount]

/** Around every screen of the account area. */
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
  useStayWhileAway()

  useEffect(() => {
    if (status) setDocsVerified(status)
  }, [status])

  // The session can end, and the documents' status can change, while a screen is open.
  const away = detour(cleanPath(pathname), session)
  useEffect(() => {
    if (away) void navigate(away, { replace: true })
  }, [away, navigate])

  return (
    <>
      <LiveUpdates token={session.token} />
      <AccountFrame>{!away && <Outlet />}</AccountFrame>
    </>
  )
}
