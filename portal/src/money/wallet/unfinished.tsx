import { walletCalls } from '@sauda/contract/money/wallet'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { dismissRequest, useUnconfirmedRequest } from '../../shell/idempotent.ts'
import type { AddMoneyInput, WithdrawInput, PaymentRequest } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasSessionExpired } from '../../shell/return-to.ts'
import { currentSession } from '../../shell/session.ts'
import { inTab, parseJson } from '../../shell/storage.ts'

const key = 'paymentDraft'

/** A payment request whose QR code the client may have paid already. */
type PaymentDraft = {
  readonly userId: string | null
  readonly request: PaymentRequest
  /** The pay view is open. */
  readonly shown: boolean
  /** No longer offered; a payment of the same amount still gets its reference. */
  readonly dismissed?: true
}

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
  // Leaving the screen returns to the form; a reload shows the pay view again.
  useEffect(
    () => () => {
      const left = read()
      if (left?.shown && !hasSessionExpired()) inTab.set(key, JSON.stringify({ ...left, shown: false }))
    },
    [],
  )
  const step = useBackStep(draft?.shown === true, hide)
  return {
    shownRequest: draft?.shown ? draft.request : undefined,
    leftRequest: draft?.shown || draft?.dismissed ? undefined : draft?.request,
    open: (request: PaymentRequest) => {
      show(request, true)
      step.enter()
    },
    findFor: (amount: number) => (draft?.request.amount === amount ? draft.request : undefined),
    dismiss: () => draft && store({ ...draft, dismissed: true }),
    back: () => {
      hide()
      void step.leave()
    },
    /** Leaves a payment request opened since. */
    remove: async (reference: string | undefined) => {
      if (read()?.request.reference === reference) store(undefined)
      await step.leave()
    },
  }
}

function read(): PaymentDraft | undefined {
  const draft = parseJson<PaymentDraft>(inTab.get(key))
  return draft?.userId === currentSession().userId ? draft : undefined
}

/** Makes the browser's Back button close what is open in a screen instead of leaving the screen. */
function useBackStep(isOpen: boolean, close: () => void) {
  const navigate = useNavigate()
  const isStep = (useLocation().state as { step?: true } | null)?.step === true
  // A ref, because the client may have left the screen when `leave` is called.
  const onStep = useRef(isStep)
  useEffect(() => {
    if (onStep.current && !isStep && isOpen) close()
    onStep.current = isStep
  }, [isStep, isOpen, close])
  useEffect(
    () => () => {
      onStep.current = false
    },
    [],
  )
  return {
    /** Call when it opens: adds a history entry. */
    enter: () => void navigate('', { state: { step: true } }),
    /** Call when it closes without Back: removes the history entry. A dialog adds its own only afterwards. */
    leave: async () => {
      if (!onStep.current) return
      const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      await navigate(-1)
      await left
    },
  }
}

/** A payment that was left before Pay Now. */
export function UnfinishedPayment({ draft }: { draft: ReturnType<typeof usePaymentDraft> }) {
  const request = draft.leftRequest
  if (!request) return null
  return (
    <AlertBanner
      title={sentence(walletText.unfinished, { amount: <Money amount={paiseOf(request.amount)} /> })}
      action={
        <Row>
          <Button size="small" variant="secondary" onClick={() => draft.open(request)}>
            Continue
          </Button>
          <Button size="small" variant="ghost" onClick={draft.dismiss}>
            Dismiss
          </Button>
        </Row>
      }
    >
      If you have paid it, continue and press Pay Now.
    </AlertBanner>
  )
}

interface UnconfirmedRequestsProps {
  busy: boolean
  onAdd: (input: AddMoneyInput) => void
  onWithdraw: (input: WithdrawInput) => void
}

/** Requests without a final response, also after a reload. */
export function UnconfirmedRequests({ busy, onAdd, onWithdraw }: UnconfirmedRequestsProps) {
  const add = useUnconfirmedRequest(walletCalls.addMoney)?.body
  const withdraw = useUnconfirmedRequest(walletCalls.withdraw)?.body
  if (busy) return null
  const requests = [
    add && { call: walletCalls.addMoney, text: walletText.unconfirmedDeposit, ...add, send: () => onAdd(add) },
    withdraw && {
      call: walletCalls.withdraw,
      text: walletText.unconfirmedWithdrawal,
      ...withdraw,
      send: () => onWithdraw(withdraw),
    },
  ].filter((request) => request !== undefined)
  return requests.map(({ call, text, amount, send }) => (
    <AlertBanner
      key={call.path}
      tone="warn"
      title={sentence(text, { amount: <Money amount={paiseOf(amount)} /> })}
      action={
        <Row>
          <Button size="small" onClick={send}>
            Send again
          </Button>
          <Button size="small" variant="ghost" onClick={() => dismissRequest(call)}>
            Dismiss
          </Button>
        </Row>
      }
    >
      Check recent activity first; sending it again can’t do it twice.
    </AlertBanner>
  ))
}
