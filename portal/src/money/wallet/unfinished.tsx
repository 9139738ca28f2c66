import { walletCalls } from '@sauda/contract/money/wallet'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { dismissRequest, useUnconfirmedRequest } from '../../shell/idempotent.ts'
import type { usePaymentDraft } from './payment-draft.ts'
import type { AddMoneyInput, WithdrawInput } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

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
