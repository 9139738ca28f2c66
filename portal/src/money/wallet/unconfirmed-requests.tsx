import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { dismissRequest, useUnconfirmedRequest } from '../../shell/idempotent.ts'
import { addMoneyAddress, withdrawAddress, type AddMoneyInput, type WithdrawInput } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

interface UnconfirmedRequestsProps {
  busy: boolean
  onAdd: (input: AddMoneyInput) => void
  onWithdraw: (input: WithdrawInput) => void
}

/** Requests without a final response, also after a reload. */
export function UnconfirmedRequests({ busy, onAdd, onWithdraw }: UnconfirmedRequestsProps) {
  const add = useUnconfirmedRequest<{ body: AddMoneyInput }>(addMoneyAddress)?.body
  const withdraw = useUnconfirmedRequest<{ body: WithdrawInput }>(withdrawAddress)?.body
  if (busy) return null
  const requests = [
    add && { address: addMoneyAddress, text: walletText.unconfirmedDeposit, ...add, send: () => onAdd(add) },
    withdraw && {
      address: withdrawAddress,
      text: walletText.unconfirmedWithdrawal,
      ...withdraw,
      send: () => onWithdraw(withdraw),
    },
  ].filter((request) => request !== undefined)
  return requests.map(({ address, text, amount, send }) => (
    <AlertBanner
      key={address}
      tone="warn"
      title={sentence(text, { amount: <Money amount={paiseOf(amount)} /> })}
      action={
        <Row>
          <Button size="small" onClick={send}>
            Send again
          </Button>
          <Button size="small" variant="ghost" onClick={() => dismissRequest(address)}>
            Dismiss
          </Button>
        </Row>
      }
    >
      Check recent activity first; sending it again can’t do it twice.
    </AlertBanner>
  ))
}
