import type { KycStatus } from '@sauda/contract/client/kyc'
import { useSyncExternalStore } from 'react'
import { inTab, onDevice } from './storage.ts'

/** The stored session (specification, sections 3 and 4): localStorage, so that all tabs share it. */
export type Session = {
  readonly token: string | null
  readonly userId: string | null
  /** The presence of the flag counts, not its value. */
  readonly isLoggedIn: boolean
  readonly isDocsVerified: string | null
  /** An operator reads this account in this tab; `over` once that has ended, until the tab is closed. */
  readonly view?: View | 'over'
}

export type View = {
  readonly name: string
  /** Names of this tab alone, for what tabs with the same login share. */
  readonly tab: string
}

/** A store of its own and no React state: requests and route guards read it too, and other tabs change it. */
const keys = ['token', 'user_id', 'isLoggedIn', 'isDocsVerified'] as const
const listeners = new Set<() => void>()
const noSession: Session = { token: null, userId: null, isLoggedIn: false, isDocsVerified: null }
let snapshot = noSession

const viewKey = 'view'
const viewOver: Session = { ...noSession, view: 'over' }
/** In memory only, so that a reload ends it, and no login stored on this device is read or changed. */
let viewed: Session | undefined = inTab.get(viewKey) === null ? undefined : viewOver

export function currentSession(): Session {
  if (viewed) return viewed
  const [token = null, userId = null, flag = null, isDocsVerified = null] = keys.map((key) => onDevice.get(key))
  const now: Session = { token, userId, isLoggedIn: flag !== null, isDocsVerified }
  // useSyncExternalStore needs the same object until something changes.
  if (JSON.stringify(now) !== JSON.stringify(snapshot)) snapshot = now
  return snapshot
}

/** Without a token or user_id nothing can be loaded: the client has to log in again. */
export function isComplete({ token, userId }: Session): boolean {
  return token !== null && userId !== null
}

/** Until the documents are verified, this client cannot move money or apply for a loan. */
export function awaitsVerification({ isDocsVerified }: Session): boolean {
  return isDocsVerified === 'PENDING' || isDocsVerified === 'UNVERIFIED'
}

/** A withdrawn verification blocks deposits and loan requests, but no withdrawal. */
export const isRevoked = ({ isDocsVerified }: Session): boolean => isDocsVerified === 'REVOKED'

/** Whether the client is to send photos of the documents. */
export const awaitsPhotos = (isDocsVerified: string | null): boolean =>
  isDocsVerified === 'UNVERIFIED' || isDocsVerified === 'REVOKED'

export function startSession(given: { token: string; userId: string; isDocsVerified: KycStatus }): void {
  onDevice.set('token', given.token)
  onDevice.set('user_id', given.userId)
  onDevice.set('isDocsVerified', given.isDocsVerified)
  // Last, because other tabs act on it.
  onDevice.set('isLoggedIn', 'true')
  inTab.remove('otpFlow')
  notify()
}

export function startView(given: { token: string; userId: string; isDocsVerified: KycStatus; name: string }): void {
  const { name, ...session } = given
  inTab.set(viewKey, 'open')
  viewed = { ...session, isLoggedIn: true, view: { name, tab: crypto.randomUUID() } }
  notify()
}

/** The tab may be used for a login again. */
export function forgetView(): void {
  inTab.remove(viewKey)
  viewed = undefined
}

/** Tabs share data only within one login. */
export function sharedName(name: string): string {
  const { view } = currentSession()
  return view === undefined || view === 'over' ? name : `${name} ${view.tab}`
}

export function setDocsVerified(status: KycStatus): void {
  if (viewed || onDevice.get('isLoggedIn') === null || onDevice.get('isDocsVerified') === status) return
  onDevice.set('isDocsVerified', status)
  notify()
}

/** The browser's database of photos that are not sent yet (client/kyc/kept-photos.ts). */
export const photoStore = 'verification'

/** Forgets token, user_id, isLoggedIn, isDocsVerified and otpFlow (section 4); ends a view without touching them. */
export function clearSession(): void {
  if (viewed) {
    viewed = viewOver
    return notify()
  }
  for (const key of keys) onDevice.remove(key)
  inTab.remove('otpFlow')
  // Absent in some private windows.
  ;(globalThis as { indexedDB?: IDBFactory }).indexedDB?.deleteDatabase(photoStore)
  notify()
}

/** Also updates when another tab logs in or out. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => noSession)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}
