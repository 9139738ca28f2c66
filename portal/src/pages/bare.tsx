import { Outlet } from 'react-router'
import { BareFrame } from '../shell/bare-frame.tsx'
import { Queries } from '../shell/query.tsx'

/** Around the two /profile/verify-* screens: no navigation and no login check (section 2). */
export default function Bare() {
  return (
    <Queries>
      <BareFrame>
        <Outlet />
      </BareFrame>
    </Queries>
  )
}
