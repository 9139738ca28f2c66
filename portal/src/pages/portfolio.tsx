import { Outlet } from 'react-router'
import { redirectToTab } from '../shell/guard.ts'

export const clientMiddleware = [redirectToTab('/portfolio', '/portfolio/overview')]

export default function Portfolio() {
  return <Outlet />
}
