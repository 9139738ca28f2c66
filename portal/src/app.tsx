import { healthCalls } from '@sauda/contract/broker/health'
import { ReadOnly } from '@sauda/ui/button'
import { currentReachability, useReachability } from '@sauda/web/reachability'
import { useEffect, useRef } from 'react'
import { matchRoutes, Outlet, type RouteObject, ScrollRestoration, useLocation } from 'react-router'
import { AmountsChoice } from './shell/amounts.tsx'
import { long } from './shell/api.ts'
import { useBrand } from './shell/brand.ts'
import { useConfirmation } from './shell/confirmation.ts'
import { cleanPath } from './shell/guard.ts'
import { lazyPart, useIsActive } from './shell/lazy-part.tsx'
import { useSession } from './shell/session.ts'
import { registerWorker } from './shell/worker.ts'
import { documentTitle } from './shell/titles.ts'
import styles from './shell/frame.module.css'

const ConfirmDialog = lazyPart(() => import('./client/auth/confirm-dialog.tsx').then((module) => module.ConfirmDialog))
const ViewBanner = lazyPart(() => import('./core/session/view.tsx').then((module) => module.ViewBanner))
const ViewOver = lazyPart(() => import('./core/session/view.tsx').then((module) => module.ViewOver))
const ToastHost = lazyPart(() => import('@sauda/ui/toast').then((module) => module.ToastHost))

export function App() {
  const { pathname } = useLocation()
  const { name } = useBrand()
  const isActive = useIsActive()
  const confirmation = useConfirmation()
  const { view } = useSession()
  useRouteFocus()
  useEffect(registerWorker, [])
  useEffect(() => {
    document.title = documentTitle(cleanPath(pathname), name)
  }, [pathname, name])
  return (
    <AmountsChoice>
      <ReachBanner />
      {view && view !== 'over' && <ViewBanner view={view} />}
      <ReadOnly value={view !== undefined && view !== 'over'}>
        {view === 'over' && cleanPath(pathname) !== '/view-as-client' ? <ViewOver /> : <Outlet />}
      </ReadOnly>
      {isActive && <ToastHost />}
      {confirmation && <ConfirmDialog confirmation={confirmation} />}
      <ScrollRestoration />
    </AmountsChoice>
  )
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

function useRouteFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // The screen has already focused its field.
    if (document.activeElement instanceof HTMLInputElement) return
    document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])
}

const retryMilliseconds = 5000

const texts = {
  offline: 'You are offline. What you see may be out of date, and nothing can be sent until you are connected again.',
  unreachable: 'We can’t reach the server. Retrying…',
}

function ReachBanner() {
  const reachability = useReachability()
  useEffect(() => {
    if (reachability !== 'unreachable') return
    const check = (): void => {
      long.send(healthCalls.health, {}).catch(() => undefined)
    }
    check()
    const timer = setInterval(check, retryMilliseconds)
    return () => clearInterval(timer)
  }, [reachability])
  return <output className={styles.banner}>{reachability !== 'ok' && texts[reachability]}</output>
}
