import { clearSession, currentSession } from './session.ts'
import { inTab, onDevice } from './storage.ts'

const key = 'returnTo'
/** Shows the other tabs that the session expired, so that they return to their screens too. */
const endedKey = 'sessionEnded'

/** Ends the session the server no longer knows. A response to an older token leaves a newer session alone. */
export function loseSession(token: string | null): void {
  const session = currentSession()
  if (token !== session.token) return
  if (session.userId) {
    onDevice.set(endedKey, session.userId)
    notePlace(session.userId)
  }
  clearSession()
}

/** Whether the login screen is shown because a session expired. */
export function sessionWasLost(): boolean {
  return inTab.get(key) !== null
}

/**
 * The screen to open after login: where this client's session expired, otherwise the dashboard. It is returned once.
 */
export function takePlace(userId: string): string {
  const kept = inTab.get(key)
  forgetPlace()
  try {
    const place = JSON.parse(kept ?? '') as { path?: unknown; userId?: unknown }
    if (typeof place.path === 'string' && isPlace(place.path) && place.userId === userId) return place.path
  } catch {
    // nothing kept, or not by us
  }
  return '/account/home'
}

/** After any other way to log in, the client does not return to a screen. */
export function forgetPlace(): void {
  inTab.remove(key)
  onDevice.remove(endedKey)
}

/** Another tab has ended the session: `token` is removed first, before the screens of this tab notice. */
export function followEnding({ key: changed, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
  const userId = onDevice.get(endedKey)
  if (changed === 'token' && newValue === null && userId !== null) notePlace(userId)
}

// Here and not in a component: it must hear of it before those that draw the session.
if (typeof window !== 'undefined') window.addEventListener('storage', followEnding)

function notePlace(userId: string): void {
  const { pathname, search } = window.location
  // What stands open in a screen is named in its query.
  const path = pathname + search
  if (isPlace(path)) inTab.set(key, JSON.stringify({ path, userId }))
}

function isPlace(path: string): boolean {
  return /^\/(account|portfolio|profile)\//.test(path)
}
