import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** `offline`: the device has no connection. `unreachable`: the last request did not reach the server. */
export type Reachability = 'ok' | 'offline' | 'unreachable'

/** False from a request that did not reach the server until the next one that did. */
export const serverReachable = createStore(true)

export function currentReachability(): Reachability {
  if (!navigator.onLine) return 'offline'
  return serverReachable.get() ? 'ok' : 'unreachable'
}

export function useReachability(): Reachability {
  return useSyncExternalStore(subscribe, currentReachability, () => 'ok')
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = serverReachable.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
