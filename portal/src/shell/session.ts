import type { KycStatus } from '@sauda/contract/kyc'
import { useSyncExternalStore } from 'react'
import { inTab, onDevice } from './storage.ts'

/** The stored session (specification, sections 3 and 4): localStorage, so that all tabs share it. */
export type Session = {
  readonly token: string | null
  readonly userId: string | null
  /** The presence of the flag counts, not its value. */
  readonly isLoggedIn: boolean
  readonly isDocsVerified: string | null
}

const keys = ['token', 'user_id', 'isLoggedIn', 'isDocsVerified'] as const
const listeners = new Set<() => void>()
const noSession: Session = { token: null, userId: null, isLoggedIn: false, isDocsVerified: null }
let snapshot = noSession

export function currentSession(): Session {
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

export function startSession(given: { token: string; userId: string; isDocsVerified: KycStatus }): void {
  onDevice.set('token', given.token)
  onDevice.set('user_id', given.userId)
  onDevice.set('isDocsVerified', given.isDocsVerified)
  // Last, because other tabs act on it.
  onDevice.set('isLoggedIn', 'true')
  inTab.remove('otpFlow')
  notify()
}

export function setDocsVerified(status: KycStatus): void {
  if (onDevice.get('isLoggedIn') === null || onDevice.get('isDocsVerified') === status) return
  onDevice.set('isDocsVerified', status)
  notify()
}

/** Forgets token, user_id, isLoggedIn, isDocsVerified and otpFlow (section 4). */
export function clearSession(): void {
  for (const key of keys) onDevice.remove(key)
  inTab.remove('otpFlow')
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
