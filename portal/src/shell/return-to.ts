import { inTab } from './storage.ts'

const key = 'returnTo'

/** When a session ends by itself, the same client comes back to the same screen after the next login. */
export function rememberPlace(userId: string | null): void {
  const path = window.location.pathname
  if (userId && isPlace(path)) inTab.set(key, JSON.stringify({ path, userId }))
}

export function sessionEndedByItself(): boolean {
  return inTab.get(key) !== null
}

/** Where this client goes after login; asked once. */
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

export function forgetPlace(): void {
  inTab.remove(key)
}

function isPlace(path: string): boolean {
  return /^\/(account|portfolio)\//.test(path)
}
