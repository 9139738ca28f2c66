import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { cleanPath } from './guard.ts'
import { currentReachability } from '@sauda/web/reachability'
import { appToast } from './toast.ts'

const opened = new Set<string>()

/**
 * Without a connection the code of a new screen cannot be loaded, and the router would reload the page, which loses what was
 * typed. So the navigation is blocked.
 */
export function useBlockWhileOffline(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    opened.add(cleanPath(pathname))
  }, [pathname])
  const blocker = useBlocker(({ nextLocation }) => currentReachability() !== 'ok' && !isOpened(nextLocation.pathname))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    appToast.info('You are offline. This screen opens once you are connected again.')
    blocker.reset()
  }, [blocker])
}

/** The address of a screen with tabs leads to its first tab. */
function isOpened(pathname: string): boolean {
  const path = cleanPath(pathname)
  return [...opened].some((known) => known === path || known.startsWith(`${path}/`))
}
