import { useSyncExternalStore } from 'react'

/** Whether the server answers: `offline` is the device's own word, `away` is ours after a call found no way. */
export type Reach = 'ok' | 'offline' | 'away'

const listeners = new Set<() => void>()
let away = false

/** The server answered something. */
export function noteAnswer(): void {
  set(false)
}

/** A call found no way to the server. */
export function noteSilence(): void {
  set(true)
}

export function useReach(): Reach {
  return useSyncExternalStore(subscribe, currentReach, () => 'ok')
}

export function currentReach(): Reach {
  if (!navigator.onLine) return 'offline'
  return away ? 'away' : 'ok'
}

function set(next: boolean): void {
  if (away === next) return
  away = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
