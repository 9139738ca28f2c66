import { useState } from 'react'
import { useBackStep } from '../shell/back-step.ts'
import { currentSession } from '../shell/session.ts'
import { inTab } from '../shell/storage.ts'
import type { PaymentRequest } from './wallet.api.ts'

const key = 'paymentDraft'

/** A payment request whose QR code the client may have paid already. `shown`: the pay view is open. */
type PaymentDraft = { readonly userId: string | null; readonly request: PaymentRequest; readonly shown: boolean }

/**
 * Stored for the tab, because a phone may discard this page while its UPI app is open. It survives going back to the
 * form, so that one payment never gets two references.
 */
export function usePaymentDraft(startsHidden: boolean) {
  const [draft, setDraft] = useState(() => {
    const stored = read()
    return stored && startsHidden ? { ...stored, shown: false } : stored
  })
  const store = (next: PaymentDraft | undefined) => {
    if (next) inTab.set(key, JSON.stringify(next))
    else inTab.remove(key)
    setDraft(next)
  }
  const show = (request: PaymentRequest, shown: boolean) => store({ userId: currentSession().userId, request, shown })
  const hide = () => draft && show(draft.request, false)
  const step = useBackStep(draft?.shown === true, hide)
  return {
    shownRequest: draft?.shown ? draft.request : undefined,
    open: (request: PaymentRequest) => {
      show(request, true)
      step.enter()
    },
    findFor: (amount: number) => (draft?.request.amount === amount ? draft.request : undefined),
    back: () => {
      hide()
      step.leave()
    },
    /** Leaves a payment request opened since. */
    remove: (reference: string | undefined) => {
      if (read()?.request.reference === reference) store(undefined)
      step.leave()
    },
  }
}

function read(): PaymentDraft | undefined {
  try {
    const draft = JSON.parse(inTab.get(key) ?? '') as PaymentDraft
    return draft.userId === currentSession().userId ? draft : undefined
  } catch {
    return undefined
  }
}
