import { Outlet } from 'react-router'
import { LiveUpdates } from '../notice/live-updates.tsx'
import { SimpleFrame } from '../shell/frame.tsx'
import { Queries } from '../shell/query.tsx'
import { useSession } from '../shell/session.ts'

/** The frame of the two /profile/verify-* screens, which have no navigation and no login check (section 2). */
export default function VerificationFrame() {
  return (
    <Queries>
      <Live />
    </Queries>
  )
}

function Live() {
  const { token } = useSession()
  return (
    <>
      <LiveUpdates token={token} />
      <SimpleFrame>
        <Outlet />
      </SimpleFrame>
    </>
  )
}
