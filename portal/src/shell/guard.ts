import { redirect, type MiddlewareFunction } from 'react-router'
import { currentSession, type Session } from './session.ts'

/** Where this session must go instead of the account area's `path` (section 2, access rule), or undefined: stay. */
export function detour(path: string, session: Session): string | undefined {
  if (!session.isLoggedIn) return '/login'
  if (session.isDocsVerified === 'UNVERIFIED' && path !== '/account/profile') return '/account/profile'
  return undefined
}

/** Runs before a screen of the account area is loaded, so that nothing of it flashes. */
export const guardAccount: MiddlewareFunction = ({ request }) => {
  const to = detour(cleanPath(new URL(request.url).pathname), currentSession())
  if (to) throw redirect(to)
}

export const guardLogin: MiddlewareFunction = () => {
  if (currentSession().isLoggedIn) throw redirect('/account/profile')
}

export function cleanPath(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}
