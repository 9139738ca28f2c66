import { Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { cleanPath } from '../shell/guard.ts'

const toFirstTab: MiddlewareFunction = ({ request }) => {
  if (cleanPath(new URL(request.url).pathname) === '/account/wallet') throw redirect('/account/wallet/add-fund')
}
export const clientMiddleware = [toFirstTab]

export default function Wallet() {
  return <Outlet />
}
