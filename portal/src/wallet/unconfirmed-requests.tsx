import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { dismissRequest, useUnconfirmedRequest } from '../shell/idempotent.ts'
import { addMoneyAddress, withdrawAddress, type AddMoneyInput, type WithdrawInput } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

interface UnconfirmedRequestsProps {
  busy: boolean
  onAdd: (input: AddMoneyInput) => void
  onWithdraw: (input: WithdrawInput) => void
}

export function UnconfirmedRequests({ busy, onAdd, onWithdraw }: UnconfirmedRequestsProps) {
  const add = useUnconfirmedRequest<{ body: AddMoneyInput }>(addMoneyAddress)?.body
  const withdraw = useUnconfirmedRequest<{ body: WithdrawInput }>(withdrawAddress)?.body
  if (busy) return null
  return (
    <>
      {add && (
        <Unconfirmed
          text={walletText.unconfirmedDeposit}
          amount={add.amount}
          onSend={() => onAdd(add)}
          onDismiss={() => dismissRequest(addMoneyAddress)}
        />
      )}
      {withdraw && (
        <Unconfirmed
          text={walletText.unconfirmedWithdrawal}
          amount={withdraw.amount}
          onSend={() => onWithdraw(withdraw)}
          onDismiss={() => dismissRequest(withdrawAddress)}
        />
      )}
    </>
  )
}

interface UnconfirmedProps {
  text: `${string}{amount}${string}`
  amount: number
  onSend: () => void
  onDismiss: () => void
}

function Unconfirmed({ text, amount, onSend, onDismiss }: UnconfirmedProps) {
  return (
    <AlertBanner
      tone="warn"
      title={sentence(text, { amount: <Money amount={paiseOf(amount)} /> })}
      action={
        <Row>
          <Button size="small" onClick={onSend}>
            Send again
          </Button>
          <Button size="small" variant="ghost" onClick={onDismiss}>
            Dismiss
          </Button>
        </Row>
      }
    >
      Check recent activity first; sending it again can’t do it twice.
    </AlertBanner>
  )
}
