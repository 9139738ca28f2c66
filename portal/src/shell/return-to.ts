import { clearSession, currentSession } from './session.ts'
import { inTab, onDevice } from './storage.ts'

const key = 'returnTo'
/** Tells the other tabs that this client's session ended by itself: the same is true for what is typed there. */
const endedKey = 'sessionEnded'

/** The server does not know this token any more. An answer to an older one says nothing about the stored session. */
export function loseSession(token: string | null): void {
  const session = currentSession()
  if (token !== session.token) return
  if (session.userId) {
    onDevice.set(endedKey, session.userId)
    notePlace(session.userId)
  }
  clearSession()
}

/** Whether the login screen stands here because a session ended by itself. */
export function sessionWasLost(): boolean {
  return inTab.get(key) !== null
}

/** Where this client goes after login: back to where the lost session was theirs, else to the dashboard. Asked once. */
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

/** Another way in than by login: nothing is come back to. */
export function forgetPlace(): void {
  inTab.remove(key)
  onDevice.remove(endedKey)
}

/** In another tab the stored session is simply gone, its token first; its screens have not noticed yet. */
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
