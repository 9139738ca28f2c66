import { matchRoutes, redirect, type MiddlewareFunction, type RouteObject } from 'react-router'
import { currentSession, type Session } from './session.ts'

/** The address to which this session is redirected from the account area's `path` (section 2, access rule), or undefined. */
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

/** The address after a login, so that no other screen is loaded first. */
export function firstScreen(): string {
  return detour('/account/home', { ...currentSession(), isLoggedIn: true }) ?? '/account/home'
}

/** The address to which the guards redirect this one. The router loads a screen's code even when a guard redirects, so this is called first. */
export function guardedPath(routes: RouteObject[], path: string): string | undefined {
  const guards = matchRoutes(routes, path)?.flatMap(({ route }) => route.middleware ?? [])
  const session = currentSession()
  if (guards?.includes(guardAccount)) return detour(cleanPath(path), session)
  if (guards?.includes(guardLogin) && session.isLoggedIn) return '/account/profile'
  return undefined
}

export function cleanPath(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}
