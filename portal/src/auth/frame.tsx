import { Outlet } from 'react-router'
import { BareFrame } from '../shell/bare-frame.tsx'

export default function AuthFrame() {
  return (
    <BareFrame>
      <Outlet />
    </BareFrame>
  )
}
