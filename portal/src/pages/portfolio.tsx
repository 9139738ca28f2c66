import { Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { cleanPath } from '../shell/guard.ts'

const toFirstTab: MiddlewareFunction = ({ request }) => {
  if (cleanPath(new URL(request.url).pathname) === '/portfolio') throw redirect('/portfolio/overview')
}
export const clientMiddleware = [toFirstTab]

export default function Portfolio() {
  return <Outlet />
}
