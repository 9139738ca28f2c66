import { pathOf, type CallInput, type Call, type Reply } from '@sauda/contract/platform/call'
import {
  sendIdempotent as sendWithKey,
  type PendingRequest,
  type PendingSlot,
  type Replayable,
} from '@sauda/web/idempotent'
import { createStore } from '@sauda/web/store'
import { useMemo, useSyncExternalStore } from 'react'
import { sendStandard } from './api.ts'
import { currentSession } from './session.ts'
import { inTab, parseJson } from './storage.ts'

/** Requests being sent right now: they are not unconfirmed. */
const running = createStore<readonly string[]>([])

/**
 * Sends a request that moves money, at most once however often it is sent: pressed twice, after a time-out, after a
 * reload or a new login (settled, section 3). Shows no toast: the screen shows the result. Throws ApiError.
 */
export async function sendIdempotent<C extends Call>(
  call: C,
  input: CallInput<C>,
): Promise<Replayable<Reply<C> & object>> {
  const { params = {} } = input as { params?: Record<string, string> }
  const target = targetOf(call, params)
  running.set([...running.get(), target])
  try {
    return await sendWithKey(slotOf(target), input, (idempotencyKey) =>
      sendStandard(call, input as object, { idempotencyKey }),
    )
  } finally {
    running.set(running.get().filter((each) => each !== target))
  }
}

/** The input of the last request of this client to this call, if it has no final response. */
export function useUnconfirmedRequest<C extends Call>(call: C): CallInput<C> | undefined {
  const input = useSyncExternalStore(
    running.subscribe,
    () => unconfirmedRequest(call),
    () => undefined,
  )
  return useMemo(() => (input === undefined ? undefined : (JSON.parse(input) as CallInput<C>)), [input])
}

export function unconfirmedRequest(call: Call): string | undefined {
  const target = targetOf(call)
  return running.get().includes(target) ? undefined : slotOf(target).read()?.input
}

/** The next request to this call gets a new key. */
export function dismissRequest(call: Call): void {
  slotOf(targetOf(call)).clear()
  running.set([...running.get()])
}

const targetOf = ({ method, path }: Call, params = {}): string => `${method} ${pathOf(path, params)}`

/** In the tab, so that a reload or a new login of the same client keeps the key; of each client apart. */
function slotOf(target: string): PendingSlot {
  const name = `pending ${currentSession().userId} ${target}`
  return {
    read: () => parseJson<PendingRequest>(inTab.get(name)),
    save: (pending) => inTab.set(name, JSON.stringify(pending)),
    clear: () => inTab.remove(name),
  }
}
