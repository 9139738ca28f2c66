import { detour, firstScreen } from './guard.ts'
import { clearSession, currentSession } from './session.ts'
import { inTab, onDevice, parseJson } from './storage.ts'
import { appToast } from './toast.ts'

const key = 'returnTo'
/** The address of a link that was opened without a session, such as one of a mail. */
const linkKey = 'openedLink'
/** Shows the other tabs that the session expired, so that they return to their screens too. */
const expiredKey = 'sessionEnded'

/** Ends the session the server no longer knows. A response to an older token leaves a newer session alone. */
export function expireSession(token: string | null): void {
  const session = currentSession()
  if (token !== session.token) return
  if (session.userId && !session.view) {
    onDevice.set(expiredKey, session.userId)
    storeReturnPath(session.userId)
  }
  clearSession()
}

/** Whether the login screen is shown because a session expired. */
export function hasSessionExpired(): boolean {
  return inTab.get(key) !== null
}

/** The screen to open after login: where this client's session expired, or that of a link; otherwise the first one. It is returned once. */
export function takeReturnPath(userId: string): string {
  const saved = parseJson<{ path?: unknown; userId?: unknown } | null>(inTab.get(key))
  const link = inTab.get(linkKey)
  forgetReturnPath()
  if (typeof saved?.path === 'string' && isReturnPath(saved.path) && saved.userId === userId) return saved.path
  // After an expired session the link may be of the client before.
  if (saved || link === null || !isReturnPath(link)) return firstScreen()
  const [path = ''] = link.split('?')
  return detour(path, { ...currentSession(), isLoggedIn: true }) ?? link
}

/** Called before a visitor without a session is sent from the address to the login screen. What a link names is shown to its client only. */
export function rememberLink(): void {
  const { pathname, search } = window.location
  if (!hasSessionExpired() && isReturnPath(pathname)) inTab.set(linkKey, pathname + search)
}

/** After any other way to log in, the client does not return to a screen. */
export function forgetReturnPath(): void {
  inTab.remove(key)
  inTab.remove(linkKey)
  onDevice.remove(expiredKey)
}

/** Another tab has ended the session: `token` is removed first, before the screens of this tab notice. */
export function followExpiry({ key: changed, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
  const userId = currentSession().view ? null : onDevice.get(expiredKey)
  if (changed === 'token' && newValue === null && userId !== null) storeReturnPath(userId)
}

// Not in a component, because it must run before the components that show the session.
if (typeof window !== 'undefined') window.addEventListener('storage', followExpiry)

function storeReturnPath(userId: string): void {
  const { pathname, search } = window.location
  const path = pathname + search
  if (isReturnPath(path)) inTab.set(key, JSON.stringify({ path, userId }))
}

function isReturnPath(path: string): boolean {
  return /^\/(account|portfolio|profile)\//.test(path)
}

/** Leaves the account area once the account is closed; called again, it does nothing. */
export function leaveClosedAccount(): void {
  const { isLoggedIn, view } = currentSession()
  if (!isLoggedIn || view) return
  forgetReturnPath()
  clearSession()
  appToast.success('Your account is closed. We send you the final statement by email.')
}
