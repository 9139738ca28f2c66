import { Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { cleanPath } from '../shell/guard.ts'

const toFirstTab: MiddlewareFunction = ({ request }) => {
  if (cleanPath(new URL(request.url).pathname) === '/account/position') throw redirect('/account/position/position')
}
export const clientMiddleware = [toFirstTab]

export default function Position() {
  return <Outlet />
}
