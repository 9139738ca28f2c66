import type { Notice } from '@sauda/contract/core/notice'
import { currentReachability } from '@sauda/web/reachability'
import { useLast } from '@sauda/ui/dialog'
import { useStore } from '@sauda/web/store'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet, useBlocker, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Bell } from '../core/notice/bell.tsx'
import { useAttention } from '../core/notice/notice.api.ts'
import { destinationOf } from '../core/notice/notice.text.tsx'
import { LiveUpdates } from '../core/notice/live-updates.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { toggleAmounts, useShortcuts, openedTrail } from '../shell/amounts.tsx'
import { AccountFrame, destinations, SimpleFrame } from '../shell/frame.tsx'
import { cleanPath, detour } from '../shell/guard.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useIsDesktop } from '@sauda/web/hooks'
import { Queries } from '../shell/query.tsx'
import { SearchButton } from './search-button.tsx'
import { setDocsVerified, useSession } from '../shell/session.ts'
import { appToast } from '../shell/toast.ts'
import styles from './pages.module.css'

const Connection = lazyPart(() => import('./dock.tsx').then((module) => module.Connection))
const DockBalance = lazyPart(() => import('./dock.tsx').then((module) => module.DockBalance))
const TrailDialog = lazyPart(() => import('../books/statement/trail-dialog.tsx').then((module) => module.TrailDialog))
const StockDialog = lazyPart(() => import('./stock.tsx').then((module) => module.StockDialog))
const Side = lazyPart(() => import('./side.tsx').then((module) => module.Side))

export default function Account() {
  return (
    <Queries>
      <Live />
    </Queries>
  )
}

/** The frame of the two /profile/verify-* screens, which have no navigation and no login check (section 2). */
export function Verification() {
  return (
    <Queries>
      <LiveVerification />
    </Queries>
  )
}

function LiveVerification() {
  const { token } = useSession()
  useStoredStatus()
  return (
    <>
      <LiveUpdates token={token} />
      <SimpleFrame>
        <Outlet />
      </SimpleFrame>
    </>
  )
}

/** The profile is loaded at the start, and its status of the documents is stored (section 7). */
function useStoredStatus(): void {
  const status = useProfile().data?.isDocsVerified
  useEffect(() => {
    if (status) setDocsVerified(status)
  }, [status])
}

function Live() {
  const session = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useStoredStatus()
  useBlockWhileOffline()
  useKeys()
  const isDesktop = useIsDesktop()
  const marked = (useAttention().data?.items ?? []).map(({ kind }) => destinationOf[kind])
  const queries = useQueryClient()
  const showToast = ({ topic, id }: Notice) => {
    if (topic !== 'wallet' || id === undefined || document.hidden) return
    // Loaded when it is needed. If that fails, the screens still show the decision.
    import('../money/wallet/wallet-toast.tsx')
      .then(({ showWalletToast }) => showWalletToast(queries, id))
      .catch(() => undefined)
  }

  // The session and the status of the documents can change while a screen is open.
  const redirectPath = detour(cleanPath(pathname), session)
  useEffect(() => {
    if (redirectPath) void navigate(redirectPath, { replace: true })
  }, [redirectPath, navigate])

  return (
    <>
      <LiveUpdates token={session.token} onNotice={showToast} />
      <AccountFrame
        tools={
          <>
            <SearchButton />
            <Bell />
          </>
        }
        client={<ClientLink />}
        marked={marked}
        connection={isDesktop && <Connection />}
        balance={isDesktop && <DockBalance />}
        side={isDesktop && <Side />}
      >
        {!redirectPath && <Outlet />}
      </AccountFrame>
      <OpenedStock />
      <OpenedTrail />
    </>
  )
}

/** The stock in the address, over any screen. */
function OpenedStock() {
  return useLast(useSearchParams()[0].get('stock') ?? undefined) && <StockDialog />
}

/** Loaded with the first trail; from then on it stays, so that it can close with its motion. */
function OpenedTrail() {
  return useLast(useStore(openedTrail)) && <TrailDialog />
}

/** The client's name, as a link to the profile. */
function ClientLink() {
  const { data, isError } = useProfile()
  return (
    <Link
      to="/account/profile"
      className={`sm medium nowrap ${styles.client}`}
      title={data && `${data.name}, ${data.saudaId}`}
    >
      {data?.name ?? <span className={isError ? undefined : 'visually-hidden'}>Profile</span>}
    </Link>
  )
}

/** 1 to 5 open the destinations of the navigation, H hides the amounts. */
function useKeys(): void {
  const navigate = useNavigate()
  const open = (to: string) => () => {
    if (!document.querySelector('[aria-modal=true], :popover-open')) void navigate(to)
  }
  useShortcuts({
    h: toggleAmounts,
    ...Object.fromEntries(destinations.map(({ to }, index) => [`${index + 1}`, open(to)])),
  })
}

const opened = new Set<string>()

/**
 * Without a connection the code of a new screen cannot be loaded, and the router would reload the page, which loses what was
 * typed. So the navigation is blocked.
 */
function useBlockWhileOffline(): void {
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
