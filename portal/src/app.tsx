import { useEffect } from 'react'
import { matchRoutes, Outlet, ScrollRestoration, useLocation, useRouteError, type RouteObject } from 'react-router'
import { currentReachability } from '@sauda/web/reachability'
import { useBrand } from './shell/brand.ts'
import { useIsActive } from './shell/activity.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { cleanPath } from './shell/guard.ts'
import { ReachBanner } from './shell/reach-banner.tsx'
import { useRouteFocus } from './shell/route-focus.ts'
import { documentTitle } from './shell/titles.ts'
import { lazyPart } from './shell/lazy-part.tsx'
import { registerWorker } from './shell/worker.ts'

const ToastHost = lazyPart(() => import('@sauda/ui/toast').then((module) => module.ToastHost))

export function App() {
  const { pathname } = useLocation()
  const { name } = useBrand()
  const isActive = useIsActive()
  useRouteFocus()
  useEffect(registerWorker, [])
  useEffect(() => {
    document.title = documentTitle(cleanPath(pathname), name)
  }, [pathname, name])
  return (
    <>
      <ReachBanner />
      <Outlet />
      {isActive && <ToastHost />}
      <ScrollRestoration />
    </>
  )
}

export function AppError() {
  return <ErrorPage error={useRouteError()} />
}

export function preloadLinkedScreens(routes: RouteObject[]): void {
  const preload = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin || currentReachability() !== 'ok') return
    const matches = matchRoutes(routes, link.pathname) ?? []
    const redirected = matches.at(-1)?.route.handle as string | undefined
    for (const { route } of redirected ? (matchRoutes(routes, redirected) ?? []) : matches)
      // A failed preload costs nothing: opening the screen loads it again.
      if (typeof route.lazy === 'object') void Promise.resolve(route.lazy.Component?.()).catch(() => undefined)
  }
  for (const event of ['pointerover', 'touchstart', 'focusin'] as const)
    document.addEventListener(event, preload, { passive: true })
}
