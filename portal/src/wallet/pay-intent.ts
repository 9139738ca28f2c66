import { useState } from 'react'
import { useBackStep } from '../shell/back-step.ts'
import { currentSession } from '../shell/session.ts'
import { inTab } from '../shell/storage.ts'
import type { Intent } from './wallet.api.ts'

const key = 'payIntent'

/** The QR a client may have paid already. `shown` is whether the pay view stands open. */
type Kept = { readonly userId: string | null; readonly intent: Intent; readonly shown: boolean }

/**
 * The deposit under way. Kept in the tab: a phone that goes to its payment app may throw this page away, and the client
 * comes back to the same QR. Going back to the form, also by the browser's or the phone's Back, keeps it too, so that the
 * same amount does not get a second reference.
 */
export function usePayIntent() {
  const [kept, setKept] = useState(read)
  const keep = (next: Kept | undefined) => {
    if (next) inTab.set(key, JSON.stringify(next))
    else inTab.remove(key)
    setKept(next)
  }
  const show = (intent: Intent, shown: boolean) => keep({ userId: currentSession().userId, intent, shown })
  const hide = () => kept && show(kept.intent, false)
  const step = useBackStep(kept?.shown === true, hide)
  return {
    intent: kept?.shown ? kept.intent : undefined,
    open: (intent: Intent) => {
      show(intent, true)
      step.enter()
    },
    /** The kept QR for this amount, if there is one. */
    keptFor: (amount: number) => (kept?.intent.amount === amount ? kept.intent : undefined),
    back: () => {
      hide()
      step.leave()
    },
    /** This one was sent. What the client has opened since, on this screen entered anew, is another. */
    forget: (reference: string | undefined) => {
      if (read()?.intent.reference === reference) keep(undefined)
      step.leave()
    },
  }
}

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(inTab.get(key) ?? '') as Kept
    return kept.userId === currentSession().userId ? kept : undefined
  } catch {
    return undefined
  }
}
