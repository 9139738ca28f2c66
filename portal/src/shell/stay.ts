import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { cleanPath } from './guard.ts'
import { currentReachability } from '@sauda/web/reachability'
import { appToast } from './toast.ts'

/** Screens whose code is here already. */
const opened = new Set<string>()

/**
 * Without a way to the server the code of a screen not opened before cannot come, and the router would load the whole page
 * anew for it: everything typed would be gone. So we stay, and say so.
 */
export function useStayWhileAway(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    opened.add(cleanPath(pathname))
  }, [pathname])
  const blocker = useBlocker(({ nextLocation }) => currentReachability() !== 'ok' && !isOpened(nextLocation.pathname))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    appToast.info('This screen opens when the connection is back.')
    blocker.reset()
  }, [blocker])
}

/** The address of tabs leads to the first of them. */
function isOpened(pathname: string): boolean {
  const path = cleanPath(pathname)
  return [...opened].some((known) => known === path || known.startsWith(`${path}/`))
}
