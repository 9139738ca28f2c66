import type { healthCalls } from '@sauda/contract/health'
import type { Reply } from '@sauda/contract/call'
import { useEffect, useSyncExternalStore } from 'react'
import { long } from './api.ts'
import { onDevice } from './storage.ts'

export type Brand = Reply<typeof healthCalls.brand>

const key = 'brand'
/** What the prerendered page says, until the server has said what it is called. */
const unasked: Brand = { name: 'Sauda', mode: 'live', supportEmail: '', appDownloadUrl: '', mailbox: false }
const listeners = new Set<() => void>()
let known: Brand | undefined
let asked = false
let told = false

/** The product's name and mode: as last seen on this device, then as the server says. Asked once per page load. */
export function useBrand(): Brand {
  useEffect(() => void load(), [])
  return useSyncExternalStore(subscribe, current, () => unasked)
}

/** As the server has said since this page was loaded, never as remembered: what must not happen in live waits for it. */
export function useToldMode(): Brand['mode'] | undefined {
  const { mode } = useBrand()
  return useSyncExternalStore(
    subscribe,
    () => told,
    () => false,
  )
    ? mode
    : undefined
}

function current(): Brand {
  known ??= { ...unasked, ...remembered() }
  return known
}

async function load(): Promise<void> {
  if (asked) return
  asked = true
  try {
    known = await long.send<typeof healthCalls.brand>('GET /brand', {}, { quiet: true })
    told = true
    onDevice.set(key, JSON.stringify(known))
    for (const listener of listeners) listener()
  } catch {
    asked = false
  }
}

function remembered(): Partial<Brand> {
  try {
    return JSON.parse(onDevice.get(key) ?? '{}') as Partial<Brand>
  } catch {
    return {}
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
