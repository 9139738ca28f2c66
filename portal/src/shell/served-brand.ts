import type { healthCalls } from '@sauda/contract/health'
import { useEffect, useSyncExternalStore } from 'react'
import { long } from './api.ts'
import { nameless, type Brand } from './brand.ts'

const listeners = new Set<() => void>()
let known: Brand | undefined
let asked = false

/** The brand as the server has written it into the page. */
export function useServedBrand(): Brand {
  useEffect(() => void load(), [])
  return useSyncExternalStore(subscribe, current, () => nameless)
}

function current(): Brand {
  known ??= written() ?? nameless
  return known
}

function written(): Brand | undefined {
  const text = document.getElementById('brand')?.textContent
  return text ? (JSON.parse(text) as Brand) : undefined
}

/** The development server writes nothing into its pages, so there it is asked for, once. */
async function load(): Promise<void> {
  if (asked || written()) return
  asked = true
  try {
    known = await long.send<typeof healthCalls.brand>('GET /brand', {}, { quiet: true })
    for (const listener of listeners) listener()
  } catch {
    asked = false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
