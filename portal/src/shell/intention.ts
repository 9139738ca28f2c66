import { useMemo, useSyncExternalStore } from 'react'
import { currentSession } from './session.ts'
import { inTab } from './storage.ts'

/** What the client asked for and has had no answer to: kept in the tab, so that a reload does not make it a new wish. */
type Intention = { readonly key: string; readonly userId: string | null; readonly asked: string }

const listeners = new Set<() => void>()
/** Under way right now: whoever looks at the screen sees that by itself. */
const running = new Set<string>()

/**
 * The Idempotency-Key of what is asked now. The same words, not answered yet, keep their key: sent again, they are
 * still one request. Other words are another intention.
 */
export function hold(address: string, asked: unknown): string {
  const { userId } = currentSession()
  const words = JSON.stringify(asked)
  const kept = read(address)
  const key = kept?.userId === userId && kept.asked === words ? kept.key : newKey()
  inTab.set(place(address), JSON.stringify({ key, userId, asked: words } satisfies Intention))
  running.add(address)
  tell()
  return key
}

/** No answer came; the intention stays as it is. */
export function leaveOpen(address: string): void {
  running.delete(address)
  tell()
}

/** The server has answered, or the client gives the intention up: the next wish gets a new key. */
export function release(address: string): void {
  inTab.remove(place(address))
  running.delete(address)
  tell()
}

/** What was asked at this address by this client without an answer so far; undefined while it is under way. */
export function useUnanswered<Asked>(address: string): Asked | undefined {
  const words = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unanswered(address),
    () => undefined,
  )
  return useMemo(() => (words === undefined ? undefined : (JSON.parse(words) as Asked)), [words])
}

export function unanswered(address: string): string | undefined {
  const kept = read(address)
  return kept && !running.has(address) && kept.userId === currentSession().userId ? kept.asked : undefined
}

const place = (address: string): string => `asked ${address}`

function read(address: string): Intention | undefined {
  try {
    return JSON.parse(inTab.get(place(address)) ?? '') as Intention
  } catch {
    return undefined
  }
}

/** crypto.randomUUID exists only on https; this does everywhere. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function tell(): void {
  for (const listener of listeners) listener()
}
