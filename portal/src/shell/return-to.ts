import { clearSession, currentSession } from './session.ts'
import { inTab } from './storage.ts'

const key = 'returnTo'

/** The server does not know this token any more. An answer to an older one says nothing about the stored session. */
export function loseSession(token: string | null): void {
  const session = currentSession()
  if (token !== session.token) return
  const path = window.location.pathname
  if (session.userId && isPlace(path)) inTab.set(key, JSON.stringify({ path, userId: session.userId }))
  clearSession()
}

/** Whether the login screen stands here because a session ended by itself. */
export function sessionWasLost(): boolean {
  return inTab.get(key) !== null
}

/** Where this client goes after login: back to where the lost session was theirs, else to the dashboard. Asked once. */
export function takePlace(userId: string): string {
  const kept = inTab.get(key)
  inTab.remove(key)
  try {
    const place = JSON.parse(kept ?? '') as { path?: unknown; userId?: unknown }
    if (typeof place.path === 'string' && isPlace(place.path) && place.userId === userId) return place.path
  } catch {
    // nothing kept, or not by us
  }
  return '/account/home'
}

function isPlace(path: string): boolean {
  return /^\/(account|portfolio)\//.test(path)
}
